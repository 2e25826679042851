"""The page in five languages: each browser is answered in its own, or in the one it has picked."""

import json
import re
import struct
from itertools import count

import pytest
from starlette.testclient import TestClient

from companion.languages import LANGUAGES
from companion.web import Gate, make_app
from companion.web.player import Player
from companion.web.toys import Toy
from companion.web.words import NO_PHOTOS, NO_TOKEN, PAGE
from tests.companion.web.clips import HOME, clip
from tests.companion.web.line import connected

ADDRESS = "ws://127.0.0.1:8765/play"


@pytest.fixture
def client():
    ticks = count()
    app = make_app(clock=lambda: next(ticks) * 0.04, language=LANGUAGES["pl"])
    with TestClient(app, base_url=HOME) as opened:
        yield opened


def known(html):
    """What the page's scripts find."""
    return json.loads(re.search(r'id="known">(.*?)</script>', html, re.DOTALL)[1])


@pytest.mark.parametrize("language", LANGUAGES.values(), ids=lambda one: one.code)
def test_a_browser_gets_its_language(client, language):
    html = client.get("/", headers={"accept-language": f"fr, {language.tag};q=0.9"}).text
    assert f'<html lang="{language.tag}">' in html
    assert known(html)["lang"] == language.tag
    assert known(html)["words"]["go"] == language.say(PAGE["go"])
    assert known(html)["words"].keys() == PAGE.keys()
    options = re.findall(r'<option value="([^"]+)" lang="\1"( selected)?>([^<]+)', html)
    assert [name for _, _, name in options] == [one.name for one in LANGUAGES.values()]
    assert [tag for tag, selected, _ in options if selected] == [language.tag]


def test_others_get_the_server_s_language(client):
    for header in ("fr", "", "*;q=0.5"):
        html = client.get("/", headers={"accept-language": header}).text
        assert '<html lang="pl">' in html


def test_the_picked_language_is_remembered(client):
    asked = {"accept-language": "de"}
    answer = client.get("/?lang=zh-TW", headers=asked)
    assert '<html lang="zh-TW">' in answer.text
    assert '<html lang="zh-TW">' in client.get("/", headers=asked).text
    assert '<html lang="zh-TW">' in client.get("/?lang=xx", headers=asked).text
    assert '<html lang="en">' in client.get("/?lang=en", headers=asked).text


def test_a_strange_cookie_does_no_harm(client):
    client.cookies.set("companion-lang", "../../etc")
    assert '<html lang="de">' in client.get("/", headers={"accept-language": "de"}).text


def test_the_game_is_played_in_the_browser_s_language(client):
    chinese = {"origin": HOME, "accept-language": "zh-TW"}
    with connected(client, ADDRESS, chinese) as socket:
        socket.send_json({"begin": "rings", "count": None, "session": None})
        key = socket.receive_json()["session"]
        answer = {}
        for picture in clip("rings", 14):
            socket.send_bytes(picture)
            answer = socket.receive_json()
        assert answer["cue"]["words"] == "把第一環解下。"
        assert answer["left"] == "還剩21步"
        assert answer["remaining"] == 21
    german = {"origin": HOME, "accept-language": "de"}
    with connected(client, ADDRESS, german) as socket:
        socket.send_json({"begin": "rings", "count": None, "session": key})
        begun = socket.receive_json()
        # What was said in another language is not said again.
        assert begun["resumed"] is True
        assert begun["last"] is None
        socket.send_bytes(clip("rings", 14)[-1])
        assert socket.receive_json()["cue"]["words"] == "Nimm Ring eins von der Stange."


def test_errors_are_told_in_the_browser_s_language(client):
    german = LANGUAGES["de"]
    headers = {"origin": HOME, "accept-language": "de"}
    answer = client.post("/photos?puzzle=rings", content=b"", headers=headers)
    assert answer.json() == {"error": german.say(NO_PHOTOS)}
    text = struct.pack(">I", 4) + b"text"
    answer = client.post("/photos?puzzle=rings", content=text, headers=headers)
    told = "Dieses Bild lässt sich nicht öffnen. (Foto 1: kein Bild; erwartet wird JPEG, "
    assert answer.json()["error"].startswith(told)
    answer = client.post("/photos?puzzle=rings&count=99", content=b"", headers=headers)
    assert answer.json() == {"error": "rings: erwartet: 3 bis 12, hier steht 99"}
    with connected(client, ADDRESS, headers) as socket:
        socket.send_text("nonsense")
        assert socket.receive_json() == {"error": "Das ist keine Nachricht dieser Seite."}
    with connected(client, ADDRESS, headers) as socket:
        socket.send_json({"begin": "cube", "count": 4, "session": None})
        assert socket.receive_json() == {"error": "cube: erwartet: keine Anzahl, hier steht 4"}


def test_whoever_is_not_let_in_hears_why_in_their_language():
    with TestClient(make_app(Gate(token="secret")), base_url=HOME) as guarded:
        answer = guarded.get("/", headers={"accept-language": "zh-CN"})
    assert answer.status_code == 401
    assert answer.headers["content-type"].startswith("text/html")
    assert '<html lang="zh-CN">' in answer.text
    assert LANGUAGES["zh_CN"].say(NO_TOKEN) in answer.text


def test_a_flat_map_is_told_in_the_player_s_language():
    player = Player(Toy("cube"), language=LANGUAGES["de"])
    answer = {}
    for at, picture in enumerate(clip("cube", 12)):
        answer = player.look(picture, at / 15)
    assert re.fullmatch(r"\d von 6 Seiten\. Noch zu zeigen: .+\.", answer["scan"]["words"])
    player.speak(LANGUAGES["pl"])
    assert player.last is None
    words = player.look(clip("cube", 12)[-1], 1.0)["scan"]["words"]
    assert " z 6 ścianek. Jeszcze do pokazania: " in words
