"""The command line: `main` finds a command, each command parses, calls the API, and prints."""
