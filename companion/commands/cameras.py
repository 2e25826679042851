"""`companion cameras`: which cameras there are."""

import click

from companion.answers import print_json
from companion.commands.options import json_option, lang_option
from companion.languages import Language
from solver.phrase import Phrase, sentence

NO_CAMERA = sentence("No camera was found. A video file or a folder of pictures works too.")


@click.command()
@lang_option
@json_option
def command(lang: Language, as_json: bool) -> int:
    """List the cameras that send pictures. The exit status is 1 where there is none."""
    from vision import list_cameras

    found = list_cameras()
    for number, width, height in found:
        if as_json:
            print_json({"camera": number, "width": width, "height": height})
        else:
            size = {"number": number, "width": width, "height": height}
            click.echo(lang.say(Phrase("camera {number}: {width} x {height}", **size)))
    if not found:
        click.echo(lang.say(NO_CAMERA), err=True)
    return 0 if found else 1
