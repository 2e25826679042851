"""What a player does to the flat map, as it comes over the network: checked, then done."""

import json
from dataclasses import dataclass

from companion.editing import NOTHING_TO_UNDO, Sheet
from companion.web.words import BAD_EDIT

STICKERS = 54


@dataclass(frozen=True, slots=True)
class Edit:
    """One correction: a sticker, 0 to 53, and its colour's letter; no sticker: take one back."""

    cell: int | None = None
    colour: str = ""

    def on(self, sheet: Sheet, symbols: tuple[str, ...]) -> str | None:
        """Does it; a sentence where that is not possible."""
        if self.cell is None:
            return None if sheet.undo() else NOTHING_TO_UNDO
        if self.colour not in symbols:
            return BAD_EDIT
        return sheet.correct(self.cell, symbols.index(self.colour))


def edit_of(text: str) -> Edit | None:
    """The edit of {"correct": [sticker, letter]} or {"undo": true}; None for an impossible one.

    Raises ValueError for a text that is no edit at all.
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
        case {"correct": _} | {"undo": _}:
            return None
    raise ValueError("not an edit")
