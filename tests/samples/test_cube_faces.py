"""What the network of the cube's colours learns from: faces that fit what is said of them."""

import pytest

pytest.importorskip("torch")

import torch

from samples.render.cube_faces import COLOURS, SIDE, Painter
from samples.render.cube_net import CHANNELS, OUTPUTS, ColoursNet, channels


def test_faces_differ_by_seed_only() -> None:
    one, again, other = (Painter(seed).draw(4) for seed in (1, 1, 2))
    assert one.pictures.shape == (4, SIDE, SIDE, 3)
    assert torch.equal(one.pictures, again.pictures)
    assert torch.equal(one.colours, again.colours)
    assert not torch.equal(one.pictures, other.pictures)


def test_most_stickers_show_their_plain_colour() -> None:
    """Reflections, prints and fingers hide some."""
    faces = Painter(3).draw(64)
    cells = faces.pictures.float().reshape(64, 3, 24, 3, 24, 3).permute(0, 1, 3, 2, 4, 5)
    middles = cells.reshape(64, 9, 24, 24, 3)[:, :, 9:15, 9:15].flatten(2, 3).median(dim=2).values
    off = (middles - faces.plain).abs().amax(dim=2)
    assert (off < 25).float().mean() > 0.75


def test_all_colours_are_drawn_and_some_faces_have_one_only() -> None:
    colours = Painter(5).draw(128).colours
    assert set(colours.flatten().tolist()) == set(range(COLOURS))
    plain = (colours == colours[:, :1]).all(dim=1)
    assert 4 < plain.sum() < 40


def test_the_network_says_the_same_of_a_face_however_many_are_asked() -> None:
    net = ColoursNet().eval()
    seen = channels(Painter(7).draw(3).pictures)
    assert seen.shape == (3, CHANNELS, SIDE, SIDE)
    with torch.no_grad():
        together, alone = net(seen), net(seen[1:2])
    assert together.shape == (3, OUTPUTS, 3, 3)
    assert torch.allclose(together[1:2], alone, atol=1e-5)
