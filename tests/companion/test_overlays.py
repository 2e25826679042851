"""Overlay pictures as files."""

from pathlib import Path

import numpy as np

from companion.overlays import Overlays


def test_no_photo_is_ever_written_over(tmp_path: Path) -> None:
    photo = tmp_path / "toy.jpg"
    photo.write_bytes(b"the only photograph")
    elsewhere, picture = str(tmp_path / "other" / "toy.jpg"), np.zeros((8, 8, 3), np.uint8)
    overlays = Overlays(tmp_path, [elsewhere, str(photo)])
    overlays.write(elsewhere, picture)
    overlays.write(str(photo), picture)
    assert photo.read_bytes() == b"the only photograph"
    assert sorted(path.name for path in tmp_path.iterdir()) == [
        "toy-2.jpg",
        "toy-3.jpg",
        "toy.jpg",
    ]


def test_what_an_earlier_run_wrote_is_written_anew(tmp_path: Path) -> None:
    photo = tmp_path / "photos" / "toy.jpg"
    for _ in range(2):
        Overlays(tmp_path).write(str(photo), np.zeros((8, 8, 3), np.uint8))
    assert [path.name for path in tmp_path.iterdir()] == ["toy.jpg"]
