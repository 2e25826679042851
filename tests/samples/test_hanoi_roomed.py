"""Towers by the renderer of the bundled samples, told as lessons: without the tracer."""

import numpy as np
import pytest

from samples.hanoi_eye import roomed
from samples.hanoi_eye.paint import Scene
from samples.hanoi_eye.pool import rim_lines
from samples.hanoi_eye.roomed import outline_of, roomed_scene, tower_of
from samples.hanoi_eye.scene import ends_of
from samples.render.hanoi_model import HanoiToy, hanoi_parts

TOY = HanoiToy(4, look="plain", pitch=90.0, narrowest=36, widest=72, disc_height=12.0)


@pytest.fixture(scope="module")
def scenes() -> list[Scene]:
    """Scenes whose pictures nobody looks at."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(
            roomed, "render", lambda _, size, **__: np.full((size[1], size[0], 3), 0.4, np.float32)
        )
        rng = np.random.default_rng(3)
        return [roomed_scene(rng) for _ in range(16)]


def test_a_tower_has_the_measures_of_its_toy() -> None:
    tower = tower_of(TOY, "CABA")
    assert tower.stacks == ((2, 0), (1,), (3,))
    np.testing.assert_allclose(tower.radii, np.array([18, 24, 30, 36]) / 90)
    np.testing.assert_allclose(tower.thick, 12 / 90)
    parts = hanoi_parts(TOY, "CABA")
    assert tower.length * 90 + TOY.base_height == pytest.approx(
        parts[1].mesh.vertices[:, 2].max(), abs=0.5
    )


def test_a_disc_in_the_air_is_no_part_of_the_tower() -> None:
    tower = tower_of(TOY, "CABA", 2)
    assert tower.stacks == ((1, 0), (), (2,))
    np.testing.assert_allclose(tower.radii, np.array([18, 30, 36]) / 90)


@pytest.mark.parametrize("look", ["plain", "rainbow"])
def test_outlines_are_those_of_the_discs(look: str) -> None:
    toy = HanoiToy(3, look=look)
    for disc in (1, 2, 3):
        outline = outline_of(toy, disc) * toy.pitch
        assert outline[:, 0].max() == pytest.approx(toy.radius(disc))
        assert outline[:, 0].min() > toy.peg_radius
        assert outline[:, 1].min() == pytest.approx(0.15)
        assert outline[:, 1].max() == pytest.approx(toy.disc_height - 0.15)


def test_what_is_seen_is_told(scenes: list[Scene]) -> None:
    """Pegs are in the picture, and rims of discs above each other in a pile seen from the side."""
    for scene in scenes:
        high, wide = scene.image.shape[:2]
        assert (scene.view.width, scene.view.height) == (wide, high)
        for ends in ends_of(scene.tower, scene.view):
            assert (ends > -0.1 * wide).all()
            assert (ends < 1.1 * np.array([wide, high])).all()
        assert len(scene.outlines) == len(scene.tower.radii) == sum(map(len, scene.tower.stacks))
        for outline, radius in zip(scene.outlines, scene.tower.radii, strict=True):
            assert outline[:, 0].max() == pytest.approx(radius)
        for peg in range(3):
            lines = rim_lines(scene, peg, np.eye(2, 3))
            assert len(lines) == len(scene.tower.stacks[peg])


def test_hands_are_marked_where_they_are_seen(scenes: list[Scene]) -> None:
    marked = [bool(scene.strange.any()) for scene in scenes]
    assert 2 <= sum(marked) <= 10
    for scene, some in zip(scenes, marked, strict=True):
        assert scene.strange.shape == scene.image.shape[:2]
        # Whatever hides a peg is strange; what hides none may be, too.
        assert some or not scene.covered.any()
