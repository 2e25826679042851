"""Files of lessons that may be written while they are learned from."""

from pathlib import Path

import numpy as np
import pytest

from samples.render.shards import Shards


def write(folder: Path, number: int, lessons: int) -> None:
    folder.mkdir(exist_ok=True)
    np.savez(folder / f"{number:06d}.npz", lessons=np.zeros(lessons))


def shards(*folders: Path, one: tuple[int, int] = (0, 1)) -> Shards[tuple[Path, int]]:
    def load(path: Path) -> tuple[Path, int]:
        with np.load(path) as data:
            return path, len(data["lessons"])

    return Shards(folders, load, lambda shard: shard[1], power=0.5, one=one)


def test_a_folder_of_four_times_as_many_is_drawn_from_twice_as_often(tmp_path: Path) -> None:
    few, many = tmp_path / "few", tmp_path / "many"
    write(few, 1, 10)
    for number in range(4):
        write(many, number, 10)
    both, rng = shards(few, many), np.random.default_rng(1)
    drawn = [both.draw(rng)[0].parent for _ in range(3000)]
    assert drawn.count(few) / len(drawn) == pytest.approx(1 / 3, abs=0.03)


def test_what_is_written_meanwhile_is_taken_in_once_it_is_whole(tmp_path: Path) -> None:
    write(tmp_path, 1, 10)
    all_of_them, rng = shards(tmp_path), np.random.default_rng(1)
    write(tmp_path, 2, 10)
    (tmp_path / "000003.part.npz").write_bytes(b"half of a file")
    all_of_them.refresh()
    all_of_them.refresh()
    names = [all_of_them.draw(rng)[0].name for _ in range(400)]
    assert set(names) == {"000001.npz", "000002.npz"}
    assert names.count("000002.npz") == pytest.approx(200, abs=50)


def test_of_several_each_takes_files_of_its_own(tmp_path: Path) -> None:
    for number in range(1, 6):
        write(tmp_path, number, 10)
    rng = np.random.default_rng(1)
    taken = []
    for place in range(2):
        part = shards(tmp_path, one=(place, 2))
        taken.append({int(part.draw(rng)[0].stem) for _ in range(100)})
    assert taken == [{2, 4}, {1, 3, 5}]


def test_no_lessons_at_all_are_told(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError, match=r"NUMBER\.npz files, got none"):
        shards(tmp_path)
