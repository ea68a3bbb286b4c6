"""The command line of a game's program: its commands for any game, how errors are told, and how Ctrl-C ends it."""
