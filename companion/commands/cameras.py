"""`companion cameras`: which cameras there are."""

import click

from companion.answers import print_json
from companion.commands.options import json_option


@click.command()
@json_option
def command(as_json: bool) -> int:
    """List the cameras that send pictures. The exit status is 1 where there is none."""
    from vision import list_cameras

    found = list_cameras()
    for number, width, height in found:
        if as_json:
            print_json({"camera": number, "width": width, "height": height})
        else:
            click.echo(f"camera {number}: {width} x {height}")
    if not found:
        click.echo("No camera was found. A video file or a folder of pictures works too.", err=True)
    return 0 if found else 1
