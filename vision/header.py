"""The size of a picture file from its first bytes, and whether the file is whole.

Decoders allocate the full picture before anyone can refuse it, and some of them fill what a
truncated file lacks with grey. So both questions are answered here, without decoding.

Sources: ITU-T T.81 annex B (JPEG markers), PNG specification section 5, RFC 9649 (WebP), the
GIF89a specification, TIFF 6.0 section 2, and the BITMAPINFOHEADER layout.
"""

import re
import struct
from collections.abc import Iterator
from dataclasses import dataclass

PNG_SIGNATURE = b"\x89PNG\r\n\x1a\n"
# A marker that ends a JPEG scan: not a stuffed zero, a restart or a fill byte.
SCAN_END = re.compile(rb"\xff[^\x00\xd0-\xd7\xff]")
START_OF_FRAME = frozenset(range(0xC0, 0xD0)) - {0xC4, 0xC8, 0xCC}


@dataclass(frozen=True, slots=True)
class Header:
    """The kind of a picture file, its size in pixels, and whether its end is there."""

    kind: str
    width: int
    height: int
    whole: bool


def read_header(data: bytes) -> Header | None:
    """The header of a JPEG, PNG, WebP, GIF, BMP or TIFF file; None for anything else."""
    try:
        if data.startswith(b"\xff\xd8\xff"):
            return _jpeg(data)
        if data.startswith(PNG_SIGNATURE):
            return _png(data)
        if data[:4] == b"RIFF" and data[8:12] == b"WEBP":
            return _webp(data)
        if data[:6] in (b"GIF87a", b"GIF89a"):
            width, height = struct.unpack_from("<HH", data, 6)
            return Header("GIF", width, height, data.rstrip(b"\0").endswith(b";"))
        if data.startswith(b"BM"):
            return _bmp(data)
        if data[:4] in (b"II*\0", b"MM\0*"):
            return _tiff(data)
    except (struct.error, IndexError):
        return Header(_kind(data), 0, 0, False)
    return None


def _kind(data: bytes) -> str:
    first = {b"\xff\xd8": "JPEG", b"\x89P": "PNG", b"RI": "WebP", b"GI": "GIF", b"BM": "BMP"}
    return first.get(data[:2], "TIFF")


def _jpeg(data: bytes) -> Header:
    """Walks the marker segments to the end-of-image marker."""
    width = height = 0
    at = 2
    while at + 4 <= len(data):
        marker = data[at + 1]
        if data[at] != 0xFF or marker == 0xFF:
            at += 1
            continue
        if marker == 0xD9:
            return Header("JPEG", width, height, True)
        length = struct.unpack_from(">H", data, at + 2)[0]
        if marker in START_OF_FRAME:
            height, width = struct.unpack_from(">HH", data, at + 5)
        at += 2 + length
        if marker == 0xDA:
            end = SCAN_END.search(data, at)
            if end is None:
                break
            at = end.start()
    return Header("JPEG", width, height, data[at : at + 2] == b"\xff\xd9")


def _png(data: bytes) -> Header:
    width, height = struct.unpack_from(">II", data, 16)
    at = len(PNG_SIGNATURE)
    while at + 8 <= len(data):
        length, name = struct.unpack_from(">I4s", data, at)
        at += 12 + length
        if name == b"IEND":
            return Header("PNG", width, height, at <= len(data))
    return Header("PNG", width, height, False)


def _webp(data: bytes) -> Header:
    whole = len(data) >= struct.unpack_from("<I", data, 4)[0] + 8
    form = data[12:16]
    if form == b"VP8X":
        width = 1 + int.from_bytes(data[24:27], "little")
        height = 1 + int.from_bytes(data[27:30], "little")
    elif form == b"VP8L":
        bits = struct.unpack_from("<I", data, 21)[0]
        width, height = 1 + (bits & 0x3FFF), 1 + (bits >> 14 & 0x3FFF)
    else:
        width, height = (side & 0x3FFF for side in struct.unpack_from("<HH", data, 26))
    return Header("WebP", width, height, whole)


def _bmp(data: bytes) -> Header:
    start, header = struct.unpack_from("<II", data, 10)
    if header == 12:
        width, height, _, bits = struct.unpack_from("<HHHH", data, 18)
        packing = 0
    else:
        width, height, _, bits, packing = struct.unpack_from("<iiHHI", data, 18)
    rows = (width * bits + 31) // 32 * 4 * abs(height)
    # Packings 1, 2, 4 and 5 are run lengths or embedded files: their length is not known here.
    needed = start + rows if packing in (0, 3, 6) else start + 1
    return Header("BMP", abs(width), abs(height), len(data) >= needed)


def _tiff(data: bytes) -> Header:
    """Reads the first directory: size, and whether every strip or tile lies inside the file."""
    order = "<" if data.startswith(b"II") else ">"
    tags = dict(_tiff_tags(data, order))
    starts = tags.get(273) or tags.get(324) or []
    counts = tags.get(279) or tags.get(325) or []
    end = max((a + n for a, n in zip(starts, counts, strict=False)), default=len(data) + 1)
    return (
        Header("TIFF", tags[256][0], tags[257][0], end <= len(data))
        if 256 in tags
        else Header("TIFF", 0, 0, False)
    )


def _tiff_tags(data: bytes, order: str) -> Iterator[tuple[int, list[int]]]:
    directory = struct.unpack_from(order + "I", data, 4)[0]
    entries = struct.unpack_from(order + "H", data, directory)[0]
    for i in range(entries):
        place = directory + 2 + 12 * i
        tag, form, number = struct.unpack_from(order + "HHI", data, place)
        if form not in (3, 4) or number > len(data):
            continue
        code, size = ("H", 2) if form == 3 else ("I", 4)
        where = place + 8
        if number * size > 4:
            where = struct.unpack_from(order + "I", data, where)[0]
        yield tag, list(struct.unpack_from(f"{order}{number}{code}", data, where))
