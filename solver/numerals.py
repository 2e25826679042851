"""Numbers as a person says them."""

from solver.phrase import Phrase

_CARDINALS = (
    Phrase.within("number", "zero"),
    Phrase.within("number", "one"),
    Phrase.within("number", "two"),
    Phrase.within("number", "three"),
    Phrase.within("number", "four"),
    Phrase.within("number", "five"),
    Phrase.within("number", "six"),
    Phrase.within("number", "seven"),
    Phrase.within("number", "eight"),
    Phrase.within("number", "nine"),
    Phrase.within("number", "ten"),
    Phrase.within("number", "eleven"),
    Phrase.within("number", "twelve"),
    Phrase.within("number", "thirteen"),
    Phrase.within("number", "fourteen"),
    Phrase.within("number", "fifteen"),
    Phrase.within("number", "sixteen"),
    Phrase.within("number", "seventeen"),
    Phrase.within("number", "eighteen"),
    Phrase.within("number", "nineteen"),
    Phrase.within("number", "twenty"),
)


def cardinal(number: int) -> str:
    """The number in words up to twenty, in digits above."""
    return _CARDINALS[number] if 0 <= number < len(_CARDINALS) else str(number)
