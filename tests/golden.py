"""Rewrites the golden transcripts of the bundled samples: `python -m tests.golden`.

`cues.txt` is in English, `cues.de.txt` and its like in the other languages: one run makes all.
"""

import sys
from pathlib import Path

from companion.clips import bundled
from companion.languages import LANGUAGES
from companion.printers import Transcript
from companion.replay import Score, replay
from solver import PUZZLES


def golden_file(folder: Path, code: str) -> Path:
    """The transcript of a sample in a language."""
    return folder / ("cues.txt" if code == "en" else f"cues.{code}.txt")


def transcripts(folder: Path) -> tuple[Score, dict[str, list[str]]]:
    """The score of a sample, and its transcript in every language."""
    made = {code: Transcript(language) for code, language in LANGUAGES.items()}
    score, _ = replay(folder, sinks=list(made.values()))
    return score, {code: transcript.lines for code, transcript in made.items()}


def main() -> int:
    """Writes the transcripts of every bundled sample with a truth, and says what changed."""
    for puzzle in sorted(PUZZLES):
        for folder in bundled(puzzle):
            score, found = transcripts(folder)
            for code, lines in found.items():
                path = golden_file(folder, code)
                text = "".join(line + "\n" for line in lines)
                before = path.read_text(encoding="utf-8") if path.exists() else ""
                path.write_text(text, encoding="utf-8")
                state = "as before" if before == text else "changed"
                print(f"{path}: {len(lines)} cues, {state}")
            print(f"  {score.line}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
