"""The web server of the table: access to it, one connection for each page, the tables of all pages."""

LOOPBACK = "127.0.0.1"
"""The address of this machine that no other can reach."""
