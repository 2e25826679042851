"""Pictures that come over the network: checked, decoded and brought to a bearable size."""

import struct
from typing import cast

import cv2

from companion.problems import words_of
from companion.web.limits import MOST_BYTES, MOST_PHOTOS
from companion.web.words import BAD_REQUEST, NO_PHOTOS, NO_PICTURE, TOO_LARGE
from solver.phrase import Phrase, joined
from vision import Image, PictureError, decode_picture
from vision.header import read_header

LENGTH = struct.Struct(">I")


def picture_of(data: bytes, name: str, longest: int) -> Image:
    """The picture, blue, green, red, its longer side at most `longest` pixels.

    Raises PictureError for more than 4 MB or 50 megapixels, and for what is no whole picture.
    """
    if len(data) > MOST_BYTES:
        raise PictureError(TOO_LARGE)
    try:
        image = decode_picture(data, name)
    except PictureError as error:
        why = words_of(error) or error
        raise PictureError(joined(NO_PICTURE, Phrase("({why})", why=why))) from None
    scale = longest / max(image.shape[:2])
    if scale >= 1:
        return image
    high, wide = (max(1, round(side * scale)) for side in image.shape[:2])
    return cast(Image, cv2.resize(image, (wide, high), interpolation=cv2.INTER_AREA))


def pixels_of(data: bytes) -> int:
    """How many pixels a picture says that it has, without unpacking it; 0 for no picture."""
    header = read_header(data)
    return header.width * header.height if header else 0


def photos_of(body: bytes) -> list[bytes]:
    """The photos in a message: each its length, four bytes, the highest first, and then itself.

    Forms with several files would be the usual way, but what reads them puts files on the disk.
    Raises PictureError for another form, no photo, or too many.
    """
    photos: list[bytes] = []
    at = 0
    while at < len(body):
        if len(photos) == MOST_PHOTOS:
            raise PictureError(Phrase("There are more than {most} photos.", most=MOST_PHOTOS))
        if at + LENGTH.size > len(body):
            raise PictureError(BAD_REQUEST)
        (length,) = LENGTH.unpack_from(body, at)
        at += LENGTH.size
        if at + length > len(body):
            raise PictureError(BAD_REQUEST)
        photos.append(body[at : at + length])
        at += length
    if not photos:
        raise PictureError(NO_PHOTOS)
    return photos
