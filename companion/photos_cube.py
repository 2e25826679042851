"""Photos of one cube, read together: six faces in any order and any rotation."""

import time
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import Any

import click
import numpy as np

from calibration import Profile
from companion.answers import next_fields, print_answer, print_json
from companion.cue import SURE, Cue
from companion.draw import draw
from companion.flatmap import FlatMap, gathered_map, placed_map
from companion.languages import ENGLISH, Language
from companion.net import NET_WORDS, net_fields, net_lines
from companion.overlays import Overlays
from companion.photos import first_cue, not_certain
from companion.photos_faces import NO_GLARE, excuse, face_fields, observation_of
from companion.photos_notes import notes_of
from companion.scan import IMPOSSIBLE, contradicts
from companion.tables import prepared
from solver import PUZZLES, AnyPuzzle, Estimate
from solver.belief import Floats
from solver.cube import COLOURS, Decoded, decode
from solver.cube.asking import NO_CUBE
from solver.phrase import Phrase, joined, sentence
from vision import Image, Observation, load_picture
from vision.cube import FaceRead, read_photos

NOT_UPRIGHT = sentence(
    "Held as --guided describes, these faces make no cube: look how each was held, or leave "
    "--guided out."
)

THE_CUBE = sentence("The cube")

# The share of stickers that is taken for misread where less, or nothing, was measured.
STICKER_DOUBT = 0.02

# Stickers that the user has set: the colour by the sticker's number on the map.
Corrections = dict[int, int]


@dataclass(frozen=True, slots=True)
class CubeAnswer:
    """What some photos of a cube showed together."""

    faces: Sequence[FaceRead]
    decoded: Decoded
    cue: Cue[Any, Any] | None
    solution: str | None
    reason: str | None
    seconds: float


@dataclass(frozen=True, slots=True)
class Wish:
    """What the user wants of a cube's photos.

    - `goal`: the state to reach, None for the solved cube;
    - `upright`: the photos show each face as `solver.cube.guidance` says;
    - `corrections`: stickers set by hand.
    """

    goal: str | None = None
    upright: bool = False
    unmirrored: bool = False
    corrections: Corrections | None = None


def read_cube(
    photos: Sequence[str],
    profile: Profile,
    wish: Wish,
    overlay: Path | None,
    as_json: bool,
    language: Language = ENGLISH,
) -> int:
    """Reads the photos as one cube and prints the answer; returns the exit status.

    Raises PictureError for a bad photo, and SolverError for an impossible goal.
    """
    puzzle = prepared(PUZZLES["cube"]())
    if wish.goal is not None:
        puzzle.parse(wish.goal)
    images = [load_picture(photo) for photo in photos]
    overlays = Overlays(overlay, photos)
    answer, flat = _answered(puzzle, images, profile, wish)
    for number, (photo, image) in enumerate(zip(photos, images, strict=True)):
        overlays.write(photo, _drawn(image, number, puzzle, answer, language))
    if as_json:
        print_json(_fields(photos, puzzle, answer, flat, language))
    else:
        _print(photos, puzzle, answer, flat, language)
    return 1 if answer.cue is None else 0


def decode_faces(
    puzzle: AnyPuzzle,
    faces: Sequence[FaceRead],
    goal: str | None,
    *,
    upright: bool = False,
    unmirrored: bool = False,
    misread: float | None = None,
    method: str | None = None,
) -> CubeAnswer:
    """The most probable legal cube that some faces show, and how to solve it by a `method`.

    `misread` is as a profile has it.
    """
    doubt = max(STICKER_DOUBT, misread or 0.0)
    decoded = decode(faces, upright=upright, unmirrored=unmirrored, doubt=doubt)
    sure = decoded.state is not None and decoded.certainty >= SURE
    seen = Estimate(decoded.state, decoded.certainty)
    cue = first_cue(puzzle, seen, goal, method) if sure else None
    solution = _solution(puzzle, decoded.state, goal, method) if sure else None
    reason = None if sure else decoded.problem or _unsure(decoded)
    return CubeAnswer(faces, decoded, cue, solution, reason, 0.0)


def flat_of(puzzle: AnyPuzzle, answer: CubeAnswer, fixed: Corrections | None = None) -> FlatMap:
    """The cube unfolded, as far as it is known; `fixed` are rows that were set by hand."""
    decoded, tables, fixed = answer.decoded, _tables(answer.faces), fixed or {}
    if decoded.state is None or decoded.placed is None:
        return gathered_map(puzzle, tables, fixed, {})
    known = puzzle, tables, fixed, decoded.placed, decoded.state
    return placed_map(*known, settled=answer.cue is not None)


def _answered(
    puzzle: AnyPuzzle, images: Sequence[Image], profile: Profile, wish: Wish
) -> tuple[CubeAnswer, FlatMap]:
    """The answer with the user's corrections, and its map."""
    begun = time.perf_counter()
    faces = read_photos(images, profile)
    read = partial(
        decode_faces,
        puzzle,
        goal=wish.goal,
        upright=wish.upright,
        unmirrored=wish.unmirrored,
        misread=profile.misread,
    )
    answer = read(faces)
    flat, rows = flat_of(puzzle, answer), {}
    if wish.corrections:
        rows = _rows(flat, wish.corrections)
        answer = read(_corrected(faces, rows))
        if contradicts(puzzle, answer.decoded, rows):
            answer = replace(answer, cue=None, solution=None, reason=IMPOSSIBLE)
        flat = flat_of(puzzle, answer, rows)
    if wish.upright and answer.reason == NO_CUBE:
        answer = replace(answer, reason=NOT_UPRIGHT)
    return replace(answer, seconds=time.perf_counter() - begun), flat


def _rows(flat: FlatMap, corrections: Corrections) -> Corrections:
    """The rows of the tables that show the corrected stickers. Raises UsageError."""
    rows: Corrections = {}
    for cell, colour in corrections.items():
        if not flat.stickers[cell].rows:
            label = flat.label(cell)
            raise click.UsageError(
                Phrase("--correct: {sticker}; show that face first", sticker=label)
            )
        rows |= dict.fromkeys(flat.stickers[cell].rows, colour)
    return rows


def _corrected(faces: Sequence[FaceRead], rows: Corrections) -> list[FaceRead]:
    tables = _tables(faces)
    for row, colour in rows.items():
        tables[row // 9, row % 9] = np.eye(len(COLOURS))[colour]
    return [replace(face, table=table) for face, table in zip(faces, tables, strict=True)]


def _tables(faces: Sequence[FaceRead]) -> Floats:
    return np.array([face.table for face in faces]).reshape(-1, 9, len(COLOURS))


def _print(
    photos: Sequence[str],
    puzzle: AnyPuzzle,
    answer: CubeAnswer,
    flat: FlatMap,
    language: Language,
) -> None:
    say = language.say
    print_answer(say(THE_CUBE), puzzle, answer.cue, answer.reason, language)
    if answer.solution:
        click.echo("  " + say(Phrase("All moves: {moves}", moves=answer.solution)))
    for note in _notes(photos, answer):
        click.echo(say(note), err=True)
    if not answer.faces:
        return
    for line in net_lines(flat):
        click.echo(line)
    if answer.cue is None:
        click.echo(f"  {say(NET_WORDS)}")


def _notes(photos: Sequence[str], answer: CubeAnswer) -> list[str]:
    return notes_of(photos, answer.faces, answer.decoded, sure=answer.cue is not None)


def _unsure(decoded: Decoded) -> str:
    return joined(not_certain(decoded.certainty), NO_GLARE)


def _solution(puzzle: AnyPuzzle, state: Any, goal: str | None, method: str | None) -> str:
    aim = puzzle.goal if goal is None else puzzle.parse(goal)
    plan = puzzle.plan(state, aim, method=method)
    return " ".join(puzzle.format_move(move) for move in plan)


def _fields(
    photos: Sequence[str],
    puzzle: AnyPuzzle,
    answer: CubeAnswer,
    flat: FlatMap,
    language: Language,
) -> dict[str, Any]:
    cue, decoded, notes = answer.cue, answer.decoded, _notes(photos, answer)
    faces = [{"photo": photos[face.photo], **face_fields(face)} for face in answer.faces]
    return {
        "photos": list(photos),
        "puzzle": "cube",
        "state": None if cue is None else puzzle.format(cue.state),
        "certainty": round(answer.decoded.certainty, 4),
        "faces": faces,
        "next": next_fields(puzzle, cue, language),
        "solution": answer.solution,
        "reason": language.say_if(answer.reason),
        "ms": round(answer.seconds * 1000, 1),
        "map": net_fields(flat, decoded.stickers),
        "scheme": None if decoded.state is None else decoded.state.scheme,
    } | ({"note": language.say(joined(*notes))} if notes else {})


def sight_of(answer: CubeAnswer, number: int) -> tuple[Observation, Estimate[Any]]:
    """What one of the photos showed: its own faces, and where they lie on the cube."""
    rows = [row for row, face in enumerate(answer.faces) if face.photo == number]
    placed = answer.decoded.placed
    kept = None if placed is None else tuple(placed[9 * r + i] for r in rows for i in range(9))
    estimate = Estimate(answer.decoded.state, answer.decoded.certainty, kept or ())
    return observation_of([answer.faces[r] for r in rows]), estimate


def _drawn(
    image: Image, number: int, puzzle: AnyPuzzle, answer: CubeAnswer, language: Language
) -> Image:
    """One photo with its own faces, and the next move where its stickers are in sight."""
    observation, estimate = sight_of(answer, number)
    cue = answer.cue or excuse(answer.reason)
    return draw(image, observation, puzzle, estimate, cue, language=language)
