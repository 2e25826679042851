"""Silence on the error stream: for as long as anybody wants it, and not longer."""

import os

from vision.quiet import quiet


def test_two_silences_overlap_and_the_last_one_ends_it(capfd):
    first, second = quiet(), quiet()
    first.__enter__()
    second.__enter__()
    os.write(2, b"hidden ")
    first.__exit__(None, None, None)
    os.write(2, b"hidden too ")
    second.__exit__(None, None, None)
    os.write(2, b"seen")
    assert capfd.readouterr().err == "seen"


def test_an_error_ends_the_silence(capfd):
    try:
        with quiet():
            raise ValueError
    except ValueError:
        os.write(2, b"seen")
    assert capfd.readouterr().err == "seen"
