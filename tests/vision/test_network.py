"""Whatever runs the bundled networks, they answer the same."""

from pathlib import Path

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

import vision
from calibration import default_profile
from vision import network
from vision.frame import Frame
from vision.hanoi import HanoiReader

ROOM = Path(vision.__file__).parent
BRIEF = sorted(ROOM.rglob("*.int8.onnx"))
FILES = sorted(set(ROOM.rglob("*.onnx")) - set(BRIEF))
STILLS = Path(__file__).parents[2] / "samples/hanoi/stills"
# Pictures that networks look at, (b, c, h, w), by the file's name.
LOOKS = {
    "colours": (1, 6, 72, 72),
    "context": (1, 3, 48, 48),
    "covered": (1, 1, 108, 240),
    "edges": (5, 6, 32, 48),
    "ends": (1, 3, 160, 256),
    "pegs": (1, 3, 240, 320),
    "rims": (3, 3, 128, 96),
    "second": (4, 3, 128, 128),
    "stack": (3, 3, 128, 96),
    "strangers": (1, 3, 128, 128),
    "tower": (4, 3, 128, 128),
    "eye": (1, 1, 192, 256),
    "fine": (1, 1, 192, 256),
    "quick": (1, 1, 192, 256),
}


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_both_engines_answer_alike(path: Path) -> None:
    if network.onnxruntime is None:
        pytest.skip("no quiet onnxruntime is installed: OpenCV runs all")
    shown = np.random.default_rng(1).random(LOOKS[path.stem], np.float32)
    one, other = network.by_opencv(path)(shown), network.by_runtime(path)(shown)
    assert one.shape == other.shape
    np.testing.assert_allclose(one, other, rtol=1e-3, atol=1e-3)


@pytest.mark.parametrize("path", BRIEF, ids=lambda path: path.stem)
def test_brief_networks_are_made_of_those_beside_them(path: Path) -> None:
    if network.onnxruntime is None:
        pytest.skip("no quiet onnxruntime is installed: OpenCV runs all")
    whole = path.with_name(path.name.replace(".int8", ""))
    count, channels, height, width = LOOKS[whole.stem]
    picture = cv2.imread(str(STILLS / "rainbow-five.jpg"))
    # Parts of the picture that follow one another, as no reader would choose them.
    parts = [
        cv2.resize(picture[:, 40 * k : 40 * k + 400], (width, height)) for k in range(2 * count)
    ]
    shown = np.concatenate(parts, axis=2).transpose(2, 0, 1)[: count * channels]
    looks = shown.reshape(count, channels, height, width).astype(np.float32) / 255
    one, other = network.by_runtime(whole)(looks), network.by_runtime(path)(looks)
    assert one.shape == other.shape
    assert np.sqrt(np.mean((one - other) ** 2)) < 0.15 * one.std()
    assert not np.array_equal(one, other)


def test_towers_are_read_alike_by_brief_networks(monkeypatch: pytest.MonkeyPatch) -> None:
    if network.onnxruntime is None:
        pytest.skip("no quiet onnxruntime is installed: OpenCV runs all")
    pictures = [cv2.imread(str(path)) for path in sorted(STILLS.glob("*.jpg"))]
    assert len(pictures) == 4

    def read() -> list[NDArray[np.float64]]:
        network._shared.cache_clear()
        readers = [HanoiReader(default_profile("hanoi")) for _ in pictures]
        return [
            reader.read(Frame(np.asarray(picture, np.uint8), 0.0)).cells
            for reader, picture in zip(readers, pictures, strict=True)
        ]

    brief = read()
    monkeypatch.setattr(network, "brief", lambda path: path.with_name("none.onnx"))
    for one, other in zip(brief, read(), strict=True):
        np.testing.assert_allclose(one, other, atol=0.05)
    monkeypatch.undo()
    network._shared.cache_clear()


def test_readers_share_what_the_runtime_has_loaded() -> None:
    if network.onnxruntime is None:
        pytest.skip("no quiet onnxruntime is installed: OpenCV runs all")
    path = next(one for one in FILES if one.stem == "context")
    shape = LOOKS["context"]
    assert network.load_network(path, shape) is network.load_network(path, shape)


@pytest.mark.parametrize("release", ["1.25.0", "1.32.0", "2.0.1"])
def test_a_runtime_that_reports_its_use_is_not_even_loaded(
    release: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    loaded: list[str] = []
    monkeypatch.setattr(network.metadata, "version", lambda _: release)
    monkeypatch.setattr(network, "import_module", loaded.append)
    assert network.quiet_runtime() is None
    assert loaded == []


def test_without_the_runtime_opencv_runs_them(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(network, "onnxruntime", None)
    path = next(one for one in FILES if one.stem == "context")
    shown = np.random.default_rng(2).random(LOOKS["context"], np.float32)
    answer = network.load_network(path, LOOKS["context"])(shown)
    np.testing.assert_array_equal(answer, network.by_opencv(path)(shown))
