"""A cube's own colours, from one scan of it: photos, a clip, or the cube turned before a camera."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from types import MappingProxyType

import numpy as np

from calibration import Profile, Tally, tally
from calibration.fit import MOST_DOUBT
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
from vision.cube import FaceView, default_palette, learned_colours, read_colours
from vision.cube.face import MARGIN, SIDE, centres_of, map_of, straighten

# The scan is over once all stickers were known for so many looks in a row.
ENOUGH = 3

# So many views of faces are kept at most; beyond that every second one is dropped.
_MOST = 300

# A view is taken for a face of the known cube when no other fits so well by so many nats. Colours
# are learned from those of which no more than so many stickers are read otherwise, so many a face.
_CLEAR, _OFF, _VIEWS = 3.0, 2, 4
# So many sets of other views, one a face, are read with the new colours, to see how well that goes.
_SETS = 8

NO_CUBE = sentence("No cube was seen.")
NO_FACE = sentence("No face was seen clearly: scan the cube once more.")

Progress = Callable[[str], None]


@dataclass(frozen=True, slots=True)
class Learned:
    """What a scan taught; `problem` is a sentence where nothing was learned.

    - `profile`: the new one, with the cube's own colours;
    - `state`: the state that was scanned, or one of `ways` that all have its stickers;
    - `views`: how many views of faces the colours rest on;
    - `checked`, `misread`: how many other views were read with the new colours, and the share of
      their stickers that came out wrong;
    - `missing`: the names of colours of which no sticker was clear.
    """

    profile: Profile
    state: Cube | None = None
    ways: int = 1
    views: int = 0
    checked: int = 0
    misread: float = 0.0
    missing: tuple[str, ...] = ()
    problem: str | None = None


@dataclass(frozen=True, slots=True, eq=False)
class _View:
    """A face in one picture, and how it was read there, (9, 6)."""

    face: FaceView
    table: Floats


@dataclass(frozen=True, slots=True, eq=False)
class _Named:
    """A view of a face of the known cube, the letters of its stickers in the view's order.

    `fit` is the log-likelihood, and `off` how many stickers were read otherwise.
    """

    view: _View
    letters: str
    fit: float
    off: int


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
    named, others = _parted(_named(state, views))
    if not named:
        return Learned(profile, problem=NO_FACE)
    letters = "".join(one.letters for one in named)
    colours = learned_colours([one.view.face for one in named], letters)
    rounded = {
        letter: (round(red, 1), round(green, 1), round(blue, 1))
        for letter, (red, green, blue) in colours.items()
    }
    fitted = replace(profile, colours=MappingProxyType({**profile.colours, **rounded}))
    read = _checked(fitted, others)
    if read is not None:
        # What is misread in a film comes again and again, so few scans are no reason to be surer
        # than one was: the doubt only ever rises.
        unowned = round(min(MOST_DOUBT, read.unowned), 4)
        fitted = replace(fitted, doubt=max(profile.doubt, unowned), misread=unowned)
    names = zip(COLOURS, COLOUR_NAMES, strict=True)
    missing = tuple(name for letter, name in names if letter not in colours)
    checked = sum(map(len, others)) if read else 0
    misread = read.misread if read else 0.0
    return Learned(fitted, state, ways, len(named), checked, misread, missing)


def _checked(profile: Profile, sets: Sequence[Sequence[_Named]]) -> Tally | None:
    """How views come out that the profile's colours do not rest on; None where there are none."""
    palette = default_palette(profile.colours)
    tables = [read_colours([one.view.face for one in views], palette) for views in sets]
    truths = [[COLOURS.index(letter) for one in views for letter in one.letters] for views in sets]
    return tally([table.reshape(-1, len(COLOURS)) for table in tables], truths)


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


def _named(state: Cube, views: Sequence[_View]) -> list[list[_Named]]:
    """The views of each face of a known cube, with the letters of their stickers."""
    shown = view_of(state).reshape(6, 9)
    found: list[list[_Named]] = [[] for _ in range(6)]
    for view in views:
        # (face, rotation): the cells of the view are those of the face, turned.
        logs = np.log(np.maximum(view.table, 1e-4))[TURNED]
        fits = np.array([[logs[q, range(9), face].sum() for q in range(4)] for face in shown])
        best = fits.max(axis=1)
        side = int(best.argmax())
        if best[side] <= np.delete(best, side).max() + _CLEAR:
            continue
        symbols = np.empty(9, dtype=np.intp)
        symbols[TURNED[int(fits[side].argmax())]] = shown[side]
        off = int((view.table.argmax(axis=1) != symbols).sum())
        text = "".join(COLOURS[i] for i in symbols)
        found[side].append(_Named(view, text, float(best[side]), off))
    return found


def _parted(faces: list[list[_Named]]) -> tuple[list[_Named], list[list[_Named]]]:
    """The clearest views, to learn from; and sets of the others, one view a face, to check with.

    Those of a face are spread over the scan.
    """
    learned: list[_Named] = []
    sets: list[list[_Named]] = [[] for _ in range(_SETS)]
    for views in faces:
        good = sorted((one for one in views if one.off <= _OFF), key=lambda one: -one.fit)
        learned += good[:_VIEWS]
        used = {id(one) for one in good[:_VIEWS]}
        others = [one for one in views if id(one) not in used]
        spread = others[:: max(1, len(others) // _SETS)]
        for views_of_set, one in zip(sets, spread, strict=False):
            views_of_set.append(one)
    return learned, [one for one in sets if one]


def _contradiction(seen: Cube, told: Cube) -> str:
    one, other = seen.facelets(), told.facelets()
    off = sum(a != b for a, b in zip(one, other, strict=True))
    return Phrase.counted(
        "The cube does not show that state: {count} sticker differs. It shows {state}.",
        "The cube does not show that state: {count} stickers differ. It shows {state}.",
        off,
        state=one,
    )
