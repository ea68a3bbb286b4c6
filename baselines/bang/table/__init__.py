"""Bang!'s part of `cardtable`."""
