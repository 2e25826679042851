"""The page about the solver does what it says."""

import re
import shlex
from pathlib import Path

import pytest

from companion.cli import main

ROOT = Path(__file__).resolve().parents[1]
PAGE = (ROOT / "docs" / "solver.md").read_text(encoding="utf-8")
COMMANDS = re.findall(r"`companion (solve [^`]*)`", PAGE)


@pytest.mark.parametrize("command", [line for line in COMMANDS if len(line) > len("solve ")])
def test_the_commands_run(
    command: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(ROOT)
    assert main(shlex.split(command)) == 0
    assert capsys.readouterr().out


def test_the_python_runs(capsys: pytest.CaptureFixture[str]) -> None:
    (code,) = re.findall(r"```python\n(.*?)```", PAGE, flags=re.DOTALL)
    exec(compile(code, "solver.md", "exec"), {})
    lines = capsys.readouterr().out.splitlines()
    assert lines[0] == "10000 ['2 off', '1 off', '4 off']"
    assert lines[1].endswith("rings 1 and 2 on together.")
    assert lines[2].endswith("True 3")
    assert lines[3:5] == ["3 1 C>B", "3 2 A>B"]
