"""The server: where it listens, how it is reached, and its running."""

import asyncio
import contextlib
import datetime
import ipaddress
import os
import secrets
import socket
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial
from typing import cast

import cv2
import uvicorn

from companion.languages import ENGLISH, Language
from companion.web.app import make_app
from companion.web.certificate import secure_context
from companion.web.crew import Crew
from companion.web.door import Crowd, Door
from companion.web.guard import LOOPBACK, Gate
from companion.web.limits import MOST_BYTES, MOST_PLAYERS
from solver.phrase import Phrase

EVERYWHERE = "0.0.0.0"
# A bit more than a picture, so that one that is just too large still gets a sentence.
MOST_MESSAGE = MOST_BYTES + 65_536
# An address that nobody answers at: asking the way there tells our own address, and sends nothing.
ANYWHERE = ("10.255.255.255", 1)


class ServeError(OSError):
    """The page cannot be served: the port is taken, or the address is not this computer's."""


@dataclass(frozen=True, slots=True)
class Address:
    """Where the page is. Without `lan` only this computer reaches it.

    Raises ServeError for a host that others would reach without `lan`.
    """

    host: str = "127.0.0.1"
    port: int = 8765
    lan: bool = False
    token: str = field(default_factory=lambda: secrets.token_urlsafe(16))

    def __post_init__(self) -> None:
        if not self.lan and not _is_loopback(self.host):
            raise ServeError(
                Phrase(
                    "--host {host}: others could reach the page without a token; use --lan",
                    host=self.host,
                )
            )

    @property
    def names(self) -> frozenset[str]:
        """The names under which the page is asked for."""
        if not self.lan:
            return LOOPBACK | {self.host.lower()}
        known = [_own_address()] if self.host == EVERYWHERE else [self.host]
        name = socket.gethostname().lower()
        return LOOPBACK | set(known) | {name, name.split(".")[0] + ".local"}

    @property
    def gate(self) -> Gate:
        """Whom the page answers."""
        return Gate(self.names, self.token if self.lan else None, secure=self.lan)

    @property
    def reachable(self) -> bool:
        """Whether others could find it: without a network there is no address for them."""
        return self.lan and not (self.host == EVERYWHERE and _is_loopback(_own_address()))

    @property
    def url(self) -> str:
        """The address to open, with the token where one is needed."""
        host = _own_address() if self.host == EVERYWHERE else self.host
        host = f"[{host}]" if ":" in host else host
        if not self.lan:
            return f"http://{host}:{self.port}/"
        return f"https://{host}:{self.port}/?token={self.token}"


def serve(
    address: Address,
    ready: Callable[[Address], None],
    language: Language = ENGLISH,
    *,
    avoid_hidden: bool = False,
) -> None:
    """Serves the page until it is interrupted; `ready` is called once the port is ours.

    With `avoid_hidden` cubes are solved without turns of a face that the camera does not see.
    Raises ServeError where it cannot listen.
    """
    cv2.setNumThreads(1)  # photos are read beside the players' pictures
    listener = _listen(address)
    with listener, Crew(os.cpu_count() or 1, avoid_hidden=avoid_hidden) as crew:
        crew.wait()
        _run(address, listener, ready, crew, language)


def _run(
    address: Address,
    listener: socket.socket,
    ready: Callable[[Address], None],
    crew: Crew,
    language: Language,
) -> None:
    now = datetime.datetime.now(datetime.UTC)
    context = secure_context(address.names, now) if address.lan else None
    config = uvicorn.Config(
        # Who waits for a process holds a thread, which costs nothing.
        make_app(address.gate, language=language, make_player=crew.seat, threads=MOST_PLAYERS),
        # A class is expected, and only ever called.
        http=cast(type[asyncio.Protocol], partial(Door, Crowd(), context)),
        loop="asyncio",
        ws="websockets-sansio",
        ws_max_size=MOST_MESSAGE,
        ws_per_message_deflate=False,
        log_level="error",
        access_log=False,
        proxy_headers=False,
        server_header=False,
        timeout_graceful_shutdown=2,
    )
    # An interrupt is the usual end: the server has closed everything when it passes it on.
    with contextlib.suppress(KeyboardInterrupt):
        ready(address)
        uvicorn.Server(config).run(sockets=[listener])


def _listen(address: Address) -> socket.socket:
    family = socket.AF_INET6 if ":" in address.host else socket.AF_INET
    try:
        return socket.create_server((address.host, address.port), family=family, backlog=256)
    except OSError as error:
        reason = error.strerror or str(error)
        raise ServeError(
            Phrase(
                "{host}:{port} cannot be listened at: {why}; try another --port",
                host=address.host,
                port=address.port,
                why=reason,
            )
        ) from None


def _is_loopback(host: str) -> bool:
    if host.lower() == "localhost":
        return True
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False


def _own_address() -> str:
    """This computer's address in its local network; the loopback's where there is none."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(ANYWHERE)
        except OSError:
            return "127.0.0.1"
        return str(probe.getsockname()[0])
