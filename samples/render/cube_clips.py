"""Clips of a cube that is shown and then solved, by the fast renderer, with their truth."""

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path

import cv2
import numpy as np

from calibration import Profile, dump_profile
from samples.render import SceneError
from samples.render.cube_film import scrambled
from samples.render.cube_player import Habits, Player, truth_lines
from samples.render.cube_shoot import Shoot
from samples.render.cube_stage import Stage, desk, room_behind
from samples.render.film import Setup
from samples.render.scene import Bytes, Rgb
from samples.render.webcam import Webcam
from solver.cube import FACE_TURNS, SOLVED, Cube, CubePuzzle, Turn

_SKINS: tuple[Rgb, ...] = ((214, 164, 136), (236, 192, 166), (150, 104, 76), (94, 62, 46))


@dataclass(frozen=True, slots=True)
class Clip:
    """What a clip shows and how: a place, a make of cube, somebody's habits, a camera.

    `table`: where the cube is seen from above, else there is a room behind it. `wrong`: numbers
    of turns before which another one is made and taken back; `covered`: numbers of turns before
    which a hand is held in front; `turns`: at most so many.
    """

    look: str
    lamp: str
    habits: Habits
    table: str | None = None
    zoom: float = 1.0
    webcam: Webcam = field(default_factory=Webcam)
    wrong: tuple[int, ...] = ()
    covered: tuple[int, ...] = ()
    turns: int = 30
    seed: int = 1


_SMALL = Webcam(size=(320, 240), blur=0.9, quality=70)
_MIDDLE = Webcam(size=(480, 360))
_QUICK = Habits("stay", "corner", turn=(0.22, 0.35), rest=(0.25, 0.45))
CLIPS = {
    "black-corner": Clip("stickers", "day", Habits("visit", "corner"), "wood", 1.1, seed=11),
    "stickerless-held": Clip(
        "stickerless", "bulb", Habits("hold", "corner"), None, 1.5, _MIDDLE, seed=12
    ),
    "white-front": Clip(
        "white", "tube", Habits("hold", "front"), None, 1.4, _SMALL, wrong=(6,), seed=13
    ),
    "worn-carpet": Clip(
        "worn",
        "bulb",
        Habits("visit", "corner", lying=True),
        "carpet",
        1.1,
        _SMALL,
        wrong=(4,),
        seed=14,
    ),
    "black-small": Clip(
        "stickers",
        "dim",
        Habits("hold", "corner"),
        None,
        0.9,
        replace(_MIDDLE, grain=6),
        seed=15,
    ),
    "stickerless-large": Clip(
        "stickerless", "day", Habits("visit", "corner"), "plain", 1.75, _MIDDLE, seed=16
    ),
    "white-keys": Clip(
        "white",
        "tube",
        Habits("visit", "lean"),
        "keys",
        1.2,
        replace(_SMALL, fps=20.0),
        wrong=(9,),
        seed=17,
    ),
    "black-fast": Clip("stickers", "day", _QUICK, None, 1.6, replace(_SMALL, fps=30.0), seed=22),
    "black-covered": Clip(
        "stickers",
        "bulb",
        Habits("stay", "edge"),
        "cloth",
        1.1,
        _SMALL,
        covered=(3, 8, 13),
        wrong=(10,),
        seed=19,
    ),
}


# The bundled clip: a scan and the first turns, with a slip that is taken back.
FOLLOW = Clip(
    "white",
    "day",
    Habits("hold", "corner", turn=(0.5, 0.6), rest=(0.8, 0.9)),
    None,
    1.5,
    replace(_MIDDLE, grain=2.0),
    wrong=(2,),
    turns=3,
    seed=21,
)


def stage_of(clip: Clip) -> Stage:
    """The place of a clip."""
    size = clip.webcam.size
    if clip.table is None:
        return room_behind(clip.seed, size, clip.lamp, zoom=clip.zoom, skin=_skin(clip))
    return desk(clip.seed, size, clip.table, clip.lamp, zoom=clip.zoom)


def _skin(clip: Clip) -> Rgb:
    return _SKINS[clip.seed % len(_SKINS)]


def shoot_of(clip: Clip, stage: Stage) -> Shoot:
    """The film set of a clip."""
    rng = np.random.default_rng(clip.seed)
    red, green, blue = (float(c) for c in rng.uniform(20, 150, 3))
    return Shoot(
        stage, clip.look, clip.webcam, seed=clip.seed, skin=_skin(clip), cloth=(red, green, blue)
    )


def played(clip: Clip, stage: Stage, cube: Cube | None = None) -> tuple[Player, float]:
    """Somebody who has scanned and solved a cube as the program plans it; when it was scanned."""
    cube = cube or scrambled(clip.seed + 300)
    player = Player(stage, cube, clip.habits, seed=clip.seed)
    player.scan()
    known = player.free
    player.rest(1.5)
    rng = np.random.default_rng(clip.seed)
    for number, turn in enumerate(list(CubePuzzle().plan(cube, SOLVED))[: clip.turns]):
        if number in clip.covered:
            player.cover(float(rng.uniform(0.6, 1.2)))
            player.rest()
        if number in clip.wrong:
            slip = slip_beside(rng, turn)
            _make(player, slip)
            player.rest(1.8)
            _make(player, slip.inverse)
            player.rest(1.2)
        _make(player, turn)
        player.rest()
    player.rest(1.0)
    return player, known


def _make(player: Player, turn: Turn) -> None:
    """Makes a turn where it can be seen: a face that looks away is first brought round."""
    if player.hides(turn.axis):
        player.whole(Turn("y", 1))
        player.rest(0.9)
    player.turn(turn)


def slip_beside(rng: np.random.Generator, turn: Turn) -> Turn:
    """Another turn than the one that was said, of a face beside."""
    others = [t for t in FACE_TURNS if t.axis not in _AXIS[turn.axis] and t.quarters != 2]
    return others[int(rng.integers(len(others)))]


_AXIS = {"U": "UD", "D": "UD", "R": "RL", "L": "RL", "F": "FB", "B": "FB"}


def frames(clip: Clip, cube: Cube | None = None) -> Iterator[Bytes]:
    """The frames of a clip, of a scrambled cube or of one that is given."""
    stage = stage_of(clip)
    player, _ = played(clip, stage, cube)
    shoot = shoot_of(clip, stage)
    for number in range(int(player.free * clip.webcam.fps)):
        yield shoot.frame(player.motion, number / clip.webcam.fps)


def write_bundled(folder: Path, setup: Setup) -> None:
    """Writes the bundled clip cube/turns, in a size of its own; another seed gives another one."""
    write_follow(folder, replace(FOLLOW, seed=setup.seed))


def write_follow(folder: Path, clip: Clip) -> None:
    """Writes clip.mp4, truth.txt and profile.toml. Raises SceneError where no video is made."""
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / "clip.mp4"
    code = cv2.VideoWriter.fourcc(*"mp4v")
    writer = cv2.VideoWriter(str(path), code, clip.webcam.fps, clip.webcam.size)
    if not writer.isOpened():
        raise SceneError(f"{path}: this OpenCV writes no mp4")
    for picture in frames(clip):
        writer.write(picture)
    writer.release()
    player, known = played(clip, stage_of(clip))
    lines = truth_lines(player.motion, known)
    (folder / "truth.txt").write_text("\n".join(lines) + "\n", encoding="utf-8")
    (folder / "profile.toml").write_text(dump_profile(Profile("cube")), encoding="utf-8")
