"""Writes the networks of the eye for towers with eight bits, beside those they are made of.

    python -m samples.hanoi_eye.eight_bits SCENES/traced SCENES/painted --scenes-each 100

They are shown what they see of scenes drawn by `samples.hanoi_eye.drawn`. Has to be done again
whenever one of them has learned. Needs onnx and onnxruntime.
"""

import argparse
from collections import Counter, defaultdict
from collections.abc import Iterable
from itertools import chain, islice
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

import vision.hanoi
from calibration import default_profile
from samples.hanoi_eye.drawn import kept
from samples.render.eight_bits import write_eight_bits
from vision.frame import Frame, Image
from vision.hanoi import HanoiReader, edges, ends, nets, tower
from vision.network import Network, brief, load_network

FOLDER = Path(vision.hanoi.__file__).parent
NAMES = ("pegs", "ends", "stack", "tower", "second", "edges")
# So many looks are enough to tell how large numbers get.
ENOUGH = 80

Singles = NDArray[np.float32]


def looks_at(pictures: Iterable[Image]) -> dict[str, list[Singles]]:
    """What each network is shown where these are read, the number of discs unknown."""
    shown: dict[str, list[Singles]] = defaultdict(list)

    def load(path: Path, *shapes: tuple[int, ...]) -> Network:
        network = load_network(path, *shapes)

        def answer(look: Singles) -> Singles:
            shown[path.stem].append(look.copy())
            return network(look)

        return answer

    for module in (nets, ends, tower, edges):
        module.load_network = load  # type: ignore[attr-defined]
    for picture in pictures:
        HanoiReader(default_profile("hanoi")).read(Frame(picture, 0.0))
    return shown


def main() -> None:
    """The command line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("scenes", type=Path, nargs="+", help="folders of scenes")
    parser.add_argument("--scenes-each", type=int, default=100, help="of each folder")
    parser.add_argument("--nets", nargs="+", choices=NAMES, default=NAMES)
    asked = parser.parse_args()
    cv2.setNumThreads(1)
    pictures: list[Image] = []
    for folder in asked.scenes:
        scenes = chain.from_iterable(map(kept, sorted(folder.glob("*.scenes"))))
        pictures += [scene.image for scene in islice(scenes, asked.scenes_each)]
    shown = looks_at(pictures)
    rng = np.random.default_rng(1)
    for name in asked.nets:
        # Of towers with as many pegs as most have.
        usual = Counter(look.shape for look in shown[name]).most_common(1)[0][0]
        alike = [look for look in shown[name] if look.shape == usual]
        chosen = rng.permutation(len(alike))[:ENOUGH]
        path = FOLDER / f"{name}.onnx"
        write_eight_bits(path, [alike[k] for k in chosen], brief(path))
        print(f"{name}: {len(chosen)} looks", flush=True)


if __name__ == "__main__":
    main()
