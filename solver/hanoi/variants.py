"""The toy that some states, as texts, are states of."""

from dataclasses import replace

from solver.hanoi.pieces import Pegs, parse_pegs
from solver.hanoi.rules import PEGS, goal_from, rules_of
from solver.hanoi.variant import Variant
from solver.phrase import Phrase
from solver.puzzle import NotationError


def variant_of_state(variant: str, *texts: str) -> Variant:
    """The toy with the first text's colours and sizes; its goal is what that state suggests.

    It writes the size of its pieces where the text does, though all have one.

    Pegs that hold different numbers may stand with the largest at the left or at the right: the
    left is taken where both fit. Raises NotationError or IllegalStateError for the first text.
    """
    rules = rules_of(variant)
    states = [parse_pegs(text, None, PEGS) for text in texts]
    found = [piece for pile in states[0] for piece in pile]
    colours = "".join(dict.fromkeys(piece.colour for piece in found))
    sizes = max((piece.size for piece in found), default=1)
    holds = () if rules.holds is None else _room(rules.holds, *states)
    numbered = any(letter.isdigit() for letter in texts[0])
    toy = Variant(variant, colours, sizes, holds, numbered=numbered)
    return replace(toy, aim=goal_from(variant, toy.parse(texts[0])))


def seen_variant(
    variant: str, pieces: int, mirrored: int, *letters: int, goal: str | None = None
) -> Variant:
    """The toy that an eye tells in numbers: how many pieces, and the state it saw first.

    That state is a text, a number a character; `mirrored` is 1 where the peg that holds most seems
    to stand at the right, which is believed where that state, and the `goal` if there is one, are
    possible. Raises NotationError or IllegalStateError for the state.
    """
    text = "".join(map(chr, letters))
    toy = variant_of_state(variant, text)
    if len(toy.pieces) != pieces:
        raise NotationError(
            Phrase(
                "hanoi: {variant}: expected {pieces} pieces, got {got!r}",
                variant=variant,
                pieces=pieces,
                got=text,
            )
        )
    holds = rules_of(variant).holds
    if holds is None:
        return toy
    states = [parse_pegs(one, None, PEGS) for one in (text, goal) if one is not None]
    return replace(toy, holds=_room(holds[::-1] if mirrored else holds, *states))


def _room(holds: tuple[int, ...], *states: Pegs) -> tuple[int, ...]:
    """How many pieces fit on each peg, as `holds` has it or mirrored, so that all states do."""
    mirrored = holds[::-1]

    def fits(room: tuple[int, ...]) -> bool:
        return all(
            len(pile) <= most for state in states for pile, most in zip(state, room, strict=True)
        )

    return mirrored if fits(mirrored) and not fits(holds) else holds
