"""Bundled samples: one folder a puzzle, one folder a clip; every one is a test."""
