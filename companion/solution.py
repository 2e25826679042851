"""A plan and all that `solve` says about it: as text, line by line, or as one object of JSON."""

import time
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice
from typing import Any

import click

from companion.languages import ENGLISH, Language
from solver import AnyPuzzle, Plan
from solver.abilities import Explains, OffersWays
from solver.phrase import Phrase, sentence

AT_GOAL = sentence("There is nothing to do: the goal is reached already.")


@dataclass(frozen=True, slots=True)
class Solution:
    """A plan for a toy; `ways` is the number of shortest ways where it is known.

    At most `limit` moves are listed, because thirty rings have 700 million.
    """

    toy: AnyPuzzle
    plan: Plan[Any, Any]
    ways: int | None
    limit: int

    @property
    def cut(self) -> bool:
        """Whether there are more moves than are listed."""
        return self.plan.count > self.limit

    def moves(self) -> Iterator[tuple[str, str]]:
        """Each listed move as text and as words."""
        state = self.plan.start
        for move in islice(self.plan, self.limit):
            yield self.toy.format_move(move), self.toy.words(state, move)
            state = self.toy.apply(state, move)

    def reasons(self) -> Iterator[str]:
        """Why each listed move is made, or what it leads to where the toy gives no reason."""
        if isinstance(self.toy, Explains):
            yield from islice(self.toy.reasons(self.plan), self.limit)
            return
        state = self.plan.start
        for move in islice(self.plan, self.limit):
            state = self.toy.apply(state, move)
            yield Phrase("Then the toy shows {state}.", state=self.toy.format(state))


def choose(
    toy: AnyPuzzle, start: Any, goal: Any, method: str | None, way: int | None
) -> tuple[Plan[Any, Any], int | None]:
    """The plan, and how many ways are as short where that is known or a way is chosen."""
    shortest = method in (None, "optimal")
    if way is not None and not shortest:
        raise click.UsageError(
            Phrase("--way is for the shortest ways, not for --method {method}", method=method)
        )
    if shortest and isinstance(toy, OffersWays) and (way is not None or toy.quick_ways):
        ways = toy.ways(start, goal)
        return ways.plan(way or 1), ways.count
    return toy.plan(start, goal, method=method), None


def fields(
    found: Solution, begun: float, explain: bool, language: Language = ENGLISH
) -> dict[str, Any]:
    """The object of --json: what the contract names first, then what is known beyond it.

    `begun` is when the work began, by the performance counter.
    """
    toy, plan = found.toy, found.plan
    moves = list(found.moves())
    known: dict[str, Any] = {
        "puzzle": toy.name,
        "state": toy.format(plan.start),
        "goal": toy.format(plan.goal),
        "method": plan.method,
        "moves": [move for move, _ in moves],
        "count": plan.count,
        "words": [language.say(words) for _, words in moves],
        "seconds": round(time.perf_counter() - begun, 6),
    }
    beyond = {"ways": found.ways, "note": language.say_if(plan.note)}
    known.update({key: value for key, value in beyond.items() if value is not None})
    if explain:
        known["why"] = list(map(language.say, found.reasons()))
    return known


def lines(found: Solution, explain: bool, language: Language = ENGLISH) -> Iterator[str]:
    """The lines for a person, made one by one."""
    plan, say = found.plan, language.say
    if plan.count == 0:
        yield say(AT_GOAL)
        return
    reasons = found.reasons() if explain else iter(())
    for number, (move, words) in enumerate(found.moves(), start=1):
        yield f"{number:4}  {move:8}  {say(words)}"
        if explain:
            yield f"{'':16}{say(next(reasons))}"
    yield say(
        Phrase.counted(
            "{count} move ({method}).", "{count} moves ({method}).", plan.count, method=plan.method
        )
    )
    if found.ways is not None and found.ways > 1:
        yield say(
            Phrase.counted(
                "There is {count} shortest way.",
                "There are {count} shortest ways: --way N shows another.",
                found.ways,
            )
        )
