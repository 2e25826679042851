"""English sentences that know how they were made, so that they can be made in other languages.

A `Phrase` is a string, and reads, compares and prints as its English text. Beside it, it keeps
the template and what was filled in; whoever has a catalogue makes the sentence anew with `render`.
Templates are literals in the code, so that they can be collected: the first argument of `Phrase`,
`Phrase.counted`, `Phrase.within` and `sentence`.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import reduce
from types import MappingProxyType

NO_FIELDS: Mapping[str, object] = MappingProxyType({})


@dataclass(frozen=True, slots=True)
class Made:
    """How a phrase was made: its template, and what stands in the template's places.

    - `fields`: what is filled in; phrases among them are made anew, plain strings stay;
    - `context`: tells equal templates apart that other languages inflect differently;
    - `many`, `count`: the template for other numbers than one, and the number;
    - `capital`: whether the first letter is a capital;
    - `parts`: the sentences of a text of several, which then has no template.
    """

    template: str
    fields: Mapping[str, object] = field(default_factory=lambda: NO_FIELDS)
    context: str | None = None
    many: str | None = None
    count: int = 1
    capital: bool = False
    parts: tuple[str, ...] = ()


# The template of a language for one of ours.
Find = Callable[[Made], str]


class Phrase(str):
    """A text in English; `made` tells how it came to be."""

    __slots__ = ("made",)
    made: Made

    def __new__(cls, template: str, /, **fields: object) -> "Phrase":
        """A template with {places}, and what is filled in there; a phrase alone is itself."""
        if isinstance(template, Phrase) and not fields:
            return template
        return cls._of(Made(template, fields))

    @classmethod
    def counted(cls, one: str, many: str, count: int, /, **fields: object) -> "Phrase":
        """The template for one thing or that for other numbers; the place {count} is the number."""
        return cls._of(Made(one, {**fields, "count": count}, many=many, count=count))

    @classmethod
    def within(cls, context: str, template: str, /, **fields: object) -> "Phrase":
        """A template that may read otherwise in other contexts."""
        return cls._of(Made(template, fields, context))

    @classmethod
    def _of(cls, made: Made) -> "Phrase":
        text = _rendered(made, _english, " ")
        phrase = str.__new__(cls, text)
        phrase.made = made
        return phrase

    @property
    def capital(self) -> "Phrase":
        """The same, as a sentence begins."""
        made = self.made
        known = made.template, made.fields, made.context, made.many, made.count
        return Phrase._of(Made(*known, capital=True, parts=made.parts))

    def __deepcopy__(self, memo: object) -> "Phrase":
        return self


def sentence(text: str) -> str:
    """A constant that is shown to players; marks it for the catalogues."""
    return text


def joined(*parts: str | None) -> str:
    """Some sentences, one after the other; those that are empty or None are left out."""
    told = tuple(part for part in parts if part)
    if len(told) <= 1:
        return told[0] if told else ""
    return Phrase._of(Made("", parts=told))


def listed(names: Sequence[str]) -> str:
    """Some names in a row: "white, red and blue"; empty without any."""
    if len(names) < 2:
        return in_a_row(names)
    return Phrase("{some} and {one}", some=in_a_row(names[:-1]), one=names[-1])


def in_a_row(names: Sequence[str]) -> str:
    """Some with nothing but commas between them: "8 of U, 10 of R"; empty without any."""
    if not names:
        return ""
    return reduce(lambda some, one: Phrase("{some}, {one}", some=some, one=one), names)


def render(text: str, find: Find, space: str = " ") -> str:
    """A phrase or a constant in the language of some templates.

    `space` is what this language puts between two sentences.
    """
    made = text.made if isinstance(text, Phrase) else Made(text)
    return _rendered(made, find, space)


def _rendered(made: Made, find: Find, space: str) -> str:
    if made.parts:
        text = space.join(render(part, find, space) for part in made.parts)
    elif made.fields:
        known = {
            name: render(value, find, space) if isinstance(value, Phrase) else value
            for name, value in made.fields.items()
        }
        text = find(made).format(**known)
    else:
        text = find(made)
    return text[:1].upper() + text[1:] if made.capital else text


def _english(made: Made) -> str:
    return made.template if made.many is None or made.count == 1 else made.many
