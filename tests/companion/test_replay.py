"""Replay: truth files, scores, and the bundled samples against their golden transcripts."""

import dataclasses
import json
import shutil

import pytest

from companion.clips import bundled
from companion.languages import LANGUAGES
from companion.loop import watch
from companion.replay import replay, score
from companion.session import Session
from companion.truth import Truth, load_truth
from solver import PUZZLES, Estimate
from tests.companion.follow_painted import painted_camera, painted_follower
from tests.golden import golden_file, transcripts

HANOI = PUZZLES["hanoi"](3, 3)
EACH = 12 / 15


def steps_of(texts):
    camera = painted_camera(HANOI, texts)
    return list(watch(camera, painted_follower("hanoi", 3, 3), Session))


def test_truth_file(tmp_path):
    path = tmp_path / "truth.txt"
    path.write_text("0.000 r g b//\n1.5 ?\n\n2 r g/b/\n")
    truth = load_truth(path)
    assert truth.at(-0.1) is None
    assert truth.at(0.0) == truth.at(1.499) == "r g b//"
    assert truth.at(1.7) is None
    assert truth.at(9.0) == "r g/b/"
    assert truth.stays() == [(0.0, "r g b//"), (2.0, "r g/b/")]


@pytest.mark.parametrize(
    ("text", "hint"),
    [
        ("", "got none"),
        ("soon AAA", "truth.txt:1"),
        ("nan AAA", "a number of seconds"),
        ("0 AAA\n1", ":2"),
        ("2 A\n1 B", "fall"),
    ],
)
def test_bad_truth_files(tmp_path, text, hint):
    path = tmp_path / "truth.txt"
    path.write_text(text)
    with pytest.raises(OSError, match=hint):
        load_truth(path)


def test_score_of_a_game_seen_well():
    truth = Truth((0.0, EACH, 2 * EACH, 3 * EACH), ("AAA", None, "AAC", "ABC"))
    result, lines = score("a", steps_of(["AAA", "~", "AAC", "ABC"]), truth)
    assert result.frames == 48
    assert result.cells_right == 1.0
    # Two frames at the beginning, while the size is not agreed on, and the belief's delays.
    assert 0.8 < result.states_right < 1.0
    assert (result.moves, len(result.delays), result.certain_but_wrong) == (2, 2, 0)
    assert all(0 <= delay < 0.5 for delay in result.delays)
    assert len(lines) == 3
    assert result.golden is None
    keys = ["frames", "cells_right", "states_right", "certain_but_wrong", "moves"]
    assert all(key in result.line for key in [*keys, "moves_noticed", "ms_per_frame_median"])


def test_score_of_a_wrong_and_sure_reading():
    steps = steps_of(["AAA", "AAA", "AAA"])
    lies = [dataclasses.replace(s, estimate=Estimate(HANOI.parse("CCC"), 0.99)) for s in steps]
    truth = Truth((0.0,), ("AAA",))
    result, lines = score("a", lies, truth, golden=["something else"])
    assert result.states_right == 0.0
    assert result.certain_but_wrong >= 30
    assert result.golden is False
    assert not result.reaches(0.0)
    assert score("a", steps, truth, golden=lines)[0].golden is True


def test_where_nobody_could_tell_nothing_is_scored():
    result, _ = score("a", steps_of(["AAA", "AAB"]), Truth((0.0,), (None,)))
    assert (result.moves, result.delays, result.certain_but_wrong) == (0, (), 0)


def test_late_is_not_wrong_but_staying_late_is():
    truth = Truth((0.0, EACH), ("AAA", "AAC"))
    late = score("a", steps_of(["AAA", "AAA", "AAA", "AAA"]), truth)[0]
    assert late.moves == 1
    assert late.delays == ()
    # A second after the change the old state counts as wrong: 36 frames less those 16.
    assert 15 <= late.certain_but_wrong <= 22


@pytest.mark.parametrize(
    "folder",
    [f for p in sorted(PUZZLES) for f in bundled(p) if (f / "cues.txt").exists()],
    ids=lambda folder: folder.name,
)
def test_bundled_samples_say_what_they_said(folder):
    result, found = transcripts(folder)
    for code, lines in found.items():
        assert lines == golden_file(folder, code).read_text(encoding="utf-8").splitlines()
    assert result.certain_but_wrong == 0
    assert result.reaches(0.9)


def test_no_transcript_in_another_language_stays_english():
    for folder in (f for p in sorted(PUZZLES) for f in bundled(p)):
        told = {code: words_in(golden_file(folder, code)) for code in LANGUAGES}
        for code, words in told.items():
            assert len(words) == len(told["en"]) > 0
            same = set(words) & set(told["en"])
            assert code == "en" or not same


def words_in(path):
    lines = path.read_text(encoding="utf-8").splitlines()
    return [json.loads(line)["words"] for line in lines]


@pytest.mark.parametrize("name", ["truth.txt", "cues.txt"])
def test_files_of_a_sample_that_are_no_text(tmp_path, name):
    for file in ("profile.toml", "truth.txt", "clip.mp4"):
        shutil.copy(bundled("hanoi")[0] / file, tmp_path)
    (tmp_path / name).write_bytes(b"\xff\xfe")
    with pytest.raises(OSError, match=rf"{name}: cannot be read"):
        replay(tmp_path)
