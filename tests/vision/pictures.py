"""Pictures for tests: one scene, in every kind of file."""

import struct
import zlib

import cv2
import numpy as np


def scene(width=80, height=60):
    """Four patches of colour, so that turned and mirrored pictures can be told apart."""
    image = np.full((height, width, 3), (40, 160, 90), np.uint8)
    image[: height // 2, : width // 2] = (30, 30, 200)
    image[height // 2 :, width // 2 :] = (210, 120, 20)
    return image


def encoded(suffix, image):
    good, data = cv2.imencode(suffix, image)
    assert good
    return data.tobytes()


def png_of_size(width, height):
    """A whole and valid PNG that claims a size; its pixels would not fit into memory."""

    def chunk(name, data):
        check = zlib.crc32(name + data)
        return struct.pack(">I", len(data)) + name + data + struct.pack(">I", check)

    header = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    packed = zlib.compress(b"\0" * 100)
    return (
        b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + chunk(b"IDAT", packed) + chunk(b"IEND", b"")
    )


def turned_jpeg(image, orientation):
    """A JPEG with the camera's note on how it was held (EXIF tag 0x112)."""
    plain = encoded(".jpg", image)
    entry = struct.pack("<HHIHH", 0x112, 3, 1, orientation, 0)
    tiff = b"II*\0" + struct.pack("<IH", 8, 1) + entry + struct.pack("<I", 0)
    body = b"Exif\0\0" + tiff
    return plain[:2] + b"\xff\xe1" + struct.pack(">H", len(body) + 2) + body + plain[2:]
