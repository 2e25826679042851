"""The bundled sample folders: samples/<puzzle>/<clip>/."""

from importlib.resources import files
from pathlib import Path

from solver.phrase import Phrase


def bundled(puzzle: str) -> list[Path]:
    """The sample folders of a puzzle, by name. Raises OSError where none came with the program."""
    room = Path(str(files("samples"))) / puzzle
    found = sorted(path.parent for path in room.glob("*/profile.toml"))
    if not found:
        raise FileNotFoundError(
            Phrase(
                "{puzzle}: no samples came with this program; looked in {room}",
                puzzle=puzzle,
                room=room,
            )
        )
    return found
