"""One player: the toy in front of one browser, and everything believed and said of it so far."""

from typing import Any

from calibration import default_profile
from companion.controls import Wish
from companion.follow import NOTHING_YET, Follower, follower
from companion.hidden import HiddenPlanner
from companion.languages import ENGLISH, Language
from companion.loop import Coach
from companion.session import Session
from companion.web.answers import map_fields, step_fields
from companion.web.edits import Edit
from companion.web.limits import LONGEST_LIVE
from companion.web.pictures import picture_of
from solver import PUZZLES, AnyPuzzle, CubePuzzle, SolverError
from vision import Frame, PictureError

# How many rings or discs may be chosen: more states than these take long to list.
COUNTS: dict[str, tuple[int, int]] = {"rings": (2, 12), "hanoi": (1, 8)}


class Player:
    """Follows one toy; slow, so it is asked in a worker thread, and by one thread at a time.

    With `avoid_hidden` a cube is solved without turns of the face that the camera does not see.
    Raises SolverError for a puzzle that is not in the table, and for a count out of its range.
    """

    def __init__(
        self,
        puzzle: str,
        count: int | None = None,
        language: Language = ENGLISH,
        *,
        avoid_hidden: bool = False,
    ) -> None:
        check(puzzle, count)
        self._avoid_hidden = avoid_hidden
        self.puzzle = puzzle
        self.count = count
        self._language = language
        self._toy: Follower | None = None
        self._coach: Coach | None = None
        self._last: dict[str, Any] | None = None
        self._wish: Wish | None = None

    @property
    def last(self) -> dict[str, Any] | None:
        """The last answer, for a browser that comes back."""
        return self._last

    def speak(self, language: Language) -> None:
        """Goes on in a language; an answer in another one is forgotten."""
        if language != self._language:
            self._language, self._last = language, None

    def look(self, jpeg: bytes, at: float) -> dict[str, Any]:
        """The answer to one picture at `at`, in seconds that never decrease.

        A bad picture is answered with {"refused": sentence} and changes nothing.
        """
        try:
            image = picture_of(jpeg, "picture", LONGEST_LIVE)
        except PictureError as error:
            return {"refused": self._language.say(error.args[0])}
        if self._coach is None:
            self._toy = follower(self.puzzle, default_profile(self.puzzle), count=self.count)
            self._coach = Coach(self._toy, self._session)
        wish, self._wish = self._wish, None
        self._last = step_fields(self._coach.step(Frame(image, at), wish), self._language)
        return self._last

    def _session(self, found: AnyPuzzle) -> Session[Any, Any]:
        if self._avoid_hidden and isinstance(found, CubePuzzle):
            return Session(found, plan=HiddenPlanner(found))
        return Session(found)

    def edit(self, edit: Edit) -> dict[str, Any]:
        """The flat map after a correction, and {"refused": sentence} where it was not possible.

        A wish is answered by the next picture's cue.
        """
        if edit.wish is not None:
            self._wish = edit.wish
            return {}
        toy, say = self._toy, self._language.say
        if toy is None or toy.puzzle is None or toy.flat is None:
            return {"refused": say(NOTHING_YET)}
        refused = edit.on(toy, toy.puzzle.symbols)
        told = map_fields(toy.flat, toy.hint, self._language)
        return {**told, **({"refused": say(refused)} if refused else {})}


def check(puzzle: str, count: int | None) -> None:
    """Raises SolverError for a puzzle that is not in the table, or a count out of its range."""
    if puzzle not in PUZZLES:
        raise SolverError(f"expected a puzzle of {', '.join(PUZZLES)}, got {puzzle!r}")
    low, high = COUNTS.get(puzzle, (0, -1))
    if count is not None and not low <= count <= high:
        expected = f"{low} to {high}" if puzzle in COUNTS else "nothing to count"
        raise SolverError(f"{puzzle}: expected {expected}, got {count}")
