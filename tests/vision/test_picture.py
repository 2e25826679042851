"""Loading photos: every usable kind comes out right, every bad one is one clear line."""

from pathlib import Path

import cv2
import numpy as np
import pytest

from tests.vision.pictures import encoded, png_of_size, scene, turned_jpeg
from vision import PictureError, load_picture
from vision.header import read_header

SUFFIXES = [".jpg", ".png", ".webp", ".bmp", ".tif", ".gif"]
DATA = Path(__file__).parent / "data"


def saved(tmp_path, name, data):
    path = tmp_path / name
    path.write_bytes(data)
    return path


def close(image, expected, tolerance=12.0):
    off = np.abs(image - expected.astype(float)).mean() if image.shape == expected.shape else 255
    return off < tolerance


@pytest.mark.parametrize("suffix", SUFFIXES)
def test_every_format(tmp_path, suffix):
    image = load_picture(saved(tmp_path, f"a{suffix}", encoded(suffix, scene())))
    assert image.dtype == np.uint8
    assert close(image, scene(), 25.0 if suffix == ".gif" else 12.0)


@pytest.mark.parametrize("suffix", SUFFIXES)
@pytest.mark.parametrize("share", [0.05, 0.4, 0.8, 0.999])
def test_truncated(tmp_path, suffix, share):
    noise = np.random.default_rng(1).integers(0, 255, (60, 80, 3), dtype=np.uint8)
    whole = encoded(suffix, noise)
    path = saved(tmp_path, f"cut{suffix}", whole[: min(len(whole) - 1, int(len(whole) * share))])
    with pytest.raises(PictureError, match=r"cut.*truncated"):
        load_picture(path)


@pytest.mark.parametrize(
    ("name", "data", "message"),
    [
        ("empty.jpg", b"", "the file is empty"),
        ("text.jpg", b"This is no picture.\n" * 20, "not a picture; expected JPEG.*got text"),
        ("film.jpg", b"\0\0\0\x20ftypisom" + b"\0" * 50, "got a video"),
        ("phone.jpg", b"\0\0\0\x20ftypheic" + b"\0" * 50, "HEIC"),
        ("noise.png", bytes(range(256)) * 3, "not a picture"),
        ("zero.png", png_of_size(0, 0), "has no size"),
        ("rare.png", png_of_size(90, 90), "damaged"),
    ],
)
def test_no_picture(tmp_path, name, data, message):
    with pytest.raises(PictureError, match=message) as caught:
        load_picture(saved(tmp_path, name, data))
    assert "\n" not in str(caught.value)
    assert name in str(caught.value)


def test_missing_and_a_folder(tmp_path):
    with pytest.raises(PictureError, match="no such file"):
        load_picture(tmp_path / "nowhere.jpg")
    with pytest.raises(PictureError, match="got a folder"):
        load_picture(tmp_path)
    with pytest.raises(PictureError, match="cannot be read"):
        load_picture("bad\0name.jpg")


def test_over_fifty_megapixels_is_refused_undecoded(tmp_path):
    path = saved(tmp_path, "huge.png", png_of_size(60000, 60000))
    with pytest.raises(PictureError, match=r"60000 x 60000 are 3600\.0 megapixels; expected at"):
        load_picture(path)
    # Fifty exactly are not too many: this one is refused for what is in it.
    fits = saved(tmp_path, "fits.png", png_of_size(10000, 5000))
    with pytest.raises(PictureError, match="damaged"):
        load_picture(fits)


@pytest.mark.parametrize("suffix", SUFFIXES)
def test_header_knows_the_size(suffix):
    header = read_header(encoded(suffix, scene(80, 60)))
    assert header is not None
    assert (header.width, header.height, header.whole) == (80, 60, True)


def test_sixteen_bits_grey_and_transparent(tmp_path):
    deep = scene().astype(np.uint16) * 257
    assert close(load_picture(saved(tmp_path, "deep.png", encoded(".png", deep))), scene(), 1.0)
    assert close(load_picture(saved(tmp_path, "deep.tif", encoded(".tif", deep))), scene(), 1.0)
    grey = cv2.cvtColor(scene(), cv2.COLOR_BGR2GRAY)
    for array in (grey, grey.astype(np.uint16) * 257):
        image = load_picture(saved(tmp_path, "grey.png", encoded(".png", array)))
        assert close(image, cv2.cvtColor(grey, cv2.COLOR_GRAY2BGR), 1.0)
    clear = np.dstack([scene(), np.full((60, 80), 255, np.uint8)])
    clear[:20, :, 3] = 0
    image = load_picture(saved(tmp_path, "clear.png", encoded(".png", clear)))
    assert (image[:20] == 255).all()
    assert close(image[20:], scene()[20:], 1.0)


def test_print_colours():
    # Made of (40, 160, 90) with a corner of (200, 30, 30), red green blue, as CMYK.
    image = load_picture(DATA / "cmyk.jpg")
    assert image.shape == (48, 64, 3)
    assert np.allclose(image[5, 5], (30, 30, 200), atol=6)
    assert np.allclose(image[-5, -5], (90, 160, 40), atol=6)


def test_a_photo_held_upright(tmp_path):
    image = load_picture(saved(tmp_path, "turned.jpg", turned_jpeg(scene(), 6)))
    assert close(image, np.rot90(scene(), -1).copy())
