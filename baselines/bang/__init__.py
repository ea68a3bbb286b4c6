"""Players of Bang!, and the program ``bang``."""
