"""Turns storyboards into sample folders: shots are rendered once and held for some frames."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np

from calibration import Profile, dump_profile
from samples.render import SceneError
from samples.render.scene import Bytes, Scene
from samples.render.sensor import Sensor, calmed, develop, gain_of
from samples.render.trace import render

UNKNOWN = "?"
_VIDEO = Sensor(shake=0.22)


@dataclass(frozen=True, slots=True, eq=False)
class Shot:
    """A scene that stands still for `frames` frames, and the state that it shows, or `?`.

    `hasty` scenes, which nobody is to read, get half the paths.
    """

    scene: Scene
    state: str
    frames: int
    hasty: bool = False

    def __post_init__(self) -> None:
        if self.frames < 1:
            raise SceneError(f"shot: expected 1 frame or more, got {self.frames}")


@dataclass(frozen=True, slots=True)
class Setup:
    """How a clip is taken: size in pixels, frames a second, paths a pixel, camera, seed."""

    size: tuple[int, int] = (640, 480)
    fps: float = 12.0
    samples: int = 16
    sensor: Sensor = _VIDEO
    seed: int = 1


def truth_lines(shots: Sequence[Shot], fps: float) -> list[str]:
    """The lines `<seconds> <state>` of truth.txt, one a change."""
    lines, frame, last = [], 0, ""
    for shot in shots:
        if shot.state != last:
            lines.append(f"{frame / fps:.3f} {shot.state}")
        frame, last = frame + shot.frames, shot.state
    return lines


def frames_of(shots: Iterable[Shot], setup: Setup) -> Iterable[Bytes]:
    """The pictures of a clip, (height, width, 3) in blue, green, red, each with its own noise.

    The exposure is set on the first shot and kept, as a camera does within a few seconds.
    """
    gain, number = None, 0
    for k, shot in enumerate(shots):
        paths = max(4, setup.samples // 2) if shot.hasty else setup.samples
        light = render(shot.scene, setup.size, samples=paths, seed=setup.seed + k)
        light = calmed(light, 1.7 if shot.hasty else 1.0)
        gain = gain_of(light, setup.sensor) if gain is None else gain
        for _ in range(shot.frames):
            yield develop(light, setup.sensor, seed=1000 * setup.seed + number, gain=gain)
            number += 1


def write_clip(folder: Path, shots: Sequence[Shot], setup: Setup, profile: Profile) -> None:
    """Writes clip.mp4, truth.txt and profile.toml. Raises SceneError where no video is made."""
    pictures = frames_of(shots, setup)
    write_video(folder, pictures, truth_lines(shots, setup.fps), setup, profile)


def write_video(
    folder: Path, pictures: Iterable[Bytes], lines: Iterable[str], setup: Setup, profile: Profile
) -> None:
    """Writes clip.mp4, truth.txt of the `lines`, and profile.toml. Raises SceneError, as above.

    The lines are asked for after the last picture.
    """
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / "clip.mp4"
    code = cv2.VideoWriter.fourcc(*"mp4v")
    writer = cv2.VideoWriter(str(path), code, setup.fps, setup.size)
    if not writer.isOpened():
        raise SceneError(f"{path}: this OpenCV writes no mp4")
    for picture in pictures:
        writer.write(picture)
    writer.release()
    (folder / "truth.txt").write_text("\n".join(lines) + "\n", encoding="utf-8")
    (folder / "profile.toml").write_text(dump_profile(profile), encoding="utf-8")


def write_photo(path: Path, scene: Scene, setup: Setup) -> None:
    """Writes one JPEG photo."""
    path.parent.mkdir(parents=True, exist_ok=True)
    light = calmed(render(scene, setup.size, samples=setup.samples, seed=setup.seed))
    picture = develop(light, setup.sensor, seed=setup.seed)
    _, packed = cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, 90])
    path.write_bytes(np.asarray(packed).tobytes())
