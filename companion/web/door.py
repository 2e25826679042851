"""The door before the server: how many may stand in it, for how long, and which of them speak TLS.

Whoever says nothing holds a connection all the same; so each one has a moment to ask for something,
and one address may hold only so many. Where the page is served with https, the first byte tells
TLS from plain http: that is let in as it is, and the guard answers it.
"""

import asyncio
import socket
import ssl
from typing import Any

from uvicorn.config import Config
from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.server import ServerState

from companion.web.limits import FIRST_WORD_S, MOST_FROM_ONE, MOST_OPEN

# The first byte of whoever wants to speak TLS (RFC 8446, section 5.1: a handshake).
HANDSHAKE = 0x16
# How long the other side may take to take leave of a TLS connection.
LEAVE_S = 1.0


class Crowd:
    """The connections that are open, so that there are never more than so many."""

    def __init__(self, most: int = MOST_OPEN, from_one: int = MOST_FROM_ONE) -> None:
        self._most = most
        self._from_one = from_one
        self._open: list[asyncio.BaseTransport] = []

    def admit(self, transport: asyncio.BaseTransport) -> bool:
        """Whether there is room for one more connection, of its address too."""
        # Protocols come and go on a connection: only itself knows whether it is still open.
        self._open = [one for one in self._open if not one.is_closing()]
        home = _home(transport)
        if len(self._open) >= self._most:
            return False
        if sum(_home(one) == home for one in self._open) >= self._from_one:
            return False
        self._open.append(transport)
        return True


class Caller(H11Protocol):
    """Somebody who speaks http, and has to come out with a request before long."""

    _late: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """The connection is open."""
        super().connection_made(transport)
        self._hurry()

    def data_received(self, data: bytes) -> None:
        """Takes some bytes, which may or may not end a request's head."""
        super().data_received(data)
        if self.transport.get_protocol() is self:
            self._hurry()

    def connection_lost(self, exc: Exception | None) -> None:
        """The connection is closed."""
        self._calm()
        super().connection_lost(exc)

    def handle_websocket_upgrade(self, event: Any) -> None:
        """Leaves the connection to a WebSocket, which has limits of its own."""
        self._calm()
        super().handle_websocket_upgrade(event)

    @property
    def _silent(self) -> bool:
        return self.cycle is None or self.cycle.response_complete

    def _hurry(self) -> None:
        if not self._silent:
            self._calm()
        elif self._late is None:
            self._late = self.loop.call_later(FIRST_WORD_S, self._end)

    def _calm(self) -> None:
        if self._late is not None:
            self._late.cancel()
            self._late = None

    def _end(self) -> None:
        self._late = None
        if self._silent:
            self.transport.abort()


class Door(asyncio.Protocol):
    """A connection until it is known to be TLS, with the `context`, or plain http."""

    def __init__(
        self,
        crowd: Crowd,
        context: ssl.SSLContext | None,
        *,
        config: Config,
        server_state: ServerState,
        app_state: dict[str, Any],
        _loop: asyncio.AbstractEventLoop | None = None,
    ) -> None:
        self._crowd = crowd
        self._context = context
        self._caller = Caller(config, server_state, app_state, _loop)
        self._waiting = server_state.connections
        self._loop = _loop or asyncio.get_running_loop()
        self._early = b""
        self._opening: asyncio.Task[None] | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Somebody is there."""
        self._transport = transport
        # An answer must not wait until the one before it was acknowledged (Nagle's algorithm): that
        # comes with the next picture. asyncio sees to it only where a socket names its protocol.
        transport.get_extra_info("socket").setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        if not self._crowd.admit(transport):
            transport.abort()
        elif self._context is None:
            self._enter(transport)
        else:
            # The server closes these when it ends.
            self._waiting.add(self)  # type: ignore[arg-type]
            self._late = self._loop.call_later(FIRST_WORD_S, transport.abort)

    def data_received(self, data: bytes) -> None:
        """The first bytes; and what comes with the end of a handshake, a moment too early."""
        self._early += data
        if self._opening is not None:
            return
        self._late.cancel()
        if data[0] != HANDSHAKE:
            self._enter(self._transport)
            return
        self._transport.pause_reading()
        self._opening = self._loop.create_task(self._secure())

    def connection_lost(self, exc: Exception | None) -> None:
        """Nobody is there any more."""
        self._waiting.discard(self)

    def shutdown(self) -> None:
        """The server ends."""
        self._transport.abort()

    async def _secure(self) -> None:
        """Begins to speak TLS, which has to hear the first bytes as well."""
        assert self._context is not None
        hello, self._early = self._early, b""
        opening = self._loop.create_task(
            self._loop.start_tls(
                self._transport,
                self,
                self._context,
                server_side=True,
                ssl_handshake_timeout=FIRST_WORD_S,
                ssl_shutdown_timeout=LEAVE_S,
            )
        )
        # After this moment the connection is theirs, and after another one they listen.
        await asyncio.sleep(0)
        self._loop.call_soon(_feed, self._transport, hello)
        try:
            secure = await opening
        except OSError:
            # No TLS after all, or it took too long; the connection is closed.
            self._waiting.discard(self)
            return
        if secure is not None and not secure.is_closing():
            self._enter(secure)

    def _enter(self, transport: asyncio.Transport) -> None:
        """Leaves the connection to http, with what came so far."""
        self._waiting.discard(self)
        transport.set_protocol(self._caller)
        self._caller.connection_made(transport)
        if self._early:
            self._caller.data_received(self._early)


def _feed(transport: asyncio.Transport, data: bytes) -> None:
    """Hands bytes to a transport's protocol as if they came just now."""
    protocol = transport.get_protocol()
    assert isinstance(protocol, asyncio.BufferedProtocol)
    while data and not transport.is_closing():
        room = memoryview(protocol.get_buffer(len(data)))
        taken = min(len(room), len(data))
        room[:taken] = data[:taken]
        protocol.buffer_updated(taken)
        data = data[taken:]


def _home(transport: asyncio.BaseTransport) -> str | None:
    """The address of the other side; None where it has left already."""
    other = transport.get_extra_info("peername")
    return other[0] if other else None
