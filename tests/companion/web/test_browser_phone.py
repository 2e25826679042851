"""The page on a phone nearby: getting in, being refused, small screens, and one voice at a time."""

import pytest

from tests.companion.web.chromium import browser, film_of, missing, served

pytestmark = [
    pytest.mark.live,
    pytest.mark.skipif(missing() is not None, reason=str(missing())),
]

# Generous: the machine may be busy. Nothing waits for longer than it takes.
PATIENCE_MS = 90_000
# A voice that says nothing until it is told to `end` what it says.
VOICE = """
window.said = [];
window.queue = [];
const busy = { get: () => queue.length > 0 };
Object.defineProperty(SpeechSynthesis.prototype, "speaking", busy);
Object.defineProperty(SpeechSynthesis.prototype, "pending", busy);
SpeechSynthesis.prototype.speak = (speech) => {
  queue.push(speech);
  if (speech.text) said.push(speech.text);
};
SpeechSynthesis.prototype.cancel = () => {
  for (const one of queue.splice(0)) one.onerror?.(new Event("error"));
};
window.end = () => queue.shift().onend(new Event("end"));
"""


@pytest.fixture(scope="module")
def chromium(tmp_path_factory):
    film = film_of("rings", tmp_path_factory.mktemp("film") / "rings.mjpeg", [(0.5, 30)])
    with browser(film) as opened:
        yield opened


@pytest.fixture(scope="module")
def secret():
    with served("--lan", "--host", "127.0.0.1") as where:
        yield where


@pytest.fixture
def phone(chromium):
    """Opens a page of a phone that takes every certificate."""
    contexts = []

    def opened(locale="en-US"):
        context = chromium.new_context(
            ignore_https_errors=True,
            locale=locale,
            viewport={"width": 390, "height": 844},
            permissions=["camera"],
        )
        context.set_default_timeout(PATIENCE_MS)
        contexts.append(context)
        return context.new_page()

    yield opened
    for context in contexts:
        context.close()


def test_plain_http_leads_to_the_page(phone, secret):
    page = phone("de-DE")
    answer = page.goto(secret.split("?")[0].replace("https:", "http:"))
    assert answer.status == 426
    assert "warnen" in page.inner_text("p")
    # The page's own style is let in by its rules.
    assert page.evaluate("getComputedStyle(document.querySelector('a')).display") == "block"
    with page.expect_navigation():
        page.click("a")
    assert page.url == secret.split("?")[0]
    assert "Zugangsschlüssel" in page.inner_text("p")


def test_the_browsers_warning_is_explained_to_who_comes_first(phone, secret):
    page = phone()
    page.goto(secret)
    assert page.inner_text("#warned summary") == "Did the browser warn you?"
    assert "certificate" in page.inner_text("#warned")
    page.reload()
    assert page.is_visible("#warned")
    assert page.get_attribute("#warned", "open") is None


def test_an_old_token_is_told_and_ends_the_calling(phone, secret):
    page = phone()
    page.add_init_script(
        "const Plain = WebSocket; window.lines = [];"
        "window.WebSocket = class extends Plain {"
        "  constructor(...all) { super(...all); window.lines.push(this); } };"
    )
    page.goto(secret)
    page.click("#go")
    page.wait_for_function("() => pace.answers > 1")
    # As after a new start, which knows none of the old tokens.
    page.context.clear_cookies()
    page.evaluate("lines.at(-1).close()")
    page.wait_for_function(
        "() => document.getElementById('notice').textContent.includes('access token')"
    )
    calls = page.evaluate("lines.length")
    page.wait_for_timeout(1500)
    assert page.evaluate("lines.length") == calls
    assert "access token" in page.inner_text("#notice")


@pytest.mark.parametrize("locale", ["de-DE", "pl-PL", "zh-CN", "en-US"])
def test_nothing_lies_under_something_else(phone, secret, locale):
    page = phone(locale)
    page.goto(secret)
    for width, height in ((320, 568), (390, 844)):
        page.set_viewport_size({"width": width, "height": height})
        title, picker = (page.locator(one).bounding_box() for one in (".top span", "#language"))
        assert title["x"] + title["width"] <= picker["x"]
        assert page.evaluate("document.documentElement.scrollWidth") <= width
        cards = page.locator(".face").all()
        assert len({round(one.bounding_box()["width"]) for one in cards}) == 1
        assert all(one.evaluate("one => one.scrollWidth <= one.clientWidth") for one in cards)


def test_of_what_comes_while_something_is_said_only_the_newest_is_said(phone, secret):
    page = phone()
    page.add_init_script(VOICE)
    page.goto(secret)
    page.click("#go")
    page.wait_for_function("() => said.at(-1) === 'Take ring one off the bar.'")
    said = page.evaluate("said.length")
    for _ in range(4):
        before = page.evaluate("pace.answers")
        page.click("#why")
        page.wait_for_function("n => pace.answers > n + 3", arg=before)
    assert page.evaluate("[queue.length, said.length]") == [1, said]
    page.evaluate("end()")
    assert page.evaluate("[queue.length, said.length]") == [1, said + 1]
    assert page.evaluate("said.at(-1)") == page.inner_text("#words")
    page.evaluate("end()")
    assert page.evaluate("queue.length") == 0
