"""The page about reading cubes does what it says."""

import re
import shutil
from pathlib import Path

import pytest

from companion.cli import main
from solver.cube import JAPANESE_SCHEME, schemes

ROOT = Path(__file__).resolve().parents[1]
PAGE = (ROOT / "docs" / "cube.md").read_text(encoding="utf-8")


def test_the_python_runs(tmp_path, monkeypatch, capsys):
    (code,) = re.findall(r"```python\n(.*?)```", PAGE, flags=re.DOTALL)
    shutil.copytree(ROOT / "samples" / "cube" / "photos", tmp_path / "photos")
    truth = (tmp_path / "photos" / "truth.txt").read_text().strip()
    monkeypatch.chdir(tmp_path)
    exec(compile(code, "cube.md", "exec"), {})
    lines = capsys.readouterr().out.splitlines()
    assert lines[:2] == [f"True {truth} wrgyob", "None 1 True"]
    # A photo may show a second face from the side, so the count of faces is not that of photos.
    said = [line.partition(" ")[2] for line in lines[-2:]]
    assert said == ["Show the face with the white centre.", "None"]


def test_the_sensor_of_the_page(monkeypatch, capsys):
    (command,) = re.findall(r"`companion (solve cube --rgb [^`]*)`", PAGE)
    monkeypatch.chdir(ROOT)
    assert main(command.split()) == 0
    assert "100% sure" in capsys.readouterr().out


@pytest.mark.parametrize("name", ["--guided", "--correct", "--profile"])
def test_the_options_exist(name, capsys):
    assert main(["read", "--help"]) == 0
    assert name in capsys.readouterr().out


def test_the_rule_of_the_schemes():
    assert len(schemes()) == 30
    for scheme in schemes():
        up, _, front, down, _, _ = scheme
        assert up == "w"
        assert front == ("r" if down == "g" else "g")
    assert schemes()[:2] == ("wrgyob", JAPANESE_SCHEME)
