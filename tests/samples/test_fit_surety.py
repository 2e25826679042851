"""Fitting how sure a first picture is: evidence of painted towers, and factors from evidence."""

from pathlib import Path

import numpy as np
import pytest

pytest.importorskip("torch")

from samples.hanoi_eye import drawn, fit_surety
from samples.hanoi_eye.fit_surety import fitted, read
from vision.hanoi.surety import KINDS


def test_evidence_of_scenes_is_written_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(drawn, "PAINTED", 4)
    scenes, evidence = tmp_path / "scenes", tmp_path / "evidence"
    drawn_files = list(drawn.draw(scenes, range(1, 3)))
    assert [path.name for path in read(evidence, scenes)] == ["000001.npy", "000002.npy"]
    rows = np.load(evidence / "000001.npy")
    assert rows.shape[1] == 4 + KINDS
    assert np.isfinite(rows).all()
    assert set(np.unique(rows[:, 1:4])) <= {0.0, 1.0}
    assert list(read(evidence, scenes)) == []
    drawn_files[0].rename(scenes / "000003.scenes")
    assert [path.name for path in read(evidence, scenes)] == ["000003.npy"]


def test_factors_are_found_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(fit_surety, "STEPS", 600)
    rng = np.random.default_rng(1)
    told = rng.normal(1.0, 3.0, (4000, KINDS))
    shifts, slopes = np.full(KINDS, 9.0), np.full(KINDS, 0.05)
    shifts[0], slopes[0] = 2.0, 1.5
    chance = 1 / np.prod(1 + np.exp(-(shifts + slopes * told)), axis=1)
    right = (rng.random(len(told)) < chance).astype(np.float64)
    found = fitted(told, right, (np.full(KINDS, 7.0), np.full(KINDS, 0.2)))
    assert found[0][0] == pytest.approx(2.0, abs=0.5)
    assert found[1][0] == pytest.approx(1.5, abs=0.3)
    again = 1 / np.prod(1 + np.exp(-(found[0] + found[1] * told)), axis=1)
    assert np.abs(again - chance).mean() < 0.03
