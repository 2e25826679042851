"""Layers of the towers' networks that begin as nothing: they have to learn all the same."""

import pytest

pytest.importorskip("torch")

import torch

from samples.hanoi_eye.nets import Along, Beside, Residual, TowerNet

LAYERS = {
    "residual": (lambda: Residual(8), ()),
    "along": (lambda: Along(8, 2), ()),
    "beside": (lambda: Beside(8), (None,)),
}


@pytest.mark.parametrize("name", LAYERS)
def test_a_layer_begins_as_nothing_and_learns(name: str) -> None:
    torch.manual_seed(1)
    make, more = LAYERS[name]
    layer = make()
    x = torch.rand(4, 8, 12, 1 if name == "beside" else 12)
    out = layer(x, *more)
    torch.testing.assert_close(out, x)
    ((out - 1) ** 2).sum().backward()
    slopes = [weight.grad for weight in layer.parameters() if weight.grad is not None]
    assert max(float(slope.abs().max()) for slope in slopes) > 0.01


def test_all_of_the_tower_network_learns() -> None:
    torch.manual_seed(1)
    net = TowerNet()
    chooser = torch.optim.SGD(net.parameters(), lr=0.05)
    for _ in range(4):
        answer = net(torch.rand(6, 3, 128, 128), torch.tensor([0, 0, 0, 1, 1, 1]))
        chooser.zero_grad()
        ((answer - 1) ** 2).mean().backward()
        chooser.step()
    still = [
        name
        for name, weight in net.named_parameters()
        if weight.grad is None or not weight.grad.abs().max() > 0
    ]
    assert still == []
