"""The most probable sequence of states behind a sequence of observations (Viterbi 1967).

As in Rabiner 1989, section III B, in log space, over a sparse table of transitions.
"""

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
Places = NDArray[np.intp]


@dataclass(frozen=True, slots=True)
class Path:
    """The numbers of the states, one an observation, and the log of their joint probability."""

    states: tuple[int, ...]
    log_probability: float


def most_probable_path(
    first: Floats, sources: Places, weights: Floats, seen: Iterable[Floats]
) -> Path:
    """The best path; of equally good ones that through the lower numbers at its end.

    `first` (states,) is the log-prior of the first state. `sources` (states, width) are the states
    from which each state can be reached, and `weights` (states, width) the log-probabilities of
    those steps, -inf where there is none. `seen` yields for each observation its log-likelihood
    in every state, (states,). Raises ValueError where there is no observation.
    """
    best: Floats | None = None
    back: list[Places] = []
    every = np.arange(len(first))
    for likelihood in seen:
        if best is None:
            best = first + likelihood
            continue
        arriving = best[sources] + weights
        choice = arriving.argmax(axis=1)
        back.append(sources[every, choice])
        best = arriving[every, choice] + likelihood
    if best is None:
        raise ValueError("a path needs at least one observation, got none")
    return _retrace(best, back)


def _retrace(best: Floats, back: list[Places]) -> Path:
    """Follows the choices backwards from the best last state."""
    here = int(best.argmax())
    states = [here]
    for sources in reversed(back):
        states.append(int(sources[states[-1]]))
    return Path(tuple(reversed(states)), float(best[here]))
