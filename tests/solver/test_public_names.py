import importlib
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]

PACKAGES = ["solver", "solver.rings", "solver.hanoi", "solver.cube"]


@pytest.mark.parametrize("package", PACKAGES)
def test_public_names_exist_and_are_sorted(package: str) -> None:
    module = importlib.import_module(package)
    names = module.__all__
    assert all(hasattr(module, name) for name in names)
    # Constants, then classes, then functions, as ruff sorts them.
    assert names == sorted(names, key=lambda name: (not name.isupper(), name.islower(), name))


@pytest.mark.parametrize("package", PACKAGES)
def test_nothing_public_is_left_out(package: str) -> None:
    module = importlib.import_module(package)
    own = {
        name
        for name, value in vars(module).items()
        if not name.startswith("_") and getattr(value, "__module__", "").startswith("solver")
    }
    assert own <= set(module.__all__)


def test_the_rules_load_without_pictures() -> None:
    """Nothing of OpenCV or of the other rooms comes in with the solver."""
    code = "import solver, sys; print(*sorted({m.partition('.')[0] for m in sys.modules}))"
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True
    )
    assert not {"cv2", "vision", "calibration", "companion"} & set(done.stdout.split())
    assert "solver" in done.stdout.split()
