"""The app: the only place where time passes and sound is made."""
