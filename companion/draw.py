"""The overlay: a picture, what was seen in it and what to do next; a new picture comes out."""

from dataclasses import dataclass
from typing import Any, cast

import cv2
import numpy as np

from companion.cue import SURE, Cue, moves_to_go
from companion.languages import ENGLISH, Language
from companion.loop import Step
from companion.marking import marks_for
from companion.marks import ACCENT, INK, PAPER, Colour
from companion.paint import paint
from companion.text import put, width_of, wrap
from solver import AnyPuzzle, Estimate
from solver.phrase import Phrase
from vision import Image, Observation
from vision.frame import Floats

# The longer side of a drawn picture, in pixels: small ones are enlarged so that words are legible.
SIDES = (720, 1600)
# The bar's height as a share of that of letters, and the colours of its empty part and of asides.
BAR = 0.36
TRACK: Colour = (96, 92, 90)
GREY: Colour = (190, 190, 190)
KIND_COLOURS: dict[str, Colour] = {
    "next": (96, 174, 39),
    "wrong": (60, 76, 231),
    "unsure": (18, 156, 243),
    "done": (185, 128, 41),
}


def draw(
    image: Image,
    observation: Observation,
    puzzle: AnyPuzzle | None = None,
    estimate: Estimate[Any] | None = None,
    cue: Cue[Any, Any] | None = None,
    *,
    steady: bool = False,
    language: Language = ENGLISH,
) -> Image:
    """A new picture with everything drawn in that is known; the longer side has 720 to 1600 pixels.

    `image` is (height, width, 3) uint8, blue, green, red, and stays as it is. The words lie over
    the lower edge, or over the upper one where only that leaves the toy in sight; with `steady`,
    for films, always over the lower one.
    """
    scale = _scale(image)
    canvas = _enlarged(image, scale)
    high, wide = canvas.shape[:2]
    words = cue.words if cue else observation.problem
    spread = np.zeros(0) if steady else _spread(observation) * scale
    banner = _laid_out(language.say(words), (high, wide), spread) if words else None
    free = banner.free if banner else (0, high)
    known = observation, puzzle, estimate, cue
    paint(canvas, marks_for((high, wide), *known, scale=scale, free=free))
    if banner:
        _put(canvas, banner, cue, estimate, language)
    return canvas


def draw_step(step: Step, language: Language = ENGLISH) -> Image:
    """The picture of a step of the loop, with everything drawn in that is known after it."""
    known = step.puzzle, step.estimate, step.standing
    return draw(step.frame.image, step.observation, *known, steady=True, language=language)


def _scale(image: Image) -> float:
    longer = max(image.shape[:2])
    return float(np.clip(longer, *SIDES) / longer)


def _spread(observation: Observation) -> Floats:
    """The heights in the picture that had better stay in sight, in its own pixels."""
    where, beside = observation.where, observation.beside
    return np.asarray(where if beside is None else np.concatenate([where, beside]))[:, 1]


def _enlarged(image: Image, scale: float) -> Image:
    if scale == 1.0:
        return image.copy()
    way = cv2.INTER_CUBIC if scale > 1 else cv2.INTER_AREA
    high, wide = (max(1, round(scale * side)) for side in image.shape[:2])
    return cast(Image, cv2.resize(image, (wide, high), interpolation=way))


@dataclass(frozen=True, slots=True)
class _Banner:
    """Words over an edge: their lines, their letters' size, and the rows that they cover."""

    lines: list[str]
    size: int
    rows: slice
    above: bool
    free: tuple[int, int]

    @property
    def pad(self) -> int:
        return round(self.size * 0.8)


def _laid_out(words: str, shape: tuple[int, int], spread: Floats) -> _Banner:
    """`spread` are the heights that had better stay in sight, in pixels."""
    height, width = shape
    size = max(16, round(min(height * 0.047, width * 0.034)))
    lines = wrap(words, size, width - 3 * round(size * 0.8), 600)
    tall = min(height, round(len(lines) * size * 1.35) + round(size * 2.1))
    if _better_above(spread, tall, height):
        return _Banner(lines, size, slice(0, tall), True, (tall, height))
    return _Banner(lines, size, slice(height - tall, height), False, (0, height - tall))


def _put(
    canvas: Image,
    banner: _Banner,
    cue: Cue[Any, Any] | None,
    estimate: Estimate[Any] | None,
    language: Language,
) -> None:
    """What to do, how far it is, and how sure the program is."""
    size, pad, stripe = banner.size, banner.pad, canvas[banner.rows]
    stripe[:] = np.rint(stripe * 0.22 + np.array(INK) * 0.78).astype(np.uint8)
    stripe[:, : max(4, pad // 3)] = KIND_COLOURS[cue.kind if cue else "unsure"]
    # The bar lies between the picture and the words.
    bar = max(5, round(size * BAR))
    edge, inner = (stripe[-bar:], stripe[:-bar]) if banner.above else (stripe[:bar], stripe[bar:])
    for number, line in enumerate(banner.lines):
        baseline = round(size * (1.3 + number * 1.35))
        put(inner, line, (pad, baseline), size, PAPER, 600)
    _foot(inner, cue, estimate, size, pad, language)
    if cue is not None and cue.whole and cue.made is not None:
        _progress(edge, cue.made / cue.whole)


def _better_above(spread: Floats, tall: int, height: int) -> bool:
    """Whether words over the lower edge would cover what words over the upper one would not."""
    return bool(np.any(spread > height - tall) and not np.any(spread < tall))


def _progress(stripe: Image, share: float) -> None:
    """The bar over the whole way, as wide as the picture: what is behind the player is filled."""
    stripe[:] = INK
    inner = stripe[1:-1]
    inner[:] = TRACK
    inner[:, : round(stripe.shape[1] * share)] = ACCENT


def _foot(
    stripe: Image,
    cue: Cue[Any, Any] | None,
    estimate: Estimate[Any] | None,
    size: int,
    pad: int,
    language: Language,
) -> None:
    """The last line of the banner: moves left at the bar, and small how sure the program is."""
    height, width = stripe.shape[:2]
    small, tiny = max(12, round(size * 0.66)), max(11, round(size * 0.54))
    baseline = height - round(size * 0.42)
    if cue is not None and cue.remaining:
        put(stripe, language.say(moves_to_go(cue.remaining)), (pad, baseline), small, PAPER, 600)
    certainty = estimate.certainty if estimate else 0.0
    text = language.say(Phrase("{n} % sure", n=int(certainty * 100)))
    colour = GREY if certainty >= SURE else KIND_COLOURS["unsure"]
    put(stripe, text, (width - pad - width_of(text, tiny), baseline), tiny, colour)
