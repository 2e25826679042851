"""Makes the sample pictures: `python -m samples.render hanoi/three-discs --out DIR --seed 3`."""

import argparse
import sys
from collections.abc import Callable, Sequence
from pathlib import Path

from samples.render import RenderError
from samples.render.cube_clips import write_bundled
from samples.render.cube_film import write_corners, write_photos, write_scan
from samples.render.film import Setup
from samples.render.hanoi_film import write_hanoi_stills, write_three_discs
from samples.render.rings_clips import write_in_hand, write_on_table
from samples.render.rings_film import write_five_rings, write_stills

CLIPS: dict[str, Callable[[Path, Setup], None]] = {
    "cube/corners": write_corners,
    "cube/photos": write_photos,
    "cube/scan": write_scan,
    "cube/turns": write_bundled,
    "hanoi/stills": write_hanoi_stills,
    "hanoi/three-discs": write_three_discs,
    "rings/five-rings": write_five_rings,
    "rings/in-hand": write_in_hand,
    "rings/on-table": write_on_table,
    "rings/stills": write_stills,
}


def main(arguments: Sequence[str] | None = None) -> int:
    """Runs the command line. Returns 0, or 2 after one line on standard error."""
    parser = argparse.ArgumentParser(prog="python -m samples.render", description=__doc__)
    parser.add_argument("clip", choices=sorted(CLIPS), help="what to make")
    parser.add_argument("--out", type=Path, required=True, help="the folder to write to")
    parser.add_argument("--seed", type=int, default=3, help="another room, wood and noise")
    parser.add_argument("--samples", type=int, default=16, help="paths a pixel")
    parser.add_argument("--size", type=int, nargs=2, default=(640, 480), metavar=("W", "H"))
    given = parser.parse_args(arguments)
    width, height = given.size
    setup = Setup(size=(width, height), samples=given.samples, seed=given.seed)
    try:
        CLIPS[given.clip](given.out, setup)
    except RenderError as error:
        print(error, file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main())
