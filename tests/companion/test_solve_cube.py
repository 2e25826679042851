"""`companion solve` for cubes, and the tables that it keeps."""

import json
import sys
from io import StringIO

import numpy as np
import pytest

from companion import tables
from companion.cli import main
from companion.commands import prepare
from companion.tables import prepared
from solver import CubePuzzle, Rings
from solver.cube import SOLVED, apply_turns, parse_turns
from solver.cube.twophase import Exact, store
from solver.cube.twophase.native import load_kernel

CUBE = CubePuzzle()
STATE = CUBE.format(apply_turns(SOLVED, parse_turns("R U2 F' L D2 B R' U")))
PATTERN = CUBE.format(apply_turns(SOLVED, parse_turns("M2 E2 S2")))


@pytest.fixture
def solve(capfd):
    """Solves a cube; the status and what was written on both streams."""

    def run(*arguments):
        status = main(["solve", "cube", *arguments])
        written = capfd.readouterr()
        return status, written.out, written.err

    return run


@pytest.fixture
def fresh(tmp_path, monkeypatch):
    """An empty cache folder, and nothing in memory."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    kept = (tables.two_phase, tables.patient_two_phase, tables._tables)
    for one in kept:
        one.cache_clear()
    yield tmp_path / "puzzle-companion"
    for one in kept:
        one.cache_clear()


def reaches(line):
    turns = [CUBE.parse_move(move) for move in line["moves"]]
    return CUBE.format(apply_turns(CUBE.parse(line["state"]), turns)) == line["goal"]


@pytest.mark.parametrize(
    "options",
    [
        (), ("--seconds", "0"), ("--method", "twophase"), ("--method", "kociemba"),
        ("--method", "thistlethwaite"), ("--method", "beginner"), ("--goal", PATTERN),
        ("--avoid", "B"), ("--camera",), ("--camera", "--seconds", "0.01"),
    ],
)  # fmt: skip
def test_every_way_to_ask_is_answered(solve, options):
    status, out, err = solve(STATE, "--json", *options)
    line = json.loads(out)
    assert (status, err) == (0, "")
    assert reaches(line)
    assert line["count"] == len(line["moves"]) == len(line["words"])
    assert ("note" in line) == ("--camera" in options)


def test_a_face_is_left_alone(solve):
    line = json.loads(solve(STATE, "--json", "--avoid", "B")[1])
    assert not [move for move in line["moves"] if move.startswith("B")]


def test_the_camera_is_told_where_to_look(solve):
    _, out, err = solve(STATE, "--camera")
    assert err.startswith("Hold the face with the ")
    assert err.endswith(" centre away from the camera: it is not turned.\n")
    hidden = err.split()[5]
    assert f"the {hidden} centre" not in out


def test_steps_have_names_and_aims(solve):
    _, out, _ = solve(STATE, "--method", "beginner", "--explain")
    assert "The cross below: bring the edge of yellow and " in out
    _, out, _ = solve(STATE, "--method", "thistlethwaite", "--explain")
    assert "Phase 4, solved: finish by half turns." in out


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (("--avoid", "BDL"), "cube: turns of U R F alone do not lead to the goal"),
        (("--avoid", "M"), "cube: expected faces of URFDLB to avoid, got 'M'"),
        (("--avoid", "B", "--camera"), "--camera chooses the face to leave alone"),
        (("--method", "beginner", "--seconds", "1"), "--seconds is for --method twophase, not for"),
        (("--method", "kociemba", "--avoid", "B"), "--avoid is for --method twophase, not for"),
        (("--method", "magic"), "cube: expected a method of twophase, kociemba"),
        (("--pair",), "--pair is for rings, not for cube"),
    ],
)
def test_what_cannot_be_asked(solve, options, message):
    status, out, err = solve(STATE, *options)
    assert (status, out) == (2, "")
    assert message in err
    assert err.count("\n") == 1


def test_searching_is_for_cubes(capfd):
    assert main(["solve", "rings", "111", "--seconds", "1"]) == 2
    assert "--seconds is for cube, not for rings" in capfd.readouterr().err


def test_tables_are_kept(solve, fresh, monkeypatch):
    assert solve(STATE)[0] == 0
    assert [path.name for path in fresh.iterdir()] == [tables.TABLES]
    tables.two_phase.cache_clear()
    tables._tables.cache_clear()
    monkeypatch.setattr(tables, "make_tables", None)
    assert solve(STATE)[0] == 0


def test_a_damaged_file_is_made_again(solve, fresh):
    fresh.mkdir()
    (fresh / tables.TABLES).write_bytes(b"{}")
    assert solve(STATE)[0] == 0
    assert store.load_tables(fresh / tables.TABLES) is not None


def test_a_cache_that_cannot_be_written_does_no_harm(solve, fresh):
    fresh.write_text("a file, where the folder should be")
    assert solve(STATE)[0] == 0


@pytest.mark.skipif(load_kernel() is None, reason="the kernel in C is not built")
def test_the_large_table_is_kept_and_used(fresh, monkeypatch, capfd):
    def in_no_time(kernel, small, done):
        done(1.0)
        return Exact(*(np.arange(3, dtype=kind) for kind in (np.uint32, np.uint16, np.uint8)))

    monkeypatch.setattr(tables, "make_exact", in_no_time)
    assert not tables.patient_two_phase().kernel.exact
    assert main(["prepare"]) == 0
    assert capfd.readouterr().out == f"Written to {fresh / tables.LARGE}\n"
    tables.patient_two_phase.cache_clear()
    assert tables.patient_two_phase().kernel.exact
    assert not tables.two_phase().kernel.exact


def test_the_large_table_needs_a_compiler(fresh, monkeypatch, capfd):
    monkeypatch.setattr(prepare, "make_large", lambda: None)
    assert main(["prepare"]) == 1
    assert "no compiler built it" in capfd.readouterr().err
    monkeypatch.setattr(tables, "load_kernel", lambda: None)
    assert tables.make_large() is None
    assert tables.patient_two_phase() is tables.two_phase()


def test_only_cubes_are_prepared():
    rings = Rings(3)
    assert prepared(rings) is rings
    cube = prepared(CUBE)
    assert cube == CUBE
    assert cube.two_phase is tables.two_phase


def test_progress_is_for_people(monkeypatch):
    class Terminal(StringIO):
        def isatty(self):
            return True

    for stream, shown in ((Terminal(), True), (StringIO(), False)):
        monkeypatch.setattr(sys, "stderr", stream)
        with tables.progress("Preparing") as done:
            done(0.5)
            done(1.0)
        assert ("Preparing" in stream.getvalue()) == shown
