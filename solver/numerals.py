"""Numbers as a person says them."""

# fmt: off
_CARDINALS = (
    "zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven",
    "twelve", "thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen",
    "twenty",
)
_ORDINALS = (
    "zeroth", "first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth",
    "tenth",
)
# fmt: on


def cardinal(number: int) -> str:
    """The number in words up to twenty, in digits above."""
    return _CARDINALS[number] if 0 <= number < len(_CARDINALS) else str(number)


def ordinal(number: int) -> str:
    """The place in words up to tenth, in digits above: `first`, `11th`, `22nd`."""
    if 0 <= number < len(_ORDINALS):
        return _ORDINALS[number]
    ending = {1: "st", 2: "nd", 3: "rd"}.get(number % 10, "th")
    return f"{number}{'th' if number % 100 in (11, 12, 13) else ending}"
