"""Single photos of toys that one photo shows whole: each is read by itself."""

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import click

from calibration import Profile
from companion.answers import next_fields, percent, print_answer, print_json
from companion.cue import SURE, Cue
from companion.draw import draw
from companion.follow import Follower
from companion.languages import ENGLISH, Language
from companion.overlays import Overlays
from companion.problems import told_in
from companion.session import Session
from companion.told import told_fields, why_unsure
from companion.variants import toy_follower
from solver import PUZZLES, AnyPuzzle, Estimate
from solver.phrase import Phrase, sentence
from vision import Frame, Image, Observation, PictureError, load_picture

NO_TOY = sentence("The toy was not found in the photo.")
# A size that every puzzle can have, for what does not depend on it.
ANY_SIZE = 3


@dataclass(frozen=True, slots=True)
class Answer:
    """What one photo showed; `reason` says why there is no cue, where there is none."""

    photo: str
    observation: Observation
    puzzle: AnyPuzzle | None
    estimate: Estimate[Any] | None
    cue: Cue[Any, Any] | None
    reason: str | None
    seconds: float


def read_each(
    puzzle: str,
    photos: Sequence[str],
    profile: Profile,
    count: int | None,
    goal: str | None,
    overlay: Path | None,
    as_json: bool,
    language: Language = ENGLISH,
    *,
    variant: str | None = None,
) -> int:
    """Reads every photo and prints an answer each; returns the exit status."""
    overlays = Overlays(overlay, photos)

    def read_one(photo: str, image: Image) -> bool:
        answer = read_photo(puzzle, photo, image, profile, count, goal, variant=variant)
        overlays.write(photo, _drawn(image, answer, language))
        if as_json:
            print_json(_fields(puzzle, answer, language))
        else:
            print_answer(photo, answer.puzzle, answer.cue, answer.reason, language)
        return answer.cue is not None

    return each_photo(photos, read_one, language)


def each_photo(
    photos: Sequence[str], read_one: Callable[[str, Image], bool], language: Language
) -> int:
    """Reads photos one by one; the exit status, 0 where `read_one` was certain of all of them.

    A photo that cannot be opened does not keep the others from being read.
    """
    status = 0
    for photo in photos:
        image = load_photo(photo, language)
        one = 2 if image is None else 0 if read_one(photo, image) else 1
        status = max(status, one)
    return status


def load_photo(photo: str, language: Language) -> Image | None:
    """The picture; None, and a line on the error stream, where it cannot be opened."""
    try:
        return load_picture(photo)
    except PictureError as error:
        click.echo(f"companion: {told_in(language, error)}", err=True)
        return None


def read_photo(
    puzzle: str,
    photo: str,
    image: Image,
    profile: Profile,
    count: int | None,
    goal: str | None,
    *,
    variant: str | None = None,
) -> Answer:
    """Reads one photo. Raises SolverError for a goal that is no state of the puzzle.

    The time that is told begins when the reader is ready: the first one loads the networks.
    """
    toy = toy_follower(puzzle, profile, variant=variant, goal=goal, count=count, once=True)
    begun = time.perf_counter()
    observation = toy.look(Frame(image))
    cue, reason = None, _reason(toy, observation)
    if reason is None and toy.puzzle is not None and toy.estimate is not None:
        cue = first_cue(toy.puzzle, toy.estimate, goal)
    elif toy.puzzle is not None and goal is not None:
        toy.puzzle.parse(goal)
    seconds = time.perf_counter() - begun
    return Answer(photo, observation, toy.puzzle, toy.estimate, cue, reason, seconds)


def first_cue(
    puzzle: AnyPuzzle, estimate: Estimate[Any], goal: str | None, method: str | None = None
) -> Cue[Any, Any] | None:
    """The cue for a state that is certain. Raises SolverError for an impossible goal."""
    session = Session(puzzle, None if goal is None else puzzle.parse(goal), method)
    return session.update(estimate, 0.0) or session.finish(0.0)


def _reason(toy: Follower, observation: Observation) -> str | None:
    """Why nothing certain can be said, or None."""
    estimate = toy.estimate
    if not observation.found or toy.puzzle is None or estimate is None:
        return observation.problem or NO_TOY
    if estimate.state is None or estimate.certainty < SURE:
        unclear = why_unsure(observation, toy.puzzle)
        return unclear or observation.problem or not_certain(estimate.certainty)
    return None


def not_certain(certainty: float) -> str:
    """The sentence for a state that is not sure enough."""
    return Phrase(
        "The state is not certain: the best guess has a probability of {percent}%.",
        percent=percent(certainty),
    )


def _drawn(image: Image, answer: Answer, language: Language) -> Image:
    cue = answer.cue or (
        None if answer.reason is None else Cue("unsure", None, answer.reason, None, None, 0.0, 0.0)
    )
    known = answer.observation, answer.puzzle, answer.estimate
    return draw(image, *known, cue, language=language)


def _fields(puzzle: str, answer: Answer, language: Language) -> dict[str, Any]:
    toy, cue = answer.puzzle, answer.cue
    certainty = answer.estimate.certainty if answer.estimate else 0.0
    return {
        "photo": answer.photo,
        "puzzle": puzzle,
        "state": toy.format(cue.state) if toy and cue else None,
        "certainty": round(certainty, 4),
        "next": next_fields(answer.puzzle, answer.cue, language),
        **told_fields(answer.observation, toy or PUZZLES[puzzle](ANY_SIZE)),
        "reason": language.say_if(answer.reason),
        "ms": round(answer.seconds * 1000, 1),
    }
