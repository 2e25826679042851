"""Scenes that are kept: what is read from a file is what was drawn."""

from pathlib import Path

import numpy as np
import pytest

from samples.hanoi_eye import drawn
from samples.hanoi_eye.drawn import draw, kept, uncut


@pytest.fixture(name="folder", scope="module")
def scenes(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("scenes")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(drawn, "PAINTED", 6)
        made = [path.name for path in draw(folder, range(3, 5))]
        assert made == ["000003.scenes", "000004.scenes"]
        assert list(draw(folder, range(3, 5))) == []
    return folder


def test_a_kept_scene_shows_its_tower(folder: Path) -> None:
    scenes = kept(folder / "000003.scenes")
    assert len(scenes) == 6
    sizes = {one.image.shape for one in scenes}
    assert (480, 640, 3) in sizes, "no ordinary tower"
    for one in scenes:
        assert one.image.dtype == np.uint8
        assert one.image.shape[:2] == (one.view.height, one.view.width)
        assert one.image.std() > 5
        assert len(one.covered) == one.tower.pegs
        assert len(one.outlines) == len(one.tower.radii)
        assert one.strange.shape == one.image.shape[:2]
        assert one.strange.any() or not one.covered.any()


def test_some_scenes_have_a_hand_and_some_have_none(folder: Path) -> None:
    scenes = kept(folder / "000003.scenes") + kept(folder / "000004.scenes")
    assert {bool(one.strange.any()) for one in scenes} == {False, True}


def test_a_seed_draws_the_same_again(folder: Path, tmp_path: Path) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(drawn, "PAINTED", 2)
        (again,) = draw(tmp_path, range(3, 4))
    first, second = kept(folder / "000003.scenes")[1], kept(again)[1]
    np.testing.assert_array_equal(first.image, second.image)
    assert first.tower.stacks == second.tower.stacks


def test_toys_seen_from_near_are_ordinary(tmp_path: Path) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(drawn, "PAINTED", 4)
        (path,) = draw(tmp_path, range(8, 9), kind="near")
    for one in kept(path):
        np.testing.assert_allclose(np.diff(one.tower.radii, n=2), 0, atol=1e-9)
        assert np.all(one.tower.thick < 0.16)
        assert one.view.position[2] > abs(one.view.position[1])


def test_only_scenes_without_lessons_are_cut(folder: Path, tmp_path: Path) -> None:
    (tmp_path / "000003.npz").touch()
    ((path, _, scenes),) = uncut(folder, tmp_path)
    assert path == tmp_path / "000004.npz"
    assert len(scenes) == 6
    with pytest.raises(FileNotFoundError, match=r"expected NUMBER\.scenes files"):
        next(uncut(tmp_path, tmp_path))


def test_stacking_rings_are_thick_and_few(tmp_path: Path) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(drawn, "PAINTED", 6)
        (path,) = draw(tmp_path, range(9, 10), kind="rings")
    towers = [one.tower for one in kept(path)]
    assert all(3 <= len(tower.radii) <= 6 for tower in towers)
    assert all(tower.rod >= 0.06 for tower in towers)
    assert all(tower.radii[0] > tower.rod for tower in towers)
