"""More than six different faces: one of them is none, or was read too badly to be known again."""

from itertools import combinations

import numpy as np

from solver.cube.sightings import Sightings

# Beyond so many faces nothing is to be gained; so many choices of six are tried.
_FACES, _CHOICES = 9, 6


def sixes(seen: Sightings) -> list[Sightings]:
    """The likeliest choices of six faces with six centres; groups of the others show face -1."""
    if not 6 < len(seen.tables) <= _FACES:
        return []
    every = [_chosen(seen, six) for six in combinations(range(len(seen.tables)), 6)]
    # Of choices with equal centres the clearer faces come first.
    clear = [float(np.log(one.tables.max(axis=2)).sum()) for one in every]
    order = sorted(range(len(every)), key=lambda i: -clear[i])
    return [every[i] for i in order if every[i].complete][:_CHOICES]


def _chosen(seen: Sightings, six: tuple[int, ...]) -> Sightings:
    number = {face: place for place, face in enumerate(six)}
    members = tuple((number.get(face, -1), turned) for face, turned in seen.members)
    return Sightings(seen.tables[list(six)], members)
