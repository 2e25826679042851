"""All pegs of a row looked at together, as close as the largest pile allows and all at one scale.

A first look at each peg by itself says where the pegs are and how large what they carry is; this
one tells how many discs there are and how wide each is. What is seen at one peg helps with the
others: how thick the discs are, and what belongs to the toy but is no disc. Discs are counted
twice, by the look as a whole and row by row: the two are wrong about different piles.

Where that leaves doubt a second network is asked, which learned the same from its first step on by
itself, with twice as many channels and at other scenes. What both say is right more often, and
surer ("Simple and scalable predictive uncertainty estimation using deep ensembles",
Lakshminarayanan et al., 2017).
"""

from dataclasses import replace
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from vision.frame import Image
from vision.hanoi.depth import true_share
from vision.hanoi.lengths import lengths
from vision.hanoi.nets import MOST_DISCS, USUAL_PEGS, Stacks, blob, sigmoid, softmax
from vision.hanoi.patch import FOOT, ROWS, TOWER, tower_matrix, tower_window, tower_zoom, warped
from vision.hanoi.rims import count_logs
from vision.hanoi.row import Row
from vision.network import Network, Singles, load_network

Floats = NDArray[np.float64]
# What a network told of the pegs, and of the rows of their looks: see `_answer`.
Answer = tuple[Floats, Floats]

# The least and largest share of a peg that a pile is high.
HEIGHTS = (0.02, 1.0)
# What a row seems to carry whose pegs all seem bare: the largest half width and height, in UNIT.
NOTHING = (0.35, 0.4)
# The least and largest error of a half width, as a logarithm.
ERRORS = (-6.0, 1.0)
# The share that telling discs row by row has in the logits of counts.
TOLD = 0.5
# No count is less likely by one network.
LEAST = 1e-12


class TowerEye:
    """Reads closer looks at the pegs of a row."""

    def __init__(self) -> None:
        self._net = _load("tower.onnx")
        # Most pictures leave no doubt.
        self._second: Network | None = None

    def read(
        self,
        image: Image,
        row: Row,
        matrices: list[Floats],
        stacks: Stacks,
        votes: tuple[Answer, ...] = (),
    ) -> Stacks:
        """The stacks of a row with counts, half widths and what is clear from closer looks.

        `matrices` are those of the pegs' patches, `stacks` what was read from these; half widths
        stay in units of the patches. Both looks have their say in what is clear. `votes` is what
        the first network has answered already; then the second one is asked.
        """
        window, m = window_of(row, stacks), MOST_DISCS
        looks = blob(
            np.stack([warped(image, tower_matrix(one, window), TOWER) for one in matrices])
        )
        answers = (*votes, _answer(self._next(len(votes)), looks, tower_zoom(window)))
        told, rows = _mean(answers)
        tops = told[:, 3 * m + 2] / (lengths(row.tips - row.feet) / row.units)
        return replace(
            told_by(stacks, told),
            clear=np.sqrt(stacks.clear * sigmoid(told[:, 3 * m + 1])),
            heights=true_share(np.clip(tops, *HEIGHTS), row.depths.growth(row.pegs)),
            rims=sigmoid(rows),
            lines=_lines(window) + stacks.ends[:, :1, 1] - FOOT[1],
            votes=answers,
        )

    def _next(self, asked: int) -> Network:
        """The network that is asked after so many."""
        if not asked:
            return self._net
        if self._second is None:
            self._second = _load("second.onnx")
        return self._second


def told_by(stacks: Stacks, told: Floats) -> Stacks:
    """The stacks with the counts and half widths of an answer's first part."""
    m = MOST_DISCS
    return replace(
        stacks,
        counts=softmax(told[:, : m + 1]),
        radii=told[:, m + 1 : 2 * m + 1],
        spreads=np.exp(told[:, 2 * m + 1 : 3 * m + 1]),
    )


def _load(name: str) -> Network:
    return load_network(Path(__file__).parent / name, (USUAL_PEGS, 3, *TOWER[::-1]))


def _answer(net: Network, looks: Singles, zoom: float) -> Answer:
    """(pegs, 27): logs of counts, half widths, logs of their errors, logit of what is clear.

    The last is how far above the foot the pile is seen to end. Half widths and that are in units of
    the patches, of which the looks are `zoom` times as large. And (pegs, ROWS): logits of a rim in
    each row of the looks.
    """
    m = MOST_DISCS
    out = np.asarray(net(looks), dtype=np.float64)
    told, rows = np.split(out, [3 * m + 3], axis=1)
    told[:, : m + 1] = np.log(softmax(told[:, : m + 1] + TOLD * count_logs(rows, m)) + LEAST)
    told[:, m + 1 : 2 * m + 1] /= zoom
    errors = told[:, 2 * m + 1 : 3 * m + 1]
    told[:, 2 * m + 1 : 3 * m + 1] = np.clip(errors, *ERRORS) - np.log(zoom)
    told[:, 3 * m + 2] /= zoom
    return told, rows


def _mean(answers: tuple[Answer, ...]) -> Answer:
    """What networks say together: half widths are as wrong as those of two are apart, too."""
    told, rows = (np.stack(part) for part in zip(*answers, strict=True))
    mean, m = told.mean(axis=0), MOST_DISCS
    squares = np.exp(2 * told[:, :, 2 * m + 1 : 3 * m + 1]).mean(axis=0)
    squares += told[:, :, m + 1 : 2 * m + 1].var(axis=0)
    mean[:, 2 * m + 1 : 3 * m + 1] = 0.5 * np.log(squares)
    return mean, rows.mean(axis=0)


def _lines(window: tuple[float, float, float]) -> Floats:
    """Where the rows of closer looks are in patches, (ROWS,) pixels."""
    way = tower_matrix(np.eye(2, 3), window)
    return np.asarray(((np.arange(ROWS) + 0.5) * TOWER[1] / ROWS - 0.5 - way[1, 2]) / way[1, 1])


def window_of(row: Row, stacks: Stacks) -> tuple[float, float, float]:
    """What the closer looks show, by what the first one saw."""
    long = lengths(row.tips - row.feet) / row.units
    counts = stacks.counts.argmax(axis=1)
    some = np.flatnonzero(counts)
    if not len(some):
        return tower_window(*NOTHING, float(long.max()))
    widest = max(float(stacks.radii[peg, : counts[peg]].max()) for peg in some)
    high = float((stacks.heights * long)[some].max())
    return tower_window(max(widest, 0.1), high, float(long.max()))
