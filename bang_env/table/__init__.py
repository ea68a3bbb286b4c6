"""Bang! at the table: what the page shows, made from information sets alone."""
