"""The eye for Towers of Hanoi."""

from vision.hanoi.reader import HanoiReader

__all__ = ["HanoiReader"]
