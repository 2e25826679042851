"""A mark for what is said of profiles, so that it is found for translation."""


class Sentence(str):
    """An English text that is to be found in the catalogues."""

    __slots__ = ()


def sentence(text: str) -> Sentence:
    """A constant that is shown to players."""
    return Sentence(text)
