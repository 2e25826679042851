"""The WebSocket: pictures in, answers out, the newest first. One task listens, another looks.

The page first says {"begin": puzzle, "count": n or null, "variant": name or null, "method": name or
null, "session": key or null, "camera": name or null}, and hears {"session": key, "resumed": bool,
"last": answer or null}.
Then each binary message is a picture, and each answer tells the number of its picture, counted from
1; pictures that came too fast have none. Between the pictures {"correct": [sticker, letter]} sets a
sticker of the flat map, and {"undo": true} takes that back: each of them is answered by {"edit":
number}, counted from 1, with the map, or with {"refused": sentence}. {"ask": "why"} and {"ask":
"repeat"} are answered by the cue of one of the next pictures, {"goals": true} by {"goals": [[name,
state], ...], "goal": state}, and {"aim": state} by {"aimed": state}, or a refusal, and then by a
cue. {"error": sentence} comes before the server ends the connection on its own.
"""

import asyncio
import json
from collections.abc import Callable
from typing import Any

import anyio
from starlette.websockets import WebSocket, WebSocketDisconnect, WebSocketState

from companion.languages import ENGLISH, Language
from companion.web.crew import LostError
from companion.web.edits import Edit, edit_of
from companion.web.limits import (
    ANSWER_S,
    FIRST_WORD_S,
    MOST_BROKEN,
    MOST_CONNECTIONS,
    MOST_EDITS,
    NO_PICTURE_S,
    Allowance,
)
from companion.web.newest import Inbox
from companion.web.pictures import pixels_of
from companion.web.player import Playing
from companion.web.players import Players, Seat
from companion.web.tongues import language_for
from companion.web.toys import Toy
from companion.web.whose import own_camera
from companion.web.words import (
    BAD_EDIT,
    BAD_REQUEST,
    BROKEN,
    ELSEWHERE,
    FULL,
    IDLE,
    STUMBLED,
    TOO_FAST,
)
from solver import SolverError

# The WebSocket's own numbers for why it ends (RFC 6455, section 7.4.1); after a POLICY the page
# does not call again.
GOING, POLICY, TRY_LATER = 1001, 1008, 1013

Clock = Callable[[], float]
MakePlayer = Callable[[Toy, Language], Playing]
# Numbered pictures; edits, None for one that is none.
Post = Inbox[tuple[int, bytes], tuple[int, Edit | None]]


class EndError(Exception):
    """The connection has to end: a sentence for the player, and the number for it."""

    def __init__(self, words: str, code: int = POLICY) -> None:
        super().__init__(words)
        self.words = words
        self.code = code


class Talks:
    """All connections of the page, whose players `make_player` makes.

    `threads` bounds how many pictures are looked at at once.
    """

    def __init__(
        self,
        players: Players,
        clock: Clock,
        threads: int,
        make_player: MakePlayer,
        language: Language = ENGLISH,
    ) -> None:
        self._language = language
        self._make_player = make_player
        self._players = players
        self._clock = clock
        self._threads = threads
        self._limiter: anyio.CapacityLimiter | None = None
        self._open = 0

    async def serve(self, socket: WebSocket) -> None:
        """One connection, from its first word to its end."""
        if self._open >= MOST_CONNECTIONS:
            await socket.close(TRY_LATER)
            return
        self._open += 1
        try:
            await socket.accept()
            await self._talk(socket)
        except EndError as end:
            await _end(socket, self._say(socket, end.words), end.code)
        except (WebSocketDisconnect, TimeoutError):
            await _end(socket, "", 1000)
        finally:
            self._open -= 1

    def _say(self, socket: WebSocket, words: str) -> str:
        return language_for(socket, self._language).say(words)

    async def _talk(self, socket: WebSocket) -> None:
        seat = await self._seat(socket)
        turn = seat.turn
        try:
            inbox: Post = Inbox()
            listening = asyncio.ensure_future(self._listen(socket, inbox))
            looking = asyncio.ensure_future(self._look(socket, seat, turn, inbox))
            await _first_of(listening, looking)
        finally:
            self._players.leave(seat, turn, self._clock())

    async def _seat(self, socket: WebSocket) -> Seat:
        """Hears who wants to play what, and answers. Raises EndError."""
        try:
            async with asyncio.timeout(FIRST_WORD_S):
                wish = await _word(socket)
        except TimeoutError:
            raise EndError(IDLE) from None
        toy, key, camera = _checked(wish)
        seat = self._players.back(key, toy, self._clock()) if key else None
        resumed = seat is not None
        if seat is not None:
            seat.player.speak(language_for(socket, self._language))
        if seat is None:
            player = self._make_player(toy, language_for(socket, self._language))
            seat = self._players.sit(player, self._clock())
        if seat is None:
            raise EndError(FULL, TRY_LATER)
        seat.player.use(own_camera(socket, camera))
        await _say(socket, {"session": seat.key, "resumed": resumed, "last": seat.player.last})
        return seat

    async def _listen(self, socket: WebSocket, inbox: Post) -> None:
        """Takes what comes. Raises EndError for silence, floods and messages of other kinds."""
        allowance = Allowance(self._clock())
        pictures = edits = 0
        while True:
            try:
                async with asyncio.timeout(NO_PICTURE_S):
                    message = await socket.receive()
            except TimeoutError:
                raise EndError(IDLE, GOING) from None
            if message["type"] == "websocket.disconnect":
                raise WebSocketDisconnect(message.get("code", 1000))
            data, text = message.get("bytes"), message.get("text") or ""
            if data is None:
                fair = allowance.spend(len(text), self._clock())
            else:
                fair = allowance.spend(len(data), self._clock(), pixels_of(data))
            if not fair:
                raise EndError(TOO_FAST)
            if data is not None:
                pictures += 1
                inbox.put((pictures, data))
                continue
            edits += 1
            try:
                inbox.add((edits, edit_of(text)))
            except ValueError:
                raise EndError(BAD_REQUEST) from None
            if inbox.edits > MOST_EDITS:
                raise EndError(TOO_FAST)

    async def _look(self, socket: WebSocket, seat: Seat, turn: int, inbox: Post) -> None:
        """Answers every edit, and the newest picture, over and over. Raises EndError."""
        broken = 0
        while True:
            edit, picture = await inbox.take()
            if seat.turn != turn:
                raise EndError(ELSEWHERE)
            if edit is not None:
                number, wish = edit
                answer = {"refused": self._say(socket, BAD_EDIT)}
                if wish is not None:
                    answer = await self._work(seat, seat.player.edit, wish)
                await _say(socket, {"edit": number, **answer})
            if picture is not None:
                seat.playing = True
                number, data = picture
                at = self._clock() - seat.begun
                answer = await self._work(seat, seat.player.look, data, at)
                broken = broken + 1 if "refused" in answer else 0
                await _say(socket, {"picture": number, **answer})
                if broken >= MOST_BROKEN:
                    raise EndError(BROKEN)

    async def _work(
        self, seat: Seat, work: Callable[..., dict[str, Any]], *given: object
    ) -> dict[str, Any]:
        """Looks or corrects in a worker thread.

        A browser that leaves meanwhile must not set the player free for another thread.
        """
        return await asyncio.shield(asyncio.ensure_future(self._answer(seat, work, *given)))

    async def _answer(
        self, seat: Seat, work: Callable[..., dict[str, Any]], *given: object
    ) -> dict[str, Any]:
        """Two connections of one player wait for each other."""
        if self._limiter is None:
            self._limiter = anyio.CapacityLimiter(self._threads)
        async with seat.looking:
            try:
                return await anyio.to_thread.run_sync(work, *given, limiter=self._limiter)
            except SolverError as error:
                raise EndError(error.args[0]) from None
            except LostError:
                # The page calls again, and shows the toy anew.
                raise EndError(STUMBLED, GOING) from None


async def _first_of(*tasks: "asyncio.Future[None]") -> None:
    """Waits for the first task that ends, ends the others, and raises what it raised."""
    try:
        done, _ = await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
    for task in done:
        task.result()


async def _word(socket: WebSocket) -> object:
    message = await socket.receive()
    if message["type"] == "websocket.disconnect":
        raise WebSocketDisconnect(message.get("code", 1000))
    try:
        return json.loads(message.get("text") or "")
    except (ValueError, RecursionError):
        raise EndError(BAD_REQUEST) from None


def _checked(wish: object) -> tuple[Toy, str | None, str | None]:
    """Toy, session and camera of a first word. Raises EndError."""
    if not isinstance(wish, dict):
        raise EndError(BAD_REQUEST)
    puzzle, count = wish.get("begin"), wish.get("count")
    texts = tuple(map(wish.get, ("variant", "method", "session", "camera")))
    variant, method, key, camera = texts
    good = isinstance(puzzle, str) and all(isinstance(text, str | None) for text in texts)
    if not good or not (count is None or type(count) is int):
        raise EndError(BAD_REQUEST)
    try:
        return Toy(str(puzzle), count, variant, method), key, camera
    except SolverError as error:
        raise EndError(error.args[0]) from None


async def _say(socket: WebSocket, fields: dict[str, Any]) -> None:
    """Sends an answer; raises TimeoutError where the browser does not take it."""
    text = json.dumps(fields, ensure_ascii=False, separators=(",", ":"))
    # Not `wait_for`: before Python 3.12 it forgets that it was cancelled where the text was just
    # sent, and a task that should end with its connection would wait for ever.
    async with asyncio.timeout(ANSWER_S):
        await socket.send_text(text)


async def _end(socket: WebSocket, words: str, code: int) -> None:
    """Says why, where the other side still listens, and closes."""
    if WebSocketState.DISCONNECTED in (socket.client_state, socket.application_state):
        return
    try:
        if words:
            await _say(socket, {"error": words})
        async with asyncio.timeout(ANSWER_S):
            await socket.close(code)
    except (WebSocketDisconnect, TimeoutError, RuntimeError, OSError):
        return
