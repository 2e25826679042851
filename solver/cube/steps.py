"""A solution in steps, each with a name and an aim."""

from collections.abc import Iterable
from dataclasses import dataclass

from solver.cube.notation import Turns
from solver.phrase import Phrase


@dataclass(frozen=True, slots=True)
class Step:
    """Some turns: the part of the solution that they belong to, and what they are for."""

    name: str
    aim: str
    turns: Turns


def all_turns(steps: Iterable[Step]) -> Turns:
    """The turns of all steps."""
    return tuple(turn for step in steps for turn in step.turns)


def reasons(steps: Iterable[Step]) -> tuple[str, ...]:
    """A sentence for every turn."""
    return tuple(
        Phrase("{step}: {aim}.", step=step.name, aim=step.aim) for step in steps for _ in step.turns
    )
