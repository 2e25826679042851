"""How much one browser may ask for, so that the others do not notice."""

from dataclasses import dataclass

MEGABYTE = 1_000_000

# One picture, live or not.
MOST_BYTES = 4 * MEGABYTE
# Live pictures with a longer side are looked at smaller; photos keep more.
LONGEST_LIVE, LONGEST_PHOTO = 1280, 3000
MOST_PHOTOS = 12

# Open connections of any kind, WebSockets among them, of all and of one address, from which a
# tunnel brings all its players; and toys that are being followed.
MOST_OPEN, MOST_FROM_ONE = 500, 250
MOST_CONNECTIONS = 200
MOST_PLAYERS = 24
MOST_UPLOADS = 2

# Seconds: until a new connection, or WebSocket, says what it wants, without a picture, for one
# answer to be taken, for photos to arrive, and for a player who was cut off to come back, perhaps
# from a sleep: places are few, and who is away the longest makes room for others.
FIRST_WORD_S = 10.0
NO_PICTURE_S = 60.0
ANSWER_S = 10.0
UPLOAD_S = 30.0
AWAY_S = 28_800.0

# Corrections of the flat map that wait to be made.
MOST_EDITS = 60
# Pictures in a row that are none, after which a connection is closed.
MOST_BROKEN = 30
# What may come in over one connection, in one go, and in a second: messages, bytes, and pixels,
# which take time to be unpacked. The page itself sends 30 pictures of 0.3 megapixels a second.
BURST, RATE = (200.0, 24.0 * MEGABYTE, 200e6), (90.0, 12.0 * MEGABYTE, 40e6)


@dataclass(slots=True)
class Allowance:
    """What one connection may still send; it fills up again with time."""

    at: float
    messages: float = BURST[0]
    bytes: float = BURST[1]
    pixels: float = BURST[2]

    def spend(self, size: int, now: float, pixels: int = 0) -> bool:
        """Takes one message of so many bytes and pixels at `now`, in seconds; False: too many."""
        spent = max(0.0, now - self.at)
        self.at = now
        self.messages = min(BURST[0], self.messages + spent * RATE[0]) - 1
        self.bytes = min(BURST[1], self.bytes + spent * RATE[1]) - size
        self.pixels = min(BURST[2], self.pixels + spent * RATE[2]) - pixels
        return min(self.messages, self.bytes, self.pixels) >= 0
