"""The parts behind the page: photos, certificate, words, queue, places and allowances."""

import asyncio
import datetime
import re
import ssl
import struct

import numpy as np
import pytest
from cryptography import x509
from starlette.testclient import TestClient

from companion.marks import Area, Disc, Label, Line
from companion.web import make_app
from companion.web.answers import mark_lists
from companion.web.certificate import make_certificate, secure_context
from companion.web.limits import BURST, MOST_BYTES, MOST_PHOTOS, RATE, Allowance
from companion.web.newest import Inbox
from companion.web.page import STATIC, page
from companion.web.player import Player
from companion.web.players import Players
from companion.web.talk import _say
from companion.web.toys import Toy
from companion.web.words import NO_PHOTOS, PAGE, TOO_LARGE
from tests.companion.web.clips import HOME, SAMPLES, jpeg

NOW = datetime.datetime(2030, 5, 17, 12, tzinfo=datetime.UTC)


def send(photos, query="puzzle=rings"):
    body = b"".join(struct.pack(">I", len(photo)) + photo for photo in photos)
    return raw(body, query)


def raw(body, query="puzzle=rings"):
    client = TestClient(make_app(), base_url=HOME)
    answer = client.post(f"/photos?{query}", content=body, headers={"origin": HOME})
    return answer.status_code, answer.json()


def test_photos_of_rings_are_read_one_by_one():
    names = ["brown-balls", "chrome"]
    files = [(SAMPLES / f"rings/stills/{name}.jpg").read_bytes() for name in names]
    status, answer = send([*files, jpeg(np.full((90, 90, 3), 200, np.uint8))])
    assert status == 200
    first, _, nothing = answer["photos"]
    assert first["cue"]["kind"] == "next"
    assert first["state"] == first["cue"]["state"]
    assert first["marks"]
    assert nothing["cue"] is None
    assert nothing["problem"]


def test_photos_of_a_cube_are_read_together():
    files = [path.read_bytes() for path in sorted((SAMPLES / "cube/photos").glob("*.jpg"))]
    status, answer = send(files, "puzzle=cube")
    assert status == 200
    assert len(answer["photos"]) == 6
    truth = (SAMPLES / "cube/photos/truth.txt").read_text().split()[-1]
    assert {photo["state"] for photo in answer["photos"]} == {truth}
    assert len(answer["solution"].split()) == answer["photos"][0]["remaining"]
    assert sorted(set(answer["photos"][0]["map"])) == sorted("wyrogb")


@pytest.mark.parametrize(
    ("body", "words"),
    [
        (b"", NO_PHOTOS),
        (b"\x00\x00", "no message"),
        (b"\x00\x00\x00\x09abc", "no message"),
        (struct.pack(">I", 0) * (MOST_PHOTOS + 1), "more than"),
        (struct.pack(">I", MOST_BYTES + 1) + bytes(MOST_BYTES + 1), TOO_LARGE),
        (struct.pack(">I", 4) + b"text", "photo 1: not a picture"),
        (bytes((MOST_BYTES + 4) * MOST_PHOTOS + 1), TOO_LARGE),
    ],
)
def test_bad_photos_get_a_sentence(body, words):
    status, answer = raw(body)
    assert status in (400, 413)
    assert words in answer["error"]


@pytest.mark.parametrize(
    "query",
    ["", "puzzle=chess", "puzzle=rings&count=99", "puzzle=rings&count=x", "puzzle=cube&count=3"],
)
def test_impossible_wishes_for_photos_are_refused(query):
    status, answer = raw(b"", query)
    assert status == 400
    assert answer["error"]


def test_the_certificate_is_young_enough_and_names_the_server():
    certificate, _ = make_certificate({"192.168.7.7", "desk.local"}, NOW)
    begins, ends = certificate.not_valid_before_utc, certificate.not_valid_after_utc
    assert begins < NOW < ends
    assert ends - begins <= datetime.timedelta(days=390)
    names = certificate.extensions.get_extension_for_class(x509.SubjectAlternativeName).value
    assert names.get_values_for_type(x509.DNSName) == ["desk.local"]
    assert [str(one) for one in names.get_values_for_type(x509.IPAddress)] == ["192.168.7.7"]
    context = secure_context({"127.0.0.1"}, NOW)
    assert context.minimum_version >= ssl.TLSVersion.TLSv1_2


def test_every_word_of_the_page_is_there_and_escaped():
    html = page({**PAGE, "lead": "<b>&"})
    assert "&lt;b&gt;&amp;" in html
    assert "<b>" not in html
    scripts = "".join(path.read_text(encoding="utf-8") for path in STATIC.glob("*.js"))
    asked = set(re.findall(r'say\("(\w+)"', scripts))
    assert len(asked) > 8
    assert asked <= set(PAGE)


def test_the_page_asks_no_other_host_for_anything():
    for path in STATIC.iterdir():
        text = path.read_text(encoding="utf-8").replace("http://www.w3.org/2000/svg", "")
        assert "//" not in text.replace("// ", "").replace("https:", "").replace("://$", "")


def test_the_newest_picture_wins_and_no_edit_is_lost():
    async def story():
        inbox = Inbox()
        inbox.put(1)
        inbox.add("a")
        inbox.put(2)
        inbox.add("b")
        assert inbox.edits == 2
        assert [await inbox.take() for _ in range(3)] == [("a", None), ("b", None), (None, 2)]
        assert (inbox.dropped, inbox.edits) == (1, 0)
        waiting = asyncio.ensure_future(inbox.take())
        await asyncio.sleep(0)
        assert not waiting.done()
        inbox.put(3)
        assert await waiting == (None, 3)

    asyncio.run(story())


def test_a_connection_ends_while_an_answer_is_being_sent():
    class Socket:
        async def send_text(self, text):
            # The other task has failed just when the answer has gone out.
            tasks[0].cancel()

    async def look():
        await _say(Socket(), {"picture": 1})
        await asyncio.Event().wait()  # the next picture, which never comes

    async def story():
        tasks.append(asyncio.ensure_future(look()))
        await asyncio.wait(tasks, timeout=1)
        assert tasks[0].cancelled()

    tasks = []
    asyncio.run(story())


def test_an_allowance_runs_out_and_fills_up_again():
    most = int(BURST[0])
    allowance = Allowance(0.0)
    assert all(allowance.spend(1, 0.0) for _ in range(most))
    assert not allowance.spend(1, 0.0)
    assert allowance.spend(1, 5.0)
    large = Allowance(0.0)
    assert [large.spend(1, 0.0, 50_000_000) for _ in range(5)] == [*[True] * 4, False]
    small = Allowance(0.0)
    assert all(small.spend(20_000, second / 30, 640 * 480) for second in range(3000))
    heavy = Allowance(0.0)
    steady = [heavy.spend(int(RATE[1] / 10), second / 10) for second in range(200)]
    assert all(steady)
    assert not heavy.spend(int(BURST[1]) + 1, 20.0)


def test_places_are_given_to_those_who_play():
    players = Players(most=2, away_s=100.0)
    playing, waiting = (
        players.sit(Player(Toy("rings")), 0.0),
        players.sit(Player(Toy("rings")), 1.0),
    )
    playing.playing = True
    third = players.sit(Player(Toy("hanoi")), 2.0)
    assert third is not None
    assert players.back(waiting.key, Toy("rings"), 3.0) is None
    third.playing = True
    assert players.sit(Player(Toy("cube")), 4.0) is None
    players.leave(playing, playing.turn, 5.0)
    assert players.back(playing.key, Toy("rings"), 6.0) is playing
    players.leave(playing, playing.turn - 1, 7.0)
    assert playing.left is None
    players.leave(playing, playing.turn, 8.0)
    assert players.sit(Player(Toy("cube")), 9.0) is not None
    assert len(players) == 2


def test_marks_become_short_lists():
    at, two = np.array([1.04, 2.0]), np.array([[0.0, 1.0], [2.0, 3.26]])
    marks = [
        Disc(at, 3.0, (0, 128, 255)),
        Disc(at, 3.0, (0, 0, 0), 2),
        Line(two, 4, (1, 2, 3), closed=True),
        Area(two, (255, 255, 255)),
        Label("7", at, 12, (0, 0, 0)),
    ]
    assert mark_lists(marks) == [
        ["d", "#ff8000", 1.0, 2.0, 3.0, None],
        ["d", "#000000", 1.0, 2.0, 3.0, 2],
        ["l", "#030201", 4, True, 0.0, 1.0, 2.0, 3.3],
        ["a", "#ffffff", 0.0, 1.0, 2.0, 3.3],
        ["t", "#000000", 1.0, 2.0, 12, "7"],
    ]
