"""`companion serve`: the page for the browser, on this computer or for phones nearby."""

from typing import TYPE_CHECKING

import click

from companion.commands.options import avoid_hidden_option, lang_option
from companion.languages import Language
from solver.phrase import Phrase, sentence

if TYPE_CHECKING:
    from companion.web import Address

SCAN = sentence(
    "Scan the code with a phone in the same network. Its browser will warn that it\n"
    "does not know this computer: the certificate was made just now. Go on there\n"
    "(Advanced, then Proceed; on an iPhone Show Details, then visit this website)."
)
NO_NETWORK = sentence(
    "No network was found, so no phone can reach this page: connect this computer to one, and "
    "start again."
)
ENDS = sentence("Ctrl+C ends it.")


@click.command()
@click.option("--host", metavar="H", help="Where to listen; default this computer alone.")
@click.option("--port", type=click.IntRange(1, 65535), default=8765, show_default=True, metavar="P")
@click.option(
    "--lan",
    is_flag=True,
    help="Let phones in the same network in: https, and an address with an access token.",
)
@avoid_hidden_option
@lang_option
def command(host: str | None, port: int, lan: bool, avoid_hidden: bool, lang: Language) -> int:
    """Start the page: camera, overlay and voice in the browser.

    It speaks the browser's language, or the one that is picked there; --lang is for browsers that
    ask for none of ours.
    It ends with Ctrl+C. Pictures are looked at on this computer, and never stored.
    """
    from companion.tables import two_phase
    from companion.web import Address, serve
    from companion.web.server import EVERYWHERE

    address = Address(host or (EVERYWHERE if lan else "127.0.0.1"), port, lan)
    # Players at the page share them; the first one should not have to wait for them.
    two_phase()
    serve(address, lambda address: _ready(address, lang), lang, avoid_hidden=avoid_hidden)
    return 0


def _ready(address: "Address", lang: Language) -> None:
    click.echo(lang.say(Phrase("The page is at {address}", address=address.url)))
    if address.reachable:
        _show_code(address.url)
        click.echo(lang.say(SCAN))
    elif address.lan:
        click.echo(lang.say(NO_NETWORK))
    click.echo(lang.say(ENDS))


def _show_code(url: str) -> None:
    """The address as a QR code made of letters, for a terminal."""
    import segno

    segno.make(url, error="l").terminal(compact=True)
