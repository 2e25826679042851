"""Photos of a cube, each by itself: the faces that were found in it."""

import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import click
import numpy as np

from calibration import Profile
from companion.answers import percent, print_json
from companion.cue import SURE, Cue
from companion.draw import draw
from companion.languages import ENGLISH, Language
from companion.overlays import Overlays
from companion.photos import each_photo
from solver import PUZZLES, Estimate
from solver.cube.naming import CENTRES, COLOUR_NAMES
from solver.phrase import Phrase, joined, sentence
from vision import Image, Observation
from vision.cube import COLOURS, FaceRead, read_faces

NO_FACE = sentence("No face of a cube was found in the photo.")
NO_GLARE = sentence("Try photos without glare, in even light.")


def read_cube_faces(
    photos: Sequence[str],
    profile: Profile,
    overlay: Path | None,
    as_json: bool,
    language: Language = ENGLISH,
) -> int:
    """Reads each photo by itself and prints its faces; returns the exit status."""
    overlays = Overlays(overlay, photos)

    def read_one(photo: str, image: Image) -> bool:
        begun = time.perf_counter()
        faces = read_faces(image, profile)
        seconds = time.perf_counter() - begun
        reason = language.say_if(_reason(faces))
        overlays.write(photo, _drawn_faces(image, faces, reason))
        if as_json:
            print_json(_faces_fields(photo, faces, reason, seconds))
        else:
            _print_faces(photo, faces, reason, language)
        return reason is None

    return each_photo(photos, read_one, language)


def _reason(faces: Sequence[FaceRead]) -> str | None:
    """Why the faces of one photo are not certain, or None; the least certain sticker is named."""
    if not faces:
        return NO_FACE
    face = min(faces, key=lambda one: one.certainty)
    if face.certainty >= SURE:
        return None
    cell = int(face.table.max(axis=1).argmin())
    one, other = np.argsort(-face.table[cell], kind="stable")[:2]
    row, column = divmod(cell, 3)
    doubt = Phrase(
        "The face with the {centre} centre is not certain: row {row}, column {column} may be "
        "{one} or {other}.",
        centre=CENTRES[int(face.table[4].argmax())],
        row=row + 1,
        column=column + 1,
        one=COLOUR_NAMES[one],
        other=COLOUR_NAMES[other],
    )
    return joined(doubt, NO_GLARE)


def _faces_fields(
    photo: str, faces: Sequence[FaceRead], reason: str | None, seconds: float
) -> dict[str, Any]:
    return {
        "photo": photo,
        "puzzle": "cube",
        "faces": [face_fields(face) for face in faces],
        "reason": reason,
        "ms": round(seconds * 1000, 1),
    }


def _print_faces(
    photo: str, faces: Sequence[FaceRead], reason: str | None, language: Language
) -> None:
    found = [
        Phrase("{colours} ({percent}% sure)", colours=face.colours, percent=percent(face.certainty))
        for face in faces
    ]
    click.echo(f"{photo}: {', '.join(map(language.say, found)) or reason}")
    if faces and reason is not None:
        click.echo(f"  {reason}")


def _drawn_faces(image: Image, faces: Sequence[FaceRead], reason: str | None) -> Image:
    cue = excuse(reason) if reason else None
    sure = min((face.certainty for face in faces), default=0.0)
    estimate: Estimate[Any] = Estimate(None, sure, ())
    return draw(image, observation_of(faces), PUZZLES["cube"](), estimate, cue)


def face_fields(face: FaceRead) -> dict[str, Any]:
    """A face as a field of JSON; `certainties` are those of its nine stickers."""
    return {
        "colours": face.colours,
        "certainty": round(face.certainty, 4),
        "corners": np.round(face.view.corners, 1).tolist(),
        "certainties": np.round(face.table.max(axis=1), 4).tolist(),
    }


def excuse(reason: str | None) -> Cue[Any, Any]:
    """The cue for something that could not be read."""
    return Cue("unsure", None, reason or "", None, None, 0.0, 0.0)


def observation_of(faces: Sequence[FaceRead]) -> Observation:
    """The faces of one picture as a reader would tell of them."""
    if not faces:
        return Observation.nothing(0.0, len(COLOURS), NO_FACE)
    return Observation(
        np.concatenate([face.table for face in faces]),
        np.concatenate([face.view.centres for face in faces]),
        0.0,
        (3,),
        outline=np.array([face.view.corners for face in faces]),
    )
