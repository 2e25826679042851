"""Two other ways to write the reflected Gray code down; `unrank` is the third.

Both yield all 2^n states of n rings in the code's order, from all rings off.
"""

from collections.abc import Iterator


def by_reflecting(count: int) -> Iterator[int]:
    """The code of n rings is that of n-1, then the same read backwards with ring n on (Gray 1953).

    Keeps what it has yielded so far, because it has to read it backwards.
    """
    states = [0]
    yield 0
    for ring in range(1, count + 1):
        top = 1 << (ring - 1)
        mirrored = []
        for state in reversed(states):
            mirrored.append(state | top)
            yield state | top
        states += mirrored


def by_turns(count: int) -> Iterator[int]:
    """Change the last bit; change the bit left of the rightmost 1; and so on in turn."""
    state, last = 0, 1 << count
    yield state
    for step in range(1, last):
        state ^= 1 if step % 2 else (state & -state) << 1
        yield state
