"""A page's server within the test, and WebSockets to it, which end without a quarrel."""

import itertools
from concurrent.futures import CancelledError
from contextlib import contextmanager, suppress

import pytest
from starlette.testclient import TestClient
from starlette.websockets import WebSocketDisconnect

from companion.web import make_app
from companion.web.players import Players
from tests.companion.web.clips import HOME


@contextmanager
def connected(client, address, headers):
    """The open line. Raises what the server says where it refuses the connection."""
    line = client.websocket_connect(address, headers=headers)
    socket = line.__enter__()
    try:
        yield socket
    finally:
        # The test client cancels the server's side, which may be ending by itself just then.
        with suppress(CancelledError):
            line.__exit__(None, None, None)


class Browser:
    """One page's server, and its WebSockets; the server's clock goes on by itself."""

    def __init__(self, tick=0.04, **options):
        ticks = itertools.count()
        self.players = Players(**options)
        app = make_app(players=self.players, clock=lambda: next(ticks) * tick)
        # Entered, it has one event loop for all connections, as a server has.
        self.client = TestClient(app, base_url=HOME)

    def talk(self):
        return connected(self.client, "ws://127.0.0.1:8765/play", {"origin": HOME})

    def error_of(self, *messages):
        """What the server says to some messages before it ends the connection."""
        with self.talk() as socket:
            for message in messages:
                if isinstance(message, bytes):
                    socket.send_bytes(message)
                else:
                    socket.send_json(message)
            answers = []
            with pytest.raises(WebSocketDisconnect):  # noqa: PT012
                while True:
                    answers.append(socket.receive_json())
        return answers[-1]["error"]


def begin(socket, puzzle="rings", **more):
    socket.send_json({"begin": puzzle, **more})
    return socket.receive_json()


def ask(socket, picture):
    socket.send_bytes(picture)
    return socket.receive_json()


def say(socket, message):
    socket.send_json(message)
    return socket.receive_json()
