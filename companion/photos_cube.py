"""Photos of one cube, read together: six faces in any order and any rotation."""

import time
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import click
import numpy as np

from calibration import Profile
from companion.answers import next_fields, print_answer, print_json
from companion.draw import draw
from companion.overlays import Overlays
from companion.photos import first_cue, load_photo
from companion.session import SURE, Cue
from companion.tables import prepared
from solver import PUZZLES, AnyPuzzle, Estimate
from solver.cube import Decoded, decode
from vision import Image, Observation, load_picture
from vision.cube import FaceRead, read_faces, read_photos

COLOURS = 6


@dataclass(frozen=True, slots=True)
class CubeAnswer:
    """What some photos of a cube showed together."""

    faces: Sequence[FaceRead]
    decoded: Decoded
    cue: Cue[Any, Any] | None
    solution: str | None
    reason: str | None
    seconds: float


def read_cube(
    photos: Sequence[str],
    profile: Profile,
    goal: str | None,
    overlay: Path | None,
    as_json: bool,
) -> int:
    """Reads the photos as one cube and prints the answer; returns the exit status.

    Raises PictureError for a bad photo, and SolverError for an impossible goal.
    """
    puzzle = prepared(PUZZLES["cube"]())
    if goal is not None:
        puzzle.parse(goal)
    images = [load_picture(photo) for photo in photos]
    overlays = Overlays(overlay)
    answer = decode_photos(puzzle, images, profile, goal)
    for number, (photo, image) in enumerate(zip(photos, images, strict=True)):
        overlays.write(photo, _drawn(image, number, puzzle, answer))
    if as_json:
        print_json(_fields(photos, puzzle, answer))
    else:
        print_answer("The cube", puzzle, answer.cue, answer.reason)
        if answer.solution:
            click.echo(f"  All moves: {answer.solution}")
    return 1 if answer.cue is None else 0


def decode_photos(
    puzzle: AnyPuzzle, images: Sequence[Image], profile: Profile, goal: str | None
) -> CubeAnswer:
    """The faces in the pictures, and the most probable legal cube that they show."""
    begun = time.perf_counter()
    answer = decode_faces(puzzle, read_photos(images, profile), goal)
    return replace(answer, seconds=time.perf_counter() - begun)


def decode_faces(puzzle: AnyPuzzle, faces: Sequence[FaceRead], goal: str | None) -> CubeAnswer:
    """The most probable legal cube that some faces show."""
    tables = np.array([face.table for face in faces]).reshape(-1, 9, COLOURS)
    decoded = decode(tables)
    sure = decoded.state is not None and decoded.certainty >= SURE
    cue = first_cue(puzzle, Estimate(decoded.state, decoded.certainty), goal) if sure else None
    solution = _solution(puzzle, decoded.state, goal) if sure else None
    reason = None if sure else decoded.problem or _unsure(decoded)
    return CubeAnswer(faces, decoded, cue, solution, reason, 0.0)


def read_cube_faces(
    photos: Sequence[str], profile: Profile, overlay: Path | None, as_json: bool
) -> int:
    """Reads each photo by itself and prints its faces; returns the exit status.

    A photo that cannot be opened does not keep the others from being read.
    """
    overlays = Overlays(overlay)
    status = 0
    for photo in photos:
        image = load_photo(photo)
        if image is None:
            status = 2
            continue
        begun = time.perf_counter()
        faces = read_faces(image, profile)
        seconds = time.perf_counter() - begun
        reason = None if faces else "No face of a cube was found in the photo."
        sure = bool(faces) and all(face.certainty >= SURE for face in faces)
        status = max(status, 0 if sure else 1)
        overlays.write(photo, _drawn_faces(image, faces, reason))
        if as_json:
            print_json(_faces_fields(photo, faces, reason, seconds))
        else:
            _print_faces(photo, faces, reason)
    return status


def _faces_fields(
    photo: str, faces: Sequence[FaceRead], reason: str | None, seconds: float
) -> dict[str, Any]:
    return {
        "photo": photo,
        "puzzle": "cube",
        "faces": [_face(face) for face in faces],
        "reason": reason,
        "ms": round(seconds * 1000, 1),
    }


def _print_faces(photo: str, faces: Sequence[FaceRead], reason: str | None) -> None:
    found = ", ".join(f"{face.colours} ({face.certainty:.0%} sure)" for face in faces)
    click.echo(f"{photo}: {found or reason}")


def _unsure(decoded: Decoded) -> str:
    return (
        f"The state is not certain: the best guess has a probability of {decoded.certainty:.0%}. "
        "Try photos without glare, in even light."
    )


def _solution(puzzle: AnyPuzzle, state: Any, goal: str | None) -> str:
    plan = puzzle.plan(state, puzzle.goal if goal is None else puzzle.parse(goal))
    return " ".join(puzzle.format_move(move) for move in plan)


def _face(face: FaceRead) -> dict[str, Any]:
    return {
        "colours": face.colours,
        "certainty": round(face.certainty, 4),
        "corners": np.round(face.view.corners, 1).tolist(),
    }


def _fields(photos: Sequence[str], puzzle: AnyPuzzle, answer: CubeAnswer) -> dict[str, Any]:
    cue = answer.cue
    faces = [{"photo": photos[face.photo], **_face(face)} for face in answer.faces]
    return {
        "photos": list(photos),
        "puzzle": "cube",
        "state": None if cue is None else puzzle.format(cue.state),
        "certainty": round(answer.decoded.certainty, 4),
        "faces": faces,
        "next": next_fields(puzzle, cue),
        "solution": answer.solution,
        "reason": answer.reason,
        "ms": round(answer.seconds * 1000, 1),
    }


def sight_of(answer: CubeAnswer, number: int) -> tuple[Observation, Estimate[Any]]:
    """What one of the photos showed: its own faces, and where they lie on the cube."""
    rows = [row for row, face in enumerate(answer.faces) if face.photo == number]
    placed = answer.decoded.placed
    kept = None if placed is None else tuple(placed[9 * r + i] for r in rows for i in range(9))
    estimate = Estimate(answer.decoded.state, answer.decoded.certainty, kept or ())
    return _observation([answer.faces[r] for r in rows]), estimate


def _drawn(image: Image, number: int, puzzle: AnyPuzzle, answer: CubeAnswer) -> Image:
    """One photo with its own faces, and the next move where its stickers are in sight."""
    observation, estimate = sight_of(answer, number)
    return draw(image, observation, puzzle, estimate, answer.cue or _excuse(answer.reason))


def _drawn_faces(image: Image, faces: Sequence[FaceRead], reason: str | None) -> Image:
    cue = _excuse(reason) if reason else None
    return draw(image, _observation(faces), PUZZLES["cube"](), None, cue)


def _excuse(reason: str | None) -> Cue[Any, Any]:
    return Cue("unsure", None, reason or "", None, None, 0.0, 0.0)


def _observation(faces: Sequence[FaceRead]) -> Observation:
    if not faces:
        return Observation.nothing(0.0, COLOURS, "No face of a cube was found in the photo.")
    return Observation(
        np.concatenate([face.table for face in faces]),
        np.concatenate([face.view.centres for face in faces]),
        0.0,
        (3,),
        outline=np.array([face.view.corners for face in faces]),
    )
