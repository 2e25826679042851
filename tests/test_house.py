"""The house rules that no linter knows: public names, and files of a readable length."""

import importlib
import pkgutil
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
ROOMS = ("solver", "vision", "calibration", "companion")
MOST_LINES = 400


def packages():
    names = list(ROOMS)
    for room in ROOMS:
        path = importlib.import_module(room).__path__
        names += [info.name for info in pkgutil.walk_packages(path, f"{room}.") if info.ispkg]
    return names


@pytest.mark.parametrize("name", packages())
def test_public_names_are_there_sorted_and_complete(name):
    module = importlib.import_module(name)
    if not hasattr(module, "__all__"):
        own = [n for n, v in vars(module).items() if getattr(v, "__module__", "") == name]
        assert not own, f"{name} defines {own} and has no __all__"
        return
    names = list(module.__all__)
    assert len(names) == len(set(names))
    assert all(hasattr(module, public) for public in names)
    # Constants, then classes, then functions, as ruff sorts them.
    assert names == sorted(names, key=lambda n: (not n.isupper(), n.islower(), n))


@pytest.mark.parametrize("name", packages())
def test_nothing_public_is_left_out(name):
    module = importlib.import_module(name)
    room = name.split(".")[0]
    own = {
        public
        for public, value in vars(module).items()
        if not public.startswith("_")
        and getattr(value, "__module__", "").startswith(room)
        and not isinstance(value, type(module))
    }
    assert own <= set(getattr(module, "__all__", ())), f"{name}: not in __all__"


def tracked():
    try:
        listed = subprocess.run(
            ["git", "ls-files", "*.py"], cwd=ROOT, capture_output=True, text=True, check=True
        ).stdout.splitlines()
    except (OSError, subprocess.CalledProcessError):
        listed = [
            str(path.relative_to(ROOT))
            for room in (*ROOMS, "samples", "tests")
            for path in (ROOT / room).rglob("*.py")
        ]
    return sorted(path for path in listed if (ROOT / path).exists())


def test_no_file_is_too_long():
    lengths = {path: (ROOT / path).read_text(encoding="utf-8").count("\n") for path in tracked()}
    assert len(lengths) > 50
    assert {path: n for path, n in lengths.items() if n > MOST_LINES} == {}


def test_no_file_has_a_forbidden_name():
    forbidden = {"utils", "util", "helper", "helpers", "manager", "core", "base"}
    assert [path for path in tracked() if Path(path).stem in forbidden] == []
