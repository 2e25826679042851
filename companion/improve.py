"""Looking for shorter solutions of a cube for as long as the user likes."""

import time
from dataclasses import replace
from typing import Any

import click

from companion.tables import patient_two_phase
from solver import CubePuzzle, Plan
from solver.cube import FACES
from solver.cube.naming import centre_of
from solver.phrase import Phrase

# How long to look where the user says nothing, in seconds.
DEFAULT_SECONDS = 0.1


def improved(
    toy: CubePuzzle, start: Any, goal: Any, seconds: float | None, avoid: str, camera: bool
) -> Plan[Any, Any]:
    """The best plan found in so many seconds; the first one is waited for."""
    patient = replace(toy, two_phase=patient_two_phase) if seconds is not None else toy
    if avoid and camera:
        raise click.UsageError(
            Phrase("--camera chooses the face to leave alone: give it or --avoid")
        )
    patient.two_phase()
    until = time.perf_counter() + (DEFAULT_SECONDS if seconds is None else seconds)
    best: Plan[Any, Any] | None = None
    for plan in patient.improve(start, goal, avoid=avoid, held=camera):
        best = best if plan is None else plan
        if best is not None and time.perf_counter() > until:
            break
    assert best is not None, "a cube that can be solved is solved"
    return replace(best, note=_note(best)) if camera else best


def _note(plan: Plan[Any, Any]) -> str:
    """How to hold the cube."""
    turned = {turn.axis for turn in plan}
    face = next(face for face in reversed(FACES) if face not in turned)
    return Phrase(
        "Hold the face with the {colour} centre away from the camera: it is not turned.",
        colour=centre_of(plan.start.scheme, face),
    )
