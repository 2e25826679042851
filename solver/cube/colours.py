"""The colours of the stickers, and the face that each belongs to."""

from solver.cube.geometry import FACES

COLOURS = ("w", "y", "r", "o", "g", "b")

# The colour of each face, as an index into COLOURS: white up, red right, green front and so on.
SCHEME = {face: COLOURS.index(colour) for face, colour in zip(FACES, "wrgyob", strict=True)}

# What a person calls the colours, in the order of COLOURS.
COLOUR_NAMES = ("white", "yellow", "red", "orange", "green", "blue")
