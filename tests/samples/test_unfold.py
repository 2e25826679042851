"""Trained networks as ONNX files: halved, and taken up again."""

import pytest

pytest.importorskip("torch")
pytest.importorskip("onnx")

import cv2
import numpy as np
import torch

from samples.hanoi_eye.nets import TowerNet
from samples.hanoi_eye.train_tower import write_network
from samples.render.unfold import LARGE, halve, take_up

# OpenCV reads what the older export writes.
pytestmark = pytest.mark.filterwarnings("ignore::DeprecationWarning")


@pytest.fixture
def small(tmp_path):
    """A network with small and large weights, and the file that it was written to."""
    torch.manual_seed(1)
    layers = [torch.nn.Conv2d(3, 8, 3), torch.nn.ReLU(), torch.nn.Flatten()]
    net = torch.nn.Sequential(*layers, torch.nn.Linear(8 * 14 * 14, 40)).eval()
    assert net[3].weight.numel() > LARGE > net[0].weight.numel()
    path = tmp_path / "small.onnx"
    torch.onnx.export(net, (torch.rand(1, 3, 16, 16),), str(path), dynamo=False)
    return net, path


def told_by(path, looks):
    read = cv2.dnn.readNetFromONNX(str(path))
    read.setInput(looks)
    return read.forward()


def test_a_halved_network_answers_nearly_the_same(small):
    net, path = small
    looks = torch.rand(1, 3, 16, 16)
    size = path.stat().st_size
    halve(path)
    assert path.stat().st_size < 0.55 * size
    told, exact = told_by(path, looks.numpy()), net(looks).detach().numpy()
    np.testing.assert_allclose(told, exact, atol=2e-3)
    assert np.abs(told - exact).max() > 0


def test_a_halved_network_is_taken_up(small):
    net, path = small
    halve(path)
    looks = torch.rand(1, 3, 16, 16)
    exact = net(looks)
    for layer in (net[0], net[3]):
        layer.reset_parameters()
    take_up(net, path, [])
    torch.testing.assert_close(net(looks), exact, atol=2e-3, rtol=0)


def test_the_towers_network_is_written_small_and_answers_for_any_row(tmp_path):
    torch.manual_seed(1)
    net, path = TowerNet().eval(), tmp_path / "tower.onnx"
    write_network(net, path)
    assert path.stat().st_size < 4_000_000
    for pegs in (3, 4):
        looks = torch.rand(pegs, 3, 128, 128)
        exact = net(looks).detach().numpy()
        np.testing.assert_allclose(told_by(path, looks.numpy()), exact, atol=5e-3)


def test_the_towers_network_is_taken_up_from_its_file(tmp_path):
    torch.manual_seed(1)
    net, path = TowerNet(), tmp_path / "tower.onnx"
    for weight in net.parameters():
        torch.nn.init.normal_(weight, std=0.05)
    write_network(net, path)
    torch.manual_seed(2)
    rows = [torch.rand(3, 3, 128, 128) for _ in range(4)]
    other = TowerNet()
    take_up(other, path, rows)
    torch.testing.assert_close(other.eval()(rows[0]), net(rows[0]), atol=5e-3, rtol=0)


def test_a_file_of_another_network_is_not_taken_up(small, tmp_path):
    other = torch.nn.Conv2d(3, 4, 3)
    with pytest.raises(ValueError, match="expected the layers of Conv2d"):
        take_up(other, small[1], [])
