"""A certificate made on the spot, because browsers lend their camera to secure pages only."""

import datetime
import ipaddress
import os
import ssl
from collections.abc import Iterable
from pathlib import Path
from tempfile import TemporaryDirectory

from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import ExtendedKeyUsageOID, NameOID

# Phones refuse certificates that last much longer than a year.
DAYS = 390
OWNER = "Puzzle companion"


def make_certificate(
    names: Iterable[str], now: datetime.datetime
) -> tuple[x509.Certificate, ec.EllipticCurvePrivateKey]:
    """A certificate for names and addresses, signed by its own key, good for 390 days in all."""
    key = ec.generate_private_key(ec.SECP256R1())
    owner = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, OWNER)])
    # It begins an hour ago: phones' clocks differ.
    begins = now - datetime.timedelta(hours=1)
    builder = (
        x509.CertificateBuilder()
        .subject_name(owner)
        .issuer_name(owner)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(begins)
        .not_valid_after(begins + datetime.timedelta(days=DAYS))
        .add_extension(x509.SubjectAlternativeName([_name(one) for one in sorted(names)]), False)
        .add_extension(x509.BasicConstraints(ca=False, path_length=None), True)
        .add_extension(x509.ExtendedKeyUsage([ExtendedKeyUsageOID.SERVER_AUTH]), False)
    )
    return builder.sign(key, hashes.SHA256()), key


def secure_context(names: Iterable[str], now: datetime.datetime) -> ssl.SSLContext:
    """What a server needs to speak https with a fresh certificate.

    Python reads keys from files only: they lie in a folder of ours alone, for a moment.
    """
    certificate, key = make_certificate(names, now)
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.minimum_version = ssl.TLSVersion.TLSv1_2
    with TemporaryDirectory() as folder:
        path = Path(folder) / "companion.pem"
        with os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as file:
            file.write(_pem(certificate, key))
        context.load_cert_chain(path)
    return context


def _pem(certificate: x509.Certificate, key: ec.EllipticCurvePrivateKey) -> bytes:
    form, plain = serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
    private = key.private_bytes(serialization.Encoding.PEM, form, plain)
    return private + certificate.public_bytes(serialization.Encoding.PEM)


def _name(text: str) -> x509.GeneralName:
    try:
        return x509.IPAddress(ipaddress.ip_address(text))
    except ValueError:
        return x509.DNSName(text)
