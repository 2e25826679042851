"""Draws straightened faces of made-up cubes under made-up lamps, many at a time. Needs torch.

What is drawn is what the cube's eye cuts out of a picture: 72 x 72 pixels, nine stickers, set a
little askew. Cubes, lamps and cameras are drawn from wide ranges. All is worked out in linear
light: pigment x lamp x shading + reflections, then what a camera does to it.
"""

import math
from dataclasses import dataclass

import torch
from torch import Tensor

from samples.render.cube_covers import Coverer

SIDE, STICKERS, COLOURS = 72, 9, 6
GAMMA = 2.2

# Hue in degrees, saturation and value of w y r o g b: from, to.
HUES = torch.tensor([(0, 360), (44, 72), (-20, 9), (11, 40), (88, 172), (196, 240)])
SATURATIONS = torch.tensor(
    [(0.0, 0.10), (0.60, 1.0), (0.68, 1.0), (0.62, 1.0), (0.55, 1.0), (0.6, 1.0)]
)
VALUES = torch.tensor(
    [(0.78, 1.0), (0.72, 1.0), (0.42, 0.95), (0.75, 1.0), (0.36, 0.9), (0.34, 0.95)]
)


@dataclass(frozen=True, slots=True, eq=False)
class Faces:
    """Drawn faces.

    - `pictures`: (b, 72, 72, 3) uint8, blue green red;
    - `colours`: (b, 9) index into w y r o g b;
    - `plain`: (b, 9, 3) 0 to 255, what the camera would show of each sticker's middle without
      reflections, prints, fingers, blur and noise;
    - `hidden`: (b, 9) how much of each sticker a hand or a tool hides, 0 to 1.
    """

    pictures: Tensor
    colours: Tensor
    plain: Tensor
    hidden: Tensor


class Painter:
    """Draws batches of faces from one stream of random numbers."""

    def __init__(self, seed: int) -> None:
        self._random = torch.Generator().manual_seed(seed)

    def draw(self, count: int) -> Faces:
        """So many faces."""
        colours = self._scrambled(count)
        inks = self._inks(count)
        albedo = inks[torch.arange(count)[:, None], colours]
        albedo = albedo * torch.exp(self._normal(count, 9, 1) * 0.04)
        u, v = self._lattice(count)
        light, shading = self._light(count), self._shading(count, u, v)
        body = self._body(count, albedo, u, v, colours)
        shine = self._shine(count, u, v)
        seen = body * shading[..., None] * light + shine * light.mean(dim=3, keepdim=True)
        over = Coverer(self._random).over(seen, light, u, v)
        camera = self._camera(count)
        pictures = self._developed(camera(over.light))
        middles = _at_middles(shading, u, v)
        plain = camera((albedo * middles[..., None])[:, :, None] * light)[:, :, 0]
        return Faces(pictures, colours, plain * 255.0, over.share)

    # What the cube is.

    def _scrambled(self, count: int) -> Tensor:
        """Nine colours a face: mostly any, sometimes few or one only."""
        any_ = torch.randint(0, COLOURS, (count, STICKERS), generator=self._random)
        few = torch.randint(0, COLOURS, (count, 3), generator=self._random)
        pick = torch.randint(0, 3, (count, STICKERS), generator=self._random)
        of_few = torch.gather(few, 1, pick)
        kind = self._uniform(count, 1)
        return torch.where(kind < 0.75, any_, torch.where(kind < 0.88, of_few, few[:, :1]))

    def _inks(self, count: int) -> Tensor:
        """Reflectances of six colours, (b, 6, 3) linear blue green red; red is not orange."""
        hue, saturation, value = (
            low + (high - low) * self._uniform(count, COLOURS)
            for low, high in (r.float().unbind(1) for r in (HUES, SATURATIONS, VALUES))
        )
        hue[:, 3] = torch.maximum(hue[:, 3], hue[:, 2] + 11 + 8 * self._uniform(count))
        hue[:, 1] = torch.maximum(hue[:, 1], hue[:, 3] + 16)
        # Yellow that is nearly lime goes with green that is far from it.
        hue[:, 4] = torch.maximum(hue[:, 4], hue[:, 1] + 28)
        return _rgb(hue / 60.0 % 6.0, saturation, value).flip(2) ** GAMMA

    def _body(self, count: int, albedo: Tensor, u: Tensor, v: Tensor, colours: Tensor) -> Tensor:
        """Reflectance of every pixel, (b, 72, 72, 3)."""
        column, row = u.floor().clamp(0, 2), v.floor().clamp(0, 2)
        index = (3 * row + column).long().flatten(1)
        ink = torch.gather(albedo, 1, index[..., None].expand(-1, -1, 3)).unflatten(1, (SIDE, SIDE))
        x, y = (u - column - 0.5).abs(), (v - row - 0.5).abs()
        gap = self._ranged(count, 0.02, 0.13)
        corner = self._ranged(count, 0.03, 0.25)
        edge = _rounded(x, y, 0.5 - gap, corner)
        # Many cubes have round or shorter middle stickers.
        middle = ((column == 1) & (row == 1)).float()
        round_ = 0.5 - gap - torch.hypot(x, y)
        is_round = (self._uniform(count, 1, 1) < 0.15).float() * middle
        edge = edge * (1 - is_round) + round_ * is_round
        sheet = torch.sigmoid(edge / self._ranged(count, 0.008, 0.03))
        plastic = self._plastic(count, ink)
        wear = 1 + self._ranged(count, 0.0, 0.08)[..., None] * self._rough(count)
        body = (ink * sheet[..., None] + plastic * (1 - sheet[..., None])) * wear
        return self._printed(body, count, u, v, colours)

    def _plastic(self, count: int, ink: Tensor) -> Tensor:
        """Between the stickers: black, white, or, without stickers, the colour itself, darker."""
        kind = self._uniform(count, 1, 1, 1)
        black = self._ranged(count, 0.003, 0.03)[..., None].expand_as(ink)
        white = self._ranged(count, 0.5, 0.9)[..., None].expand_as(ink)
        own = ink * self._ranged(count, 0.05, 0.7)[..., None]
        return torch.where(kind < 0.6, black, torch.where(kind < 0.75, white, own))

    def _printed(self, body: Tensor, count: int, u: Tensor, v: Tensor, colours: Tensor) -> Tensor:
        """Marks on many white middles and on some others: blots of two colours."""
        x, y = u - 1.5, v - 1.5
        share = 0.5 * (colours[:, 4] == 0).float() + 0.08
        wanted = (self._uniform(count) < share).float()[:, None, None]
        size = self._ranged(count, 0.12, 0.42)
        inside = (_rounded(x.abs(), y.abs(), size, size * self._uniform(count, 1, 1)) > 0).float()
        for _ in range(2):
            turn, wave = self._ranged(count, 0, math.pi), self._ranged(count, 4.0, 22.0)
            along = x * torch.cos(turn) + y * torch.sin(turn)
            across = y * torch.cos(turn) - x * torch.sin(turn)
            phase, other = self._ranged(count, 0, 6.28), self._ranged(count, 0, 6.28)
            blot = torch.sin(along * wave + phase) + torch.sin(across * wave * 0.8 + other)
            blot = (blot > self._ranged(count, -0.9, 1.0)).float() * inside * wanted
            ink = self._uniform(count, 1, 1, 3) ** 2
            body = body * (1 - blot[..., None]) + ink * blot[..., None]
        return body

    # Where it lies and what shines on it.

    def _lattice(self, count: int) -> tuple[Tensor, Tensor]:
        """The lattice coordinates, 0 to 3, of every pixel: the face is set a little askew."""
        step = (torch.arange(SIDE) + 0.5) / SIDE * 3.0 - 1.5
        y, x = torch.meshgrid(step, step, indexing="ij")
        loose = 0.025 + 0.09 * (self._uniform(count, 1, 1) < 0.15).float()
        a, b, c, d, e, f, g, h = (self._normal(count, 1, 1) * loose for _ in range(8))
        depth = 1 + 0.3 * (g * x + h * y)
        u = ((1 + 0.5 * a) * x + 0.5 * b * y + c) / depth + 1.5
        v = (0.5 * d * x + (1 + 0.5 * e) * y + f) / depth + 1.5
        return u, v

    def _light(self, count: int) -> Tensor:
        """The lamp, as a camera's white balance leaves it, and the exposure; (b, 1, 1, 3)."""
        kind = self._uniform(count)
        warm, tint = self._normal(count) * 0.14, self._normal(count) * 0.07
        loose = kind > 0.5
        warm = torch.where(loose, 0.05 + 0.42 * self._normal(count), warm)
        tint = torch.where(loose, 0.15 * self._normal(count), tint)
        warm = torch.where(kind > 0.93, self._uniform(count) * 1.15, warm)
        gains = torch.stack([-1.25 * warm - 0.4 * tint, 0.6 * tint, 0.85 * warm - 0.4 * tint], 1)
        bright = self._uniform(count) * 2.6 - 1.8
        gains = gains - (gains.exp() @ torch.tensor([0.07, 0.72, 0.21])).log()[:, None]
        return (gains + bright[:, None]).exp()[:, None, None]

    def _shading(self, count: int, u: Tensor, v: Tensor) -> Tensor:
        """Light that falls off across the face, a shadow's edge, and pieces that are not flat."""
        x, y = (u - 1.5) / 1.5, (v - 1.5) / 1.5
        slope, bend = self._ranged(count, 0.0, 0.35), self._normal(count, 1, 1) * 0.08
        turn = self._ranged(count, 0, 2 * math.pi)
        along = x * torch.cos(turn) + y * torch.sin(turn)
        shading = torch.exp(slope * along + bend * (x**2 + y**2))
        turn = self._ranged(count, 0, 2 * math.pi)
        along = x * torch.cos(turn) + y * torch.sin(turn) - self._ranged(count, -0.9, 0.9)
        depth = self._ranged(count, 0.2, 0.7) * (self._uniform(count, 1, 1) < 0.22).float()
        return shading * (1 - depth * torch.sigmoid(along / self._ranged(count, 0.02, 0.3)))

    def _shine(self, count: int, u: Tensor, v: Tensor) -> Tensor:
        """White reflections, (b, 72, 72, 1): a haze, a window, spots and streaks, and bumps."""
        shine = self._ranged(count, 0.0, 0.04) ** 1.5 + torch.zeros_like(u)
        for share, small, large, strong in (
            (0.22, 0.6, 2.0, 0.35),
            (0.2, 0.15, 0.5, 1.6),
            (0.15, 0.08, 0.4, 1.6),
        ):
            x, y = u - self._ranged(count, -0.3, 3.3), v - self._ranged(count, -0.3, 3.3)
            turn = self._ranged(count, 0, math.pi)
            along = x * torch.cos(turn) + y * torch.sin(turn)
            across = y * torch.cos(turn) - x * torch.sin(turn)
            sizes = (self._ranged(count, small, large) for _ in range(2))
            sharp = self._ranged(count, 1.0, 3.0)
            far = sum(((t / s) ** 2 for t, s in zip((along, across), sizes, strict=True)))
            spot = torch.exp(-0.5 * (far + 1e-6) ** sharp)
            amount = self._ranged(count, 0.05, 1.0) * strong
            shine = shine + spot * amount * (self._uniform(count, 1, 1) < share).float()
        # Stickers that mirror: each by itself, or none.
        own = torch.relu(self._normal(count, 3, 3) - 1.0) * self._ranged(count, 0.0, 0.8)
        own = own * (self._uniform(count, 1, 1) < 0.15).float()
        row, column = v.floor().clamp(0, 2).long(), u.floor().clamp(0, 2).long()
        mirrored = torch.gather(own.flatten(1), 1, (3 * row + column).flatten(1)).unflatten(
            1, (SIDE, SIDE)
        )
        near = torch.cos((u - u.floor() - 0.5) * 2) * torch.cos((v - v.floor() - 0.5) * 2)
        rough = 1 + 0.5 * self._rough(count)[..., 0] * (self._uniform(count, 1, 1) < 0.5).float()
        return ((shine + mirrored * near) * rough.clamp(0, 2))[..., None]

    # What a camera does.

    def _camera(self, count: int) -> "_Camera":
        mix = torch.eye(3) + self._normal(count, 3, 3) * 0.035
        mix = mix / mix.sum(dim=2, keepdim=True)
        return _Camera(
            mix[:, None],
            self._ranged(count, 0.7, 1.5)[..., None],
            self._ranged(count, 1.7, 2.7)[..., None],
            self._ranged(count, 0.0, 0.6)[..., None],
            (self._ranged(count, 0.0, 0.25) ** 2)[..., None],
        )

    def _developed(self, shown: Tensor) -> Tensor:
        """Blur, coarser colour, noise, whole numbers; (b, 72, 72, 3) uint8."""
        count = len(shown)
        sharp = shown.permute(0, 3, 1, 2)
        soft, softer = _blurred(sharp, 1.0), _blurred(sharp, 2.2)
        amount = self._uniform(count, 1, 1, 1)
        mixed = sharp + (soft - sharp) * (2 * amount).clamp(0, 1)
        mixed = mixed + (softer - soft) * (4 * amount - 3).clamp(0, 1)
        grey = mixed.mean(dim=1, keepdim=True)
        colour = mixed - grey
        colour = colour + (_blurred(colour, 2.0) - colour) * self._uniform(count, 1, 1, 1)
        noise = self._ranged(count, 0.0, 0.035)[:, None] ** 1.3
        mixed = grey + colour + self._normal(*shown.permute(0, 3, 1, 2).shape) * noise
        whole = (mixed * 255.0).round().clamp(0, 255).to(torch.uint8)
        return whole.permute(0, 2, 3, 1).contiguous()

    def _rough(self, count: int) -> Tensor:
        """Coarse noise, (b, 72, 72, 1)."""
        coarse = self._normal(count, 1, 24, 24)
        large = torch.nn.functional.interpolate(coarse, size=(SIDE, SIDE), mode="bilinear")
        return large.permute(0, 2, 3, 1)

    def _uniform(self, *shape: int) -> Tensor:
        return torch.rand(shape, generator=self._random)

    def _normal(self, *shape: int) -> Tensor:
        return torch.randn(shape, generator=self._random)

    def _ranged(self, count: int, low: float, high: float) -> Tensor:
        return low + (high - low) * self._uniform(count, 1, 1)


@dataclass(frozen=True, slots=True, eq=False)
class _Camera:
    """From light, (b, h, w, 3), to what is shown, 0 to 1: all (b, 1, 1, 1) but `mix`."""

    mix: Tensor
    saturation: Tensor
    gamma: Tensor
    contrast: Tensor
    haze: Tensor

    def __call__(self, light: Tensor) -> Tensor:
        mixed = torch.einsum("bhwi,bhji->bhwj", light, self.mix.expand(-1, light.shape[1], -1, -1))
        shown = mixed.clamp(0, 1) ** (1 / self.gamma)
        bent = shown * shown * (3 - 2 * shown)
        shown = shown + (bent - shown) * self.contrast
        grey = shown @ torch.tensor([0.114, 0.587, 0.299])
        shown = grey[..., None] + (shown - grey[..., None]) * self.saturation
        return (shown * (1 - self.haze) + 0.6 * self.haze).clamp(0, 1)


def _at_middles(values: Tensor, u: Tensor, v: Tensor) -> Tensor:
    """The values, (b, 72, 72), at the pixels nearest to the stickers' middles, (b, 9)."""
    found = []
    for row in range(3):
        for column in range(3):
            far = (u - column - 0.5) ** 2 + (v - row - 0.5) ** 2
            nearest = far.flatten(1).argmin(dim=1, keepdim=True)
            found.append(torch.gather(values.flatten(1), 1, nearest)[:, 0])
    return torch.stack(found, dim=1)


def _rounded(x: Tensor, y: Tensor, half: Tensor, radius: Tensor) -> Tensor:
    """How far inside a square with rounded corners a point is; x and y are distances."""
    radius = torch.minimum(radius, half)
    outside = torch.hypot((x - half + radius).clamp(min=0), (y - half + radius).clamp(min=0))
    inside = torch.maximum(x, y) - half + radius
    return radius - torch.where(inside > 0, outside, inside)


def _blurred(pictures: Tensor, sigma: float) -> Tensor:
    """A Gaussian blur of (b, c, 72, 72), as products with one matrix: quicker than convolving."""
    at = torch.arange(SIDE).float()
    weights = torch.exp(-0.5 * ((at[:, None] - at) / sigma) ** 2)
    weights = weights / weights.sum(dim=1, keepdim=True)
    return weights @ pictures @ weights.T


def _rgb(sextant: Tensor, saturation: Tensor, value: Tensor) -> Tensor:
    """Red, green and blue, (..., 3), of hues in sixths of a turn."""
    shown = []
    for shift in (5.0, 3.0, 1.0):
        k = (sextant + shift) % 6.0
        part = torch.minimum(k, 4.0 - k).clamp(0, 1)
        shown.append(value * (1 - saturation * part))
    return torch.stack(shown, dim=-1)
