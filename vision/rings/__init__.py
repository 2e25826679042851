"""The rings' eye: finds the toy and tells for every ring how likely it is on the bar."""

from vision.rings.reader import RingsReader

__all__ = ["RingsReader"]
