"""A game against the running program: a camera that sees somebody who does what the program says.

The frames are rendered one after another; what the player hears in between decides what the next
ones show. So it needs no knowledge of the plan, and the plan may change on the way.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np

from companion.cue import Cue
from samples.render.cube_clips import Clip, shoot_of, slip_beside, stage_of
from samples.render.cube_film import scrambled
from samples.render.cube_player import Player
from solver.cube import Turn
from vision import Frame
from vision.camera import Unhurried

# Seconds without a word after which the player shows the cube again, and after which he gives up.
_PUZZLED, _TIRED = 6.0, 20.0
# A word that came so long before a turn's end was about that turn; after so long without another
# word a stale one is obeyed.
_EARLY, _STALE = 0.2, 2.5
# Seconds that the film goes on after the last act and the last word.
_AFTER = 1.5


@dataclass(frozen=True, slots=True)
class Temper:
    """How obedient a player is: seconds until he does what he hears, and shares of turns.

    `slips`: makes another turn; `doubles`: makes one more turn at once; `covers`: first holds a
    hand in front.
    """

    reaction: tuple[float, float] = (0.5, 1.0)
    slips: float = 0.08
    doubles: float = 0.05
    covers: float = 0.05


class Game(Unhurried):
    """A camera on somebody who plays; give it every cue by `hear`."""

    def __init__(self, name: str, clip: Clip, temper: Temper, *, longest: float = 110.0) -> None:
        self.name = name
        self.fps = clip.webcam.fps
        self._temper, self._longest = temper, longest
        stage = stage_of(clip)
        self._shoot = shoot_of(clip, stage)
        self.player = Player(stage, scrambled(clip.seed + 300), clip.habits, seed=clip.seed)
        self._rng = np.random.default_rng(clip.seed + 77)
        self._now = 0.0
        self._told: tuple[float, Turn] | None = None
        self._ends: float | None = None
        # The numbers of the turns that were slips, and of those that no camera could see.
        self.slips: list[int] = []
        self.hidden: list[int] = []
        self.gave_up = False
        self.player.scan()
        self.shown = self._heard = self.player.free

    def frames(self) -> Iterator[Frame]:
        """Frames until the game is over."""
        number = 0
        while not self._over():
            self._now = number / self.fps
            self._wait()
            yield Frame(self._shoot.frame(self.player.motion, self._now), self._now)
            number += 1

    def hear(self, cue: Cue[Any, Any]) -> None:
        """Takes in what the program says; it is done after a moment, or when there is time."""
        self._heard = self._now
        if cue.kind == "done":
            self._ends = self._now + _AFTER
        elif cue.move is not None:
            # A slip at the end is told of after the word that all is done.
            self._ends = None
            self._told = self._now, cue.move
            self._wait()

    def _wait(self) -> None:
        """Does what was said, unless it was said before the last turn: then it may be stale."""
        if self._late or self._ends is not None or self._now < self.player.free:
            return
        turns = self.player.motion.turns
        if self._told is not None:
            heard, move = self._told
            fresh = not turns or heard >= turns[-1].end - _EARLY
            if fresh or self._now > self.player.free + _STALE:
                self._told = None
                self._do(move)
        elif self._now - max(self._heard, self.player.free) > _PUZZLED:
            self._puzzled()

    def _do(self, move: Turn) -> None:
        player, temper = self.player, self._temper
        player.free = self._now + float(self._rng.uniform(*temper.reaction))
        if move.whole:
            player.whole(move)
            return
        chance = float(self._rng.random())
        if chance < temper.slips:
            self._slip(slip_beside(self._rng, move))
            return
        if chance > 1 - temper.covers:
            player.cover(0.8)
            player.rest(0.4)
        hurry = temper.slips <= chance < temper.slips + temper.doubles
        player.turn(move, hurry=hurry)
        if hurry:
            self._slip(slip_beside(self._rng, move))

    def _slip(self, turn: Turn) -> None:
        number = len(self.player.motion.turns)
        self.slips.append(number)
        if self.player.hides(turn.axis):
            self.hidden.append(number)
        self.player.turn(turn)

    def _puzzled(self) -> None:
        """Nothing was said for long: the player shows the cube once more, or gives up."""
        if self._now - self._heard > _TIRED:
            self.gave_up = True
            self._ends = self._now
            return
        self.player.free = self._now
        if self.player.motion.turns:
            self.player.whole(Turn("y", 1))
        else:
            self.player.scan()

    @property
    def _late(self) -> bool:
        """Whether the game has lasted for so long that nothing new is begun."""
        return self._now > self._longest

    def _over(self) -> bool:
        turns = self.player.motion.turns
        settled = turns[-1].end + _AFTER if turns else 0.0
        ended = self._late if self._ends is None else self._now >= self._ends
        return ended and self._now >= settled
