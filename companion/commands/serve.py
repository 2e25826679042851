"""`companion serve`: the page for the browser, on this computer or for phones nearby."""

from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from companion.web import Address


@click.command()
@click.option("--host", metavar="H", help="Where to listen; default this computer alone.")
@click.option("--port", type=click.IntRange(1, 65535), default=8765, show_default=True, metavar="P")
@click.option(
    "--lan",
    is_flag=True,
    help="Let phones in the same network in: https, and an address with an access token.",
)
def command(host: str | None, port: int, lan: bool) -> int:
    """Start the page: camera, overlay and voice in the browser.

    It ends with Ctrl+C. Pictures are looked at on this computer, and never stored.
    """
    from companion.tables import two_phase
    from companion.web import Address, serve
    from companion.web.server import EVERYWHERE

    address = Address(host or (EVERYWHERE if lan else "127.0.0.1"), port, lan)
    # Players at the page share them; the first one should not have to wait for them.
    two_phase()
    serve(address, _ready)
    return 0


def _ready(address: "Address") -> None:
    click.echo(f"The page is at {address.url}")
    if address.lan:
        _show_code(address.url)
        click.echo("Scan the code with a phone in the same network. Its browser will warn that it")
        click.echo("does not know this computer: the certificate was made just now. Go on there")
        click.echo("(Advanced, then Proceed; on an iPhone Show Details, then visit this website).")
    click.echo("Ctrl+C ends it.")


def _show_code(url: str) -> None:
    """The address as a QR code made of letters, for a terminal."""
    import segno

    segno.make(url, error="l").terminal(compact=True)
