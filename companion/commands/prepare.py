"""`companion prepare`: makes what helps later."""

import click

from companion.tables import make_large


@click.command()
def command() -> int:
    """Make the cube's large table: shorter solutions for `solve cube --seconds`.

    It takes some ten seconds and 39 MB in the user's cache folder.
    """
    path = make_large()
    if path is None:
        click.echo("The large table needs the search in C, and no compiler built it.", err=True)
        return 1
    click.echo(f"Written to {path}")
    return 0
