"""Photos from files: a usable picture as blue, green, red bytes, upright; one error a bad one."""

import os
from pathlib import Path
from typing import cast

import cv2
import numpy as np

from vision.frame import Image, PictureError
from vision.header import Header, read_header
from vision.quiet import quiet
from vision.sentence import sentence

MOST_MEGAPIXELS = 50
PICTURE_SUFFIXES = frozenset({".jpg", ".jpeg", ".png", ".webp", ".bmp", ".gif", ".tif", ".tiff"})

NO_PICTURE = sentence("{path}: not a picture; expected JPEG, PNG, WebP, BMP, GIF or TIFF")
# What the file is instead, for the mistakes that people make.
HEIC = sentence(
    "{path}: not a picture; expected JPEG, PNG, WebP, BMP, GIF or TIFF, got HEIC or AVIF: save it "
    "as JPEG first"
)
VIDEO = sentence("{path}: not a picture; expected JPEG, PNG, WebP, BMP, GIF or TIFF, got a video")
TEXT = sentence("{path}: not a picture; expected JPEG, PNG, WebP, BMP, GIF or TIFF, got text")
DAMAGED = sentence("{path}: the {kind} picture is damaged or of a rare kind")
TRUNCATED = sentence("{path}: the {kind} picture is truncated; its end is missing")
NO_SIZE = sentence("{path}: the {kind} picture has no size")
TOO_LARGE = sentence(
    "{path}: {width} x {height} are {megapixels} megapixels; expected at most {most}"
)
EMPTY = sentence("{path}: the file is empty")
NO_FILE = sentence("{path}: there is no such file")
FOLDER = sentence("{path}: expected a picture, got a folder")
UNREADABLE = sentence("{path}: cannot be read: {why}")


def load_picture(path: str | os.PathLike[str]) -> Image:
    """The picture in a file: (height, width, 3) uint8 in the order blue, green, red.

    The camera's note on how it was held (EXIF) is honoured. Grey, palette, 16-bit and CMYK
    pictures are converted; what is transparent becomes white. Raises PictureError
    for a file that is missing, empty, truncated, no picture, or over 50 megapixels, which is
    found out before it is decoded.
    """
    return decode_picture(_bytes(Path(path)), str(path))


def decode_picture(data: bytes, name: str) -> Image:
    """The same for the bytes of a file; `name` is what the user knows it as."""
    header = read_header(data)
    if header is None:
        raise PictureError(_no_picture(data), path=name)
    _check(name, header)
    image = _decode(data)
    if image is None:
        raise PictureError(DAMAGED, path=name, kind=header.kind)
    return image


def _bytes(path: Path) -> bytes:
    try:
        data = path.read_bytes()
    except FileNotFoundError:
        raise PictureError(NO_FILE, path=path) from None
    except (OSError, ValueError) as error:
        if isinstance(error, OSError) and path.is_dir():
            raise PictureError(FOLDER, path=path) from None
        why = getattr(error, "strerror", None) or str(error)
        raise PictureError(UNREADABLE, path=path, why=why) from None
    if not data:
        raise PictureError(EMPTY, path=path)
    return data


def _check(path: str, header: Header) -> None:
    pixels = header.width * header.height
    if pixels > MOST_MEGAPIXELS * 1_000_000:
        raise PictureError(
            TOO_LARGE,
            path=path,
            width=header.width,
            height=header.height,
            megapixels=f"{pixels / 1e6:.1f}",
            most=MOST_MEGAPIXELS,
        )
    if not header.whole:
        raise PictureError(TRUNCATED, path=path, kind=header.kind)
    if not pixels:
        raise PictureError(NO_SIZE, path=path, kind=header.kind)


def _no_picture(data: bytes) -> str:
    """The sentence for a file that is no picture."""
    if data[4:8] == b"ftyp" and data[8:11] in (b"hei", b"mif", b"hev", b"avi"):
        return HEIC
    if data[4:8] == b"ftyp" or data[:4] in (b"RIFF", b"\x1aE\xdf\xa3"):
        return VIDEO
    head = data[:256]
    return TEXT if all(byte in b"\t\n\r\f" or byte >= 32 for byte in head) else NO_PICTURE


def _decode(data: bytes) -> Image | None:
    buffer = np.frombuffer(data, dtype=np.uint8)
    with quiet():
        try:
            # The plain way turns, converts and reduces by itself, but paints nothing behind
            # what is transparent: only then is the untouched picture needed too.
            image = cv2.imdecode(buffer, cv2.IMREAD_COLOR)
            raw = cv2.imdecode(buffer, cv2.IMREAD_UNCHANGED) if _may_be_clear(data) else None
        except cv2.error:
            return None
    if image is None:
        return None
    if raw is not None and raw.ndim == 3 and raw.shape[2] == 4 and raw.shape[:2] == image.shape[:2]:
        return _on_white(raw)
    return cast(Image, np.ascontiguousarray(image, dtype=np.uint8))


def _may_be_clear(data: bytes) -> bool:
    return not data.startswith(b"\xff\xd8")


def _on_white(raw: np.ndarray[tuple[int, ...], np.dtype[np.generic]]) -> Image:
    most = {np.dtype(np.uint8): 255.0, np.dtype(np.uint16): 65535.0}.get(raw.dtype, 1.0)
    cover = raw[:, :, 3:].astype(np.float32) / most
    colour = raw[:, :, :3].astype(np.float32) / most
    mixed = colour * cover + (1.0 - cover)
    return cast(Image, np.clip(np.rint(mixed * 255.0), 0, 255).astype(np.uint8))
