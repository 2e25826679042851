"""A crowd on real connections: those who idle, flood or never listen; one player among them."""

import json
import socket
import threading
from contextlib import ExitStack, contextmanager, suppress
from urllib.parse import urlsplit

import numpy as np
import pytest
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

from tests.companion.web.chromium import served
from tests.companion.web.clips import clip, jpeg


@pytest.fixture(scope="module")
def address():
    with served() as where:
        yield where.rstrip("/")


@contextmanager
def talk(address):
    place = address.replace("http", "ws") + "/play"
    with connect(place, origin=address, compression=None, close_timeout=1) as line:
        line.send(json.dumps({"begin": "rings"}))
        assert json.loads(line.recv())["session"]
        yield line


def plays(address):
    """Whether somebody comes, plays and hears the first state."""
    with talk(address) as line:
        for picture in clip("rings", 12):
            line.send(picture)
            answer = json.loads(line.recv(timeout=60))
    return answer["state"] == "11111"


def test_a_hundred_idle_connections_of_each_kind(address):
    place = urlsplit(address)
    with ExitStack() as stack:
        for _ in range(100):
            stack.enter_context(socket.create_connection((place.hostname, place.port)))
            stack.enter_context(talk(address))
        assert plays(address)


def test_a_flood_ends_for_the_one_who_sends_it(address):
    def flood():
        with talk(address) as line:
            try:
                for _ in range(5000):
                    line.send(clip("rings", 12)[0])
                while True:
                    line.recv(timeout=60)
            except ConnectionClosed:
                pass

    thread = threading.Thread(target=flood)
    thread.start()
    assert plays(address)
    thread.join(timeout=60)
    assert not thread.is_alive()


def test_pictures_that_take_long_to_unpack_end_the_talk(address):
    heavy = jpeg(np.zeros((7000, 7000, 3), np.uint8), 10)
    assert len(heavy) < 1_000_000

    def flood():
        with talk(address) as line, suppress(ConnectionClosed):
            for _ in range(40):
                line.send(heavy)
            while True:
                line.recv(timeout=60)

    thread = threading.Thread(target=flood)
    thread.start()
    assert plays(address)
    thread.join(timeout=60)
    assert not thread.is_alive()


def test_one_who_never_listens_holds_nobody_up(address):
    with talk(address) as deaf:
        deaf.socket.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        for _ in range(60):
            deaf.send(clip("rings", 12)[0])
        assert plays(address)


def test_a_message_beyond_every_limit_ends_the_talk(address):
    with talk(address) as line, pytest.raises(ConnectionClosed):  # noqa: PT012
        line.send(bytes(6_000_000))
        line.recv(timeout=60)
    assert plays(address)


def test_ten_players_at_once_are_all_answered(address):
    results = []
    threads = [threading.Thread(target=lambda: results.append(plays(address))) for _ in range(10)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(timeout=120)
    assert results == [True] * 10
