"""Toys with equal pieces behind the commands; truth stands for the networks."""

import json
from pathlib import Path

import cv2
import pytest

import vision.hanoi.variant as variant_module
from companion.cli import main
from tests.vision.hanoi.painted_variant import Toy
from tests.vision.hanoi.true_sight import TrueLooker

TOY = Toy.of(960_000, "tunstall")


@pytest.fixture
def photo(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> str:
    """A painted picture, and a reader that looks at it with the truth."""
    monkeypatch.setattr(variant_module, "Looker", lambda **_: TrueLooker(TOY))
    cv2.imwrite(str(tmp_path / "toy.png"), TOY.show())
    return str(tmp_path / "toy.png")


def test_a_photo_is_read(photo: str, capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    out = tmp_path / "out"
    options = ["--variant", "tunstall", "--json", "--overlay", str(out)]
    assert main(["read", "hanoi", photo, *options]) == 0
    told = json.loads(capsys.readouterr().out)
    assert told["state"] == TOY.text == "k/w g/y"
    assert told["certainty"] > 0.9
    assert told["next"]["words"].startswith("Put the ")
    assert " ball on the " in told["next"]["words"]
    assert len(list(out.iterdir())) == 1


def test_a_goal_tells_what_colours_are_called(
    photo: str, capsys: pytest.CaptureFixture[str]
) -> None:
    options = ["--variant", "tunstall", "--goal", "z g y w//", "--json"]
    assert main(["read", "hanoi", photo, *options]) == 0
    assert json.loads(capsys.readouterr().out)["state"] == "z/w g/y"


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["rings", "--variant", "london"], "--variant is for hanoi, not for rings"),
        (["hanoi", "--variant", "venice"], "'venice' is not one of"),
        (["hanoi", "--variant", "antwerp", "--count", "4"], "expected a multiple of 3 as a count"),
        (["hanoi", "--variant", "london", "--count", "6"], "expected 3 as a count, got 6"),
        (["hanoi", "--variant", "london", "--goal", "r g//"], "expected a goal of 3 colours"),
    ],
)
def test_what_does_not_fit_is_refused(
    photo: str, arguments: list[str], words: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["read", arguments[0], photo, *arguments[1:]]) == 2
    assert words in capsys.readouterr().err


@pytest.mark.parametrize("goal", [None, "z g y w//"])
def test_a_game_is_recorded_and_replayed(
    photo: str, goal: str | None, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    pictures = tmp_path / "pictures"
    pictures.mkdir()
    for number in range(20):
        cv2.imwrite(str(pictures / f"{number:02}.png"), TOY.show(number))
    options = ["--variant", "tunstall", "--source", str(pictures), "--no-window", "--voice", "off"]
    options += [] if goal is None else ["--goal", goal]
    assert main(["guide", "hanoi", *options, "--record", str(tmp_path / "game.mp4")]) == 0
    seen = TOY.text if goal is None else "z/w g/y"
    folder = tmp_path / "game"
    assert (folder / "truth.txt").read_text().splitlines()[-1].endswith(f" {seen}")
    assert (tmp_path / "game.mp4").stat().st_size > 1000
    capsys.readouterr()
    assert main(["replay", str(folder), "--json"]) == 0
    line = json.loads(capsys.readouterr().out)
    assert (line["frames"], line["states_right"], line["certain_but_wrong"]) == (20, 1.0, 0)


@pytest.mark.parametrize("line", ["venice r g b//", "tunstall", ""])
def test_a_variant_that_there_is_not_is_one_line(
    tmp_path: Path, line: str, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "truth.txt").write_text("0 ?\n")
    (tmp_path / "profile.toml").write_text('puzzle = "hanoi"\n')
    (tmp_path / "variant.txt").write_text(f"{line}\n")
    assert main(["replay", str(tmp_path), "--lang", "en"]) == 2
    (told,) = capsys.readouterr().err.splitlines()
    assert told.endswith(f"variant.txt: expected '<variant> <state>', got {line!r}")


def test_a_picture_is_guided_by(photo: str, capsys: pytest.CaptureFixture[str]) -> None:
    options = ["--variant", "tunstall", "--source", photo, "--json", "--no-window"]
    assert main(["guide", "hanoi", *options, "--voice", "off"]) == 0
    cue = json.loads(capsys.readouterr().out.splitlines()[-1])
    assert (cue["kind"], cue["state"]) == ("next", TOY.text)
