"""Players of Bang! that choose by lot; environments take one of them as the default opponent."""
