"""Who gets in: the right name, the right page, the right token; and what browsers may not do.

The name (Host) is checked because a foreign page can point a name of its own at this computer
(DNS rebinding); the page's origin, because browsers open WebSockets for any page.
"""

import secrets
from dataclasses import dataclass
from urllib.parse import urlsplit

from starlette.datastructures import MutableHeaders
from starlette.requests import HTTPConnection, Request
from starlette.responses import PlainTextResponse, RedirectResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from companion.web.notice import notice, style
from companion.web.tongues import language_for
from companion.web.words import GO_SECURE, NO_TOKEN, SECURE_ONLY, WRONG_HOST, WRONG_ORIGIN

COOKIE = "companion-token"
LOOPBACK = frozenset({"127.0.0.1", "localhost", "::1"})


@dataclass(frozen=True, slots=True)
class Gate:
    """The names that the server answers to, and the token that it asks for; None: none.

    Where it is `secure`, plain http is answered with the way to https alone.
    """

    names: frozenset[str] = LOOPBACK
    token: str | None = None
    secure: bool = False

    def knows(self, host: str) -> bool:
        """Whether a Host header names this server; the port does not matter (tunnels)."""
        return _name(host) in self.names

    def lets_in(self, given: str | None) -> bool:
        """Whether the token is right; takes as long for a nearly right one as for any other."""
        if self.token is None:
            return True
        return secrets.compare_digest((given or "").encode(), self.token.encode())


class Guard:
    """Stands before the app. Refuses with 400 (name), 426 (no https), 403 (origin), 401 (token)."""

    def __init__(self, app: ASGIApp, gate: Gate) -> None:
        self._app = app
        self._gate = gate

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """One request or WebSocket."""
        if scope["type"] not in ("http", "websocket"):
            await self._app(scope, receive, send)
            return
        asked = HTTPConnection(scope)
        refusal = self._refusal(asked)
        if refusal is not None:
            if scope["type"] == "websocket":
                # Closed before it is accepted: the server answers the handshake with 403.
                await receive()
                await send({"type": "websocket.close", "code": 1008})
                return
            await refusal(scope, receive, _careful(send, f"style-src {style()}"))
            return
        await self._app(scope, receive, _careful(send, _own(asked.headers["host"])))

    def _refusal(self, asked: HTTPConnection) -> Response | None:
        host = asked.headers.get("host", "")
        if not self._gate.knows(host):
            return _refused(asked, WRONG_HOST, 400)
        if self._gate.secure and asked.url.scheme in ("http", "ws"):
            return _to_https(asked, host)
        if _needs_origin(asked) and not _same_origin(asked.headers.get("origin", ""), host):
            return _refused(asked, WRONG_ORIGIN, 403)
        if self._gate.lets_in(asked.cookies.get(COOKIE)):
            return None
        return self._enter(asked)

    def _enter(self, asked: HTTPConnection) -> Response:
        """The token in the address becomes a cookie, so that it does not stay in the address."""
        given = asked.query_params.get("token")
        plain = asked.scope["type"] == "http" and Request(asked.scope).method == "GET"
        if not plain or asked.url.path != "/" or not self._gate.lets_in(given):
            return _refused(asked, NO_TOKEN, 401)
        assert given is not None
        answer = RedirectResponse("/", 303)
        secure = asked.url.scheme == "https"
        answer.set_cookie(COOKIE, given, httponly=True, secure=secure, samesite="lax")
        return answer


def _refused(asked: HTTPConnection, words: str, status: int) -> Response:
    """A page for who looks at one; bare words for scripts, which send pictures."""
    language = language_for(asked)
    if asked.scope.get("method") in ("GET", "HEAD"):
        return notice(language, words, status)
    return PlainTextResponse(language.say(words), status)


def _to_https(asked: HTTPConnection, host: str) -> Response:
    """Where to go on, and what the browser will say; never with the token, which others hear."""
    answer = notice(language_for(asked), SECURE_ONLY, 426, (f"https://{host}/", GO_SECURE))
    # An answer 426 has to say what it asks for (RFC 9110, section 15.5.22).
    answer.headers["Upgrade"] = "TLS/1.2, HTTP/1.1"
    answer.headers["Connection"] = "Upgrade, close"
    return answer


def _name(host: str) -> str | None:
    """The name in a Host header, without the port; None for what is none."""
    try:
        parts = urlsplit(f"//{host}")
        _ = parts.port
    except ValueError:
        return None
    plain = not (parts.path or parts.query or parts.fragment or "@" in parts.netloc)
    return parts.hostname if plain else None


def _needs_origin(asked: HTTPConnection) -> bool:
    if asked.scope["type"] == "websocket":
        return True
    return asked.scope["method"] not in ("GET", "HEAD")


def _same_origin(origin: str, host: str) -> bool:
    return origin.lower() in (f"http://{host}".lower(), f"https://{host}".lower())


def _own(host: str) -> str:
    """What the page may load: its own, and the WebSocket of its own host."""
    return (
        "script-src 'self'; style-src 'self'; img-src 'self'; "
        "media-src 'self' blob: mediastream:; manifest-src 'self'; "
        f"connect-src 'self' ws://{host} wss://{host}"
    )


def _careful(send: Send, loads: str) -> Send:
    """Adds the headers that keep pages from doing what this one never does."""
    rules = (
        f"default-src 'none'; {loads}; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    )

    async def sending(message: Message) -> None:
        if message["type"] == "http.response.start":
            headers = MutableHeaders(scope=message)
            headers["Content-Security-Policy"] = rules
            headers["Permissions-Policy"] = "camera=(self), microphone=(), geolocation=()"
            headers["Referrer-Policy"] = "no-referrer"
            headers["X-Content-Type-Options"] = "nosniff"
            headers["Cross-Origin-Opener-Policy"] = "same-origin"
            headers["Cross-Origin-Resource-Policy"] = "same-origin"
            headers["Cache-Control"] = "no-cache"
        await send(message)

    return sending
