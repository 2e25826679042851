"""Photos dropped onto the page: read once, together where they are one cube, and forgotten."""

import asyncio
from collections.abc import Sequence
from typing import Any

import anyio
from starlette.requests import ClientDisconnect, Request
from starlette.responses import JSONResponse, Response

from calibration import default_profile
from companion.marking import marks_for
from companion.photos import Answer, read_photo
from companion.photos_cube import CubeAnswer, decode_photos, sight_of
from companion.session import Cue, cue_line
from companion.web.answers import flat_map, leftward, mark_lists, state_text
from companion.web.limits import (
    LONGEST_PHOTO,
    MOST_BYTES,
    MOST_PHOTOS,
    MOST_UPLOADS,
    UPLOAD_S,
)
from companion.web.pictures import photos_of, picture_of
from companion.web.player import check
from companion.web.words import BAD_REQUEST, BUSY, TOO_LARGE, TOO_SLOW
from solver import PUZZLES, AnyPuzzle, Estimate, SolverError
from vision import Image, Observation, PictureError

MOST_BODY = MOST_PHOTOS * (MOST_BYTES + 4)


class Photos:
    """POST: `puzzle` and `count` in the address, the photos in the body; see `photos_of`."""

    def __init__(self) -> None:
        self._uploads = 0
        self._limiter: anyio.CapacityLimiter | None = None

    async def read(self, request: Request) -> Response:
        """An object of JSON with one entry a photo, or {"error": sentence}."""
        if self._uploads >= MOST_UPLOADS:
            return _error(BUSY, 503)
        self._uploads += 1
        try:
            puzzle, count = _wish(request)
            body = await asyncio.wait_for(_body(request), UPLOAD_S)
            if self._limiter is None:
                self._limiter = anyio.CapacityLimiter(1)
            read = read_cube if puzzle == "cube" else read_toys
            answer = await anyio.to_thread.run_sync(
                read, puzzle, count, photos_of(body), limiter=self._limiter
            )
        except (PictureError, SolverError) as error:
            return _error(str(error), 413 if str(error) == TOO_LARGE else 400)
        except TimeoutError:
            return _error(TOO_SLOW, 408)
        except ClientDisconnect:
            return Response(status_code=400)
        finally:
            self._uploads -= 1
        return JSONResponse(answer)


def read_toys(puzzle: str, count: int | None, photos: Sequence[bytes]) -> dict[str, Any]:
    """Rings and towers: each photo is read by itself. Raises PictureError for a bad one."""
    profile = default_profile(puzzle)
    shown = []
    for number, data in enumerate(photos, start=1):
        image = picture_of(data, f"photo {number}", LONGEST_PHOTO)
        answer = read_photo(puzzle, str(number), image, profile, count, None)
        shown.append(_toy(image, answer))
    return {"photos": shown, "solution": None}


def read_cube(puzzle: str, count: int | None, photos: Sequence[bytes]) -> dict[str, Any]:
    """All photos are one cube. Raises PictureError for a bad photo."""
    images = [
        picture_of(data, f"photo {number}", LONGEST_PHOTO)
        for number, data in enumerate(photos, start=1)
    ]
    toy = PUZZLES[puzzle]()
    answer = decode_photos(toy, images, default_profile(puzzle), None)
    shown = [_side(image, number, toy, answer) for number, image in enumerate(images)]
    return {"photos": shown, "solution": answer.solution}


def _toy(image: Image, answer: Answer) -> dict[str, Any]:
    seen = answer.observation
    return _fields(image, seen, answer.puzzle, answer.estimate, answer.cue, answer.reason)


def _side(image: Image, number: int, toy: AnyPuzzle, answer: CubeAnswer) -> dict[str, Any]:
    observation, estimate = sight_of(answer, number)
    fields = _fields(image, observation, toy, estimate, answer.cue, answer.reason)
    whole = Estimate(answer.decoded.state, answer.decoded.certainty)
    return {**fields, "map": flat_map(toy, whole, None)}


def _fields(
    image: Image,
    seen: Observation,
    puzzle: AnyPuzzle | None,
    estimate: Estimate[Any] | None,
    cue: Cue[Any, Any] | None,
    reason: str | None,
) -> dict[str, Any]:
    high, wide = image.shape[:2]
    return {
        "size": [wide, high],
        "cue": None if cue is None else cue_line(puzzle, cue),
        "new": cue is not None,
        "state": state_text(puzzle, estimate) if cue else None,
        "certainty": round(estimate.certainty, 4) if estimate else 0.0,
        "remaining": None if cue is None else cue.remaining,
        "found": seen.found,
        "problem": reason,
        "marks": mark_lists(marks_for((high, wide), seen, puzzle, estimate, cue)),
        "map": None,
        "leftward": leftward(seen),
    }


def _wish(request: Request) -> tuple[str, int | None]:
    """Puzzle and count. Raises SolverError."""
    puzzle, text = request.query_params.get("puzzle", ""), request.query_params.get("count")
    if text is not None and not (text.isascii() and text.isdecimal() and len(text) < 4):
        raise SolverError(BAD_REQUEST)
    count = None if text is None else int(text)
    check(puzzle, count)
    return puzzle, count


async def _body(request: Request) -> bytes:
    """The body, kept in memory. Raises PictureError as soon as it is too large."""
    body = bytearray()
    async for chunk in request.stream():
        body += chunk
        if len(body) > MOST_BODY:
            raise PictureError(TOO_LARGE)
    return bytes(body)


def _error(words: str, status: int) -> Response:
    return JSONResponse({"error": words}, status)
