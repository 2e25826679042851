"""Whatever runs the bundled networks, they answer the same."""

from pathlib import Path

import numpy as np
import pytest

import vision
from vision import network

FILES = sorted(Path(vision.__file__).parent.rglob("*.onnx"))
# Pictures that networks look at, (b, c, h, w), by the file's name.
LOOKS = {
    "colours": (1, 6, 72, 72),
    "context": (1, 3, 48, 48),
    "edges": (5, 6, 32, 48),
    "ends": (1, 3, 160, 256),
    "pegs": (1, 3, 240, 320),
    "rims": (3, 3, 128, 96),
    "second": (4, 3, 128, 128),
    "stack": (3, 3, 128, 96),
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


def test_readers_share_what_the_runtime_has_loaded() -> None:
    if network.onnxruntime is None:
        pytest.skip("no quiet onnxruntime is installed: OpenCV runs all")
    path = next(one for one in FILES if one.stem == "context")
    shape = LOOKS["context"]
    assert network.load_network(path, shape) is network.load_network(path, shape)
    steady = (network.load_network(path, shape, engine=network.by_opencv) for _ in range(2))
    assert next(steady) is not next(steady)


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
