"""What waits to be looked at: of pictures only the newest one, of edits every one, in order."""

import asyncio
from collections import deque
from typing import Generic, TypeVar

T = TypeVar("T")
E = TypeVar("E")


class Inbox(Generic[T, E]):
    """For one giver and one taker on the same event loop; old pictures are of no use.

    Edits are taken first; `dropped` counts the pictures that nobody took.
    """

    def __init__(self) -> None:
        self.dropped = 0
        self._picture: T | None = None
        self._edits: deque[E] = deque()
        self._there = asyncio.Event()

    def put(self, picture: T) -> None:
        """Leaves a picture; one that still lies there is dropped."""
        self.dropped += self._picture is not None
        self._picture = picture
        self._there.set()

    def add(self, edit: E) -> None:
        """Leaves an edit behind those that lie there."""
        self._edits.append(edit)
        self._there.set()

    @property
    def edits(self) -> int:
        """How many edits lie there."""
        return len(self._edits)

    async def take(self) -> tuple[E | None, T | None]:
        """Waits, and takes the first edit, or else the picture."""
        await self._there.wait()
        if self._edits:
            edit, picture = self._edits.popleft(), None
        else:
            edit, picture, self._picture = None, self._picture, None
        if not self._edits and self._picture is None:
            self._there.clear()
        return edit, picture
