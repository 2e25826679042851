"""Rewrites the golden transcripts of the bundled samples: `python -m tests.golden`."""

import sys

from companion.clips import bundled
from companion.replay import replay
from solver import PUZZLES


def main() -> int:
    """Writes cues.txt into every bundled sample folder that has a truth, and says what changed."""
    for puzzle in sorted(PUZZLES):
        for folder in bundled(puzzle):
            score, lines = replay(folder)
            path = folder / "cues.txt"
            changed = not path.exists() or path.read_text(encoding="utf-8").splitlines() != lines
            path.write_text("".join(line + "\n" for line in lines), encoding="utf-8")
            print(f"{folder}: {len(lines)} cues, {'changed' if changed else 'as before'}")
            print(f"  {score.line}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
