"""Oh Hell! at the table: what the page is told, made from information sets alone."""
