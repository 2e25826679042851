"""A cube's own colours, from one scan of it: photos, a clip, or the cube turned before a camera."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from types import MappingProxyType

import numpy as np

from calibration import Profile
from companion.answers import percent
from companion.cue import SURE
from companion.follow import Follower, follower
from companion.viewer import Show
from solver import Estimate
from solver.belief import Floats
from solver.cube import COLOUR_NAMES, COLOURS, Cube
from solver.cube.scores import TURNED, view_of
from solver.phrase import Phrase, joined, sentence
from vision import Camera, Image, Observation
from vision.cube import FaceView, learned_colours
from vision.cube.face import MARGIN, SIDE, centres_of, map_of, straighten

# The scan is over once all stickers were known for so many looks in a row.
ENOUGH = 3

# So many views of faces are kept at most; beyond that every second one is dropped.
_MOST = 300

# A view is taken for a face of the known cube when no other fits so well by so many nats, and when
# no more than so many of its stickers are read otherwise. So many views of a face are used.
_CLEAR, _OFF, _VIEWS = 3.0, 2, 4

NO_CUBE = sentence("No cube was seen.")
NO_FACE = sentence("No face was seen clearly: scan the cube once more.")

Progress = Callable[[str], None]


@dataclass(frozen=True, slots=True)
class Learned:
    """What a scan taught; `problem` is a sentence where nothing was learned.

    - `profile`: the new one, with the cube's own colours;
    - `state`: the state that was scanned, or one of `ways` that all have its stickers;
    - `views`: how many views of faces the colours rest on;
    - `missing`: the names of colours of which no sticker was clear.
    """

    profile: Profile
    state: Cube | None = None
    ways: int = 1
    views: int = 0
    missing: tuple[str, ...] = ()
    problem: str | None = None


@dataclass(frozen=True, slots=True, eq=False)
class _View:
    """A face in one picture, and how it was read there, (9, 6)."""

    face: FaceView
    table: Floats


def learn(
    camera: Camera,
    profile: Profile,
    state: Cube | None = None,
    progress: Progress | None = None,
    show: Show | None = None,
) -> Learned:
    """Scans a cube and learns its colours.

    `state` is what it shows, where the user has told. `progress` is told which faces are still
    missing, whenever that changes, `show` every picture. Raises what the camera raises.
    """
    toy = follower("cube", profile)
    scanned, views = _scan(camera, toy, progress, show or (lambda *seen: True))
    if scanned is None or scanned.state is None:
        words = scanned.problem if scanned else None
        return Learned(profile, problem=words or NO_CUBE)
    if not _known(scanned) and state != scanned.state:
        unsure = Phrase(
            "The cube was not read with certainty ({percent}%).", percent=percent(scanned.certainty)
        )
        return Learned(profile, problem=joined(unsure, scanned.problem))
    if state is None:
        return _learned(profile, scanned.state, scanned.ways, views)
    alike = scanned.ways > 1 and _faces_of(state) == _faces_of(scanned.state)
    if state != scanned.state and not alike:
        return Learned(profile, problem=_contradiction(scanned.state, state))
    return _learned(profile, state, 1, views)


def _known(scanned: Estimate[Cube]) -> bool:
    """Whether all stickers are known; where several states have them, these are as good as one."""
    return scanned.state is not None and scanned.ways * scanned.certainty >= SURE


def _faces_of(state: Cube) -> list[tuple[int, ...]]:
    """The colours of the six faces, in whatever order and rotation they are shown."""
    faces = view_of(state).reshape(6, 9)
    return sorted(min(tuple(face[turn].tolist()) for turn in TURNED) for face in faces)


def _learned(profile: Profile, state: Cube, ways: int, views: Sequence[_View]) -> Learned:
    named = _named(state, views)
    if not named:
        return Learned(profile, problem=NO_FACE)
    letters = "".join(text for _, text in named)
    colours = learned_colours([view.face for view, _ in named], letters)
    off = [COLOURS[i] for view, _ in named for i in view.table.argmax(axis=1)]
    misread = float(np.mean([a != b for a, b in zip(off, letters, strict=True)]))
    rounded = {
        letter: (round(red, 1), round(green, 1), round(blue, 1))
        for letter, (red, green, blue) in colours.items()
    }
    fitted = replace(
        profile,
        # What is misread in a film comes again and again: never be surer than one was.
        doubt=round(min(0.5, max(profile.doubt, 1.5 * misread)), 3),
        colours=MappingProxyType({**profile.colours, **rounded}),
    )
    names = zip(COLOURS, COLOUR_NAMES, strict=True)
    missing = tuple(name for letter, name in names if letter not in colours)
    return Learned(fitted, state, ways, len(named), missing)


def _scan(
    camera: Camera, toy: Follower, progress: Progress | None, show: Show
) -> tuple[Estimate[Cube] | None, list[_View]]:
    """What was believed in the end, and views of the cube as it was until then."""
    views: list[_View] = []
    words, certain = None, 0
    with camera:
        for frame in camera.frames():
            if frame.missing is not None:
                continue
            observation = toy.look(frame)
            if not show(frame, observation, toy):
                break
            views = _kept(views + _views(frame.image, observation))
            known = toy.estimate is not None and _known(toy.estimate)
            certain = certain + 1 if known else 0
            if certain >= ENOUGH:
                break
            words = _told(toy, words, progress)
    toy.finish()
    return toy.estimate, views


def _told(toy: Follower, words: str | None, progress: Progress | None) -> str | None:
    """Tells how far the scan is, where that is new."""
    now = toy.flat.words() if toy.flat else None
    if progress is not None and now is not None and now != words:
        progress(now)
    return now


def _views(image: Image, observation: Observation) -> list[_View]:
    """The faces of one picture."""
    if observation.outline is None:
        return []
    tables = observation.cells.reshape(-1, 9, len(COLOURS))
    return [
        _View(_straight(image, corners), table)
        for corners, table in zip(observation.outline, tables, strict=True)
    ]


def _straight(image: Image, corners: Floats) -> FaceView:
    flat = map_of(corners)
    inner = slice(MARGIN, MARGIN + SIDE)
    return FaceView(corners, centres_of(flat), straighten(image, flat)[inner, inner], 1.0)


def _kept(views: list[_View]) -> list[_View]:
    return views if len(views) <= _MOST else views[::2]


def _named(state: Cube, views: Sequence[_View]) -> list[tuple[_View, str]]:
    """The clearest views of each face of a known cube, with the letters of their stickers."""
    shown = view_of(state).reshape(6, 9)
    found: list[list[tuple[float, _View, str]]] = [[] for _ in range(6)]
    for view in views:
        # (face, rotation): the cells of the view are those of the face, turned.
        logs = np.log(np.maximum(view.table, 1e-4))[TURNED]
        fits = np.array([[logs[q, range(9), face].sum() for q in range(4)] for face in shown])
        best = fits.max(axis=1)
        side = int(best.argmax())
        symbols = np.empty(9, dtype=np.intp)
        symbols[TURNED[int(fits[side].argmax())]] = shown[side]
        off = int((view.table.argmax(axis=1) != symbols).sum())
        if best[side] > np.delete(best, side).max() + _CLEAR and off <= _OFF:
            text = "".join(COLOURS[i] for i in symbols)
            found[side].append((float(best[side]), view, text))
    clearest = [sorted(each, key=lambda one: -one[0])[:_VIEWS] for each in found]
    return [(view, text) for each in clearest for _, view, text in each]


def _contradiction(seen: Cube, told: Cube) -> str:
    one, other = seen.facelets(), told.facelets()
    off = sum(a != b for a, b in zip(one, other, strict=True))
    return Phrase.counted(
        "The cube does not show that state: {count} sticker differs. It shows {state}.",
        "The cube does not show that state: {count} stickers differ. It shows {state}.",
        off,
        state=one,
    )
