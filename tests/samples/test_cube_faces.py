"""What the network of the cube's colours learns from: faces that fit what is said of them."""

import pytest

pytest.importorskip("torch")

import torch
from torch import Tensor

from samples.render.cube_faces import COLOURS, SIDE, Faces, Painter
from samples.render.cube_net import CHANNELS, HIDDEN, ColoursNet, HidingNet, StickersNet, channels


def test_faces_differ_by_seed_only() -> None:
    one, again, other = (Painter(seed).draw(4) for seed in (1, 1, 2))
    assert one.pictures.shape == (4, SIDE, SIDE, 3)
    assert torch.equal(one.pictures, again.pictures)
    assert torch.equal(one.colours, again.colours)
    assert not torch.equal(one.pictures, other.pictures)


def test_most_free_stickers_show_their_plain_colour() -> None:
    """Reflections and prints hide some."""
    off = far_off(faces := Painter(3).draw(64))
    assert (off < 25)[faces.hidden < 0.02].float().mean() > 0.8


def test_hidden_stickers_show_what_lies_over_them() -> None:
    off = far_off(faces := Painter(3).draw(64))
    hidden = faces.hidden > 0.9
    assert 0.05 < hidden.float().mean() < 0.4
    assert (off > 25)[hidden].float().mean() > 0.6


def far_off(faces: Faces) -> Tensor:
    """How far each sticker's middle is from its plain colour, (b, 9), in grey levels."""
    cells = faces.pictures.float().reshape(-1, 3, 24, 3, 24, 3).permute(0, 1, 3, 2, 4, 5)
    inner = cells.reshape(-1, 9, 24, 24, 3)[:, :, 9:15, 9:15].flatten(2, 3)
    return (inner.median(dim=2).values - faces.plain).abs().amax(dim=2)


def test_all_colours_are_drawn_and_some_faces_have_one_only() -> None:
    colours = Painter(5).draw(128).colours
    assert set(colours.flatten().tolist()) == set(range(COLOURS))
    plain = (colours == colours[:, :1]).all(dim=1)
    assert 4 < plain.sum() < 40


def test_the_network_says_the_same_of_a_face_however_many_are_asked() -> None:
    net = StickersNet(ColoursNet(), HidingNet()).eval()
    seen = channels(Painter(7).draw(3).pictures)
    assert seen.shape == (3, CHANNELS, SIDE, SIDE)
    with torch.no_grad():
        together, alone = net(seen), net(seen[1:2])
    assert together.shape == (3, HIDDEN + 1, 3, 3)
    assert torch.allclose(together[1:2], alone, atol=1e-5)
