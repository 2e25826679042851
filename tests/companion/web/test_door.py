"""The door before the server: silence, crowds from one address, TLS and plain http at one port."""

import asyncio
import datetime
import socket
import ssl
from contextlib import asynccontextmanager

import pytest
import uvicorn
from uvicorn.server import ServerState

from companion.web import Gate, door, make_app
from companion.web.certificate import secure_context
from companion.web.door import Crowd, Door
from companion.web.guard import LOOPBACK

SECURE = secure_context(LOOPBACK, datetime.datetime.now(datetime.UTC))
TRUSTING = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
TRUSTING.check_hostname, TRUSTING.verify_mode = False, ssl.CERT_NONE
GET = b"GET / HTTP/1.1\r\nHost: localhost\r\n\r\n"
SOON_S = 0.4


@pytest.fixture(autouse=True)
def _soon(monkeypatch):
    monkeypatch.setattr(door, "FIRST_WORD_S", SOON_S)


@asynccontextmanager
async def opened(context=None, **crowd):
    """A server behind the door; a function that calls it, and its open connections."""
    config = uvicorn.Config(
        make_app(Gate(secure=context is not None)), ws="websockets-sansio", log_level="error"
    )
    config.load()
    state, people = ServerState(), Crowd(**crowd)

    def protocol():
        return Door(people, context, config=config, server_state=state, app_state={})

    # A socket as the server makes it.
    listener = socket.create_server(("127.0.0.1", 0))
    server = await asyncio.get_running_loop().create_server(protocol, sock=listener)
    port = listener.getsockname()[1]

    writers = []

    async def call(ssl=None):
        line = await asyncio.open_connection("127.0.0.1", port, ssl=ssl)
        writers.append(line[1])
        return line

    try:
        yield call, state.connections
    finally:
        server.close()
        for writer in writers:
            writer.transport.abort()
        # Both sides hear of it.
        await asyncio.sleep(0.05)


async def status(line):
    """The first line of what is answered."""
    reader, writer = line
    writer.write(GET)
    return (await asyncio.wait_for(reader.readline(), 10)).decode().strip()


async def ends(line):
    """Whether the server ends a connection on its own, before long."""
    try:
        return await asyncio.wait_for(line[0].read(), 10) is not None
    except ConnectionError:
        return True


@pytest.mark.parametrize("context", [None, SECURE], ids=["http", "https"])
@pytest.mark.parametrize("said", [b"", b"\x16\x03\x01", b"GET / HTTP/1.1\r\nHost: "])
def test_who_says_nothing_whole_is_sent_away(context, said):
    async def play():
        async with opened(context) as (call, connections):
            lines = [await call() for _ in range(3)]
            for _, writer in lines:
                writer.write(said)
            assert all([await ends(line) for line in lines])
            assert not connections

    asyncio.run(play())


def test_a_second_request_may_not_be_half_one_for_ever_either():
    async def play():
        async with opened() as (call, _):
            reader, writer = line = await call()
            assert await status(line) == "HTTP/1.1 200 OK"
            writer.write(b"GET /")
            assert b"</html>" in await asyncio.wait_for(reader.read(), 4)

    asyncio.run(play())


def test_who_asks_slowly_but_wholly_is_answered():
    async def play():
        async with opened() as (call, _):
            reader, writer = await call()
            for half in (GET[:20], GET[20:]):
                writer.write(half)
                await asyncio.sleep(SOON_S / 3)
            assert await asyncio.wait_for(reader.readline(), 10) == b"HTTP/1.1 200 OK\r\n"

    asyncio.run(play())


def test_one_address_holds_only_so_many_connections():
    async def play():
        async with opened(from_one=3) as (call, _):
            lines = [await call() for _ in range(3)]
            assert await ends(await call())
            # There is room again once one of them has left.
            lines[0][1].close()
            await asyncio.sleep(0.05)
            assert await status(await call()) == "HTTP/1.1 200 OK"

    asyncio.run(play())


def test_all_together_hold_only_so_many():
    class Line:
        def __init__(self, home):
            self.home, self.closed = home, False

        def is_closing(self):
            return self.closed

        def get_extra_info(self, name):
            return (self.home, 1) if name == "peername" else None

    crowd, lines = Crowd(most=3, from_one=2), [Line(home) for home in "aabbb"]
    assert [crowd.admit(line) for line in lines] == [True, True, True, False, False]
    lines[0].closed = True
    assert crowd.admit(Line("b"))


def test_both_ways_are_answered_at_one_port():
    async def play():
        async with opened(SECURE) as (call, _):
            for _ in range(20):
                assert await status(await call(TRUSTING)) == "HTTP/1.1 200 OK"
            assert (await status(await call())).startswith("HTTP/1.1 426 ")

    asyncio.run(play())


@pytest.mark.parametrize("context", [None, SECURE])
def test_answers_do_not_wait_for_the_next_picture(context):
    async def play():
        async with opened(context) as (call, connections):
            assert (await status(await call(ssl=TRUSTING if context else None))).endswith("200 OK")
            (caller,) = connections
            own = caller.transport.get_extra_info("socket")
            assert own.getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY)

    asyncio.run(play())
