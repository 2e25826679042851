"""Reading the colours of painted faces, alone and together."""

import cv2
import numpy as np
import pytest

from calibration import Profile
from tests.vision.cube.painted import INKS, SCRAMBLED, lamp, paint_face, photograph
from vision.cube import COLOURS, default_palette, read_colours, read_faces, read_photos
from vision.cube.mixture import colour_table
from vision.cube.palette import GLARES, LIFT, feature, glare
from vision.frame import Image


def letters(table: np.ndarray[tuple[int, ...], np.dtype[np.float64]]) -> str:
    return "".join(COLOURS[i] for i in table.reshape(-1, 6).argmax(axis=1))


def scan(lamps: list[tuple[float, float]]) -> list[Image]:
    return [
        lamp(photograph(colours, size=200, seed=seed)[0], stops=stops, warm=warm)
        for seed, (colours, (stops, warm)) in enumerate(zip(SCRAMBLED, lamps, strict=True))
    ]


def test_one_face_alone_is_named() -> None:
    for colours in SCRAMBLED:
        faces = read_faces(photograph(colours)[0])
        assert [face.colours for face in faces] == [colours]


def test_no_faces_give_an_empty_table() -> None:
    assert read_colours([]).shape == (0, 9, 6)
    assert read_photos([np.zeros((100, 100, 3), np.uint8)]) == []


def test_six_faces_are_named_together_and_rows_are_distributions() -> None:
    faces = read_photos(scan([(0.0, 0.0)] * 6))
    assert [face.colours for face in faces] == list(SCRAMBLED)
    assert [face.photo for face in faces] == list(range(6))
    for face in faces:
        assert np.allclose(face.table.sum(axis=1), 1.0)
        assert face.certainty > 0.9


def test_every_face_may_have_its_own_lamp() -> None:
    lamps = [(0.4, 0.1), (-0.5, -0.1), (0.2, 0.2), (-0.3, 0.15), (0.0, -0.2), (-0.5, 0.0)]
    faces = read_photos(scan(lamps))
    assert [face.colours for face in faces] == list(SCRAMBLED)


def test_a_sticker_between_red_and_orange_is_not_certain() -> None:
    features = feature(np.array([[INKS[c] for c in colours] for colours in SCRAMBLED], dtype=float))
    spot = (0, 1)  # a red sticker
    features[spot] = (feature(np.array(INKS["r"], float)) + feature(np.array(INKS["o"], float))) / 2
    row = colour_table(features, default_palette())[spot]
    assert row[2] + row[3] > 0.8
    assert row.max() < 0.98


def test_a_profile_teaches_a_cube_of_other_colours() -> None:
    shades = {"w": (250, 240, 240), "y": (240, 120, 200), "r": (180, 30, 40),
              "o": (240, 120, 40), "g": (20, 150, 60), "b": (20, 60, 170)}  # fmt: skip
    picture, _ = photograph("yyrwyogby")
    pink = np.all(np.abs(picture.astype(int) - INKS["y"]) < 40, axis=2)
    picture[pink] = shades["y"][::-1]
    profile = Profile("cube", colours={k: tuple(map(float, v)) for k, v in shades.items()})
    taught = read_faces(picture, profile)[0].table[[0, 1, 4, 8], 1]
    assert taught.min() > 0.5
    assert taught.min() > read_faces(picture)[0].table[[0, 1, 4, 8], 1].min()


@pytest.mark.parametrize("faces", [1, 3, 6])
def test_precision_inverts_the_covariance_of_pigments_and_lights(faces: int) -> None:
    palette = default_palette()
    covariance = np.zeros((18 + 3 * faces, 18 + 3 * faces))
    for c, pigment in enumerate(palette.pigment):
        covariance[3 * c : 3 * c + 3, 3 * c : 3 * c + 3] = pigment
    covariance[18:, 18:] = np.kron(np.ones((faces, faces)), palette.lamp)
    covariance[18:, 18:] += np.kron(np.eye(faces), palette.face)
    assert np.allclose(palette.precision(faces) @ covariance, np.eye(len(covariance)))


def test_measured_colours_outweigh_the_network() -> None:
    usual = {"w": (220.0, 220.0, 215.0), "r": (180.0, 30.0, 40.0)}
    assert default_palette().network > default_palette(usual).network > 0
    assert default_palette({"w": (20.0, 20.0, 20.0)}).network == 0


def test_glare_adds_white_light() -> None:
    red = feature(np.array([30.0, 30.0, 180.0]))
    hazy = glare(red)
    assert hazy.shape == (len(GLARES), 3)
    assert np.allclose(hazy[0], red)
    assert (np.diff(hazy, axis=0) > 0).all()
    assert hazy.max() <= 0.0


@pytest.mark.parametrize("value", [0.0, 100.0, 255.0])
def test_features_are_logarithms(value: float) -> None:
    assert np.exp(feature(np.full(3, value))) * (255 + LIFT) - LIFT == pytest.approx(value)


def test_a_logo_on_the_centre_is_overlooked() -> None:
    picture, corners = photograph("rgobwyogr", size=300)
    x, y = corners.mean(axis=0).round().astype(int)
    picture[y - 9 : y + 9, x - 12 : x + 12] = (40, 30, 30)
    assert read_faces(picture)[0].colours == "rgobwyogr"


def test_a_coloured_print_on_a_white_centre_is_overlooked() -> None:
    picture, corners = photograph("rgobwyogr", size=300)
    x, y = corners.mean(axis=0).round().astype(int)
    cv2.circle(picture, (x, y), 26, (150, 90, 30), cv2.FILLED)
    cv2.circle(picture, (x, y), 10, (60, 50, 180), cv2.FILLED)
    face = read_faces(picture)[0]
    assert face.colours == "rgobwyogr"
    assert face.table[4, 0] > 0.8


def test_a_lamp_mirrored_in_a_sticker_is_seen_past() -> None:
    picture, corners = photograph("rgobwyogr", size=300)
    x, y = (corners.mean(axis=0) - np.array([0, 100])).round().astype(int)
    shine = np.zeros(picture.shape[:2], np.float32)
    cv2.circle(shine, (x, y), 34, 255, cv2.FILLED)
    shine = cv2.GaussianBlur(shine, (0, 0), 5)[:, :, None]
    face = read_faces(np.minimum(picture + shine, 255).astype(np.uint8))[0]
    assert face.colours == "rgobwyogr"


def test_paint_is_what_the_tests_take_it_for() -> None:
    assert tuple(paint_face("wrgoybwrg")[30, 90]) == INKS["r"]
