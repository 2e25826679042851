"""The commands, one a file; each file's `command` is what the command line calls."""
