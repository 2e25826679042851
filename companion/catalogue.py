"""Catalogues of gettext as they are written: a .po file in, gettext's own translations out.

Nothing is compiled at installation: the text is packed into the form of a .mo file in memory, and
the standard library reads that. Format: the manual of GNU gettext, sections 3 (PO) and 11.3 (MO).
"""

import json
import struct
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from gettext import GNUTranslations
from io import BytesIO
from pathlib import Path

MAGIC = 0x950412DE
# Between a context and its message, and between singular and plural.
CONTEXT, PLURAL = "\x04", "\x00"


@dataclass(frozen=True, slots=True)
class Entry:
    """One message: `plural` is None where there is one form only; `forms` are its translations."""

    context: str | None
    message: str
    plural: str | None
    forms: tuple[str, ...]

    @property
    def key(self) -> tuple[str | None, str, str | None]:
        """What a program asks for."""
        return self.context, self.message, self.plural


def read_entries(text: str) -> Iterator[Entry]:
    """The entries of a .po file, its header among them as the one without a message.

    Raises ValueError for a line that is none.
    """
    parts: dict[str, str] = {}
    name = ""
    for number, line in enumerate([*text.splitlines(), ""], start=1):
        line = line.strip()
        if line.startswith("#"):
            continue
        if not line:
            if "msgid" in parts:
                yield _entry(parts)
            parts, name = {}, ""
            continue
        if not line.startswith('"'):
            name, _, line = line.partition(" ")
            parts[name] = ""
        try:
            parts[name] += json.loads(line)
        except (KeyError, TypeError, ValueError):
            raise ValueError(f"line {number}: expected a string, got {line!r}") from None


def load_catalogue(path: Path) -> GNUTranslations:
    """The translations of a .po file. Raises OSError or ValueError."""
    entries = list(read_entries(path.read_text(encoding="utf-8")))
    return GNUTranslations(BytesIO(_packed(dict(map(_pair, entries)))))


def _entry(parts: Mapping[str, str]) -> Entry:
    forms = [text for name, text in sorted(parts.items()) if name.startswith("msgstr")]
    return Entry(parts.get("msgctxt"), parts["msgid"], parts.get("msgid_plural"), tuple(forms))


def _pair(entry: Entry) -> tuple[str, str]:
    key = entry.message if entry.context is None else entry.context + CONTEXT + entry.message
    if entry.plural is not None:
        key += PLURAL + entry.plural
    return key, PLURAL.join(entry.forms)


def _packed(texts: Mapping[str, str]) -> bytes:
    """A .mo file: a header, two tables of lengths and places, and the texts, in order."""
    pairs = sorted((key.encode(), text.encode()) for key, text in texts.items() if text)
    tables: list[int] = []
    at = 28 + 16 * len(pairs)
    blob = b""
    for column in (0, 1):
        for pair in pairs:
            tables += len(pair[column]), at + len(blob)
            blob += pair[column] + b"\0"
    header = MAGIC, 0, len(pairs), 28, 28 + 8 * len(pairs), 0, at
    return struct.pack(f"<{7 + len(tables)}I", *header, *tables) + blob
