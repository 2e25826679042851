"""`companion voices`: who can speak."""

import click

from companion.answers import print_json
from companion.commands.options import json_option


@click.command()
@json_option
def command(as_json: bool) -> int:
    """List the voices for `companion guide --voice`.

    Without --voice the language's own one speaks: en, cmn (both Chinese ones), de, pl.
    """
    from companion.voice import voices

    for voice, name in voices():
        if as_json:
            print_json({"voice": voice, "name": name})
        else:
            click.echo(f"{voice:14} {name}")
    return 0
