"""Oh Hell! at the table: the page's view, made from information sets alone."""
