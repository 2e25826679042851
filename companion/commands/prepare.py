"""`companion prepare`: makes what helps later."""

import click

from companion.commands.options import lang_option
from companion.languages import Language
from companion.tables import make_large
from solver.phrase import Phrase, sentence

NO_KERNEL = sentence("The large table needs the search in C, and no compiler built it.")


@click.command()
@lang_option
def command(lang: Language) -> int:
    """Make the cube's large table: shorter solutions for `solve cube --seconds`.

    It takes some ten seconds and 39 MB in the user's cache folder.
    """
    path = make_large()
    if path is None:
        click.echo(lang.say(NO_KERNEL), err=True)
        return 1
    click.echo(lang.say(Phrase("Written to {place}", place=path)))
    return 0
