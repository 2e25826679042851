"""The coach with a textbook method, which not every state is on the way of."""

import pytest

from companion.session import Session
from tests.companion.test_session import HANOI, feed


@pytest.mark.parametrize("method", ["recursive", "iterative"])
def test_a_method_for_whole_towers_is_left_after_a_slip(method):
    session = Session(HANOI, HANOI.parse("CCC"), method=method)
    _, at = feed(session, HANOI, "AAA", 0.0)
    _, at = feed(session, HANOI, "AAC", at)
    cues, _ = feed(session, HANOI, "AAB", at)
    assert [(c.kind, c.move is not None) for c in cues] == [("wrong", True)]
