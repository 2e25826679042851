"""The table of players: who plays, who was cut off and may come back, and who has to go."""

import asyncio
import secrets
from dataclasses import dataclass, field

from companion.web.limits import AWAY_S, MOST_PLAYERS
from companion.web.player import Playing
from companion.web.toys import Toy


@dataclass(slots=True, eq=False)
class Seat:
    """A player's place: `left` is the moment of being cut off, None while connected.

    `turn` counts connections, so that an old one knows that it was superseded; `playing` tells
    whether a picture ever came.
    """

    key: str
    player: Playing
    begun: float
    left: float | None = None
    turn: int = 1
    playing: bool = False
    looking: asyncio.Lock = field(default_factory=asyncio.Lock)


class Players:
    """At most `most` players; times are seconds of one clock that never goes back."""

    def __init__(self, most: int = MOST_PLAYERS, away_s: float = AWAY_S) -> None:
        self._most = most
        self._away_s = away_s
        self._seats: dict[str, Seat] = {}

    def __len__(self) -> int:
        return len(self._seats)

    def sit(self, player: Playing, now: float) -> Seat | None:
        """A place for a new player, or None where all are taken by others who play."""
        self._tidy(now)
        if len(self._seats) >= self._most and not self._make_room():
            return None
        seat = Seat(secrets.token_urlsafe(16), player, now)
        self._seats[seat.key] = seat
        return seat

    def back(self, key: str, toy: Toy, now: float) -> Seat | None:
        """The place of a player who comes back to the same game, or None."""
        self._tidy(now)
        seat = self._seats.get(key)
        if seat is None or seat.player.toy != toy:
            return None
        seat.left = None
        seat.turn += 1
        return seat

    def leave(self, seat: Seat, turn: int, now: float) -> None:
        """Keeps the place for a while, unless the player is back already on another connection."""
        if seat.turn == turn:
            seat.left = now

    def _tidy(self, now: float) -> None:
        for seat in list(self._seats.values()):
            if seat.left is not None and now - seat.left > self._away_s:
                del self._seats[seat.key]

    def _make_room(self) -> bool:
        """Gives away the place of whoever is away for the longest, else of one who only waits."""
        away = [seat for seat in self._seats.values() if seat.left is not None]
        waiting = [seat for seat in self._seats.values() if not seat.playing]
        if not away and not waiting:
            return False
        loser = (
            min(away, key=lambda seat: seat.left or 0.0)
            if away
            else min(waiting, key=lambda seat: seat.begun)
        )
        loser.turn += 1
        del self._seats[loser.key]
        return True
