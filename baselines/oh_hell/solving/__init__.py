"""Small games of Oh Hell! solved."""
