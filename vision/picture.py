"""Photos from files: a usable picture as blue, green, red bytes, upright; one error a bad one."""

import os
from pathlib import Path
from typing import cast

import cv2
import numpy as np

from vision.frame import Image, PictureError
from vision.header import Header, read_header
from vision.quiet import quiet

MOST_MEGAPIXELS = 50
PICTURE_SUFFIXES = frozenset({".jpg", ".jpeg", ".png", ".webp", ".bmp", ".gif", ".tif", ".tiff"})
KINDS = "JPEG, PNG, WebP, BMP, GIF or TIFF"


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
        raise PictureError(f"{name}: not a picture; expected {KINDS}{_looks_like(data)}")
    _check(name, header)
    image = _decode(data)
    if image is None:
        raise PictureError(f"{name}: the {header.kind} picture is damaged or of a rare kind")
    return image


def _bytes(path: Path) -> bytes:
    try:
        data = path.read_bytes()
    except FileNotFoundError:
        raise PictureError(f"{path}: there is no such file") from None
    except (OSError, ValueError) as error:
        if isinstance(error, OSError) and path.is_dir():
            raise PictureError(f"{path}: expected a picture, got a folder") from None
        reason = getattr(error, "strerror", None) or error
        raise PictureError(f"{path}: cannot be read: {reason}") from None
    if not data:
        raise PictureError(f"{path}: the file is empty")
    return data


def _check(path: str, header: Header) -> None:
    pixels = header.width * header.height
    if pixels > MOST_MEGAPIXELS * 1_000_000:
        raise PictureError(
            f"{path}: {header.width} x {header.height} are {pixels / 1e6:.1f} megapixels; "
            f"expected at most {MOST_MEGAPIXELS}"
        )
    if not header.whole:
        raise PictureError(f"{path}: the {header.kind} picture is truncated; its end is missing")
    if not pixels:
        raise PictureError(f"{path}: the {header.kind} picture has no size")


def _looks_like(data: bytes) -> str:
    """What the file is instead, for the two mistakes that people make."""
    if data[4:8] == b"ftyp" and data[8:11] in (b"hei", b"mif", b"hev", b"avi"):
        return ", got HEIC or AVIF: save it as JPEG first"
    if data[4:8] == b"ftyp" or data[:4] in (b"RIFF", b"\x1aE\xdf\xa3"):
        return ", got a video"
    head = data[:256]
    return ", got text" if all(byte in b"\t\n\r\f" or byte >= 32 for byte in head) else ""


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
