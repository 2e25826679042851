"""Processes that look at the players' pictures.

Threads of one interpreter take turns: however many processors there are, all players together get
the work of one. So every player stays with a process, and the server only passes on what comes.
"""

import contextlib
import itertools
import multiprocessing
import signal
import traceback
import weakref
from collections import deque
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from multiprocessing.connection import Connection
from types import TracebackType
from typing import Any

import cv2

from companion.languages import Language
from companion.problems import told_in
from companion.web.edits import Edit
from companion.web.player import Player
from companion.web.toys import Toy
from solver import SolverError
from solver.phrase import Phrase

# More are of no use to as many players as there may be, and each takes the memory of a program.
MOST_HANDS = 8
# So long a process that is told to end may take, in seconds.
END_S = 5.0
# Fresh interpreters: a copy of a server in the middle of its work would hold its connections.
_FRESH = multiprocessing.get_context("spawn")

Answer = dict[str, Any]


class LostError(OSError):
    """What was known of a player's game is lost; the next call begins it anew."""


@dataclass(frozen=True, slots=True)
class Call:
    """What a process is asked: for whom, and what came: a picture and its time, or an edit.

    The rest tells how the player is to be made, or to go on.
    """

    key: int
    given: tuple[bytes, float] | Edit
    toy: Toy
    language: Language
    camera: str | None
    avoid_hidden: bool


class Hand:
    """One process, and the thread that talks to it: who asks first is answered first."""

    def __init__(self) -> None:
        self._thread = ThreadPoolExecutor(1)
        self._left: deque[int] = deque()
        self.players: weakref.WeakSet[Guest] = weakref.WeakSet()
        self._begin()

    @property
    def pid(self) -> int | None:
        """The process's number."""
        return self._process.pid

    def wait(self) -> None:
        """Waits until the process has loaded what it needs. Raises LostError where it cannot."""
        try:
            self._thread.submit(self._greeted).result()
        except (EOFError, OSError) as error:
            raise LostError(
                Phrase("the process that looks at pictures has ended at once")
            ) from error

    def ask(self, call: Call) -> Answer:
        """The player's answer. Raises SolverError as the player does, and LostError."""
        answer = self._thread.submit(self._asked, call).result()
        if isinstance(answer, Exception):
            raise answer
        return answer

    def forget(self, key: int) -> None:
        """Tells that a player has left; the process hears of it with the next call."""
        self._left.append(key)

    def close(self) -> None:
        """Ends the process."""
        self._thread.shutdown(cancel_futures=True)
        with contextlib.suppress(OSError):
            self._line.close()
        self._process.join(END_S)
        if self._process.is_alive():
            self._process.kill()

    def _begin(self) -> None:
        self._line, other = _FRESH.Pipe()
        self._process = _FRESH.Process(target=work, args=(other,), daemon=True)
        self._process.start()
        other.close()
        self._silent = True

    def _greeted(self) -> None:
        """Hears the process's first word, if that was not heard yet."""
        if self._silent:
            self._line.recv()
            self._silent = False

    def _asked(self, call: Call) -> Answer | Exception:
        left = tuple(self._left.popleft() for _ in range(len(self._left)))
        try:
            self._greeted()
            self._line.send((call, left))
            answer: Answer | Exception = self._line.recv()
        except (EOFError, OSError) as error:
            self._line.close()
            self._begin()
            raise LostError("the process that looked at the pictures has ended") from error
        return answer


class Guest:
    """A player who is with a process: to be asked like a `Player`."""

    def __init__(
        self, hand: Hand, key: int, toy: Toy, language: Language, *, avoid_hidden: bool
    ) -> None:
        self._hand = hand
        self._key = key
        self._toy = toy
        self._language = language
        self.avoid_hidden = avoid_hidden
        self._camera: str | None = None
        self._last: Answer | None = None
        hand.players.add(self)
        weakref.finalize(self, hand.forget, key)

    @property
    def toy(self) -> Toy:
        """What is played with."""
        return self._toy

    @property
    def last(self) -> Answer | None:
        """The last answer, for a browser that comes back."""
        return self._last

    def speak(self, language: Language) -> None:
        """Goes on in a language; an answer in another one is forgotten."""
        if language != self._language:
            self._language, self._last = language, None

    def use(self, camera: str | None) -> None:
        """Goes on with a camera of this computer, by its name; None for any other one."""
        self._camera = camera

    def look(self, jpeg: bytes, at: float) -> Answer:
        """The answer to one picture, as `Player.look` gives it."""
        answer = self._ask((jpeg, at))
        if "refused" not in answer:
            self._last = answer
        return answer

    def edit(self, edit: Edit) -> Answer:
        """The answer to an edit, as `Player.edit` gives it."""
        return self._ask(edit)

    def _ask(self, given: tuple[bytes, float] | Edit) -> Answer:
        known = self._toy, self._language, self._camera, self.avoid_hidden
        return self._hand.ask(Call(self._key, given, *known))


class Crew:
    """At most so many processes; for `with`.

    The first begins at once, another when a player comes and all the others have some: who plays
    alone needs one, and is not slowed down by others that begin.
    """

    def __init__(self, most: int, *, avoid_hidden: bool = False) -> None:
        self._most = max(1, min(most, MOST_HANDS))
        self._avoid_hidden = avoid_hidden
        self._keys = itertools.count()
        self.hands = [Hand()]

    def __enter__(self) -> "Crew":
        return self

    def wait(self) -> None:
        """Waits until somebody can play."""
        self.hands[0].wait()

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        for hand in self.hands:
            hand.close()

    def seat(self, toy: Toy, language: Language) -> Guest:
        """A new player, with the process that has the fewest."""
        if len(self.hands) < self._most and all(one.players for one in self.hands):
            self.hands.append(Hand())
        hand = min(self.hands, key=lambda one: len(one.players))
        return Guest(hand, next(self._keys), toy, language, avoid_hidden=self._avoid_hidden)


def work(line: Connection) -> None:
    """A process's whole life: answers calls until the line is closed."""
    # An interrupt in the terminal is for the server, which then closes the line.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    cv2.setNumThreads(1)
    players: dict[int, Player] = {}
    # The server may end at any time, also while this process still begins.
    with contextlib.suppress(EOFError, OSError):
        line.send("ready")
        while True:
            call, left = line.recv()
            for key in left:
                players.pop(key, None)
            line.send(_answer(players, call))


def _answer(players: dict[int, Player], call: Call) -> Answer | Exception:
    player = players.get(call.key)
    if player is None:
        player = Player(call.toy, call.language, avoid_hidden=call.avoid_hidden)
        players[call.key] = player
    player.speak(call.language)
    player.use(call.camera)
    try:
        if isinstance(call.given, Edit):
            return player.edit(call.given)
        return player.look(*call.given)
    except SolverError as error:
        # Said here: a sentence that knows how it was made does not go through the line.
        return SolverError(told_in(call.language, error))
    except Exception:  # a fault of ours, which is not to end the games of others
        traceback.print_exc()
        del players[call.key]
        return LostError("a player's game has ended by a fault")
