"""The app: the page, its files, the WebSocket and the photos, behind the guard."""

import os
import time

from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response
from starlette.routing import Mount, Route, WebSocketRoute
from starlette.staticfiles import StaticFiles

from companion.languages import ENGLISH, Language
from companion.web.guard import Gate, Guard
from companion.web.page import STATIC, page
from companion.web.photos import Photos
from companion.web.player import Player
from companion.web.players import Players
from companion.web.talk import Clock, MakePlayer, Talks
from companion.web.tongues import COOKIE, choices, chosen, language_for

# So long a browser remembers the language that was chosen.
YEAR_S = 31_536_000


def make_app(
    gate: Gate | None = None,
    *,
    players: Players | None = None,
    clock: Clock = time.monotonic,
    threads: int | None = None,
    language: Language = ENGLISH,
    make_player: MakePlayer = Player,
) -> Starlette:
    """The app behind a gate, by default for this computer alone.

    `threads` is how many pictures are looked at at once, one a processor by default; `language`
    is for browsers that ask for none of ours; `make_player` makes players, here by default.
    """
    pages = {one: page(language=one) for one in choices()}
    players = Players() if players is None else players
    photos = Photos(language)
    threads = threads or max(2, os.cpu_count() or 1)
    talks = Talks(players, clock, threads, make_player, language)

    async def home(asked: Request) -> Response:
        html = HTMLResponse(pages[language_for(asked, language)])
        wish = chosen(asked)
        if wish is not None:
            html.set_cookie(COOKIE, wish.tag, max_age=YEAR_S, samesite="lax")
        return html

    return Starlette(
        routes=[
            Route("/", home),
            Route("/photos", photos.read, methods=["POST"]),
            Route("/photos/correct", photos.correct, methods=["POST"]),
            WebSocketRoute("/play", talks.serve),
            Mount("/static", StaticFiles(directory=STATIC)),
        ],
        middleware=[Middleware(Guard, gate=gate or Gate())],
    )
