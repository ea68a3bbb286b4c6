"""Oh Hell!'s part of the searches."""
