"""Every bundled sample holds together: its truth, its profile, its pictures and their sizes."""

from itertools import pairwise
from pathlib import Path

import cv2
import pytest

from calibration import load_profile
from solver import PUZZLES, AnyPuzzle, puzzle_of_state

SAMPLES = Path(__file__).parents[2] / "samples"
CLIPS = sorted(path.parent for path in SAMPLES.glob("*/*/clip.mp4"))
PHOTOS = sorted(
    path.parent
    for path in SAMPLES.glob("*/*/truth.txt")
    if not (path.parent / "clip.mp4").exists() and any(path.parent.glob("*.jpg"))
)
MEGABYTE = 1 << 20


def _name(folder: Path) -> str:
    return str(folder.relative_to(SAMPLES))


def _changes(folder: Path) -> list[tuple[float, str]]:
    lines = (folder / "truth.txt").read_text(encoding="utf-8").splitlines()
    return [(float(line.split(" ", 1)[0]), line.split(" ", 1)[1]) for line in lines]


def _known(folder: Path) -> list[str]:
    return [state for _, state in _changes(folder) if state != "?"]


def _puzzle(folder: Path, states: list[str]) -> AnyPuzzle:
    return puzzle_of_state(folder.parent.name, *states)


def _frames(folder: Path) -> tuple[int, float, tuple[int, int]]:
    """Frames that can be decoded, frames a second, width and height."""
    video = cv2.VideoCapture(str(folder / "clip.mp4"))
    count, shape = 0, (0, 0)
    while True:
        good, picture = video.read()
        if not good:
            break
        count, shape = count + 1, (picture.shape[1], picture.shape[0])
    fps = float(video.get(cv2.CAP_PROP_FPS))
    video.release()
    return count, fps, shape


def test_every_puzzle_has_a_clip() -> None:
    assert {clip.parent.name for clip in CLIPS} == set(PUZZLES)


@pytest.mark.parametrize("clip", CLIPS, ids=_name)
class TestClip:
    def test_the_truth_starts_at_nought_and_its_times_increase(self, clip: Path) -> None:
        times = [at for at, _ in _changes(clip)]
        assert times[0] == 0.0
        assert all(a < b for a, b in pairwise(times))

    def test_every_line_of_the_truth_is_a_change(self, clip: Path) -> None:
        assert all(a != b for (_, a), (_, b) in pairwise(_changes(clip)))

    def test_states_are_legal_and_follow_by_one_move(self, clip: Path) -> None:
        texts = _known(clip)
        puzzle = _puzzle(clip, texts)
        states = [puzzle.parse(text) for text in texts]
        assert len(states) >= 3
        for before, after in pairwise(states):
            reached = [puzzle.apply(before, move) for move in puzzle.moves(before)]
            assert after in reached, f"{puzzle.format(before)} to {puzzle.format(after)}"

    def test_the_profile_names_the_puzzle_and_its_size(self, clip: Path) -> None:
        profile = load_profile(clip / "profile.toml")
        assert profile.puzzle == clip.parent.name
        if profile.puzzle != "cube":
            assert profile.count == len(_known(clip)[0])

    def test_the_video_lasts_longer_than_the_truth(self, clip: Path) -> None:
        count, fps, size = _frames(clip)
        assert 10 <= fps <= 15
        assert size[0] >= 480
        last, final = _changes(clip)[-1]
        assert final != "?"
        # The last state stays in sight for at least half a second, and not for ever.
        assert last + 0.5 <= count / fps <= last + 5

    def test_a_settled_state_lasts_long_enough_to_be_seen(self, clip: Path) -> None:
        for (at, state), (then, _) in pairwise(_changes(clip)):
            assert state == "?" or then - at >= 0.5


@pytest.mark.parametrize("clip", [c for c in CLIPS if c.parent.name != "cube"], ids=_name)
def test_one_move_is_off_the_plan(clip: Path) -> None:
    """The coach is to be seen correcting: exactly one move brings the end no nearer."""
    texts = _known(clip)
    puzzle = _puzzle(clip, texts)
    states = [puzzle.parse(text) for text in texts]
    left = [puzzle.plan(state, puzzle.goal).count for state in states]
    assert sum(after >= before for before, after in pairwise(left)) == 1


@pytest.mark.parametrize("folder", PHOTOS, ids=_name)
def test_photos_have_a_legal_truth(folder: Path) -> None:
    lines = (folder / "truth.txt").read_text(encoding="utf-8").splitlines()
    pictures = {path.name for path in folder.glob("*.jpg")}
    if folder.parent.name == "cube":
        # The photos together are one cube: a line of 54 letters.
        (state,) = lines
        PUZZLES["cube"](3).parse(state)
        assert len(pictures) in (2, 6)
    else:
        named = dict(line.split(" ") for line in lines)
        assert set(named) == pictures
        for state in named.values():
            _puzzle(folder, [state]).parse(state)
    for name in pictures:
        assert cv2.imread(str(folder / name)) is not None


def test_samples_are_small() -> None:
    files = [path for kind in ("*.mp4", "*.jpg") for path in SAMPLES.rglob(kind)]
    sizes = [path.stat().st_size for path in files]
    assert max(sizes) < 3 * MEGABYTE
    assert sum(sizes) < 16 * MEGABYTE
