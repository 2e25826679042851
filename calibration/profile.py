"""Profiles: what is special about this camera, this lamp and this toy. TOML in and out.

CalibrationError
└── ProfileError  (ValueError)  a profile file that cannot be read, or holds something wrong
"""

import math
import os
import re
import shutil
import tomllib
from dataclasses import dataclass, field
from pathlib import Path
from types import MappingProxyType
from typing import Any, cast

from calibration.sentence import Sentence, sentence

Colour = tuple[float, float, float]

PUZZLES = ("rings", "hanoi", "cube")
# The fewest and the most: rings that can be read, pegs that a tower may have, and rings or discs
# that anybody may speak of.
RING_COUNTS, PEG_COUNTS, PIECE_COUNTS = (3, 12), (3, 6), (1, 20)
# The colours that a puzzle's pieces are told apart by, as a pattern of their names and in words.
COLOUR_NAMES = {
    "cube": (r"[wyrogb]", sentence("one of w y r o g b")),
    "hanoi": (r"[1-9]\d?", sentence("the number of a disc")),
    "rings": (r"(?!)", sentence("no colours for rings")),
}

UNREADABLE = sentence("{path}: cannot be read: {why}")
NO_TOML = sentence("{path}: expected a TOML file, got {why}")
UNKNOWN = sentence("{path}: [{key}] is unknown; expected one of {known}")
NO_PUZZLE = sentence("{path}: puzzle is missing; expected one of {known}")
WITHIN = sentence("{path}: {problem}")
EXPECTED = sentence("{name}: expected {expected}, got {got!r}")
TABLE = sentence("a table of colours")
WHOLE = sentence("a whole number from {low} to {high}")
SHARE = sentence("0 to below 1")
SIZE = sentence("a width and a height in pixels")


class CalibrationError(Exception):
    """The root of every error that this package raises on purpose."""


class ProfileError(CalibrationError, ValueError):
    """A profile is missing, is no TOML, or holds a value that makes no sense.

    `template` and `fields` are what its text was made of, for whoever says it in other languages;
    a field may be another error of this kind.
    """

    def __init__(self, template: str, **fields: object) -> None:
        super().__init__(template.format(**fields) if fields else template)
        self.template = template
        self.fields = fields


@dataclass(frozen=True, slots=True)
class Profile:
    """What a reader may know beforehand.

    - `puzzle`: rings, hanoi or cube.
    - `count`: rings or discs; None: read from the picture.
    - `pegs`: Hanoi's pegs; None: read from the picture.
    - `free_end`: rings: "left" or "right", where ring 1 is; None: read from the picture.
    - `doubt`: the share of cells misread for no visible reason, measured or assumed; the floor
      that the belief puts under every table of a film.
    - `misread`: the same as it was measured alone, for photos; None: not measured.
    - `camera`, `size`: the camera that it was measured with, and the width and height of its
      pictures; None: measured on files, and good for all.
    - `colours`: one RGB colour (0 to 255) for each name: the cube's w y r o g b, or Hanoi's disc
      numbers as text; empty: learned from the picture.

    Raises ProfileError for a value outside its range.
    """

    puzzle: str
    count: int | None = None
    pegs: int | None = None
    free_end: str | None = None
    doubt: float = 0.1
    misread: float | None = None
    camera: str | None = None
    size: tuple[int, int] | None = None
    colours: MappingProxyType[str, Colour] = field(default_factory=lambda: MappingProxyType({}))

    def __post_init__(self) -> None:
        _check(self.puzzle in PUZZLES, "puzzle", sentence("one of rings, hanoi, cube"), self.puzzle)
        _check_whole("count", self.count, PIECE_COUNTS)
        _check_whole("pegs", self.pegs, PEG_COUNTS)
        ends = self.free_end in (None, "left", "right")
        _check(ends, "free_end", sentence("left or right"), self.free_end)
        _check(_is_number(self.doubt) and 0 <= self.doubt < 1, "doubt", SHARE, self.doubt)
        measured = self.misread is None or (_is_number(self.misread) and 0 <= self.misread < 1)
        _check(measured, "misread", SHARE, self.misread)
        named = self.camera is None or (isinstance(self.camera, str) and self.camera.isprintable())
        _check(named, "camera", sentence("a name"), self.camera)
        sides = self.size is None or (len(self.size) == 2 and all(map(_is_side, self.size)))
        _check(sides, "size", SIZE, self.size and list(self.size))
        object.__setattr__(self, "colours", MappingProxyType(dict(self.colours)))
        pattern, names = COLOUR_NAMES[self.puzzle]
        for name, rgb in self.colours.items():
            _check(bool(re.fullmatch(pattern, name)), "colours", names, name)
            good = len(rgb) == 3 and all(_is_number(v) and 0 <= v <= 255 for v in rgb)
            _check(good, f"colours.{name}", sentence("3 numbers from 0 to 255"), list(rgb))


def load_profile(path: Path) -> Profile:
    """Reads a profile. Raises ProfileError with the file, the place, what was expected and got."""
    try:
        data = tomllib.loads(path.read_text(encoding="utf-8-sig"))
    except OSError as error:
        raise ProfileError(UNREADABLE, path=path, why=error.strerror or error) from None
    except (tomllib.TOMLDecodeError, UnicodeDecodeError, RecursionError) as error:
        raise ProfileError(NO_TOML, path=path, why=error) from None
    known = Profile.__dataclass_fields__
    for key in data:
        if key not in known:
            raise ProfileError(UNKNOWN, path=path, key=key, known=", ".join(known))
    if "puzzle" not in data:
        raise ProfileError(NO_PUZZLE, path=path, known=", ".join(PUZZLES))
    try:
        return Profile(**_typed(data))
    except ProfileError as error:
        raise ProfileError(WITHIN, path=path, problem=error) from None


def dump_profile(profile: Profile) -> str:
    """The profile as TOML text; `load_profile` reads it back."""
    lines = [f'puzzle = "{profile.puzzle}"']
    for name in ("count", "pegs"):
        value = getattr(profile, name)
        if value is not None:
            lines.append(f"{name} = {value}")
    if profile.free_end is not None:
        lines.append(f'free_end = "{profile.free_end}"')
    lines.append(f"doubt = {profile.doubt}")
    if profile.misread is not None:
        lines.append(f"misread = {profile.misread}")
    if profile.camera is not None:
        lines.append(f"camera = {_quoted(profile.camera)}")
    if profile.size is not None:
        lines.append(f"size = {list(profile.size)}")
    if profile.colours:
        lines += ["", "[colours]"]
        lines += [f'"{name}" = {list(rgb)}' for name, rgb in profile.colours.items()]
    return "\n".join(lines) + "\n"


def write_profile(profile: Profile, path: Path) -> None:
    """Writes a profile, and its folder where there is none; a file that was there is replaced.

    Where that fails, the file stays as it was. Raises OSError.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    text = dump_profile(profile)
    if path.exists() and not path.is_file():
        # A terminal, say: there is nothing to lose, and nothing may take its place.
        path.write_text(text, encoding="utf-8")
        return
    # Where the name is a link, what it leads to is written.
    place = path.resolve()
    new = place.with_name(f".{place.name}.new")
    try:
        new.write_text(text, encoding="utf-8")
        if place.exists():
            shutil.copymode(place, new)
        os.replace(new, place)
    except OSError:
        new.unlink(missing_ok=True)
        raise


def default_profile(puzzle: str) -> Profile:
    """The bundled profile of a puzzle, which assumes nothing about camera, lamp and toy."""
    return load_profile(Path(__file__).parent / "profiles" / f"{puzzle}.toml")


def _typed(data: dict[str, Any]) -> dict[str, Any]:
    colours = data.get("colours", {})
    if not isinstance(colours, dict):
        raise ProfileError(EXPECTED, name="colours", expected=TABLE, got=colours)
    for name, rgb in colours.items():
        _check(isinstance(rgb, list), f"colours.{name}", sentence("3 numbers from 0 to 255"), rgb)
    fixed = {name: cast(Colour, tuple(rgb)) for name, rgb in colours.items()}
    size = data.get("size")
    _check(size is None or isinstance(size, list), "size", SIZE, size)
    sizes = {} if size is None else {"size": tuple(size)}
    return {**data, **sizes, "colours": MappingProxyType(fixed)}


def _quoted(text: str) -> str:
    """A string as TOML writes it."""
    escaped = text.replace("\\", "\\\\").replace('"', '\\"')
    return f'"{escaped}"'


def _is_side(value: object) -> bool:
    return value is not None and _int_within(value, 1)


def _check_whole(name: str, value: object, limits: tuple[int, int]) -> None:
    low, high = limits
    # An error by its form alone: so its numbers are told in other languages, too.
    expected = ProfileError(WHOLE, low=low, high=high)
    _check(_int_within(value, low, high), name, expected, value)


def _check(good: bool, name: str, expected: Sentence | ProfileError, got: object) -> None:
    if not good:
        raise ProfileError(EXPECTED, name=name, expected=expected, got=got)


def _is_number(value: object) -> bool:
    is_real = isinstance(value, int | float) and not isinstance(value, bool)
    return is_real and math.isfinite(cast(float, value))


def _int_within(value: object, least: int, most: float = math.inf) -> bool:
    if value is None:
        return True
    return isinstance(value, int) and not isinstance(value, bool) and least <= value <= most
