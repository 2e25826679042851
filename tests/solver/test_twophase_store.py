import os
import threading
from dataclasses import fields
from pathlib import Path

import numpy as np
import pytest

from solver.cube.twophase import Tables, TwoPhase
from solver.cube.twophase.exact import Exact, twist_images
from solver.cube.twophase.store import load_exact, load_tables, save


def test_tables_come_back(tables: Tables, tmp_path: Path) -> None:
    path = tmp_path / "folder" / "cube.tables"
    save(path, tables)
    found = load_tables(path)
    assert found is not None
    for field in fields(Tables):
        assert np.array_equal(getattr(found, field.name), getattr(tables, field.name))
        assert getattr(found, field.name).dtype == getattr(tables, field.name).dtype
    assert TwoPhase(found).kernel is not None
    assert os.listdir(path.parent) == [path.name]


def test_a_large_table_comes_back(tables: Tables, tmp_path: Path) -> None:
    small = np.arange(12, dtype=np.uint32)
    exact = Exact(small, twist_images(tables), small.astype(np.uint8))
    save(tmp_path / "large", exact)
    found = load_exact(tmp_path / "large")
    assert found is not None
    assert np.array_equal(found.pair_members, small)
    assert load_tables(tmp_path / "large") is None
    assert load_exact(tmp_path / "nothing") is None


@pytest.mark.parametrize("damage", ["shorter", "longer", "a bit", "empty", "no table", "version"])
def test_a_damaged_file_is_no_file(tables: Tables, tmp_path: Path, damage: str) -> None:
    path = tmp_path / "cube.tables"
    save(path, tables)
    whole = path.read_bytes()
    middle = len(whole) // 2
    path.write_bytes(
        {
            "shorter": whole[:-1],
            "longer": whole + b"\0",
            "a bit": whole[:middle] + bytes([whole[middle] ^ 1]) + whole[middle + 1 :],
            "empty": b"",
            "no table": b"{}\n" + whole,
            "version": whole.replace(b'"version": 1', b'"version": 0', 1),
        }[damage]
    )
    assert load_tables(path) is None


def test_a_write_that_fails_leaves_what_was_there(
    tables: Tables, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "cube.tables"
    save(path, tables)
    before = path.read_bytes()

    def stop(source: str, target: Path) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(os, "replace", stop)
    with pytest.raises(KeyboardInterrupt):
        save(path, tables)
    assert path.read_bytes() == before
    assert os.listdir(tmp_path) == [path.name]


def test_two_at_once_do_no_harm(tables: Tables, tmp_path: Path) -> None:
    path = tmp_path / "cube.tables"
    writers = [threading.Thread(target=save, args=(path, tables)) for _ in range(4)]
    for writer in writers:
        writer.start()
    for writer in writers:
        writer.join()
    assert load_tables(path) is not None
    assert os.listdir(tmp_path) == [path.name]
