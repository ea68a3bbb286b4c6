"""The command line of any game: its commands, error messages, and Ctrl-C."""
