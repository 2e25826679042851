"""Hands and tools that lie over drawn faces of cubes, many at a time. Needs torch.

A finger is a capsule in the face's plane, round in the light, with a nail and creases; a hand is
some of them side by side, and the back of it; a tool is a bar with straight edges of any colour.
All is in the lattice units of a face, 0 to 3, and in linear light.
"""

import math
from dataclasses import dataclass

import torch
from torch import Tensor

FINGERS = 4
# Shares of faces with a hand, with another one's thumb, and with a tool over them.
HANDS, THUMBS, TOOLS = 0.42, 0.12, 0.10
# The inner part of a sticker, from its middle, in stickers: what is covered there counts.
_INNER = 0.32
# Reflectances of skins, linear blue green red, from the darkest to the palest.
_DARK, _PALE = torch.tensor([0.020, 0.035, 0.075]), torch.tensor([0.42, 0.52, 0.80])
_ROSY = torch.tensor([0.72, 0.72, 1.0])


@dataclass(frozen=True, slots=True, eq=False)
class Covered:
    """Faces with something over them.

    - `light`: (b, 72, 72, 3) linear, what is seen.
    - `share`: (b, 9) how much of the inner part of each sticker is hidden.
    """

    light: Tensor
    share: Tensor


@dataclass(frozen=True, slots=True, eq=False)
class _Layer:
    """A part of a hand: `inside` (b, 72, 72), 0 to 1, and its light (b, 72, 72, 3)."""

    inside: Tensor
    light: Tensor


class Coverer:
    """Lays hands and tools over faces, from a stream of random numbers that others use, too."""

    def __init__(self, random: torch.Generator) -> None:
        self._random = random

    def over(self, seen: Tensor, lamp: Tensor, u: Tensor, v: Tensor) -> Covered:
        """Faces `seen` under `lamp`, (b, 1, 1, 3); `u` and `v` (b, 72, 72) are lattice units."""
        count = len(seen)
        hidden = torch.zeros_like(u)
        skin = self._skin(count)
        layers = [
            *self._hand(count, skin, u, v, self._some(count, HANDS)),
            self._thumb(count, skin, u, v),
            self._tool(count, u, v),
        ]
        for layer in layers:
            # What lies over a face keeps light from the parts beside it.
            near = _soft(layer.inside, 5)
            seen = seen * (1 - (self._ranged(count, 0.0, 0.7) * near)[..., None])
            inside = layer.inside[..., None]
            seen = seen * (1 - inside) + layer.light * lamp * inside
            hidden = torch.maximum(hidden, layer.inside)
        return Covered(seen, inner_shares(hidden, u, v))

    def _hand(self, count: int, skin: Tensor, u: Tensor, v: Tensor, some: Tensor) -> list[_Layer]:
        """The back of a hand and one to four fingers side by side, the tips anywhere."""
        turn = self._ranged(count, 0.0, 2 * math.pi)
        x0, y0 = self._ranged(count, -0.3, 3.3), self._ranged(count, -0.3, 3.3)
        wide = self._ranged(count, 0.26, 0.55)
        many = torch.randint(1, FINGERS + 1, (count, 1, 1), generator=self._random)
        sun = self._sun(count)
        # The palm begins some way behind the tips, or is not in the picture.
        back = self._ranged(count, 1.2, 6.0)
        middle = (many - 1) * wide
        half = torch.maximum(middle + wide, 1.6 * wide)
        palm = self._capsule(
            (x0, y0), turn, (back + half, middle), half, 0 * turn, (u, v), sun, skin, nail=False
        )
        layers = [_Layer(palm.inside * some, palm.light)]
        for k in range(FINGERS):
            place = (self._normal(count) * 0.35 * wide * k**0.5, 2.04 * k * wide)
            lean = self._normal(count) * 0.06
            one = self._capsule((x0, y0), turn, place, wide, lean, (u, v), sun, skin, nail=True)
            layers.append(_Layer(one.inside * some * (many > k), one.light))
        return layers

    def _thumb(self, count: int, skin: Tensor, u: Tensor, v: Tensor) -> _Layer:
        """One finger more, from anywhere."""
        turn = self._ranged(count, 0.0, 2 * math.pi)
        x0, y0 = self._ranged(count, -0.3, 3.3), self._ranged(count, -0.3, 3.3)
        wide = self._ranged(count, 0.3, 0.65)
        nought = 0 * turn
        one = self._capsule(
            (x0, y0), turn, (nought, nought), wide, nought, (u, v), self._sun(count), skin,
            nail=True,
        )  # fmt: skip
        return _Layer(one.inside * self._some(count, THUMBS), one.light)

    def _capsule(
        self,
        at: tuple[Tensor, Tensor],
        turn: Tensor,
        place: tuple[Tensor, Tensor],
        wide: Tensor,
        lean: Tensor,
        where: tuple[Tensor, Tensor],
        sun: tuple[Tensor, Tensor, Tensor],
        skin: Tensor,
        *,
        nail: bool,
    ) -> _Layer:
        """A finger that leaves along `turn`; its tip's circle is `place` along and across it."""
        count = len(turn)
        c, s = torch.cos(turn + lean), torch.sin(turn + lean)
        x, y = where[0] - at[0], where[1] - at[1]
        # The hand's own axes first, then this finger's.
        a = x * torch.cos(turn) + y * torch.sin(turn) - place[0]
        b = y * torch.cos(turn) - x * torch.sin(turn) - place[1]
        cl, sl = torch.cos(lean), torch.sin(lean)
        along, across = a * cl + b * sl, b * cl - a * sl
        size = wide * (1 + self._ranged(count, 0.0, 0.12) * along.clamp(0, 3))
        before = along.clamp(max=0)
        far = torch.hypot(before, across) / size
        inside = torch.sigmoid((1 - far) * size / self._ranged(count, 0.01, 0.05))
        rise = (1 - far**2).clamp(min=0.0).sqrt()
        nx, ny = before / size, across / size
        toward = (nx * c - ny * s) * sun[0] + (nx * s + ny * c) * sun[1] + rise * sun[2]
        ambient = self._ranged(count, 0.25, 0.6)
        shade = ambient + (1 - ambient) * toward.clamp(min=0)
        crease = torch.cos(along * self._ranged(count, 4.0, 9.0) + self._ranged(count, 0, 6.28))
        shade = shade * (1 - self._ranged(count, 0.0, 0.25) * (crease > 0.93).float())
        colour = skin * shade[..., None]
        if nail:
            tip = torch.sigmoid((0.6 * wide - along) / 0.08)[..., None]
            colour = colour * (1 - tip * (1 - _ROSY) * 0.6)
            oval = ((along + 0.25 * size) / (0.55 * size)) ** 2 + (across / (0.6 * size)) ** 2
            shown = (self._some(count, 0.4) * torch.sigmoid((1 - oval) * 8))[..., None]
            lacquer = torch.rand((count, 1, 1, 3), generator=self._random)
            painted = self._some(count, 0.15)[..., None]
            tone = (colour * 1.15 + 0.05) * (1 - painted) + lacquer * painted
            colour = colour * (1 - shown) + tone * shown
        shine = self._ranged(count, 0.0, 0.12) * rise**6
        return _Layer(inside, colour + shine[..., None])

    def _tool(self, count: int, u: Tensor, v: Tensor) -> _Layer:
        """A gripper, a sleeve, a pen: a bar of any colour with straight edges."""
        turn = self._ranged(count, 0.0, 2 * math.pi)
        x, y = u - self._ranged(count, -0.3, 3.3), v - self._ranged(count, -0.3, 3.3)
        along = x * torch.cos(turn) + y * torch.sin(turn)
        across = y * torch.cos(turn) - x * torch.sin(turn)
        half = self._ranged(count, 0.2, 1.4)
        depth = torch.minimum(half - across.abs(), along)
        inside = torch.sigmoid(depth / self._ranged(count, 0.01, 0.05))
        grey = self._ranged(count, 0.0, 1.0)[..., None] ** 2
        tint = torch.rand((count, 1, 1, 3), generator=self._random) ** 1.5
        plain = self._some(count, 0.5)[..., None]
        colour = grey * plain + tint * (1 - plain)
        weave = torch.cos(along * self._ranged(count, 3, 30)) * self._ranged(count, 0.0, 0.3)
        bend = self._ranged(count, -0.5, 0.5) * across / half
        light = colour * ((1 + weave + bend).clamp(min=0.1))[..., None]
        return _Layer(inside * self._some(count, TOOLS), light.expand(-1, *u.shape[1:], -1))

    def _skin(self, count: int) -> Tensor:
        """Reflectances of skins, (b, 1, 1, 3)."""
        share = torch.rand((count, 1, 1, 1), generator=self._random)
        tone = torch.exp(_DARK.log() * (1 - share) + _PALE.log() * share)
        loose = torch.randn((count, 1, 1, 3), generator=self._random) * 0.12
        return tone * torch.exp(loose)

    def _sun(self, count: int) -> tuple[Tensor, Tensor, Tensor]:
        """Where most light comes from, as a unit vector out of the face."""
        turn, low = self._ranged(count, 0, 2 * math.pi), self._ranged(count, 0.0, 0.85)
        return low * torch.cos(turn), low * torch.sin(turn), (1 - low**2).sqrt()

    def _some(self, count: int, share: float) -> Tensor:
        return (torch.rand((count, 1, 1), generator=self._random) < share).float()

    def _normal(self, count: int) -> Tensor:
        return torch.randn((count, 1, 1), generator=self._random)

    def _ranged(self, count: int, low: float, high: float) -> Tensor:
        return low + (high - low) * torch.rand((count, 1, 1), generator=self._random)


def inner_shares(hidden: Tensor, u: Tensor, v: Tensor) -> Tensor:
    """How much of the inner part of each of nine stickers is hidden, (b, 9), by (b, 72, 72)."""
    column, row = u.floor().clamp(0, 2), v.floor().clamp(0, 2)
    inner = ((u - column - 0.5).abs() < _INNER) & ((v - row - 0.5).abs() < _INNER)
    index = (3 * row + column).long().flatten(1)
    weight = inner.float().flatten(1)
    total = torch.zeros(len(hidden), 9).scatter_add(1, index, weight)
    share = torch.zeros(len(hidden), 9).scatter_add(1, index, weight * hidden.flatten(1))
    return share / total.clamp(min=1)


def _soft(inside: Tensor, reach: int) -> Tensor:
    """Spread out by so many pixels, (b, 72, 72)."""
    for _ in range(2):
        inside = torch.nn.functional.avg_pool2d(
            inside[:, None], 2 * reach + 1, 1, reach, count_include_pad=False
        )[:, 0]
    return inside
