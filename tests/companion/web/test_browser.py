"""The page in a real browser: a clip for a webcam, until the right words are spoken."""

from base64 import b64encode

import pytest

from tests.companion.web.chromium import (
    CONTRAST,
    EAR,
    accent_pixels,
    browser,
    film_of,
    missing,
    served,
)
from tests.companion.web.clips import SAMPLES

pytestmark = [
    pytest.mark.live,
    pytest.mark.skipif(missing() is not None, reason=str(missing())),
]

# Generous: the machine may be busy. Nothing waits for longer than it takes.
PATIENCE_MS = 90_000
# Moments of the clip of the rings: a move, a hand, and the move taken back, over and over.
GAME = [(0.5, 75), (2.0, 75), (2.75, 20), (2.0, 60)]


@pytest.fixture(scope="module")
def rings_film(tmp_path_factory):
    return film_of("rings", tmp_path_factory.mktemp("film") / "rings.mjpeg", GAME)


@pytest.fixture(scope="module")
def chromium(rings_film):
    with browser(rings_film) as opened:
        yield opened


@pytest.fixture(scope="module")
def address():
    with served() as where:
        yield where


@pytest.fixture
def page(chromium, address):
    """The page, watched: errors, and the hosts that it asks for anything."""
    context = chromium.new_context(permissions=["camera"])
    context.set_default_timeout(PATIENCE_MS)
    opened = context.new_page()
    opened.add_init_script(EAR)
    errors, hosts = [], set()
    opened.on("pageerror", lambda error: errors.append(str(error)))
    opened.on("console", lambda said: errors.append(said.text) if said.type == "error" else None)
    opened.on("request", lambda request: hosts.add(request.url.split("/")[2]))
    opened.goto(address)
    yield opened
    context.close()
    assert errors == []
    assert hosts == {address.split("/")[2]}


def words(page, text):
    page.wait_for_function(
        "text => document.getElementById('words').textContent === text", arg=text
    )


def test_from_nothing_through_a_wrong_move_and_a_hand(page):
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    words(page, "Take ring one off the bar.")
    assert page.get_attribute("#state", "aria-label") == "Rings on the bar: 1, 2, 3, 4 and 5."
    page.wait_for_function("() => pace.last.state === '11111' && pace.last.marks.length > 10")
    assert accent_pixels(page) > 100
    words(page, "Take ring three off the bar.")
    assert page.inner_text("#left") == "20 moves to go"
    slip = "You put ring one on the bar, but ring three was next."
    words(page, f"{slip} Take ring one off the bar again.")
    assert page.get_attribute("#panel", "data-kind") == "wrong"
    assert page.evaluate("touched")
    spoken = page.evaluate("spoken")
    assert spoken[:3] == [
        "Show me the toy.",
        "Take ring one off the bar.",
        "Take ring three off the bar.",
    ]
    page.keyboard.press("Escape")
    assert page.is_visible("#start")


def test_the_picked_language_is_shown_and_spoken(page):
    assert page.get_attribute("html", "lang") == "en"
    page.select_option("#language", "pl")
    page.wait_for_url("**/?lang=pl")
    page.wait_for_selector("html[lang=pl]")
    assert page.inner_text("h1") == "Jaką łamigłówkę masz w rękach?"
    page.click("#go")
    words(page, "Zdejmij pierścień pierwszy z pręta.")
    assert page.inner_text("#left") == "jeszcze 21 ruchów"
    assert page.evaluate("spoken")[:2] == [
        "Pokaż mi zabawkę.",
        "Zdejmij pierścień pierwszy z pręta.",
    ]


def test_a_lost_connection_goes_on_where_it_was(page):
    page.add_init_script(
        "const Plain = WebSocket; window.lines = [];"
        "window.WebSocket = class extends Plain {"
        "  constructor(...all) { super(...all); window.lines.push(this); } };"
    )
    page.reload()
    page.click("#go")
    words(page, "Take ring three off the bar.")
    # At once: an answer that is under way must not pass for one after the call.
    before = page.evaluate("() => { lines.at(-1).close(); return pace.answers; }")
    page.wait_for_function("n => lines.length === 2 && pace.answers > n", arg=before)
    assert page.get_attribute("#progress", "aria-valuenow") != "0"
    assert page.is_hidden("#notice")


def test_a_line_that_is_dead_without_being_closed_is_called_again(page):
    page.add_init_script(
        "const Plain = WebSocket; window.lines = [];"
        "window.WebSocket = class extends Plain {"
        "  constructor(...all) {"
        "    super(...all);"
        "    window.lines.push(this);"
        "    this.addEventListener('message', ({ data }) => (this.first ??= JSON.parse(data)));"
        "  }"
        "  send(data) { if (!this.dead) super.send(data); } };"
        # How long a silence is borne need not be waited for.
        "let later = 0; const now = performance.now.bind(performance);"
        "performance.now = () => now() + later; window.wait = (ms) => (later += ms);"
    )
    page.reload()
    page.click("#go")
    words(page, "Take ring three off the bar.")
    page.evaluate("lines.at(-1).dead = true")
    # The picture that is under way is still answered.
    page.wait_for_timeout(500)
    before = page.evaluate("() => { wait(9_000); return pace.answers; }")
    page.wait_for_timeout(500)
    assert page.evaluate("() => [lines.length, pace.answers]") == [1, before]
    page.evaluate("wait(3_000)")
    page.wait_for_function("n => lines.length === 2 && pace.answers > n + 5", arg=before)
    # Called a second time, the server knows the game.
    assert page.evaluate("() => lines.map((line) => line.first.resumed)") == [False, True]
    assert page.is_hidden("#notice")


def test_a_camera_that_is_put_back_goes_on_where_it_was(page):
    page.click("#go")
    words(page, "Take ring one off the bar.")
    before = page.evaluate(
        """() => {
          const [track] = document.getElementById("video").srcObject.getVideoTracks();
          track.stop();
          track.dispatchEvent(new Event("ended"));
          return pace.answers;
        }"""
    )
    page.wait_for_function("n => pace.answers > n + 5", arg=before)
    assert page.is_hidden("#notice")
    assert page.inner_text("#left").endswith(" moves to go")


def test_a_pause_looks_at_nothing_and_then_says_the_move_again(page):
    page.click("#go")
    words(page, "Take ring one off the bar.")
    page.click("#pause")
    assert page.inner_text("#notice") == "Paused."
    # What was under way is answered, and shows nothing.
    before = page.evaluate("() => [pace.answers, spoken.length, video.paused]")
    page.wait_for_timeout(500)
    assert page.evaluate("() => [pace.answers, spoken.length, video.paused]") == before
    assert before[2]
    page.click("#pause")
    page.wait_for_function("n => spoken.length > n", arg=before[1])
    assert page.evaluate("spoken.at(-1)").startswith("Take ring ")
    assert page.is_hidden("#notice")
    assert page.inner_text("#pause") == "Pause"


def test_photos_of_a_cube_give_its_solution(page):
    page.check("input[value=cube]", force=True)
    photos = sorted((SAMPLES / "cube/photos").glob("*.jpg"))
    page.set_input_files("#files", [str(path) for path in photos])
    page.wait_for_function("() => document.querySelector('#solution:not([hidden])')")
    assert page.locator("#state .sticker").count() == 54
    assert page.locator("#pages button").count() == 6
    truth = (SAMPLES / "cube/photos/truth.txt").read_text().split()[-1]
    assert page.get_attribute("#state", "data-state") == truth
    assert page.get_attribute("#state", "aria-label") == "The cube unfolded, as seen so far"
    assert page.evaluate("spoken.length") == 1
    assert accent_pixels(page) > 100


def test_a_photo_is_dropped_onto_the_page(page):
    name, state = (SAMPLES / "rings/stills/truth.txt").read_text().splitlines()[0].split()
    photo = b64encode((SAMPLES / "rings/stills" / name).read_bytes()).decode()
    dropped = page.evaluate_handle(
        """(photo) => {
          const bytes = Uint8Array.from(atob(photo), (letter) => letter.charCodeAt(0));
          const files = new DataTransfer();
          files.items.add(new File([bytes], "toy.jpg", { type: "image/jpeg" }));
          return files;
        }""",
        photo,
    )
    page.dispatch_event("body", "dragenter", {"dataTransfer": dropped})
    assert page.is_visible("#drop")
    page.dispatch_event("body", "drop", {"dataTransfer": dropped})
    page.wait_for_function(
        "state => document.getElementById('state').dataset.state === state", arg=state
    )
    assert page.is_hidden("#drop")
    assert page.is_hidden("#why")
    assert page.is_hidden("#goal")


def test_the_bar_over_the_way_is_told_to_a_screen_reader(page):
    page.click("#go")
    words(page, "Take ring three off the bar.")
    bar = {
        name: page.get_attribute("#progress", f"aria-value{name}")
        for name in ("min", "max", "now", "text")
    }
    assert bar == {"min": "0", "max": "21", "now": "1", "text": "20 moves to go"}
    assert page.inner_text("#left") == bar["text"]
    # The bar grows for a moment: it is waited for.
    page.wait_for_function(
        """() => {
            const [whole, made] = ["#progress", "#progress i"].map(
                one => document.querySelector(one).getBoundingClientRect().width);
            return Math.abs(made - whole / 21) < whole / 210;
        }"""
    )


def test_another_goal_is_a_button_away(page):
    assert page.is_disabled("#goal")
    page.click("#go")
    words(page, "Take ring one off the bar.")
    page.click("#goal")
    page.click("#goal-list button:not([aria-pressed=true])")
    page.wait_for_function("() => spoken.some((said) => said.startsWith('New goal: all rings on'))")
    assert page.is_hidden("#goals")
    assert page.is_enabled("#goal")


def test_a_goal_of_ones_own_is_drawn_or_written(page):
    page.click("#go")
    words(page, "Take ring one off the bar.")
    page.focus("#goal")
    page.keyboard.press("Enter")
    page.wait_for_selector("#goals[open]")
    assert page.input_value("#goal-text") == "00000"
    page.click("#goal-drawn [data-at='1']")
    assert page.input_value("#goal-text") == "01000"
    page.fill("#goal-text", "nonsense")
    page.keyboard.press("Enter")
    page.wait_for_selector("#goal-refused:not([hidden])")
    page.keyboard.press("Escape")
    assert page.is_hidden("#goals")
    assert page.is_visible("#play")
    page.click("#goal")
    page.fill("#goal-text", "01000")
    page.keyboard.press("Enter")
    page.wait_for_function("() => spoken.some((said) => said.startsWith('New goal. '))")
    assert page.is_hidden("#goals")


def test_the_towers_pieces_are_chosen(page):
    assert page.is_hidden("#variant")
    page.check("input[value=hanoi]", force=True)
    assert page.is_visible("#count")
    page.select_option("#variant", "london")
    assert page.is_hidden("#count")
    assert page.is_hidden("#method")
    page.check("input[value=cube]", force=True)
    assert page.is_visible("#method")
    assert page.is_hidden("#variant")
    page.check("input[value=hanoi]", force=True)
    page.click("#go")
    page.wait_for_function("() => pace.answers > 2")
    page.keyboard.press("Escape")
    assert page.is_visible("#start")


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_everything_can_be_named_reached_and_read(page, scheme):
    page.emulate_media(color_scheme=scheme)
    page.click("#go")
    words(page, "Take ring one off the bar.")
    nameless = page.evaluate(
        """() => [...document.querySelectorAll("button, input, select, [role]")]
          .filter((one) => !(one.innerText || one.getAttribute("aria-label") || one.title
            || one.getAttribute("aria-labelledby") || one.labels?.length || one.textContent.trim()
            || one.getAttribute("role") === "alert" || one.getAttribute("role") === "status"))
          .map((one) => one.outerHTML)"""
    )
    assert nameless == []
    reached = []
    for _ in range(7):
        page.keyboard.press("Tab")
        reached.append(page.evaluate("document.activeElement.id"))
    assert {"why", "goal", "pause", "mute", "fresh", "stop"} <= set(reached)
    for part in ("#words", "#left", "#again", "#why", "#sure"):
        assert page.evaluate(CONTRAST, part) >= 4.5, part


TRUTH = (SAMPLES / "cube/photos/truth.txt").read_text().split()[-1]


def photos_of_the_cube(page, count):
    page.check("input[value=cube]", force=True)
    photos = sorted((SAMPLES / "cube/photos").glob("*.jpg"))[:count]
    page.set_input_files("#files", [str(path) for path in photos])
    page.wait_for_function(
        "n => document.querySelectorAll('#pages button').length === n", arg=count
    )


def label_of(index, what):
    sides = ("up", "right", "front", "down", "left", "back")
    side, cell = divmod(index, 9)
    return f"{sides[side]} face, row {cell // 3 + 1}, column {cell % 3 + 1}: {what}"


def test_a_wrong_correction_with_the_mouse_is_told_and_taken_back(page):
    photos_of_the_cube(page, 6)
    colours = dict(
        zip("URFDLB", ("white", "red", "green", "yellow", "orange", "blue"), strict=True)
    )
    for index in (0, 22, 53):
        sticker = page.get_by_role("button", name=label_of(index, f"{colours[TRUTH[index]]}, sure"))
        assert sticker.count() == 1
    other = "red" if TRUTH[0] != "R" else "blue"
    page.get_by_role("button", name=label_of(0, "")).click()
    page.get_by_role("group", name="Correct this sticker").get_by_role("button", name=other).click()
    page.wait_for_function("() => document.getElementById('words').textContent.includes('No cube')")
    assert page.get_by_role("button", name=label_of(0, f"{other}, set by you")).count() == 1
    assert page.is_hidden("#solution")
    page.click("#undo")
    page.wait_for_selector("#solution:not([hidden])")
    assert page.get_attribute("#state", "data-state") == TRUTH
    assert page.is_disabled("#undo")


def test_a_missing_face_is_filled_in_with_keys_and_solved(page):
    photos_of_the_cube(page, 5)
    assert page.inner_text("#words").startswith("5 of 6 faces. Still to show: ")
    missing = page.locator(".side[data-missing]")
    assert missing.count() == 1
    side = int(missing.get_attribute("class").split("side-")[1])
    letters = dict(zip("URFDLB", "wrgyob", strict=True))
    page.locator(".sticker").nth(9 * side).focus()
    around = [(0, None), (1, "Right"), (2, "Right"), (5, "Down"), (8, "Down"), (7, "Left")]
    for cell, arrow in [*around, (6, "Left"), (3, "Up")]:
        if arrow:
            page.keyboard.press(f"Arrow{arrow}")
        page.keyboard.press(letters[TRUTH[9 * side + cell]])
    page.wait_for_selector("#solution:not([hidden])")
    assert page.get_attribute("#state", "data-state") == TRUTH
    assert page.inner_text("#caption") == "All 6 faces seen."
    page.keyboard.press("Escape")
    assert page.is_hidden("#tools")
    page.keyboard.press("Escape")
    assert page.is_visible("#start")


def test_a_file_that_is_no_picture_is_told(page, tmp_path):
    path = tmp_path / "notes.jpg"
    path.write_text("no picture")
    page.set_input_files("#files", [str(path)])
    page.wait_for_selector("#trouble:not([hidden])")
    assert "notes.jpg" in page.inner_text("#trouble")
    assert page.is_visible("#start")


def test_a_phone_gets_in_with_the_token_alone(chromium):
    with served("--lan", "--host", "127.0.0.1") as secret:
        context = chromium.new_context(
            ignore_https_errors=True, viewport={"width": 390, "height": 844}, permissions=["camera"]
        )
        context.set_default_timeout(PATIENCE_MS)
        phone = context.new_page()
        assert phone.goto(secret.split("?")[0]).status == 401
        phone.goto(secret)
        assert "token" not in phone.url
        phone.click("#go")
        words(phone, "Take ring one off the bar.")
        # Everything needed is on the screen, without scrolling.
        bottom = phone.locator("#stop").bounding_box()
        assert bottom["y"] + bottom["height"] <= 844
        context.close()
