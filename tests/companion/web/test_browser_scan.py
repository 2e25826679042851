"""The scan of a cube on a phone, in a real browser: what is missing, and a correction."""

import pytest

from tests.companion.web.chromium import browser, film_of, missing, served

pytestmark = [
    pytest.mark.live,
    pytest.mark.skipif(missing() is not None, reason=str(missing())),
]

# Generous: the machine may be busy. Nothing waits for longer than it takes.
PATIENCE_MS = 90_000

# What is said of a wrong turn is long in some languages: this is German.
LONG = (
    "Du hast die orangefarbene Seite um eine halbe Drehung gedreht, aber die blaue Seite war an "
    "der Reihe. Wir machen von hier aus weiter. Dreh die Seite mit dem grünen Mittelstein um eine "
    "Vierteldrehung gegen den Uhrzeigersinn."
)
# The lower edge of the lowest button under some words, as the panel sets them.
LOWEST = """async (long) => {
  const { Panel } = await import("/static/panel.js");
  Panel.prototype.words.call(null, "wrong", long);
  return document.getElementById("stop").getBoundingClientRect().bottom;
}"""


def test_a_scan_is_corrected_while_it_goes_on(tmp_path):
    """On a phone the map is laid over the page, and the pictures wait."""
    film = film_of("cube", tmp_path / "cube.mjpeg", [(0.6, 600)])
    with served() as where, browser(film) as opened:
        context = opened.new_context(
            viewport={"width": 390, "height": 844}, permissions=["camera"], has_touch=True
        )
        context.set_default_timeout(PATIENCE_MS)
        phone = context.new_page()
        phone.goto(where)
        phone.check("input[value=cube]", force=True)
        phone.tap("#go")
        phone.wait_for_selector(".side:not([data-missing])")
        assert " of 6 faces. Still to show: " in phone.inner_text("#words")
        assert phone.inner_text("#kind") == "Scanning"
        bottom = phone.locator("#stop").bounding_box()
        assert bottom["y"] + bottom["height"] <= 844
        sticker = phone.locator(".side:not([data-missing]) .sticker").first
        sticker.tap()
        assert sticker.bounding_box()["width"] >= 24
        was = sticker.get_attribute("data-colour")
        colour = "b" if was != "b" else "r"
        phone.tap(f".paint[data-colour={colour}]")
        phone.wait_for_selector(f".sticker[data-state=fixed][data-colour={colour}]")
        before = phone.evaluate("pace.answers")
        phone.tap("#corrected")
        phone.wait_for_function("n => pace.answers > n + 3", arg=before)
        assert sticker.get_attribute("data-state") == "fixed"
        for wide, high in ((390, 844), (360, 640)):
            phone.set_viewport_size({"width": wide, "height": high})
            assert phone.evaluate(LOWEST, LONG) <= high
        context.close()
