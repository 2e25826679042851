"""The fast renderer of cubes shows what it says: states, layers, hands, a webcam."""

import numpy as np
import pytest

from samples.render import SceneError
from samples.render.cube_film import scrambled, turned_facelets
from samples.render.cube_light import Lighting
from samples.render.cube_model import FACES, PITCH, face_axes, facelet_centres
from samples.render.cube_raster import Canvas, Posed, draw_cube, view_of
from samples.render.cube_skin import FINISHES, skin_of
from samples.render.cube_stage import LAMPS, desk, lighting, room_behind
from samples.render.mesh import turn_about
from samples.render.raster_hand import Hand, draw_hand
from samples.render.scene import Eye
from samples.render.trace import linear
from samples.render.webcam import Developer, Webcam

SIZE = (160, 120)
VIEW = view_of(Eye((20.0, -300.0, 200.0), (0.0, 0.0, 0.0), 22), SIZE)
EVEN = Lighting(
    np.array([-200.0, -500.0, 500.0]),
    np.full(3, 0.4),
    np.full(3, 0.4),
    np.full(3, 0.3),
    np.array([1.0, 0.0, 0.0]),
    glare=0.0,
)
SPIN = turn_about((0, 0, 1), -38)


def canvas() -> Canvas:
    wide, high = SIZE
    return Canvas(np.full((high, wide, 3), 0.2, np.float32), np.full((high, wide), 1e6, np.float32))


def drawn(facelets: str, turning: tuple[str, float] | None = None, look: str = "stickers"):
    made = canvas()
    draw_cube(made, Posed(facelets, SPIN, np.zeros(3), turning, look), VIEW, EVEN)
    return made


def in_sight(face: str) -> bool:
    out = SPIN @ face_axes(face)[2]
    return bool(out @ (VIEW.at - 1.5 * PITCH * out) > 0)


def nearest(paints: np.ndarray, shown: np.ndarray) -> int:
    """The paint that explains a colour best, with some white light mirrored on top of it."""
    mixed = [np.stack([paint, np.ones(3)], axis=1) for paint in paints]
    fits = [m @ np.clip(np.linalg.lstsq(m, shown)[0], [0.3, 0], [2, 0.08]) for m in mixed]
    return int(np.argmin([np.linalg.norm(shown - fit) for fit in fits]))


@pytest.mark.parametrize("look", FINISHES)
def test_every_sticker_in_sight_has_its_colour(look):
    facelets = scrambled(5).facelets()
    paints = np.array([linear(colour) for colour in FINISHES[look].colours])
    # Beside the middle, where the logo is.
    right = np.repeat([face_axes(face)[0] for face in FACES], 9, axis=0)
    pixels = VIEW.project((facelet_centres() + 6.4 * right) @ SPIN.T)[0].astype(int)
    light = drawn(facelets, look=look).light
    seen = [k for k in range(54) if in_sight(FACES[k // 9])]
    assert len(seen) == 27
    for k in seen:
        shown = light[pixels[k, 1], pixels[k, 0]]
        assert FACES[nearest(paints, shown)] == facelets[k], k


@pytest.mark.parametrize("face", FACES)
def test_a_layer_that_has_turned_a_quarter_is_the_next_state(face):
    facelets = scrambled(9).facelets()
    turning = drawn(facelets, (face, 90.0)).light
    turned = drawn(turned_facelets(facelets, face, 1)).light
    before = drawn(facelets).light
    assert np.abs(turning - turned).mean() < 0.004
    assert np.abs(turning - before).mean() > 0.01


def test_a_layer_on_its_way_shows_the_inside():
    turning, still = (drawn(scrambled(9).facelets(), t).depth < 1e5 for t in (("U", 45.0), None))
    # Corners of the layer stick out of the cube's outline.
    assert (turning & ~still).sum() > 20


def test_an_unknown_look_is_refused():
    with pytest.raises(SceneError, match="look: expected one of stickers"):
        skin_of("velvet", 8)


def hand(at: tuple[float, float, float]) -> Hand:
    return Hand(np.array(at), np.eye(3), 60.0, np.array([0.0, 300.0, 100.0]))


def test_a_hand_hides_what_is_behind_it_and_is_hidden_by_what_is_before():
    alone = canvas()
    draw_hand(alone, hand((0.0, 0.0, 0.0)), VIEW, EVEN)
    covered = (alone.depth < 1e5).sum()
    assert covered > 500
    behind = drawn(scrambled(1).facelets())
    before = behind.depth.copy()
    draw_hand(behind, hand((0.0, 220.0, -150.0)), VIEW, EVEN)
    assert np.all(behind.depth[before < 1e5] <= before[before < 1e5])
    assert (behind.depth != before)[before < 1e5].mean() < 0.02
    front = drawn(scrambled(1).facelets())
    draw_hand(front, hand((0.0, -70.0, 0.0)), VIEW, EVEN)
    assert (front.depth != before)[before < 1e5].mean() > 0.2


@pytest.mark.parametrize("table", ["plain", "keys", "carpet"])
def test_a_desk_has_a_ground_without_holes(table):
    stage = desk(3, SIZE, table, "day")
    assert stage.ground.shape == (120, 160, 3)
    assert np.isfinite(stage.ground).all()
    assert stage.ground.mean() > 0.01
    assert np.allclose(stage.upright @ stage.upright.T, np.eye(3))


def test_a_zoomed_camera_sees_the_cube_larger():
    ends = np.array([[-28.5, 0, 0], [28.5, 0, 0]])
    small, large = (
        np.ptp(room_behind(4, SIZE, "tube", zoom=zoom).view.project(ends)[0][:, 0])
        for zoom in (1.0, 3.0)
    )
    assert large == pytest.approx(3 * small, rel=0.1)


def test_lamps_and_tables_are_named():
    assert len(LAMPS) == 4
    with pytest.raises(SceneError, match="lamp: expected one of day"):
        lighting("candle", 1)
    with pytest.raises(SceneError, match="table: expected one of wood"):
        desk(1, SIZE, "ice", "day")


def test_a_webcam_is_the_same_for_a_seed_and_noisy():
    light = np.full((120, 160, 3), 0.25, np.float32)
    camera = Webcam(size=SIZE, drift=0.0, wander=0.0)
    one, two = (Developer(camera, 3) for _ in range(2))
    first, second = one.take(light, 0.0), two.take(light, 0.0)
    assert np.array_equal(first, second)
    assert not np.array_equal(first, one.take(light, 0.1))
    assert 110 < first[50:70, 70:90].mean() < 150
    assert first.std() > 1


def test_exposure_and_white_balance_wander():
    light = np.full((120, 160, 3), 0.2, np.float32)
    calm = Webcam(size=SIZE, grain=0.0, hunting=0.0, drift=0.0, wander=0.0, quality=98)
    restless = Webcam(size=SIZE, grain=0.0, hunting=0.0, drift=0.1, wander=0.3, quality=98)
    spans = []
    for camera in (calm, restless):
        film = Developer(camera, 1)
        means = np.array([film.take(light, at).mean(axis=(0, 1)) for at in np.arange(0, 8, 0.5)])
        spans.append((np.ptp(means[:, 1]), np.ptp(means[:, 2] - means[:, 0])))
    assert max(spans[0]) < 1
    assert min(spans[1]) > 5
