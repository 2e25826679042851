"""The reader over painted towers, and over pictures that show none."""

from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from calibration.profile import Profile
from samples.hanoi_eye.paint import Scene, random_scene
from solver import PUZZLES
from solver.belief import Belief
from vision.frame import Frame, Image, Observation
from vision.hanoi import HanoiReader
from vision.hanoi.furniture import RESTS_S
from vision.hanoi.nets import Stacks
from vision.hanoi.patch import PATCH, ROWS
from vision.hanoi.places import Arrangements
from vision.hanoi.reader import COVERED, NO_COUNT, STRANGER
from vision.hanoi.row import Row, Support
from vision.hanoi.sight import Looker, Sight
from vision.hanoi.strangers import Seen
from vision.hanoi.weighing import weigh

PROFILE = Profile("hanoi")


def state_of(scene: Scene) -> str:
    """The true state as a line of text, largest disc first."""
    count = len(scene.tower.radii)
    peg_of = {d: p for p, stack in enumerate(scene.tower.stacks) for d in stack}
    return "".join("ABCD"[peg_of[d]] for d in reversed(range(count)))


def told(seen: Observation) -> str | None:
    """The state that one table makes certain."""
    if not seen.found:
        return None
    puzzle = PUZZLES["hanoi"](*seen.size)
    estimate = Belief(puzzle).update(seen.cells)
    return puzzle.format(estimate.state) if estimate.certainty > 0.9 else None


@pytest.fixture(scope="module")
def scenes() -> list[Scene]:
    """Painted towers with nothing in front of them, that no network was trained on."""
    rng, found = np.random.default_rng(20_000), []
    while len(found) < 24:
        scene = random_scene(rng)
        if scene.covered.max() == 0 and len(scene.tower.radii) <= 5 and scene.tower.pegs == 3:
            found.append(scene)
    return found


def test_painted_towers_are_read_and_hardly_ever_wrongly(scenes: list[Scene]) -> None:
    right, wrong = 0, 0
    for scene in scenes:
        count = len(scene.tower.radii)
        state = told(HanoiReader(PROFILE, count=count).read(Frame(scene.image)))
        right += state == state_of(scene)
        wrong += state not in (None, state_of(scene))
    assert right >= len(scenes) // 3
    assert wrong <= 2


def test_rows_are_peg_major_and_places_lie_in_the_picture(scenes: list[Scene]) -> None:
    read = [
        (s, HanoiReader(PROFILE, count=len(s.tower.radii)).read(Frame(s.image))) for s in scenes
    ]
    found = [(scene, seen) for scene, seen in read if seen.found and seen.problem is None]
    assert found
    for scene, seen in found:
        discs, pegs = seen.size
        assert seen.cells.shape == (discs * pegs, discs + 1)
        height, width = scene.image.shape[:2]
        feet = seen.where[::discs]
        assert np.all(np.diff(feet[:, 0]) > 0)
        assert np.all((feet > -20) & (feet < [width + 20, height + 20]))
        assert seen.outline is not None
        assert seen.outline.shape == (pegs, 4, 2)


@pytest.mark.parametrize("seed", range(4))
def test_a_picture_without_a_tower_is_nothing_with_a_sentence(seed: int) -> None:
    noise = np.random.default_rng(seed).integers(0, 255, (240, 320, 3)).astype(np.uint8)
    grey = np.full((300, 400, 3), 128, np.uint8)
    for image in (noise, grey):
        seen = HanoiReader(PROFILE, count=3).read(Frame(image))
        assert not seen.found
        assert seen.problem


def test_more_discs_than_can_be_read_are_refused_in_a_sentence() -> None:
    seen = HanoiReader(PROFILE, count=9).read(Frame(np.zeros((60, 80, 3), np.uint8)))
    assert seen.problem == "Towers of so many discs cannot be read."


def test_a_jump_of_the_picture_is_movement(scenes: list[Scene]) -> None:
    for scene in scenes:
        reader = HanoiReader(PROFILE, count=len(scene.tower.radii))
        if reader.read(Frame(scene.image)).problem is None:
            break
    dark = scene.image.copy()
    dark[:, : dark.shape[1] // 2] //= 3
    seen = reader.read(Frame(scene.image))
    seen = reader.read(Frame(dark))
    assert seen.problem
    assert np.allclose(seen.cells, seen.cells[0, 0])


def test_the_count_is_read_and_kept(scenes: list[Scene]) -> None:
    counts = []
    for scene in scenes:
        seen = HanoiReader(PROFILE).read(Frame(scene.image))
        if seen.found:
            counts.append(seen.size[0] == len(scene.tower.radii))
    assert len(counts) >= 3
    assert np.mean(counts) >= 0.8


def test_the_fourth_peg_is_not_forgotten() -> None:
    rng, found = np.random.default_rng(98), []
    while len(found) < 12:
        scene = random_scene(rng)
        if scene.covered.max() > 0 or scene.tower.pegs != 4 or len(scene.tower.radii) < 3:
            continue
        seen = HanoiReader(PROFILE, count=len(scene.tower.radii)).read(Frame(scene.image))
        if seen.found:
            found.append(seen.size[1] == 4)
    assert sum(found) >= 11


class Doubtful:
    """Looks at a tower of which it is not sure: all three discs on A, or one of them on B."""

    def __init__(self, all_there: float) -> None:
        counts = np.zeros((3, 9))
        counts[0, [3, 2]] = counts[1, [0, 1]] = all_there, 1 - all_there
        counts[2, 0] = 1
        radii = np.tile(np.array([0.4, 0.3, 0.2, *[0.1] * 5]), (3, 1))
        few, rims = np.full(3, 0.3), np.zeros((3, ROWS))
        self.stacks = Stacks(
            counts, radii, np.full((3, 8), 0.01), np.ones(3), np.zeros((3, 2, 2)), few, rims, rims
        )
        feet = np.array([[100.0, 200.0], [200.0, 200.0], [300.0, 200.0]])
        self.row = Row(feet, feet - [0, 90], 0.9)
        # What it sees at the second look, where that is something else, and how often it took one.
        self.again: Stacks | None = None
        # How surely it sees a hand at the tower, a logit.
        self.hand = -30.0
        self.seconds = self.searches = 0

    def find(self, image: Image, **known: Any) -> Sight:
        self.searches += 1
        return self.look(image, self.row)

    def strange(self, image: Image, sight: Sight) -> Seen:
        marks = np.pad([[self.hand]], (4, 27), constant_values=-5.0)
        return Seen(np.zeros((128, 128, 3), np.uint8), marks)

    def patches(self, image: Image, row: Row) -> NDArray[np.uint8]:
        return np.zeros((row.pegs, *PATCH[::-1], 3), np.uint8)

    def look(self, image: Image, row: Row, patches: NDArray[np.uint8] | None = None) -> Sight:
        return Sight(row, row, self.patches(image, row), self.stacks)

    def together(self, image: Image, sight: Sight) -> Sight:
        return sight

    def twice(self, image: Image, sight: Sight) -> Sight:
        self.seconds += 1
        return sight if self.again is None else replace(sight, stacks=self.again)


@pytest.mark.parametrize("all_there", [0.55, 0.66, 0.8, 0.98])
def test_one_picture_makes_no_surer_than_it_is(
    monkeypatch: pytest.MonkeyPatch, all_there: float
) -> None:
    looker, picture = Doubtful(all_there), np.zeros((300, 400, 3), np.uint8)
    monkeypatch.setattr("vision.hanoi.reader.Looker", lambda: looker)
    state = told(HanoiReader(PROFILE, count=3).read(Frame(picture)))
    assert state == ("AAA" if all_there > 0.9 else None)


def counted(discs: int, sure: float, clear: float) -> Doubtful:
    """A look that sees so many discs on A, so surely, and so surely nothing in front of them."""
    looker, counts = Doubtful(1.0), np.zeros((3, 9))
    counts[0, [discs, discs + 1]] = sure, 1 - sure
    counts[1:, 0] = 1
    radii = np.tile(np.linspace(0.45, 0.1, 8), (3, 1))
    looker.stacks = replace(looker.stacks, counts=counts, clear=np.full(3, clear), radii=radii)
    return looker


@pytest.mark.parametrize(("other", "state"), [(4, "AAA"), (2, None)])
def test_a_disc_too_many_is_miscounted_and_one_too_few_may_be_in_a_hand(
    monkeypatch: pytest.MonkeyPatch, other: int, state: str | None
) -> None:
    looker, picture = counted(3, 1.0, 1.0), np.zeros((300, 400, 3), np.uint8)
    looker.stacks.counts[0, [3, other]] = 0.3, 0.7
    monkeypatch.setattr("vision.hanoi.reader.Looker", lambda: looker)
    assert told(HanoiReader(PROFILE, count=3).read(Frame(picture))) == state


@pytest.mark.parametrize(
    ("sure", "clear", "state"),
    [(0.9999, 1.0, "AAA"), (0.9999, 0.8, "AAA"), (0.9999, 0.4, None), (0.85, 1.0, None)],
)
def test_a_number_that_is_read_must_be_sure(
    monkeypatch: pytest.MonkeyPatch, sure: float, clear: float, state: str | None
) -> None:
    looker, picture = counted(3, sure, clear), np.zeros((300, 400, 3), np.uint8)
    monkeypatch.setattr("vision.hanoi.reader.Looker", lambda: looker)
    assert told(HanoiReader(PROFILE).read(Frame(picture))) == state


def test_with_a_hand_at_the_tower_the_number_must_be_given(monkeypatch: pytest.MonkeyPatch) -> None:
    looker, picture = counted(3, 0.9999, 1.0), np.zeros((300, 400, 3), np.uint8)
    looker.hand = 1.4
    monkeypatch.setattr("vision.hanoi.reader.Looker", lambda: looker)
    assert told(HanoiReader(PROFILE, count=3).read(Frame(picture))) == "AAA"
    reader = HanoiReader(PROFILE)
    for _ in range(9):
        seen = reader.read(Frame(picture))
        assert told(seen) is None
        assert seen.problem == STRANGER
    assert looker.seconds == 0
    looker.hand = -2.2
    assert told(reader.read(Frame(picture))) == "AAA"


def test_what_rests_in_a_film_is_no_hand(monkeypatch: pytest.MonkeyPatch) -> None:
    looker, picture = counted(3, 0.9999, 1.0), np.zeros((300, 400, 3), np.uint8)
    looker.hand = 1.4
    monkeypatch.setattr("vision.hanoi.reader.Looker", lambda: looker)
    reader = HanoiReader(PROFILE)
    assert [told(reader.read(Frame(picture, 0.5 * k))) for k in range(8)] == [None] * 8
    assert told(reader.read(Frame(picture, RESTS_S))) == "AAA"


def test_a_number_may_change_until_a_state_was_told(monkeypatch: pytest.MonkeyPatch) -> None:
    looker, picture = counted(4, 0.85, 1.0), np.zeros((300, 400, 3), np.uint8)
    monkeypatch.setattr("vision.hanoi.reader.Looker", lambda: looker)
    reader = HanoiReader(PROFILE)
    seen = reader.read(Frame(picture))
    assert told(seen) is None
    assert seen.problem == NO_COUNT
    looker.stacks = counted(3, 0.9999, 0.8).stacks
    assert told(reader.read(Frame(picture))) == "AAA"


@pytest.mark.parametrize(("all_there", "seconds"), [(0.9999, 0), (0.66, 1)])
def test_what_leaves_doubt_is_looked_at_twice(
    monkeypatch: pytest.MonkeyPatch, all_there: float, seconds: int
) -> None:
    looker, picture = Doubtful(all_there), np.zeros((300, 400, 3), np.uint8)
    looker.again = Doubtful(0.9999).stacks
    monkeypatch.setattr("vision.hanoi.reader.Looker", lambda: looker)
    assert told(HanoiReader(PROFILE, count=3).read(Frame(picture))) == "AAA"
    assert looker.seconds == seconds


@pytest.mark.parametrize(
    ("first", "second", "seconds", "state"),
    [
        (0.981, 0.0, 0, "AAA"),
        (0.979, 0.946, 1, "AAA"),
        (0.6, 0.946, 1, "AAA"),
        # Neither by itself is sure enough.
        (0.94, 0.93, 1, "AAA"),
        (0.94, 0.91, 1, None),
        (0.92, 0.944, 1, None),
    ],
)
def test_what_is_told_of_a_first_picture_is_certain(
    monkeypatch: pytest.MonkeyPatch, first: float, second: float, seconds: int, state: str | None
) -> None:
    looker, picture = Doubtful(0.9999), np.zeros((300, 400, 3), np.uint8)
    monkeypatch.setattr("vision.hanoi.reader.Looker", lambda: looker)

    def sure(_: Any, *, twice: bool = False, **__: Any) -> float:
        return second if twice else first

    monkeypatch.setattr("vision.hanoi.reader.surety", sure)
    assert told(HanoiReader(PROFILE, count=3).read(Frame(picture))) == state
    assert looker.seconds == seconds


def test_what_is_hidden_is_not_looked_at_twice(monkeypatch: pytest.MonkeyPatch) -> None:
    looker, picture = counted(3, 0.9999, 0.03), np.zeros((300, 400, 3), np.uint8)
    monkeypatch.setattr("vision.hanoi.reader.Looker", lambda: looker)
    seen = HanoiReader(PROFILE, count=3).read(Frame(picture))
    assert told(seen) is None
    assert seen.problem == COVERED
    assert looker.seconds == 0


@pytest.mark.parametrize(("there", "state"), [(0.2, None), (0.999, "AAA")])
def test_a_disc_that_is_likely_elsewhere_belongs_to_no_peg(
    monkeypatch: pytest.MonkeyPatch, there: float, state: str | None
) -> None:
    """Somebody said three discs, and the picture shows two, or perhaps three."""
    looker, picture = counted(2, 1 - there, 1.0), np.zeros((300, 400, 3), np.uint8)
    monkeypatch.setattr("vision.hanoi.reader.Looker", lambda: looker)
    assert told(HanoiReader(PROFILE, count=3).read(Frame(picture))) == state


def test_what_is_before_a_tower_is_not_followed(monkeypatch: pytest.MonkeyPatch) -> None:
    """All else makes its state sure; the row is looked for until nothing is before it."""
    looker, picture = counted(3, 0.9999, 0.3), np.zeros((300, 400, 3), np.uint8)
    monkeypatch.setattr("vision.hanoi.reader.Looker", lambda: looker)
    reader = HanoiReader(PROFILE, count=3)
    assert [told(reader.read(Frame(picture))) for _ in range(3)] == ["AAA"] * 3
    assert looker.searches == 3
    looker.stacks = counted(3, 0.9999, 1.0).stacks
    assert told(reader.read(Frame(picture))) == "AAA"
    assert looker.searches == 4
    reader.read(Frame(picture))
    assert looker.searches == 4


@pytest.mark.parametrize(("sure", "state"), [(0.55, "AAA"), (0.92, None)])
def test_two_looks_that_say_different_things_tell_nothing(
    monkeypatch: pytest.MonkeyPatch, sure: float, state: str | None
) -> None:
    """The first one counts four discs, or does not know; the second one counts three."""
    looker, picture = counted(4, sure, 1.0), np.zeros((300, 400, 3), np.uint8)
    looker.again = counted(3, 0.99999, 1.0).stacks
    monkeypatch.setattr("vision.hanoi.reader.Looker", lambda: looker)
    assert told(HanoiReader(PROFILE).read(Frame(picture))) == state
    assert looker.seconds == 1


@pytest.mark.parametrize(("rough", "share"), [(0.30, 1.0), (0.24, 0.925), (0.18, 0.85)])
def test_edges_are_not_believed_alone(rough: float, share: float) -> None:
    """One disc on each peg: edges tell which is the larger, closer looks agree, or do not."""
    looker, picture = Doubtful(1.0), np.zeros((300, 400, 3), np.uint8)
    counts = np.tile(np.eye(9)[1], (3, 1))
    radii = np.tile(np.array([[0.30], [0.24], [0.1]]), (1, 8))
    fine = replace(looker.stacks, counts=counts, radii=radii, spreads=np.full((3, 8), 0.005))
    seen = radii.copy()
    seen[0] = rough
    sight = replace(looker.find(picture), stacks=fine, rough=replace(fine, radii=seen))
    every = Arrangements(3, 3)
    weighed = weigh(every, sight)
    best = weighed.by_edges.argmax()
    assert every.peg_of[best].tolist() == [2, 1, 0]
    assert weighed.both[best] == pytest.approx(share, abs=0.01)


def test_a_row_that_a_look_bends_is_no_tower(monkeypatch: pytest.MonkeyPatch) -> None:
    straight = Doubtful(1.0)
    sideways = np.array([[0, 0], [0, 30], [0, 0]])
    bent = replace(straight.row, feet=straight.row.feet + sideways)
    picture = np.zeros((300, 400, 3), np.uint8)
    fine = straight.find(picture)
    for sight, found in ((fine, True), (replace(fine, by_patches=bent), False)):
        looker = Looker()
        monkeypatch.setattr(looker, "_finder", straight)
        monkeypatch.setattr(looker, "look", lambda image, row, sight=sight: sight)
        monkeypatch.setattr("vision.hanoi.sight.likely_rows", lambda *_, **__: [straight.row])
        monkeypatch.setattr("vision.hanoi.sight.support_of", lambda *_, **__: Support(0.9))
        assert (looker.find(picture, pegs=3, count=3) is not None) == found


def row_of(pegs: int, score: float) -> Row:
    """A straight row."""
    feet = np.stack([np.arange(1, pegs + 1) * 100.0, np.full(pegs, 200.0)], axis=1)
    return Row(feet, feet - [0, 90], score)


@pytest.mark.parametrize(
    ("score", "fits", "pegs"),
    [(0.8, 0.1, 4), (0.2, 1.0, 3)],
    ids=["plain, though what it carries is not", "a post beside a toy of three"],
)
def test_a_fourth_peg_is_judged_by_how_it_looks(
    monkeypatch: pytest.MonkeyPatch, score: float, fits: float, pegs: int
) -> None:
    three, four = row_of(3, 0.9), row_of(4, score)

    def look(image: Image, row: Row) -> Sight:
        stacks, share = Doubtful(1.0).stacks, fits if row.pegs == 4 else 1.0
        counts = np.zeros((row.pegs, 9))
        counts[:, 0], counts[0, :4] = 1, [1 - share, 0, 0, share]
        told = replace(stacks, counts=counts, clear=np.ones(row.pegs))
        return Sight(row, row, np.zeros((row.pegs, *PATCH[::-1], 3), np.uint8), told)

    def rows(found: object, pegs: int | None = None, **_: int) -> list[Row]:
        return [four] if pegs == 4 else [four, three]

    looker, picture = Looker(), np.zeros((300, 500, 3), np.uint8)
    monkeypatch.setattr(looker, "_finder", Doubtful(1.0))
    monkeypatch.setattr(looker, "look", look)
    monkeypatch.setattr("vision.hanoi.sight.likely_rows", rows)
    monkeypatch.setattr("vision.hanoi.sight.support_of", lambda *_, **__: Support(0.9))
    found = looker.find(picture, count=3)
    assert found is not None
    assert found.row.pegs == pegs
