"""The gallery: all components of the table's page in their states, from recorded messages, without a server."""
