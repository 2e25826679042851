"""The commands in every language: what is said changes, and nothing else."""

import json

import cv2
import numpy as np
import pytest

from companion.cli import main
from companion.clips import bundled
from companion.languages import LANGUAGES
from companion.text import put, width_of, wrap
from solver import PUZZLES
from tests.golden import golden_file

STILLS = next(iter(bundled("rings"))).parent / "stills"
STATE = "111111111"
# A clip for each: one real run a language, by way of the command.
RUNS = {"zh_CN": "rings", "zh_TW": "hanoi", "de": "rings", "pl": "hanoi"}


@pytest.mark.parametrize(("code", "puzzle"), RUNS.items())
def test_guide_says_its_golden_words(code, puzzle, capsys):
    folder = bundled(puzzle)[0]
    profile = str(folder / "profile.toml")
    given = ["--source", str(folder), "--profile", profile, "--lang", code, "--json"]
    assert main(["guide", puzzle, *given, "--no-window"]) == 0
    said = capsys.readouterr().out.splitlines()
    golden = golden_file(folder, code).read_text(encoding="utf-8").splitlines()
    assert list(map(_told, said)) == list(map(_told, golden))


def _told(line):
    """The times are compared where all languages come from one run."""
    fields = json.loads(line)
    return {name: fields[name] for name in ("kind", "state", "move", "words", "remaining")}


def test_guide_in_words(capsys):
    assert main(["guide", "hanoi", "--source", "demo", "--no-window", "--lang", "pl"]) == 0
    out = capsys.readouterr().out
    assert "Przełóż mały krążek na prawy słupek.  (pozostało: 7)" in out
    assert "Gotowe. Cel osiągnięty." in out


def test_only_the_words_of_json_change(capsys):
    photo = next(STILLS.glob("*.jpg"))
    told = {}
    for code in ("en", "de"):
        assert main(["read", "rings", str(photo), "--json", "--lang", code]) == 0
        told[code] = json.loads(capsys.readouterr().out)
    words = {code: one["next"].pop("words") for code, one in told.items()}
    for one in told.values():
        del one["ms"]
    assert told["en"] == told["de"]
    assert words["en"].startswith(("Take ring", "Put ring"))
    assert words["de"].startswith(("Nimm Ring", "Setz Ring"))


def test_reasons_are_said_too(tmp_path, capsys):
    path = str(tmp_path / "grey.png")
    cv2.imwrite(path, np.full((240, 320, 3), 128, np.uint8))
    for puzzle, words in {"rings": "Ringspiel", "hanoi": "Turm", "cube": "Würfel"}.items():
        assert main(["read", puzzle, path, "--json", "--lang", "de"]) == 1
        assert words in json.loads(capsys.readouterr().out)["reason"]


@pytest.mark.parametrize(
    ("code", "words", "end"),
    [
        ("zh_CN", "把第一环解下。", "共341步（gray）。"),
        ("zh_TW", "把第一環解下。", "共341步（gray）。"),
        ("de", "Nimm Ring eins von der Stange.", "341 Züge (gray)."),
        ("pl", "Zdejmij pierścień pierwszy z pręta.", "341 ruchów (gray)."),
    ],
)
def test_solve(code, words, end, capsys):
    assert main(["solve", "rings", STATE, "--lang", code]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0].endswith(words)
    assert lines[-1] == end
    assert main(["solve", "rings", STATE, "--lang", code, "--json", "--limit", "1"]) == 0
    assert json.loads(capsys.readouterr().out)["words"] == [words]


def test_notes_are_said(capsys):
    assert main(["solve", "rings", "11111", "--limit", "2", "--lang", "de"]) == 0
    capsys.readouterr()
    given = ["--pegs", "4", "--method", "frame-stewart", "--explain", "--lang", "de"]
    assert main(["solve", "hanoi", "AAA", *given]) == 0
    assert "Macht die mittlere Scheibe frei für den Zug auf den " in capsys.readouterr().out


def test_the_system_chooses_where_nothing_is_said(monkeypatch, capsys):
    monkeypatch.setenv("LC_ALL", "pl_PL.UTF-8")
    assert main(["solve", "rings", "1"]) == 0
    assert "1 ruch (gray)." in capsys.readouterr().out


def test_an_unknown_language_is_bad_input(capsys):
    assert main(["solve", "rings", "1", "--lang", "fr"]) == 2
    said = capsys.readouterr().err
    assert "--lang" in said
    assert "expected one of en, zh_CN, zh_TW, de, pl, got 'fr'" in said


def test_chinese_lines_break_anywhere_but_before_a_closing_mark():
    text = "请把魔方稍微转一点，让我也能看到另一个面。请先展示这一面：它的中心块说明它是哪一面。"
    for width in range(60, 400, 7):
        lines = wrap(text, 20, width)
        assert "".join(lines) == text
        assert all(line[0] not in "，。：" for line in lines)
        assert all(width_of(line, 20) <= width or len(line) < 4 for line in lines)


def test_lines_keep_their_spaces_between_words():
    assert " ".join(wrap("  Take ring  three off. ", 20, 90)) == "Take ring three off."
    assert wrap("按 s 键", 20, 1000) == ["按 s 键"]
    assert wrap("", 20, 100) == [""]


@pytest.mark.parametrize("language", LANGUAGES.values(), ids=lambda one: one.code)
@pytest.mark.parametrize("name", PUZZLES)
def test_the_font_has_every_letter(language, name):
    """A letter that is missing is drawn as the same box as any other one."""
    puzzle = PUZZLES[name](*{"rings": (5,), "hanoi": (4,), "cube": ()}[name])
    words = language.say(puzzle.words(puzzle.start, puzzle.moves(puzzle.start)[0]))
    missing = _drawn("\U000f0000")
    assert missing.any()
    for letter in set(words) - {" "}:
        assert not np.array_equal(_drawn(letter), missing), letter


def _drawn(letter):
    canvas = np.zeros((60, 60, 3), np.uint8)
    put(canvas, letter, (5, 45), 40, (255, 255, 255))
    return canvas
