"""The web server of the table: who may talk to it, one connection for each page, the tables of all pages."""
