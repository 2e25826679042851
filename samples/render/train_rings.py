"""Trains the network of the rings' eye on drawn pictures, and writes it as ONNX.

python -m samples.render.train_rings DATA CHECKPOINTS --hours 1 --out vision/rings/eye.onnx

Needs torch and onnx. Stops and starts again where it was; `--export` only writes the network. A
small U-shaped network: a grey picture in, maps at a quarter of its size out (CHANNELS). Peaks are
trained as in "Objects as Points" (Zhou et al., 2019), with its focal loss.
"""

import argparse
import time
from pathlib import Path

import cv2
import numpy as np
import torch
from torch import nn
from torch.nn import functional

MOST = 12
STRIDE = 4
# Width and height of what is trained on, and the usual distance of two rods in it, in pixels.
CROP = (256, 192)
PITCH = 16.0
PEAKS = 5
CHANNELS = ("eye", "foot", "ball", "tip", "neck", "on", "step x", "step y")
# Pixels for which the step map reads 1.
STEP = 16.0


def conv(a: int, b: int, stride: int = 1, size: int = 3) -> nn.Sequential:
    """Convolution, normalisation, rectifier."""
    layer = nn.Conv2d(a, b, size, stride, size // 2, bias=False)
    return nn.Sequential(layer, nn.BatchNorm2d(b), nn.ReLU(inplace=True))


class Block(nn.Module):  # type: ignore[misc]
    """Two convolutions and a way past them (He et al., 2016)."""

    def __init__(self, width: int) -> None:
        super().__init__()
        self.first = conv(width, width)
        self.second = nn.Sequential(
            nn.Conv2d(width, width, 3, 1, 1, bias=False), nn.BatchNorm2d(width)
        )

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        """Same shape in and out."""
        return functional.relu(x + self.second(self.first(x)))


class RingsNet(nn.Module):  # type: ignore[misc]
    """Grey (b, 1, h, w) to maps (b, 8, h/4, w/4); h and w are multiples of 32."""

    def __init__(self) -> None:
        super().__init__()
        self.stem = nn.Sequential(conv(1, 16, 2, 5), conv(16, 24, 2))
        self.at4 = Block(24)
        self.at8 = nn.Sequential(conv(24, 48, 2), Block(48), Block(48))
        self.at16 = nn.Sequential(conv(48, 64, 2), Block(64), Block(64))
        self.at32 = nn.Sequential(conv(64, 80, 2), Block(80))
        self.from32 = nn.Conv2d(80, 64, 1)
        self.mix16 = conv(64, 64)
        self.from16 = nn.Conv2d(64, 48, 1)
        self.mix8 = Block(48)
        self.from8 = nn.Conv2d(48, 24, 1)
        self.mix4 = Block(24)
        self.head = nn.Conv2d(24, len(CHANNELS), 1)
        nn.init.constant_(self.head.bias[:PEAKS], -4.0)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        """Logits of the peaks and of `on`, and the step to the next ring toward the handle."""
        at4 = self.at4(self.stem(x))
        at8 = self.at8(at4)
        at16 = self.at16(at8)
        at32 = self.at32(at16)
        up16 = self.mix16(at16 + _twice(self.from32(at32)))
        up8 = self.mix8(at8 + _twice(self.from16(up16)))
        up4 = self.mix4(at4 + _twice(self.from8(up8)))
        return self.head(up4)


def _twice(x: torch.Tensor) -> torch.Tensor:
    return functional.interpolate(x, scale_factor=2.0, mode="nearest")


def batch(
    pictures: np.ndarray, points: np.ndarray, rng: np.random.Generator, count: int
) -> tuple[torch.Tensor, torch.Tensor, torch.Tensor]:
    """Pictures drawn and changed at random: inputs, targets and weights of the maps."""
    wide, high = CROP
    inputs = np.zeros((count, 1, high, wide), np.float32)
    shape = (count, len(CHANNELS), high // STRIDE, wide // STRIDE)
    goals, weights = np.zeros(shape, np.float32), np.zeros(shape, np.float32)
    for b, k in enumerate(rng.integers(len(pictures), size=count)):
        picture, place = _changed(pictures[k], points[k], rng)
        inputs[b, 0] = normal(picture)
        _targets(place, goals[b], weights[b])
    return torch.from_numpy(inputs), torch.from_numpy(goals), torch.from_numpy(weights)


def normal(picture: np.ndarray) -> np.ndarray:
    """A grey picture with mean 0 and deviation 1, in single precision."""
    grey = picture.astype(np.float32)
    out: np.ndarray = (grey - grey.mean()) / (grey.std() + 4.0)
    return out


def _changed(
    picture: np.ndarray, points: np.ndarray, rng: np.random.Generator
) -> tuple[np.ndarray, np.ndarray]:
    """Mirrored, turned, scaled, shifted, brightened at random; the points with it."""
    wide, high = CROP
    eyes = points[:MOST, :4]
    known = eyes[np.isfinite(eyes[:, 0])]
    pitch = float(np.linalg.norm(known[-1, 2:] - known[0, 2:])) / (len(known) - 1)
    grow = float(np.clip(PITCH * np.exp(rng.normal(0, 0.3)) / pitch, 0.5, 1.6))
    ends = np.concatenate([known[:, :2], known[:, 2:], points[MOST:, :2], points[MOST:, 2:4]])
    centre = (np.min(ends, axis=0) + np.max(ends, axis=0)) / 2
    way = cv2.getRotationMatrix2D((float(centre[0]), float(centre[1])), rng.normal(0, 6), grow)
    way[:, 2] += np.array([wide, high]) / 2 - centre + rng.normal(0, 0.1, 2) * (wide, high)
    if rng.random() < 0.5:
        way = np.diag([-1.0, 1.0]) @ way + np.array([[0, 0, wide], [0, 0, 0]])
    flags = cv2.INTER_AREA if grow < 0.7 else cv2.INTER_LINEAR
    border = int(rng.choice([cv2.BORDER_REPLICATE, cv2.BORDER_CONSTANT]))
    moved = cv2.warpAffine(picture, way, (wide, high), flags=flags, borderMode=border)
    grey = moved.astype(np.float32)
    grey = (grey - 128) * rng.uniform(0.5, 1.3) + 128 + rng.uniform(-40, 40)
    if rng.random() < 0.3:
        grey += rng.normal(0, rng.uniform(1, 12), grey.shape)
    if rng.random() < 0.08:
        grey = 255 - grey
    place = points.copy()
    for at in (0, 2, 4):
        place[:, at : at + 2] = points[:, at : at + 2] @ way[:, :2].T + way[:, 2]
    place[MOST, 4:] = np.nan
    return np.clip(grey, 0, 255), place


def _targets(place: np.ndarray, goal: np.ndarray, weight: np.ndarray) -> None:
    """Fills the maps of one picture, (8, h, w) each."""
    n = int(np.isfinite(place[:MOST, 0]).sum())
    eyes, feet, balls = (place[:n, a : a + 2] for a in (0, 2, 4))
    tip, neck = place[MOST, 0:2], place[MOST, 2:4]
    axis = (neck - tip) / (np.linalg.norm(neck - tip) + 1e-6)
    step = axis * abs(float((feet[-1] - feet[0]) @ axis)) / max(1, n - 1)
    pitch = float(np.linalg.norm(step))
    sigma = float(np.clip(0.09 * pitch / STRIDE, 0.6, 2.0))
    seen = place[:n, 7] > 0.5
    weight[:PEAKS] = 1.0
    for channel, spots in enumerate((eyes[seen], feet, balls, tip[None], neck[None])):
        for spot in spots:
            _bump(goal[channel], spot / STRIDE, sigma if channel < 3 else 1.5 * sigma)
    for k in range(n):
        for spot, is_eye in ((eyes[k], True), (feet[k], False)):
            if is_eye and not seen[k]:
                continue
            ys, xs = _disc(spot / STRIDE, max(1.1, sigma), goal.shape[1:])
            goal[6, ys, xs], goal[7, ys, xs] = step / STEP
            weight[6:8, ys, xs] = STEP / max(pitch, 6.0)
            if is_eye:
                goal[5, ys, xs] = place[k, 6]
                weight[5, ys, xs] = 1.0


def _disc(
    centre: np.ndarray, radius: float, shape: tuple[int, ...]
) -> tuple[np.ndarray, np.ndarray]:
    reach = int(radius) + 1
    x, y = np.round(centre - 0.5).astype(int)
    ys, xs = np.mgrid[y - reach : y + reach + 1, x - reach : x + reach + 1]
    near = np.hypot(xs + 0.5 - centre[0], ys + 0.5 - centre[1]) <= radius
    near &= (xs >= 0) & (ys >= 0) & (xs < shape[1]) & (ys < shape[0])
    return ys[near], xs[near]


def _bump(canvas: np.ndarray, centre: np.ndarray, sigma: float) -> None:
    """A hill of height one, highest in the cell that holds the centre."""
    ys, xs = _disc(centre, 3 * sigma + 1, canvas.shape)
    if len(ys) == 0:
        return
    hill = np.exp(-((xs + 0.5 - centre[0]) ** 2 + (ys + 0.5 - centre[1]) ** 2) / (2 * sigma**2))
    x, y = np.floor(centre).astype(int)
    hill = np.where((xs == x) & (ys == y), 1.0, np.minimum(hill, 0.95))
    canvas[ys, xs] = np.maximum(canvas[ys, xs], hill)


def loss(maps: torch.Tensor, goals: torch.Tensor, weights: torch.Tensor) -> torch.Tensor:
    """Focal loss of the peaks, cross entropy of `on`, distance of the steps."""
    logits, hills = maps[:, :PEAKS], goals[:, :PEAKS]
    p = torch.sigmoid(logits).clamp(1e-4, 1 - 1e-4)
    top = (hills >= 0.99).float()
    found = top * (1 - p) ** 2 * torch.log(p)
    empty = (1 - top) * (1 - hills) ** 4 * p**2 * torch.log(1 - p)
    peaks = -(found + empty).sum() / top.sum().clamp(min=1)
    on_weight = weights[:, 5]
    cross = functional.binary_cross_entropy_with_logits(maps[:, 5], goals[:, 5], reduction="none")
    on = (cross * on_weight).sum() / on_weight.sum().clamp(min=1)
    far = functional.smooth_l1_loss(maps[:, 6:], goals[:, 6:], reduction="none", beta=0.1)
    steps = (far * weights[:, 6:]).sum() / (weights[:, 6:] > 0).sum().clamp(min=1)
    return peaks + 1.5 * on + 2.0 * steps


def load(folder: Path, known: set[str]) -> tuple[np.ndarray, np.ndarray]:
    """The pictures and points of the shards that are not yet known; notes them as known."""
    fresh = sorted(p for p in folder.glob("[0-9]*.npz") if ".part" not in p.name)
    fresh = [p for p in fresh if p.name not in known]
    pictures, points = [], []
    for path in fresh:
        known.add(path.name)
        with np.load(path) as data:
            pictures.append(data["pictures"])
            points.append(data["points"])
    if not pictures:
        return np.zeros((0, 240, 320), np.uint8), np.zeros((0, MOST + 1, 8), np.float32)
    return np.concatenate(pictures), np.concatenate(points)


def export(net: RingsNet, out: Path) -> None:
    """Writes the network as ONNX."""
    net = net.eval().float().to(memory_format=torch.contiguous_format)
    torch.onnx.export(
        net,
        (torch.zeros(1, 1, 256, 320),),
        str(out),
        dynamo=False,
        input_names=["picture"],
        output_names=["maps"],
        dynamic_axes={"picture": {0: "b", 2: "h", 3: "w"}, "maps": {0: "b", 2: "h", 3: "w"}},
        opset_version=13,
    )


def train(asked: argparse.Namespace) -> None:
    """Trains until the time is up; the rate falls along a cosine over the whole time."""
    torch.set_num_threads(asked.threads)
    cv2.setNumThreads(1)
    rng = np.random.default_rng(int(time.time()))
    net, smooth = RingsNet().to(memory_format=torch.channels_last), RingsNet()
    chooser = torch.optim.AdamW(net.parameters(), lr=asked.rate, weight_decay=1e-2)
    state, spent = asked.checkpoints / "last.pt", 0.0
    if state.exists():
        kept = torch.load(state, weights_only=False)
        net.load_state_dict(kept["net"])
        smooth.load_state_dict(kept["smooth"])
        chooser.load_state_dict(kept["chooser"])
        spent = kept["spent"] if not asked.restart else 0.0
    else:
        smooth.load_state_dict(net.state_dict())
    known: set[str] = set()
    pictures, points = load(asked.data, known)
    begun, mean, step = time.time() - spent, 0.0, 0
    while (share := (time.time() - begun) / (3600 * asked.hours)) < 1:
        for group in chooser.param_groups:
            group["lr"] = (
                asked.rate * min(1.0, (step + 1) / 50) * (0.5 + 0.5 * np.cos(np.pi * share)) + 1e-5
            )
        inputs, goals, weights = batch(pictures, points, rng, asked.batch)
        with torch.autocast("cpu", dtype=torch.bfloat16):
            maps = net(inputs.to(memory_format=torch.channels_last))
        value = loss(maps.float(), goals, weights)
        chooser.zero_grad()
        value.backward()
        torch.nn.utils.clip_grad_norm_(net.parameters(), 5.0)
        chooser.step()
        step += 1
        mean += (float(value.detach()) - mean) * max(0.01, 1 / step)
        _follow(smooth, net, min(0.998, 1 - 1 / (step + 1)))
        if step % 100 == 0:
            print(
                f"{time.time() - begun:7.0f} s  step {step}  loss {mean:.3f}  {len(pictures)} pictures",
                flush=True,
            )
            kept = {
                "net": net.state_dict(),
                "smooth": smooth.state_dict(),
                "chooser": chooser.state_dict(),
                "spent": time.time() - begun,
            }
            torch.save(kept, asked.checkpoints / "part.pt")
            (asked.checkpoints / "part.pt").rename(state)
            more, more_points = load(asked.data, known)
            if len(more):
                pictures = np.concatenate([pictures, more])
                points = np.concatenate([points, more_points])


def _follow(smooth: nn.Module, net: nn.Module, keep: float) -> None:
    """Moves the running mean of the weights, which is what is exported."""
    with torch.no_grad():
        for slow, fast in zip(smooth.state_dict().values(), net.state_dict().values(), strict=True):
            if slow.dtype.is_floating_point:
                slow.mul_(keep).add_(fast, alpha=1 - keep)
            else:
                slow.copy_(fast)


def main() -> None:
    """Trains, then exports."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("data", type=Path)
    parser.add_argument("checkpoints", type=Path)
    parser.add_argument("--hours", type=float, default=1.0)
    parser.add_argument("--rate", type=float, default=2e-3)
    parser.add_argument("--batch", type=int, default=16)
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--restart", action="store_true", help="begin a new fall of the rate")
    parser.add_argument("--export", action="store_true")
    parser.add_argument("--out", type=Path, default=Path("vision/rings/eye.onnx"))
    asked = parser.parse_args()
    asked.checkpoints.mkdir(parents=True, exist_ok=True)
    if not asked.export:
        train(asked)
    net = RingsNet()
    net.load_state_dict(torch.load(asked.checkpoints / "last.pt", weights_only=False)["smooth"])
    export(net, asked.out)


if __name__ == "__main__":
    main()
