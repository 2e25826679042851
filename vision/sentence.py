"""A mark for the sentences that readers tell players, so that they are found for translation."""


def sentence(text: str) -> str:
    """A constant that is shown to players, unchanged."""
    return text
