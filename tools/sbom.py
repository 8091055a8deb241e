"""
Write the software bill of materials (CycloneDX JSON) of each file of a release.

It lists the Python libraries, the JavaScript and fonts of the pages, the Debian
packages on which our package depends, and every Debian package on the card image. The
sources of words are listed elsewhere (firmware_host/languages/*/LICENCES.md).
"""

import json
import re
from collections.abc import Iterable, Iterator
from datetime import UTC, datetime
from email import message_from_string
from email.message import Message
from hashlib import file_digest
from importlib.metadata import PackageNotFoundError, metadata
from pathlib import Path
from uuid import NAMESPACE_URL, uuid5

from cyclonedx.contrib.license.factories import LicenseFactory
from cyclonedx.model import HashAlgorithm, HashType
from cyclonedx.model.bom import Bom
from cyclonedx.model.component import Component, ComponentType
from cyclonedx.output.json import JsonV1Dot6
from packageurl import PackageURL
from packaging.utils import canonicalize_name

from tools import locks

#: The folders of the pages' third-party files in a source tree and in a package.
VENDOR = Path("firmware_host/web/static/vendor")


def sbom(file: Path, version: str, parts: Iterable[Component], epoch: int) -> str:
    """
    Return the bill of materials of a file; the same file gives the same text.

    Args:
        file: The described file.
        version: Its version.
        parts: Its components.
        epoch: Its timestamp, in seconds since 1970.
    """
    bom = Bom(serial_number=uuid5(NAMESPACE_URL, f"{file.name} {sha256(file)}"))
    bom.metadata.timestamp = datetime.fromtimestamp(epoch, UTC)
    bom.metadata.component = ours = Component(
        name="letterzone",
        version=version,
        type=ComponentType.APPLICATION,
        bom_ref=file.name,
        licenses=[LicenseFactory().make_from_string("MIT")],
        hashes=[_hash(sha256(file))],
    )
    for part in parts:
        bom.components.add(part)
    bom.register_dependency(ours, bom.components)
    return JsonV1Dot6(bom).output_as_string(indent=2) + "\n"


def of_package(tree: Path, program: Path) -> Iterator[Component]:
    """
    Yield the components in the Debian package, and its dependencies.

    Args:
        tree: The unpacked package, with its DEBIAN folder.
        program: The folder of the program in *tree*.
    """
    yield from of_program(tree / program)
    control = message_from_string((tree / "DEBIAN/control").read_text("utf-8"))
    for need in re.split(r",\s*", control["Depends"]):
        name, _, least = need.partition(" ")
        yield Component(
            name=name,
            type=ComponentType.APPLICATION,
            bom_ref=f"deb {name}",
            purl=PackageURL("deb", "debian", name),
            description=f"from Debian {least}".strip(),
        )


def of_program(program: Path) -> Iterator[Component]:
    """Yield the libraries and other third-party files in our package."""
    for info in sorted((program / "vendor").glob("*.dist-info/METADATA")):
        told = message_from_string(info.read_text(encoding="utf-8"))
        yield _library(told["Name"], told["Version"], _licence(told))
    yield from of_pages(program / VENDOR)


def of_image(listing: str) -> Iterator[Component]:
    """
    Yield the packages on the image other than ours.

    Args:
        listing: A line for each package with name, version, architecture, source
            package and its version, as tools/build_image.py writes it; the architecture
            is `pypi` for a library from PyPI.
    """
    for line in listing.splitlines():
        name, version, architecture, source, its_version = line.split("\t")
        if architecture == "pypi":
            yield _library(name, version, "Unlicense")
            continue
        built_of = "" if source == name else f"built of {source} {its_version}; "
        about = {"arch": architecture, "distro": "debian-13"}
        yield Component(
            name=name,
            version=version,
            type=ComponentType.LIBRARY,
            bom_ref=f"deb {name} {architecture}",
            purl=PackageURL("deb", "debian", name, version, about),
            description=f"{built_of}licence: /usr/share/doc/{name}/copyright",
        )


def of_lock() -> Iterator[Component]:
    """Yield the libraries of the lock file, which are installed with a wheel."""
    for one in locks.read():
        try:
            licence = _licence(metadata(one.name))
        except PackageNotFoundError:  # a Pi's alone
            licence = ""
        yield _library(one.name, one.version, licence)


def of_pages(vendor: Path) -> Iterator[Component]:
    """Yield the third-party files that pages load, from their manifest."""
    rows = json.loads((vendor / "manifest.json").read_text(encoding="utf-8"))
    for row in rows:
        if not row["file"].endswith("LICENSE.txt"):
            space, _, name = row["package"].rpartition("/")
            yield Component(
                name=row["package"],
                version=row["version"],
                type=ComponentType.LIBRARY,
                bom_ref=f"npm {row['file']}",
                description=row["file"],
                purl=PackageURL("npm", space or None, name, row["version"]),
                licenses=[LicenseFactory().make_from_string(row["licence"])],
                hashes=[_hash(row["sha256"])],
            )


def sha256(file: Path) -> str:
    """Return the SHA-256 checksum of a file, in hexadecimal."""
    with file.open("rb") as opened:
        return file_digest(opened, "sha256").hexdigest()


def _library(name: str, version: str, licence: str) -> Component:
    return Component(
        name=name,
        version=version,
        type=ComponentType.LIBRARY,
        bom_ref=f"pypi {name}",
        purl=PackageURL("pypi", None, canonicalize_name(name), version),
        licenses=[LicenseFactory().make_from_string(licence)] if licence else [],
    )


def _licence(told: Message) -> str:
    """Return the licence in a library's metadata; empty if it names none."""
    given = told.get("License-Expression") or told.get("License") or ""
    if given and "\n" not in given:
        return given
    rows = [one for one in told.get_all("Classifier") or [] if "License ::" in one]
    return rows[0].rpartition(" :: ")[2] if rows else ""


def _hash(digits: str) -> HashType:
    return HashType(alg=HashAlgorithm.SHA_256, content=digits)
