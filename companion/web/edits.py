"""What a player asks for, as it comes over the network: checked, then done."""

import json
from dataclasses import dataclass

from companion.controls import Wish
from companion.editing import NOTHING_TO_UNDO, Guided
from companion.web.words import BAD_EDIT

STICKERS = 54
# A cube's goal has 54 letters; towers with many pieces have more.
LONGEST_GOAL = 200


@dataclass(frozen=True, slots=True)
class Edit:
    """One correction: a sticker, 0 to 53, and its colour's letter; no sticker: take one back.

    With `guide` the faces are shown once more, in order and upright. A `wish` corrects nothing: it
    is answered with the next picture; nor do `goals`, which asks for those that there are, and
    `aim`, a goal in the puzzle's own notation.
    """

    cell: int | None = None
    colour: str = ""
    guide: bool = False
    wish: Wish | None = None
    goals: bool = False
    aim: str | None = None

    @property
    def corrects(self) -> bool:
        """Whether it is about the flat map."""
        return self.wish is None and not self.goals and self.aim is None

    def on(self, sheet: Guided, symbols: tuple[str, ...]) -> str | None:
        """Does it; a sentence where that is not possible."""
        if self.guide:
            return sheet.guide()
        if self.cell is None:
            return None if sheet.undo() else NOTHING_TO_UNDO
        if self.colour not in symbols:
            return BAD_EDIT
        return sheet.correct(self.cell, symbols.index(self.colour))


def edit_of(text: str) -> Edit | None:
    """The edit of {"correct": [sticker, letter]}, {"undo": true}, {"guide": true} and their like.

    {"ask": "why"} and {"ask": "repeat"} are wishes, {"goals": true} asks for the goals, {"aim":
    text} is for one of them.

    None for an impossible one. Raises ValueError for a text that is no edit at all.
    """
    try:
        message = json.loads(text)
    except RecursionError:
        raise ValueError("nested too deeply") from None
    match message:
        case {"correct": [int(cell), str(colour)], **more} if type(cell) is int and not more:
            return Edit(cell, colour) if 0 <= cell < STICKERS else None
        case {"undo": True, **more} if not more:
            return Edit()
        case {"guide": True, **more} if not more:
            return Edit(guide=True)
        case {"ask": "why" | "repeat" as wish, **more} if not more:
            return Edit(wish=wish)
        case {"goals": True, **more} if not more:
            return Edit(goals=True)
        case {"aim": str(aim), **more} if not more:
            return Edit(aim=aim) if len(aim) <= LONGEST_GOAL else None
        case {"correct": _} | {"undo": _} | {"guide": _} | {"ask": _} | {"goals": _} | {"aim": _}:
            return None
    raise ValueError("not an edit")
