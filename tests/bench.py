"""Measures everything: `python -m tests.bench [--json FILE]`, which is what `make bench` runs.

Accuracy on photographs of real toys (../shared/photos, where present), on the bundled path-traced
samples and on raster renders, each said as what it is; how soon after a move the next words are
heard; and milliseconds a frame, as medians, on one thread, at 640 x 480, split into finding,
reading and belief.
"""

import argparse
import json
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import cv2
from rich.console import Console
from rich.table import Table

from companion.clips import bundled
from companion.replay import replay
from solver import PUZZLES
from tests import (
    bench_belief,
    bench_cube,
    bench_cube_empty,
    bench_cube_light,
    bench_cube_live,
    bench_cube_solver,
    bench_decode,
    bench_hanoi,
    bench_hanoi_renders,
    bench_heard,
    bench_rings,
    bench_rings_follow,
    bench_solver,
    bench_speed,
)
from tests.sheets import Sheets

PHOTOS = Path(__file__).resolve().parents[2] / "shared" / "photos"

Rows = Mapping[str, Mapping[str, Any]]


def sections(
    photos: Path | None, sheets: Sheets, overlay: Path | None = None
) -> Iterator[tuple[str, Rows]]:
    """Every table with its title, as it comes: the figures of each row by the row's name."""
    if photos is not None:
        yield "cube, real photographs", bench_cube.measure(photos, sheets)
        yield "cube, photographs relit, and made-up cubes", bench_cube_light.measure(photos)
        yield "hanoi, real photographs and clip", bench_hanoi.measure(photos)
    yield "cube, drawn pictures without a cube", bench_cube_empty.measure()
    yield "hanoi, renders kept aside", bench_hanoi_renders.measure(sheets)
    yield "rings, real photographs and raster renders", bench_rings.measure(photos, sheets)
    yield "rings, films of games, raster renders", bench_rings_follow.measure(sheets)
    yield "bundled samples, renders", samples()
    live = None if overlay is None else overlay / "live"
    yield "cubes solved live, raster renders", bench_cube_live.measure(overlay=live)
    yield "plans of rings and towers", bench_solver.plans()
    yield "plans of cubes, mean turns", bench_cube_solver.measure()
    yield "most probable cubes, synthetic looks", bench_decode.measure()
    yield "beliefs, synthetic looks", bench_belief.measure()
    yield "from a move's end to the first sound, clips in real time", bench_heard.measure()
    yield "milliseconds a frame, 640 x 480, one thread, medians", bench_speed.measure()


def samples() -> Rows:
    """The scores of the bundled clips."""
    folders = [folder for puzzle in sorted(PUZZLES) for folder in bundled(puzzle)]
    scored = {f"{folder.parent.name}/{folder.name}": replay(folder)[0] for folder in folders}
    return {name: {**score.line, "folder": name} for name, score in scored.items()}


def table(title: str, rows: Rows) -> Table:
    """One table: a line a row, a column for each figure that any row has."""
    columns = list(dict.fromkeys(key for row in rows.values() for key in row))
    made = Table(title=title, title_justify="left")
    made.add_column("")
    for column in columns:
        made.add_column(column.replace("_", " "), justify="right")
    for name, row in rows.items():
        made.add_row(name, *(_cell(row.get(column)) for column in columns))
    return made


def _cell(value: object) -> str:
    if value is None:
        return ""
    if isinstance(value, float):
        return f"{value:.3g}"
    if isinstance(value, list | tuple):
        return ", ".join(map(str, value)) or "none"
    return str(value)


def main(arguments: list[str]) -> None:
    """Prints the tables and writes the figures."""
    parser = argparse.ArgumentParser(prog="tests.bench", description=__doc__)
    parser.add_argument("--json", type=Path, help="where the figures are written")
    parser.add_argument("--photos", type=Path, default=PHOTOS, help="photographs with truth")
    parser.add_argument("--overlay", type=Path, help="where contact sheets of failures go")
    chosen = parser.parse_args(arguments)
    cv2.setNumThreads(1)
    there = chosen.photos.is_dir()
    console = Console(width=None if sys.stdout.isatty() else 200)
    if not there:
        console.print(f"No photographs in {chosen.photos}: only samples and renders are measured.")
    figures: dict[str, Rows] = {}
    sheets = Sheets(chosen.overlay)
    for title, rows in sections(chosen.photos if there else None, sheets, chosen.overlay):
        console.print(table(title, rows))
        figures[title] = rows
        if chosen.json:
            chosen.json.write_text(json.dumps(figures, indent=1, default=str), encoding="utf-8")
    for path in [*sheets.write(), *([chosen.json] if chosen.json else [])]:
        console.print(f"written to {path}")


if __name__ == "__main__":
    main(sys.argv[1:])
