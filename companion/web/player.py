"""One player: the toy in front of one browser, and everything believed and said of it so far."""

from dataclasses import replace
from typing import Any, Protocol

from calibration import Profile
from companion.controls import Wish
from companion.follow import NOTHING_YET, Follower
from companion.goals import Aim, aim_at, goals_of
from companion.hidden import HiddenPlanner
from companion.languages import ENGLISH, Language
from companion.loop import Coach
from companion.problems import told_in
from companion.profiles import profile_in_browser
from companion.session import Session
from companion.variants import toy_follower
from companion.web.answers import map_fields, step_fields
from companion.web.edits import Edit
from companion.web.limits import LONGEST_LIVE
from companion.web.pictures import picture_of
from companion.web.toys import Toy
from companion.web.words import NO_GOAL, NO_WAY, NOTHING_SEEN
from solver import AnyPuzzle, CubePuzzle, NotationError, SolverError
from solver.phrase import Phrase
from vision import Frame, PictureError


class Playing(Protocol):
    """What a connection asks of a player, wherever that one is."""

    @property
    def toy(self) -> Toy:
        """What is played with."""

    @property
    def last(self) -> dict[str, Any] | None:
        """The last answer, for a browser that comes back."""

    def speak(self, language: Language) -> None:
        """Goes on in a language."""

    def use(self, camera: str | None) -> None:
        """Goes on with a camera of this computer, by its name; None for any other one."""

    def look(self, jpeg: bytes, at: float) -> dict[str, Any]:
        """The answer to one picture at `at`, in seconds that never decrease; slow."""

    def edit(self, edit: Edit) -> dict[str, Any]:
        """The answer to an edit; slow."""


class Player:
    """Follows one toy; slow, so it is asked in a worker thread, and by one thread at a time.

    With `avoid_hidden` a cube is solved without turns of the face that the camera does not see.
    """

    def __init__(
        self,
        toy: Toy,
        language: Language = ENGLISH,
        *,
        avoid_hidden: bool = False,
    ) -> None:
        self._avoid_hidden = avoid_hidden
        self._toy = toy
        self._language = language
        self._follower: Follower | None = None
        self._coach: Coach | None = None
        self._last: dict[str, Any] | None = None
        self._wish: Wish | Aim | None = None
        # The camera in front of the toy, by its name, and the size of its last picture; and the
        # profile that goes with them.
        self._camera: str | None = None
        self._seen_with: tuple[str | None, tuple[int, int]] | None = None
        self._profile: Profile | None = None

    @property
    def toy(self) -> Toy:
        """What is played with."""
        return self._toy

    @property
    def last(self) -> dict[str, Any] | None:
        """The last answer, for a browser that comes back."""
        return self._last

    def speak(self, language: Language) -> None:
        """Goes on in a language; an answer in another one is forgotten."""
        if language != self._language:
            self._language, self._last = language, None

    def use(self, camera: str | None) -> None:
        """Goes on with a camera of this computer, by its name; None for any other one."""
        self._camera = camera

    def look(self, jpeg: bytes, at: float) -> dict[str, Any]:
        """The answer to one picture at `at`, in seconds that never decrease.

        A bad picture is answered with {"refused": sentence} and changes nothing.
        """
        try:
            image = picture_of(jpeg, Phrase("picture"), LONGEST_LIVE)
        except PictureError as error:
            return {"refused": told_in(self._language, error)}
        coach = self._coach_for((image.shape[1], image.shape[0]))
        wish, self._wish = self._wish, None
        fields = step_fields(coach.step(Frame(image, at), wish), self._language)
        own = self._profile is not None and self._profile.camera is not None
        self._last = {**fields, "calibrated": own}
        return self._last

    def _coach_for(self, size: tuple[int, int]) -> Coach:
        """The coach; another one where another profile goes with the camera and its pictures."""
        seen_with = self._camera, size
        if self._coach is not None and seen_with == self._seen_with:
            return self._coach
        self._seen_with = seen_with
        # How many rings or discs there are is asked on the page, and not taken from before.
        profile = replace(profile_in_browser(self._toy.puzzle, *seen_with), count=None)
        if self._coach is None or profile != self._profile:
            self._profile = profile
            toy = self._toy
            self._follower = toy_follower(
                toy.puzzle, profile, variant=toy.variant, count=toy.count, recounts=True
            )
            goal = self._coach.goal if self._coach else None
            self._coach = Coach(self._follower, self._session, goal=goal)
        return self._coach

    def _session(self, found: AnyPuzzle) -> Session[Any, Any]:
        if self._toy.method is not None:
            return Session(found, method=self._toy.method)
        if self._avoid_hidden and isinstance(found, CubePuzzle):
            return Session(found, plan=HiddenPlanner(found))
        return Session(found)

    def edit(self, edit: Edit) -> dict[str, Any]:
        """The flat map after a correction, and {"refused": sentence} where it was not possible.

        A wish, or a goal that was chosen, is answered by the next picture's cue.
        """
        if edit.wish is not None:
            self._wish = edit.wish
            return {}
        if not edit.corrects:
            return self._goals(edit.aim)
        toy, say = self._follower, self._language.say
        if toy is None or toy.puzzle is None or toy.flat is None:
            return {"refused": say(NOTHING_YET)}
        refused = edit.on(toy, toy.puzzle.symbols)
        told = map_fields(toy.flat, toy.hint, self._language)
        return {**told, **({"refused": say(refused)} if refused else {})}

    def _goals(self, aim: str | None) -> dict[str, Any]:
        """The goals that there are, or what becomes of the one that was chosen."""
        puzzle = self._follower.puzzle if self._follower else None
        session, say = self._coach.session if self._coach else None, self._language.say
        if puzzle is None or session is None or session.state is None:
            return {"refused": say(NOTHING_SEEN)}
        if aim is None:
            offered = [[say(name), puzzle.format(goal)] for name, goal in goals_of(puzzle)]
            return {"goals": offered, "goal": puzzle.format(session.goal)}
        try:
            self._wish = aim_at(puzzle, aim, session.state)
        except NotationError:
            return {"refused": say(NO_GOAL)}
        except SolverError:
            return {"refused": say(NO_WAY)}
        return {"aimed": puzzle.format(self._wish.goal)}
