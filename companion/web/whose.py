"""Whose camera a browser uses: profiles of this computer's cameras are for no other computer's."""

import ipaddress

from starlette.requests import HTTPConnection

# Browsers' names of cameras are shorter.
LONGEST = 200


def own_camera(asked: HTTPConnection, label: str | None) -> str | None:
    """The browser's name of its camera; None where it may be another computer's, or has no name.

    Cameras of one make have one name, so that a name that comes over the network tells nothing.
    """
    if not label or len(label) > LONGEST or not label.isprintable():
        return None
    client, server = asked.client, asked.scope.get("server")
    if client is None:
        return None
    # Who calls a computer at one of its own addresses from there comes from that address.
    near = _is_loopback(client.host) or (server is not None and client.host == server[0])
    return label if near else None


def _is_loopback(host: str) -> bool:
    try:
        address = ipaddress.ip_address(host)
    except ValueError:
        return False
    mapped = getattr(address, "ipv4_mapped", None)
    return bool((mapped or address).is_loopback)
