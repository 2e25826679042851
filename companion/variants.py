"""Who follows a toy: one of the tables, or one with other pieces, by the name of its variant."""

from collections.abc import Sequence
from typing import Any

from calibration import Profile
from companion.follow import AGREEING, Follower, MakeReader, doubt_for, follower
from companion.goals import refuse_impossible
from solver import NotationError, belief_for, seen_variant
from solver.hanoi import RULES
from solver.phrase import Phrase
from vision import Reader

CLASSIC = "classic"


def toy_follower(
    name: str,
    profile: Profile,
    *,
    variant: str | None = None,
    goal: str | None = None,
    count: int | None = None,
    once: bool = False,
    recounts: bool = False,
) -> Follower:
    """The follower of a puzzle of the tables, or of a `variant` of hanoi.

    A goal is one of a toy of its size, so that a toy with one is never begun anew with another. A
    variant has the pieces of the `goal`, where there is one. Raises SolverError as
    `follower` does, and for a goal or a count that no such toy can have.
    """
    if variant in (None, CLASSIC):
        known = count if count is not None else profile.count
        refuse_impossible(name, goal, known, profile.pegs)
        recounts = recounts and goal is None
        return follower(name, profile, count=count, once=once, recounts=recounts)
    doubt = doubt_for(profile, once=once)
    letters = [letter for letter in goal or "" if letter.isalpha()]
    count = len(letters) if count is None and letters else count

    def puzzle(*size: int) -> Any:
        return seen_variant(variant, *size, goal=goal)

    return Follower(
        _reader_of(variant, profile, sorted(set(letters)), count),
        puzzle,
        lambda toy: belief_for(toy, doubt),
        count=count,
        agreeing=1 if once else AGREEING,
    )


def _reader_of(
    variant: str, profile: Profile, letters: Sequence[str], count: int | None
) -> MakeReader:
    """Makes readers of a variant; `letters` are what its colours are called, if anybody said so.

    Raises NotationError for letters or a count that the variant cannot have.
    """
    # Only now: the others' models need not be loaded.
    from vision.hanoi.variant import Kind, VariantReader

    rules = RULES[variant]
    if letters and len(letters) != rules.colours:
        raise NotationError(
            Phrase(
                "hanoi: {variant}: expected a goal of {colours} colours, got {got}",
                variant=variant,
                colours=rules.colours,
                got=" ".join(letters),
            )
        )
    if count is not None and (count % rules.colours or (rules.holds and count != rules.colours)):
        colours = rules.colours
        raise NotationError(
            Phrase(
                "hanoi: {variant}: expected {some} as a count, got {count}",
                variant=variant,
                some=colours if rules.holds else Phrase("a multiple of {number}", number=colours),
                count=count,
            )
        )
    kind = Kind(rules.colours, rules.kind == "ball", tuple(letters) or None)

    def make(known: int | None) -> Reader:
        return VariantReader(profile, kind, count=known)

    return make
