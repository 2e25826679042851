"""What the solver's tests share."""

import pytest

from solver.cube.twophase import Tables, make_tables


@pytest.fixture(scope="session")
def tables() -> Tables:
    """The two-phase method's tables, made once."""
    return make_tables()
