"""54 measured colours in a file, as robots with a colour sensor write them: the cube they show."""

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import click
import numpy as np

from companion.cue import SURE
from companion.photos import not_certain
from companion.problems import words_of
from solver.belief import Floats
from solver.cube import Cube, Decoded, decode_table, is_mirrored
from solver.cube.asking import NO_CUBE
from solver.phrase import Phrase, joined, sentence
from vision.cube import read_measured

# The order of the faces in the file, and where in it each of the faces U R F D L B is.
FILE_ORDER = "ULFRBD"
_BLOCKS = [FILE_ORDER.index(face) for face in "URFDLB"]

COUNT = 54

NO_ORDER = sentence(
    "These colours make no cube. Measure again; the faces are wanted in the order U L F R B D, "
    "each row by row."
)

MIRRORED = sentence(
    "Two opposite colours of this cube are exchanged. If they are not, the rows of its faces were "
    "measured the wrong way round."
)

# No sensor counts further; beyond that numbers lose their digits.
_MOST_LIGHT = 1e9

# So many of the least certain stickers are named.
_NAMED = 4


@dataclass(frozen=True, slots=True)
class Measured:
    """What a file of measured colours shows; `reason` is a sentence where that is not certain."""

    decoded: Decoded
    reason: str | None

    @property
    def note(self) -> str | None:
        """What to think of where two colours are exchanged, as in a mirror."""
        return MIRRORED if self.state is not None and is_mirrored(self.state.scheme) else None

    @property
    def state(self) -> Cube | None:
        """The state where it is certain."""
        return self.decoded.state if self.reason is None else None


def read_sensor(path: Path) -> Measured:
    """The cube of a file {"1": [r, g, b], ..., "54": [r, g, b]}, faces in the order U L F R B D.

    Raises UsageError for a file that is not that.
    """
    rgb = load_measured(path)
    try:
        tables = read_measured(rgb)
    except ValueError as error:
        problem = words_of(error) or error
        raise click.UsageError(Phrase("{path}: {problem}", path=path, problem=problem)) from None
    decoded = decode_table(tables[_BLOCKS].reshape(COUNT, -1))
    return Measured(decoded, _reason(decoded))


def load_measured(path: Path) -> Floats:
    """The numbers of such a file, (54, 3). Raises UsageError."""
    try:
        data = json.loads(path.read_text(encoding="utf-8-sig"))
    except OSError as error:
        why = error.strerror or error
        raise click.UsageError(
            Phrase("{path}: cannot be read: {why}", path=path, why=why)
        ) from None
    except UnicodeDecodeError:
        raise click.UsageError(
            Phrase("{path}: expected JSON, got a file that is no text", path=path)
        ) from None
    except (ValueError, RecursionError) as error:
        raise click.UsageError(
            Phrase("{path}: expected JSON, got an error: {why}", path=path, why=error)
        ) from None
    names = [str(number) for number in range(1, COUNT + 1)]
    if not isinstance(data, dict):
        raise click.UsageError(
            Phrase(
                "{path}: expected an object with keys 1 to 54, got {got}",
                path=path,
                got=_short(data),
            )
        )
    odd = [key for key in data if key not in names]
    if odd:
        raise click.UsageError(
            Phrase("{path}: expected keys 1 to 54, got {got}", path=path, got=_short(odd[0]))
        )
    return np.array([_colour(path, name, data.get(name)) for name in names])


def sensor_number(facelet: int) -> int:
    """The number that a facelet, 0 to 53 in the order U R F D L B, has in the file."""
    face, cell = divmod(facelet, 9)
    return 9 * _BLOCKS[face] + cell + 1


def _colour(path: Path, name: str, value: Any) -> list[float]:
    if value is None:
        raise click.UsageError(
            Phrase("{path}: {key} is missing; expected keys 1 to 54", path=path, key=name)
        )
    good = isinstance(value, list) and len(value) == 3 and all(_is_light(one) for one in value)
    if not good:
        raise click.UsageError(
            Phrase(
                "{path}: {key}: expected 3 numbers of 0 to 1e9, got {got}",
                path=path,
                key=name,
                got=_short(value),
            )
        )
    return [float(one) for one in value]


def _is_light(value: Any) -> bool:
    if not isinstance(value, int | float) or isinstance(value, bool):
        return False
    return 0 <= value <= _MOST_LIGHT


def _short(value: Any) -> str:
    text = repr(value)
    return text if len(text) <= 40 else text[:37] + "..."


def _reason(decoded: Decoded) -> str | None:
    """Why the state is not certain, and which stickers to measure again."""
    if decoded.state is not None and decoded.certainty >= SURE:
        return None
    if decoded.problem == NO_CUBE:
        return NO_ORDER
    sure = np.array(decoded.stickers or np.zeros(COUNT))
    worst = np.argsort(sure, kind="stable")[:_NAMED]
    # Others are not named beside stickers that stand out.
    worst = worst[sure[worst] < SURE] if sure[worst[0]] < SURE else worst
    listed = ", ".join(str(number) for number in sorted(sensor_number(int(i)) for i in worst))
    again = Phrase("Measure again, first of all {numbers}.", numbers=listed)
    return joined(not_certain(decoded.certainty), again)
