"""The Tower of Hanoi as a scene: base board, pegs, discs, and a disc in the air."""

from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from samples.render import SceneError
from samples.render.mesh import Floats, Mesh, lathe, merged, rounded_box
from samples.render.scene import Bytes, Part, Point, Rgb, Surface
from samples.render.texture import wood

RAINBOW: tuple[Rgb, ...] = (
    (226, 62, 52),
    (240, 196, 52),
    (46, 110, 196),
    (70, 170, 78),
    (236, 128, 44),
    (150, 80, 176),
    (232, 110, 160),
    (60, 184, 196),
)
LOOKS = ("rainbow", "plain")


@dataclass(frozen=True, slots=True)
class HanoiToy:
    """A toy's measures in mm. Disc 1 is the smallest."""

    discs: int
    pegs: int = 3
    look: str = "rainbow"
    pitch: float = 92.0
    widest: float = 80.0
    narrowest: float = 44.0
    disc_height: float = 15.0
    base_height: float = 22.0
    peg_radius: float = 5.5

    def __post_init__(self) -> None:
        if self.look not in LOOKS:
            raise SceneError(f"look: expected one of {', '.join(LOOKS)}, got {self.look!r}")
        if not 1 <= self.discs <= len(RAINBOW) or self.pegs < 3:
            raise SceneError(f"hanoi: expected 1 to 8 discs, 3 pegs or more, got {self}")

    def radius(self, disc: int) -> float:
        """The outer radius of a disc."""
        step = (self.widest - self.narrowest) / max(1, self.discs - 1)
        return (self.narrowest + step * (disc - 1)) / 2

    def peg_at(self, peg: int) -> float:
        """The x of a peg, 0 the leftmost."""
        return (peg - (self.pegs - 1) / 2) * self.pitch

    @property
    def peg_top(self) -> float:
        """The height of the pegs' tops above the table."""
        return self.base_height + self.discs * self.disc_height + 34

    def place(self, peg: int, height: int) -> Point:
        """The middle of the disc that lies at `height` (0 the bottom) on a peg."""
        return self.peg_at(peg), 0.0, self.base_height + (height + 0.5) * self.disc_height


def stacks_of(state: str, pegs: int) -> list[list[int]]:
    """The discs on each peg, bottom first, of a line of text: a letter a disc, largest first."""
    stacks: list[list[int]] = [[] for _ in range(pegs)]
    for disc, letter in zip(range(len(state), 0, -1), state, strict=True):
        peg = ord(letter) - ord("A")
        if not 0 <= peg < pegs:
            raise SceneError(f"hanoi: expected letters A to {chr(64 + pegs)}, got {state!r}")
        stacks[peg].append(disc)
    return stacks


def hanoi_parts(
    toy: HanoiToy, state: str, *, seed: int = 0, lifted: tuple[int, Point] | None = None
) -> tuple[Part, ...]:
    """The toy in a state; `lifted` is a disc (by number) that is held in the air, and where."""
    parts = list(_stand(toy, seed))
    for peg, stack in enumerate(stacks_of(state, toy.pegs)):
        lying = [disc for disc in stack if lifted is None or disc != lifted[0]]
        for height, disc in enumerate(lying):
            # Nobody puts a disc down quite in the middle: the hole is wider than the peg.
            off = np.random.default_rng([seed, disc, peg, height]).normal(0, 0.5, 2)
            x, y, z = toy.place(peg, height)
            spot = (x + float(off[0]), y + float(off[1]), z)
            parts.append(Part(disc_mesh(toy, disc).moved(spot), disc_surface(toy, disc, seed)))
    if lifted is not None:
        disc, spot = lifted
        parts.append(Part(disc_mesh(toy, disc).moved(spot), disc_surface(toy, disc, seed)))
    return tuple(parts)


def disc_mesh(toy: HanoiToy, disc: int) -> Mesh:
    """A disc around the origin."""
    turned = lathe(disc_outline(toy, disc), closed=True)
    return Mesh(turned.vertices, turned.faces, turned.normals, turned.vertices[:, :2] / 100)


def disc_outline(toy: HanoiToy, disc: int) -> Floats:
    """Radii and heights (k, 2) round the section of a disc around the origin, in mm.

    Edges are round for the painted toy, and bevelled for plain wood.
    """
    half, outer = toy.disc_height / 2 - 0.15, toy.radius(disc)
    round_, hole = (half * 0.92, 1.2) if toy.look == "rainbow" else (1.6, 0.8)
    inner = toy.peg_radius + 1.3
    angle = np.linspace(0, np.pi / 2, 8)
    cos, sin = np.cos(angle), np.sin(angle)
    right_low = np.stack([outer - round_ + round_ * sin, -half + round_ - round_ * cos], 1)
    right_top = np.stack([outer - round_ + round_ * cos, half - round_ + round_ * sin], 1)
    left_top = np.stack([inner + hole - hole * sin, half - hole + hole * cos], 1)
    left_low = np.stack([inner + hole - hole * cos, -half + hole - hole * sin], 1)
    return np.concatenate([right_low, right_top, left_top, left_low])


def disc_surface(toy: HanoiToy, disc: int, seed: int) -> Surface:
    """The paint or the wood of a disc."""
    if toy.look == "rainbow":
        # The largest disc is red, as in most toys on sale.
        return Surface("paint", RAINBOW[toy.discs - disc], 0.09)
    return Surface("paint", rough=0.28, texture=_wood(seed + disc), texture_span=1.3)


def _stand(toy: HanoiToy, seed: int) -> tuple[Part, ...]:
    wide = (toy.pegs - 1) * toy.pitch + toy.widest + 22
    board = rounded_box((wide, toy.widest + 16, toy.base_height), 3.5)
    board = board.moved((0, 0, toy.base_height / 2))
    pegs = [_peg(toy).moved((toy.peg_at(peg), 0, 0)) for peg in range(toy.pegs)]
    varnish = Surface("paint", rough=0.25, texture=_wood(seed + 40), texture_span=2.6)
    return (
        Part(board, varnish),
        Part(merged(pegs), Surface("paint", rough=0.3, texture=_wood(seed + 60), texture_span=1.0)),
    )


def _peg(toy: HanoiToy) -> Mesh:
    r, top = toy.peg_radius, toy.peg_top
    angle = np.linspace(0, np.pi / 2, 8)
    dome = np.stack([r * np.cos(angle), top - r + r * np.sin(angle)], 1)
    body: Floats = np.array([[r, toy.base_height - 1], [r, top - r - 1]])
    return lathe(np.concatenate([body, dome]), sides=32)


@lru_cache(maxsize=96)
def _wood(seed: int) -> Bytes:
    return wood(seed, (224, 188, 140), (186, 142, 92))
