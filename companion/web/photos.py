"""Photos dropped onto the page: read once, together where they are one cube, and forgotten.

What was read of a cube is kept for a while, so that its stickers can be corrected.
"""

import asyncio
from collections.abc import Callable, Sequence
from typing import Any

import anyio
from starlette.requests import ClientDisconnect, Request
from starlette.responses import JSONResponse, Response

from calibration import default_profile
from companion.cue import Cue, cue_line, said
from companion.languages import ENGLISH, Language
from companion.marking import marks_for
from companion.photos import Answer, read_photo
from companion.photos_cube import CubeAnswer, sight_of
from companion.problems import told_in
from companion.tables import prepared
from companion.web.answers import (
    left_words,
    leftward,
    map_fields,
    mark_lists,
    state_text,
    state_told,
)
from companion.web.edits import Edit, edit_of
from companion.web.limits import (
    LONGEST_PHOTO,
    MOST_BYTES,
    MOST_PHOTOS,
    MOST_UPLOADS,
    UPLOAD_S,
)
from companion.web.pictures import photos_of, picture_of
from companion.web.readings import Reading, Readings
from companion.web.tongues import language_for
from companion.web.toys import Toy
from companion.web.words import BAD_EDIT, BAD_REQUEST, BUSY, FORGOTTEN, TOO_LARGE, TOO_SLOW
from solver import PUZZLES, AnyPuzzle, Estimate, SolverError
from solver.phrase import Phrase
from vision import Image, Observation, PictureError
from vision.cube import read_photos

MOST_BODY = MOST_PHOTOS * (MOST_BYTES + 4)
MOST_EDIT = 1000


class Photos:
    """POST: the toy in the address, as `_wish` has it, the photos in the body; see `photos_of`."""

    def __init__(self, language: Language = ENGLISH) -> None:
        self._language = language
        self._uploads = 0
        self._limiter: anyio.CapacityLimiter | None = None
        self._readings = Readings()

    async def read(self, request: Request) -> Response:
        """An object of JSON with one entry a photo, or {"error": sentence}."""
        language = language_for(request, self._language)
        if self._uploads >= MOST_UPLOADS:
            return _error(language.say(BUSY), 503)
        self._uploads += 1
        try:
            toy = _wish(request)
            async with asyncio.timeout(UPLOAD_S):
                body = await _body(request, MOST_BODY)
            photos = photos_of(body)
            read = self._read_cube if toy.puzzle == "cube" else read_toys
            answer = await self._work(read, toy, photos, language)
        except (PictureError, SolverError) as error:
            status = 413 if str(error) == TOO_LARGE else 400
            return _error(told_in(language, error), status)
        except TimeoutError:
            return _error(language.say(TOO_SLOW), 408)
        except ClientDisconnect:
            return Response(status_code=400)
        finally:
            self._uploads -= 1
        return JSONResponse(answer)

    async def correct(self, request: Request) -> Response:
        """An edit of a reading, named by its key in the address: the answer as for the photos.

        {"refused": sentence} tells that nothing was changed, {"error": sentence} that it is gone.
        """
        language = language_for(request, self._language)
        reading = self._readings.find(request.query_params.get("reading", ""))
        if reading is None:
            return _error(language.say(FORGOTTEN), 404)
        try:
            async with asyncio.timeout(UPLOAD_S):
                body = await _body(request, MOST_EDIT)
            edit = edit_of(body.decode())
        except (PictureError, ValueError):
            return _error(language.say(BAD_REQUEST), 400)
        except TimeoutError:
            return _error(language.say(TOO_SLOW), 408)
        except ClientDisconnect:
            return Response(status_code=400)
        if edit is None or not edit.corrects:
            return JSONResponse({"refused": language.say(BAD_EDIT)})
        return JSONResponse(await self._work(_corrected, reading, edit, language))

    def _read_cube(self, toy: Toy, photos: Sequence[bytes], language: Language) -> dict[str, Any]:
        """All photos are one cube. Raises PictureError for a bad photo."""
        images = [
            picture_of(data, Phrase("photo {number}", number=number), LONGEST_PHOTO)
            for number, data in enumerate(photos, start=1)
        ]
        faces = read_photos(images, default_profile(toy.puzzle))
        sizes = [(image.shape[0], image.shape[1]) for image in images]
        reading = Reading(prepared(PUZZLES[toy.puzzle]()), faces, sizes, toy.method)
        return {**cube_fields(reading, language), "reading": self._readings.keep(reading)}

    async def _work(self, work: Callable[..., dict[str, Any]], *given: object) -> dict[str, Any]:
        """Reads and decodes one after the other, in a worker thread."""
        if self._limiter is None:
            self._limiter = anyio.CapacityLimiter(1)
        return await anyio.to_thread.run_sync(work, *given, limiter=self._limiter)


def read_toys(toy: Toy, photos: Sequence[bytes], language: Language = ENGLISH) -> dict[str, Any]:
    """Rings and towers: each photo is read by itself. Raises PictureError for a bad one."""
    profile = default_profile(toy.puzzle)
    shown = []
    for number, data in enumerate(photos, start=1):
        image = picture_of(data, Phrase("photo {number}", number=number), LONGEST_PHOTO)
        known = profile, toy.count, None
        answer = read_photo(toy.puzzle, str(number), image, *known, variant=toy.variant)
        shown.append(_toy(image, answer, language))
    return {"photos": shown, "solution": None}


def cube_fields(reading: Reading, language: Language = ENGLISH) -> dict[str, Any]:
    """All photos of a cube, each with its own marks, and the way to solve it."""
    answer, sizes = reading.answer, reading.sizes
    shown = [_side(size, number, reading, answer, language) for number, size in enumerate(sizes)]
    return {"photos": shown, "solution": answer.solution}


def _corrected(reading: Reading, edit: Edit, language: Language) -> dict[str, Any]:
    refused = edit.on(reading, reading.puzzle.symbols)
    return {"refused": language.say(refused)} if refused else cube_fields(reading, language)


def _toy(image: Image, answer: Answer, language: Language) -> dict[str, Any]:
    known = answer.observation, answer.puzzle, answer.estimate, answer.cue, answer.reason
    return _fields(image.shape[:2], *known, language)


def _side(
    size: tuple[int, int], number: int, reading: Reading, answer: CubeAnswer, language: Language
) -> dict[str, Any]:
    observation, estimate = sight_of(answer, number)
    known = observation, reading.puzzle, estimate, answer.cue, answer.reason
    return {**_fields(size, *known, language), **map_fields(reading.flat, None, language)}


def _fields(
    size: tuple[int, int],
    seen: Observation,
    puzzle: AnyPuzzle | None,
    estimate: Estimate[Any] | None,
    cue: Cue[Any, Any] | None,
    reason: str | None,
    language: Language,
) -> dict[str, Any]:
    """What the page is told of one photo; `size` is its height and width in pixels."""
    high, wide = size
    return {
        "size": [wide, high],
        "cue": None if cue is None else cue_line(puzzle, said(cue, language)),
        "new": cue is not None,
        "state": state_text(puzzle, estimate) if cue else None,
        "told": state_told(puzzle, estimate, language) if cue else None,
        "certainty": round(estimate.certainty, 4) if estimate else 0.0,
        "remaining": None if cue is None else cue.remaining,
        "whole": None if cue is None else cue.whole,
        "left": left_words(cue, language),
        "found": seen.found,
        "problem": language.say_if(reason),
        "marks": mark_lists(marks_for((high, wide), seen, puzzle, estimate, cue)),
        **map_fields(None),
        "leftward": leftward(seen),
    }


def _wish(request: Request) -> Toy:
    """The toy in the photos. Raises SolverError."""
    asked = request.query_params
    text = asked.get("count")
    if text is not None and not (text.isascii() and text.isdecimal() and len(text) < 4):
        raise SolverError(BAD_REQUEST)
    count = None if text is None else int(text)
    return Toy(asked.get("puzzle", ""), count, asked.get("variant"), asked.get("method"))


async def _body(request: Request, most: int) -> bytes:
    """The body, kept in memory. Raises PictureError as soon as it is too large."""
    body = bytearray()
    async for chunk in request.stream():
        body += chunk
        if len(body) > most:
            raise PictureError(TOO_LARGE)
    return bytes(body)


def _error(words: str, status: int) -> Response:
    return JSONResponse({"error": words}, status)
