"""Players of Oh Hell that choose by a rule; environments take one of them as the default opponent."""
