"""Takes the README's pictures of the page: `python -m tests.screens`.

A real browser opens the page and plays the rings' clip at a phone's size, in light and in Chinese,
and shows photos of the cube at a laptop's, in dark; all go into samples/page.jpg. The window of
`guide`, on a display without a screen, goes into samples/window.jpg.
"""

import sys
import time
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import cv2
import numpy as np

from tests.companion.display import display, game, missing_tools
from tests.companion.web.chromium import browser, film_of, missing, served
from tests.companion.web.clips import SAMPLES
from vision import Image, load_picture

PHONE = {"width": 390, "height": 844}
LAPTOP = {"width": 1280, "height": 800}
HEIGHT, GAP = 720, 24
# The window's width: it stands in the corner of its display, beside an empty ground.
WINDOW = 720
# The moment of the rings' clip that the phone sees.
MOMENT = [(0.5, 30)]
WORDS = "() => document.getElementById('panel').dataset.kind === 'next'"


def main() -> int:
    """Writes samples/page.jpg and samples/window.jpg; 1 where there is no browser."""
    _window()
    if reason := missing():
        print(f"No pictures were taken: {reason}.", file=sys.stderr)
        return 1
    with TemporaryDirectory() as place:
        folder = Path(place)
        film = film_of("rings", folder / "rings.mjpeg", MOMENT)
        with served() as address, browser(film) as chromium:
            start = _screen(chromium, address, PHONE, "light", folder / "0.png", _nothing)
            chinese = f"{address}?lang=zh-CN"
            phone = _screen(chromium, chinese, PHONE, "light", folder / "1.png", _rings)
            laptop = _screen(chromium, address, LAPTOP, "dark", folder / "2.png", _cube)
    gap = np.full((HEIGHT, GAP, 3), 255, np.uint8)
    page = np.hstack([start, gap, phone, gap, laptop])
    cv2.imwrite(str(SAMPLES / "page.jpg"), page, [cv2.IMWRITE_JPEG_QUALITY, 88])
    return 0


def _window() -> None:
    """The window with its keys, as the rings' clip begins."""
    if reason := missing_tools():
        print(f"No picture of the window was taken: {reason}.", file=sys.stderr)
        return
    with display() as screen, game(screen, "rings") as desk:
        desk.cue()
        desk.press("p", "h")
        time.sleep(2)
        picture = screen.picture()
        desk.press("q")
    drawn = np.argwhere(picture.any(axis=2) & (np.arange(picture.shape[1]) < WINDOW))
    high, wide = drawn.max(axis=0) + 1
    cv2.imwrite(str(SAMPLES / "window.jpg"), picture[:high, :wide], [cv2.IMWRITE_JPEG_QUALITY, 88])


def _nothing(page: Any) -> None:
    page.wait_for_selector("#go")


def _rings(page: Any) -> None:
    page.click("#go")
    page.wait_for_function(WORDS)
    page.wait_for_function("() => pace.last.marks.length > 14")


def _cube(page: Any) -> None:
    page.check("input[value=cube]", force=True)
    photos = sorted((SAMPLES / "cube/corners").glob("*.jpg"))
    page.set_input_files("#files", [str(path) for path in photos])
    page.wait_for_function(WORDS)


def _screen(
    chromium: Any, address: str, size: dict[str, int], scheme: str, path: Path, act: Any
) -> Image:
    context = chromium.new_context(
        viewport=size,
        color_scheme=scheme,
        device_scale_factor=2,
        permissions=["camera"],
        has_touch=size is PHONE,
        is_mobile=size is PHONE,
    )
    page = context.new_page()
    page.goto(address)
    act(page)
    page.wait_for_timeout(600)
    page.screenshot(path=str(path))
    context.close()
    picture = load_picture(path)
    width = round(picture.shape[1] * HEIGHT / picture.shape[0])
    return np.asarray(cv2.resize(picture, (width, HEIGHT), interpolation=cv2.INTER_AREA), np.uint8)


if __name__ == "__main__":
    sys.exit(main())
