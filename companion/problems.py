"""What an error says, as a sentence that can be said in every language."""

from calibration.sentence import Sentence
from companion.languages import Language
from solver.phrase import Phrase


def words_of(error: Exception) -> Phrase | None:
    """The sentence of an error that knows how it was made; None for one that is English alone.

    Rooms that know no phrases keep a template and what stands in it; see `vision.VisionError`.
    """
    if isinstance(template := getattr(error, "template", None), str):
        fields: dict[str, object] = getattr(error, "fields", {})
        return Phrase(template, **{name: _field(value) for name, value in fields.items()})
    first = error.args[0] if error.args else None
    return first if isinstance(first, Phrase) else None


def told_in(language: Language, error: Exception) -> str:
    """What an error says, in a language where that is known."""
    return language.say(words_of(error) or str(error))


def _field(value: object) -> object:
    """What stands in an error's sentence, as one where it can be said in other languages, too."""
    if isinstance(value, Exception):
        return words_of(value) or value
    return Phrase(value) if isinstance(value, Sentence) else value
