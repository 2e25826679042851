"""Who gets in: names, tokens, origins, and the headers of every answer."""

import re

import pytest
from starlette.testclient import TestClient
from starlette.websockets import WebSocketDisconnect

from companion.web import Address, Gate, ServeError, make_app
from companion.web.guard import COOKIE, LOOPBACK
from companion.web.words import NO_TOKEN
from tests.companion.web.clips import HOME
from tests.companion.web.line import connected

TOKEN = "a-token-of-this-test"


def browser(gate=None, home=HOME, **options):
    return TestClient(make_app(gate), base_url=home, **options)


def phone():
    gate = Gate(LOOPBACK | {"192.168.7.7"}, TOKEN)
    return browser(gate, "https://192.168.7.7:8765", follow_redirects=False)


def plays(client, **headers):
    """Whether a WebSocket is let in and hears an answer."""
    address = f"{client.base_url}".replace("http", "ws", 1) + "/play"
    try:
        with connected(client, address, headers) as socket:
            socket.send_json({"begin": "rings"})
            return bool(socket.receive_json()["session"])
    except WebSocketDisconnect:
        return False


def test_the_page_and_its_files_come_with_strict_headers():
    for path in ("/", "/static/main.js", "/static/page.css", "/nowhere"):
        headers = browser().get(path).headers
        rules = headers["content-security-policy"]
        assert "default-src 'none'" in rules
        assert "unsafe" not in rules
        assert headers["x-content-type-options"] == "nosniff"
        assert headers["referrer-policy"] == "no-referrer"


@pytest.mark.parametrize("host", ["127.0.0.1:8765", "localhost:9", "[::1]:8765", "LOCALHOST"])
def test_its_own_names_are_answered(host):
    assert browser().get("/", headers={"host": host}).status_code == 200


@pytest.mark.parametrize(
    "host",
    ["evil.example", "127.0.0.1.evil.example:8765", "", "localhost@evil.example", "a b", "[::1"],
)
def test_other_names_are_refused(host):
    client = browser()
    assert client.get("/", headers={"host": host}).status_code == 400
    assert not plays(client, host=host, origin=f"http://{host}")


@pytest.mark.parametrize(
    "origin",
    [None, "null", "http://evil.example", "http://127.0.0.1:1", "https://localhost:8765", ""],
)
def test_only_its_own_page_may_play_or_send_photos(origin):
    client = browser()
    headers = {} if origin is None else {"origin": origin}
    assert not plays(client, **headers)
    assert client.post("/photos?puzzle=rings", headers=headers).status_code == 403
    assert plays(client, origin=HOME)


def test_without_the_token_nobody_gets_in():
    client, home = phone(), "https://192.168.7.7:8765"
    for path in ("/", "/static/main.js", "/photos", "/?token=", "/?token=wrong", "/static/?token="):
        assert client.get(path).status_code == 401
    assert client.get(f"/static/main.js?token={TOKEN}").status_code == 401
    assert client.post("/photos", headers={"origin": home}).status_code == 401
    assert not plays(client, origin=home)
    assert not plays(client, origin=home, cookie=f"{COOKIE}={TOKEN[:-1]}")
    assert not Gate(token=TOKEN).lets_in("\xe9")


def test_who_is_not_let_in_reads_a_page_and_scripts_read_bare_words():
    client, home = phone(), "https://192.168.7.7:8765"
    refused = client.get("/", headers={"accept-language": "de"})
    assert '<html lang="de">' in refused.text
    assert "Zugangsschlüssel" in refused.text
    assert "<script" not in refused.text
    rules = refused.headers["content-security-policy"]
    # The page's own style, and nothing else.
    assert re.match(r"default-src 'none'; style-src 'sha256-[^']+'; base-uri", rules)
    told = client.post("/photos", headers={"origin": home})
    assert told.headers["content-type"].startswith("text/plain")
    assert told.text == NO_TOKEN


def test_plain_http_is_told_the_way_to_https_and_nothing_else():
    gate = Gate(LOOPBACK | {"192.168.7.7"}, TOKEN, secure=True)
    client = browser(gate, "http://192.168.7.7:8765", follow_redirects=False)
    for path in ("/", f"/?token={TOKEN}", "/static/main.js", f"/photos?token={TOKEN}"):
        answer = client.get(path, headers={"accept-language": "pl"})
        assert answer.status_code == 426
        assert '<a href="https://192.168.7.7:8765/">' in answer.text
        assert TOKEN not in answer.text
        assert "<script" not in answer.text
        assert "set-cookie" not in answer.headers
        assert '<html lang="pl">' in answer.text
    assert client.post("/photos").status_code == 426
    assert not plays(client, origin="http://192.168.7.7:8765", cookie=f"{COOKIE}={TOKEN}")
    assert client.get("/", headers={"host": "evil.example"}).status_code == 400


def test_the_token_in_the_address_becomes_a_cookie():
    client, home = phone(), "https://192.168.7.7:8765"
    answer = client.get(f"/?token={TOKEN}")
    assert (answer.status_code, answer.headers["location"]) == (303, "/")
    cookie = answer.headers["set-cookie"].lower()
    assert all(word in cookie for word in ("httponly", "secure", "samesite=lax"))
    assert client.get("/").status_code == 200
    assert plays(client, origin=home)
    assert not plays(client, origin="https://evil.example")


def test_only_lan_opens_the_door_and_each_start_has_its_own_token():
    for host in ("0.0.0.0", "192.168.7.7", "::", "example.org"):
        with pytest.raises(ServeError, match="--lan"):
            Address(host)
        assert Address(host, lan=True).gate.token
    assert Address().gate.token is None
    assert Address().url == "http://127.0.0.1:8765/"
    first, second = Address("192.168.7.7", lan=True), Address("192.168.7.7", lan=True)
    assert first.token != second.token
    assert len(first.token) >= 20
    assert first.url == f"https://192.168.7.7:8765/?token={first.token}"
    assert first.gate.knows("192.168.7.7:8765")
    assert not first.gate.knows("192.168.7.8:8765")
