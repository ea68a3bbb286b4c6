"""Bang!'s part of the searches."""
