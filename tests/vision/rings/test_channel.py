"""Which channel a toy is followed in: the one in which its rods stand out, if that is another."""

from unittest.mock import patch

import numpy as np
import pytest
from numpy.typing import NDArray

from calibration import default_profile
from samples.render.rings_game import RingsGame, Script
from vision.frame import Frame
from vision.rings import RingsReader, channel
from vision.rings.channel import (
    AGAIN_S,
    BRIGHTNESS,
    CHANNELS,
    BestChannel,
    channel_of,
    contrasts,
    grey_of,
)
from vision.rings.follow import STIRS
from vision.rings.toy import Toy

# As bright as each other, and far apart in the blue channel.
PINK, GREY, DARK = (230, 60, 160), (111, 111, 111), (40, 40, 40)
BLUE = 1
# How much of what is in blue is in the brightness of a tinted picture, and how coarse the grain
# is in there, levels.
FAINT, GRAIN = -0.4, 20.0


def toy_of(rods: int = 5) -> Toy:
    """Upright rods, 30 pixels apart, 80 pixels long."""
    feet = np.stack([60.0 + 30.0 * np.arange(rods), np.full(rods, 160.0)], axis=1)
    ones, nowhere = np.ones(rods), np.full((2, 2), np.nan)
    step, lengths = np.array([30.0, 0.0]), np.array([[rods, 1.0]])
    up = np.array([0.0, 80.0])
    return Toy(feet - up, feet, ones, ones, 1.0, 1.0, 50.0, step, nowhere, lengths)


def drawn(toy: Toy, rods: tuple[int, int, int], behind: tuple[int, int, int]) -> NDArray[np.uint8]:
    """A noisy picture of its rods."""
    rng = np.random.default_rng(0)
    image = np.full((240, 320, 3), behind, dtype=np.float64)
    for (x, low), (_, high) in zip(toy.feet.astype(int), toy.eyes.astype(int), strict=True):
        image[high:low, x - 1 : x + 2] = rods
    return np.clip(image + rng.normal(0, 2, image.shape), 0, 255).astype(np.uint8)


def test_what_has_the_brightness_of_its_background_stands_out_in_a_channel() -> None:
    toy = toy_of()
    found = contrasts(drawn(toy, GREY, PINK), toy)
    assert found is not None
    assert found.shape == (CHANNELS,)
    assert found.argmax() == BLUE
    assert found[BLUE] > 10 * found[BRIGHTNESS]


def test_a_channel_is_kept_unless_another_is_clearly_better() -> None:
    toy, channel = toy_of(), BestChannel()
    assert not channel.changed(drawn(toy, DARK, (200, 200, 200)), toy, 0.0)
    assert channel.channel == BRIGHTNESS


def test_a_clearly_better_channel_is_taken_once() -> None:
    toy, channel = toy_of(), BestChannel()
    image = drawn(toy, GREY, PINK)
    assert channel.changed(image, toy, 0.0)
    assert not channel.changed(image, toy, AGAIN_S + 0.1)
    assert np.array_equal(channel.of(image), image[..., 0])


def test_channels_are_not_compared_in_every_picture() -> None:
    toy, channel = toy_of(), BestChannel()
    assert not channel.changed(drawn(toy, DARK, (200, 200, 200)), toy, 0.0)
    assert not channel.changed(drawn(toy, GREY, PINK), toy, AGAIN_S / 2)


@pytest.mark.parametrize("rods", [0, 2])
def test_too_few_rods_tell_nothing(rods: int) -> None:
    toy = toy_of(5)
    eyes = toy.eyes.copy()
    eyes[rods:] = np.nan
    hidden = Toy(eyes, *(getattr(toy, name) for name in list(Toy.__slots__)[1:]))
    image = drawn(toy, GREY, PINK)
    assert contrasts(image, hidden) is None
    assert not BestChannel().changed(image, hidden, 0.0)


def test_channels_are_brightness_blue_green_red() -> None:
    image = drawn(toy_of(), GREY, PINK)
    assert np.array_equal(channel_of(image, BRIGHTNESS), grey_of(image))
    for k in range(3):
        assert np.array_equal(channel_of(image, k + 1), image[..., k])


def test_rods_that_stand_out_are_plain_and_those_that_look_like_grain_are_not() -> None:
    toy, plain, grain = toy_of(), BestChannel(), BestChannel()
    assert not plain.plain
    plain.changed(drawn(toy, DARK, (200, 200, 200)), toy, 0.0)
    assert plain.plain
    noise = np.random.default_rng(1).integers(0, 255, (240, 320, 3), dtype=np.uint8)
    assert not grain.changed(noise, toy, 0.0)
    assert not grain.plain


def tinted(image: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """A picture whose grey levels are its blue channel, and faint, reversed in its brightness."""
    blue = grey_of(image).astype(np.float64)
    grain = np.random.default_rng(0).normal(0, GRAIN, blue.shape)
    light = blue.mean() + FAINT * (blue - blue.mean()) + grain
    # What brightness weighs blue, green and red by; green and red are alike.
    other = (light - 0.114 * blue) / 0.886
    return np.clip(np.rint(np.stack([blue, other, other], axis=2)), 0, 255).astype(np.uint8)


def test_a_toy_is_followed_in_a_better_channel_as_if_nothing_had_happened() -> None:
    reader = RingsReader(default_profile("rings"), count=9)
    still = Script(9, moves=0, leaves=0.0, blurred=0.0, lies=True)
    pictures = [tinted(picture.image) for picture in RingsGame(711_012, still).pictures()]
    frames = [Frame(picture, k / 15) for k, picture in enumerate(pictures)]
    half = len(frames) // 2
    with patch.object(channel, "BETTER", np.inf):
        seen = [reader.read(frame) for frame in frames[:half]]
    assert reader._channel.channel == BRIGHTNESS
    assert seen[-1].stirred is not None
    reader._channel._at = -np.inf  # a second has passed
    seen = [reader.read(frame) for frame in frames[half:]]
    assert reader._channel.channel == BLUE
    # The change of channel is not taken for a hand that comes.
    assert all(sight.stirred is not None and sight.stirred < STIRS for sight in seen)
    assert all((sight.cells[:, 1] > 0.9).all() for sight in seen)
