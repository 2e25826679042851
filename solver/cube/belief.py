"""What is known of a cube in somebody's hands: a few states, followed along turns and grips.

At first nothing is known, and the faces have to be shown; see decode.py. From then on each table
shows one to three faces, and mostly says that nothing has changed.
"""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from solver.belief import BARE, Estimate, Scene, soften
from solver.cube.answer import SURE, Decoded
from solver.cube.beam import Beam, Evidence, follow
from solver.cube.cubies import Cube
from solver.cube.decode import decode
from solver.cube.holding import Holding
from solver.cube.sightings import Joins
from solver.cube.turns import Turn
from solver.phrase import sentence

Floats = NDArray[np.float64]

# A group of stickers is strange when it is this many nats below what it would be by itself: about
# three stickers that are surely of other colours. After so many strange looks the cube is lost.
_STRANGE = 9.0
_PATIENCE = 45

# A group may as well show something else altogether when it is so strange.
_UNEXPLAINED = 13.0

# After so many strange looks in a row the search for what was done is made in some of them only.
_SEARCHED = 5

# What counts of a group in which more stickers than this changed their colour since the last look.
_FLEETING, _OTHER = 0.3, 1
# A sticker is read where no other colour is within so many nats of the likeliest.
_READ = 0.5
# What a group can tell against a state in one look, in nats, and one that is read alike again.
_MOST, _STEADY = 9.0, 25.0

# A state is one to come back to after so many looks in a row that it explains.
_PLAIN = 5
# What every steady look that it does not explain tells against coming back to it, in nats.
_FADING = 0.5

# What can be told at most by a face that goes round, in nats, for a cube that is rolled, of which
# nothing is seen, and for a layer that turns; it counts for so many looks.
_ROLLED, _TURNED, _STRAIGHT = 2.0, 5.0, 15

# A sticker in a layer that was turned does not look it when it is so many nats less probable than
# another colour. A turn is not certain in such looks, but for no more of them than this.
_UNLIKE, _MAYBE, _WAITED = 2.5, 0.85, 5

# So many looks at six faces are waited for a certain state, before a few states are followed.
_LOOKS = 10

# Of a cube that was lost, so many faces and looks that show it as it was, or little turned, are
# enough to go on.
_FACES_AGAIN, _LOOKS_AGAIN = 3, 4

_LOST = sentence("The cube is lost: show all six faces again.")
_AMBIGUOUS = sentence("Turn the cube a little, so that I see a second face of it too.")


class CubeBelief:
    """Follows a cube through tables of sticker colours.

    A table is (9 k, 6): groups of nine stickers, one a visible face, row by row in any rotation.
    While `lost`, a table is decoded by itself, and six faces make a state. Afterwards the most
    probable states are kept, each with the way the cube is held. Each is worth its most probable
    history (Viterbi 1967), not the sum over histories: turns that nobody could have seen must not
    pile up while nothing happens. A lost cube that shows up as it was, or a turn or two further, is
    followed again without a new scan. `doubt` is as for `solver.belief.Belief`;
    with `upright` the tables of a scan show every face as asking.UPRIGHT says.
    """

    def __init__(self, *, doubt: float = 0.1, upright: bool = False) -> None:
        self._doubt = doubt
        self._upright = upright
        self._beam: Beam | None = None
        self._holding = Holding()
        self._read: dict[int, NDArray[np.intp]] = {}
        self._anchor: Beam | None = None
        self._known: Beam | None = None
        self._again = 0
        self._plain = 0
        self._planned: tuple[Turn, ...] = ()
        self._stays, self._straight = 0.0, 0
        self._waited = 0
        self._strange = 0
        self._doubtful = 0
        self._decoded: tuple[Floats, Joins, Decoded] | None = None

    @property
    def lost(self) -> bool:
        """Whether no state is known, so that all six faces have to be shown."""
        return self._beam is None

    def expect(self, moves: Sequence[Turn]) -> None:
        """Tells the next moves of the plan that somebody is following: these are probable."""
        self._planned = tuple(moves)

    def update(self, cells: Floats, scene: Scene = BARE) -> Estimate[Cube]:
        """Takes one table, and where its groups lie in the picture, if the scene tells it.

        Raises ValueError for another shape than (9 k, 6), or for k groups and other outlines.
        """
        if cells.ndim != 2 or cells.shape[1] != 6 or len(cells) % 9:
            raise ValueError(f"table: expected 9 k x 6, got shape {cells.shape}")
        groups = cells.reshape(-1, 9, 6)
        if self._beam is None:
            return self._resumed(groups) or self._find(self._decode(groups, scene.joins))
        outline = scene.outline
        if outline is not None and len(outline) != len(groups):
            raise ValueError(f"table: expected {len(groups)} outlines, got {len(outline)}")
        evidence = self._evidence(self._logs(groups), outline)
        evidence = replace(evidence, stays=self._round(scene.stays))
        self._step(self._beam, evidence)
        return self._estimate(self._beam, evidence)

    def _round(self, stays: float | None) -> float:
        """What was told lately of a lone face that goes round: see `Evidence.stays`."""
        self._straight = 0 if stays is not None else self._straight + 1
        if stays is not None:
            told = float(np.log(stays / (1.0 - stays)))
            self._stays = float(np.clip(self._stays + told, -_ROLLED, _TURNED))
        elif self._straight > _STRAIGHT:
            self._stays = 0.0
        return self._stays

    def _logs(self, groups: Floats) -> Floats:
        """How far each colour is below the likeliest one of its sticker, in nats."""
        logs = np.log(soften(groups.reshape(-1, 6), self._doubt)).reshape(groups.shape)
        return np.asarray(logs - logs.max(axis=2, keepdims=True))

    def _resumed(self, groups: Floats) -> Estimate[Cube] | None:
        """The state of a cube that was lost, where what it shows is what it was or little more."""
        if self._known is None or len(groups) < _FACES_AGAIN:
            return None
        ones = np.ones(len(groups))
        anyhow = (-1,) * len(groups)
        evidence = Evidence(self._logs(groups), anyhow, True, ones, _STEADY * ones)
        beam = follow(self._known, evidence, self._planned)
        explained = beam is not self._known and evidence.plain(beam)
        self._again = self._again + 1 if explained and beam.certainty >= SURE else 0
        if self._again < _LOOKS_AGAIN:
            return None
        self._begin(beam)
        return Estimate(beam.cubes[0], beam.certainty)

    def _begin(self, beam: Beam) -> None:
        """Follows some states from now on."""
        self._beam = self._known = beam
        self._holding = Holding()
        self._strange = self._doubtful = self._again = self._plain = 0

    def _step(self, beam: Beam, evidence: Evidence) -> None:
        """One look, also from the last state that was beyond doubt for some time."""
        anchor = self._anchor
        start = beam.beside(anchor) if anchor is not None and len(evidence.logs) else beam
        new = follow(start, evidence, self._planned, turns=self._turns())
        if new is start:
            return
        if anchor is not None:
            fading = _FADING * evidence.refutes(anchor)
            self._anchor = replace(anchor, logs=anchor.logs - new.lifted - fading)
        same = new.cubes[0] == beam.cubes[0] and new.held[0] == beam.held[0]
        plain = new.certainty >= SURE and evidence.plain(new)
        self._plain = self._plain + 1 if same and plain else 0
        if self._plain >= _PLAIN:
            if anchor is None or anchor.cubes != new.cubes[:1]:
                new = new.settled()
            self._anchor = self._known = new.anchor()
        self._beam = new

    def _turns(self) -> int:
        """So many turns at once are looked for: seldom, where that was of no use for long."""
        if self._strange <= _SEARCHED:
            return 2
        often, seldom = self._strange % 4, self._strange % 12
        return 1 if often else 2 if seldom else 3

    def _evidence(self, logs: Floats, outline: Floats | None) -> Evidence:
        """The groups, where they lie, and how far each may be trusted."""
        if outline is None:
            ones = np.ones(len(logs))
            return Evidence(logs, (-1,) * len(logs), True, ones, _MOST * ones)
        look = self._holding.look(outline)
        read = dict(zip(look.ways, _told(logs), strict=True))
        trust = [self._steady(way, colours) for way, colours in read.items()]
        if len(trust) < len(logs):
            # Two groups lie in one place, or apart from the others.
            trust = [_FLEETING] * len(logs)
        self._read = read
        most = [_MOST if share < 1 else _STEADY for share in trust]
        return Evidence(logs, look.ways, look.fresh, np.array(trust), np.array(most))

    def _steady(self, way: int, colours: NDArray[np.intp]) -> float:
        """What is read as it was in the last look is trusted; a layer on its way flickers."""
        before = self._read.get(way)
        if before is None:
            return _FLEETING
        both = (before >= 0) & (colours >= 0)
        return _FLEETING if (before != colours)[both].sum() > _OTHER else 1.0

    def _decode(self, groups: Floats, joins: Joins) -> Decoded:
        """Decodes the faces, unless they are those of the last time: decoding is dear."""
        last = self._decoded
        if last is None or last[1] != joins or not np.array_equal(last[0], groups):
            last = groups.copy(), joins, decode(groups, joins=joins, upright=self._upright)
        self._decoded = last
        return last[2]

    def _find(self, found: Decoded) -> Estimate[Cube]:
        """A certain state ends being lost, and after many looks a few states do."""
        if found.state is None:
            return Estimate(None, 0.0, problem=found.problem)
        self._doubtful += 1
        states = ((found.state, found.certainty), *found.others)
        known = sum(p for _, p in states) >= SURE
        if found.certainty >= SURE or (known and self._doubtful > _LOOKS):
            self._begin(Beam.of(states))
        return Estimate(found.state, found.certainty, found.placed, found.problem, found.ways)

    def _under_way(self, beam: Beam, placed: NDArray[np.intp], regrets: Floats) -> bool:
        """Whether a layer that is taken for turned may still be turning: it does not look it yet.

        One that never looks it, for a sticker is misread, is taken for turned all the same.
        """
        anchor = self._anchor
        if anchor is None or (beam.views[0] == anchor.views[0]).all():
            self._waited = 0
            return False
        moved = (beam.views[0] != anchor.views[0])[placed]
        unlike = bool((regrets[moved] < -_UNLIKE).any())
        self._waited += unlike
        return unlike and self._waited <= _WAITED

    def _estimate(self, beam: Beam, evidence: Evidence) -> Estimate[Cube]:
        """The best state, its share and where the groups lie; gives up after strange tables."""
        placed, regrets = evidence.on(beam.views[0], int(beam.held[0]))
        if len(regrets):
            strange = regrets.sum(axis=1).min() < -_STRANGE
            self._strange = self._strange + 1 if strange else 0
        if self._strange > _PATIENCE:
            self._beam = self._anchor = None
            return Estimate(None, 0.0, problem=_LOST)
        # A picture that not even the best state explains makes all of them doubtful.
        explained = 1.0 / (1.0 + np.exp(-_UNEXPLAINED - regrets.sum(axis=1)))
        certainty = beam.certainty * float(explained.prod())
        if self._under_way(beam, placed, regrets):
            certainty = min(certainty, _MAYBE)
        alone = len(evidence.logs) == 1 and certainty < SURE
        return Estimate(
            beam.cubes[0],
            certainty,
            tuple(placed.ravel().tolist()),
            _AMBIGUOUS if alone else None,
        )


def _told(logs: Floats) -> NDArray[np.intp]:
    """The colours of all stickers, (k, 9), -1 where nothing is told: a hand may be in front."""
    second = np.partition(logs, -2, axis=2)[..., -2]
    return np.where(second < -_READ, logs.argmax(axis=2), -1)
