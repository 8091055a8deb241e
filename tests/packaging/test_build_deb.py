"""The package's parts: its libraries, and the scripts that Debian calls."""

import gzip
import re
import shutil
import subprocess
import tomllib

import pytest

from firmware_host.app.system.setup import UNITS
from firmware_host.cli.manual import completion, man_page
from tests.test_docs import dead_links
from tests.test_run import which
from tools import build_deb, packed_docs

SCRIPTS = ("preinst", "postinst", "prerm", "postrm", "letterzone.rtupdate", "mend")
CONTROL = (build_deb.PARTS / "control").read_text(encoding="utf-8")


def dependencies():
    with (build_deb.ROOT / "pyproject.toml").open("rb") as file:
        return tomllib.load(file)["project"]["dependencies"]


def test_every_library_comes_along_or_from_debian():
    """Each library is packed in the version of the lock, except Debian's own."""
    wanted = {re.split(r"[<>=\[ ]", line)[0].lower() for line in dependencies()}
    found = {one.name for one in build_deb.libraries()}
    named = {one.replace(".", "-") for one in wanted}
    assert named - found == {"pillow"}
    assert {"h11", "anyio", "typing-extensions"} <= found
    assert not found & build_deb.FROM_ELSEWHERE.keys()


def test_debians_pillow_is_asked_for_as_ours_is():
    (ours,) = (one for one in dependencies() if one.startswith("pillow"))
    least = re.search(r">=([\d.]+)", ours)
    assert least is not None
    assert f"python3-pil (>= {least[1]})" in CONTROL


def test_what_is_started_is_there():
    text = (build_deb.PARTS / "postinst").read_text(encoding="utf-8")
    units = re.findall(r"letterzone[\w-]*\.(?:service|timer|path)", text)
    assert set(units) == {*UNITS, "letterzone-mend.service"}
    for unit in units:
        assert (build_deb.ROOT / "systemd" / unit).exists()


def test_the_version_before_is_kept_with_every_field():
    """`preinst` keeps each field of the control file for the old package."""
    fields = re.findall(r"^([A-Z][\w-]+):", CONTROL, re.MULTILINE)
    text = (build_deb.PARTS / "preinst").read_text(encoding="utf-8")
    kept = re.search(r"fields='(.+?)'", text, re.DOTALL)
    assert kept is not None
    assert set(fields) == set(kept[1].split())


@pytest.mark.parametrize("name", SCRIPTS)
def test_shellcheck_finds_nothing(name):
    command = [which("shellcheck"), str(build_deb.PARTS / name)]
    done = subprocess.run(command, check=False, capture_output=True, text=True)
    assert done.stdout == ""
    assert done.returncode == 0


# --- the manual ---


@pytest.fixture(scope="module")
def manual(tmp_path_factory):
    """The manual as the package lays it."""
    folder = tmp_path_factory.mktemp("manual")
    packed_docs.lay(folder)
    yield folder
    shutil.rmtree(folder)


def test_each_link_of_the_packed_manual_leads_somewhere(manual):
    """Each link of the packed manual leads to an existing page, picture or heading."""
    pages = sorted(manual.rglob("*.md"))
    assert {page.name for page in pages} >= {"install.md", "assembly.md", "README.md"}
    assert {page.name: dead for page in pages if (dead := dead_links(page))} == {}


def test_a_link_that_was_not_moved_would_be_noticed(manual):
    """A page with the links of the source has dead links."""
    page = manual / "build.md"
    as_it_is = (build_deb.ROOT / "docs" / page.name).read_text(encoding="utf-8")
    moved = page.read_text(encoding="utf-8")
    page.write_text(as_it_is, encoding="utf-8")
    assert dead_links(page)
    page.write_text(moved, encoding="utf-8")


def test_units_name_pages_that_are_there(manual):
    """The pages named in the units exist in the packed manual."""
    for unit in (build_deb.ROOT / "systemd").glob("letterzone*"):
        for page in re.findall(
            r"^Documentation=file:///usr/share/doc/letterzone/(.+)$",
            unit.read_text(encoding="utf-8"),
            re.MULTILINE,
        ):
            assert (manual / page).is_file()


@pytest.mark.long
def test_lintian_finds_nothing(tmp_path):
    """Debian's own judge of packages: no error, no warning but those we argue."""
    tree = tmp_path / "tree"
    build_deb.fill(tree)
    build_deb.name(tree, "0.1.0")
    for shell, place in build_deb.COMPLETIONS.items():
        assert (tree / place).read_text(encoding="utf-8") == f"{completion(shell)}\n"
    for language, place in (("en", ""), ("de", "de/")):
        page = tree / f"usr/share/man/{place}man1/letterzone.1.gz"
        assert gzip.decompress(page.read_bytes()).decode() == man_page(language)
    package = build_deb.pack(tree, "0.1.0", tmp_path, squeeze="gzip")
    words = [which("lintian"), "--fail-on=error,warning", str(package)]
    done = subprocess.run(words, capture_output=True, check=False, text=True)
    assert (done.returncode, done.stdout) == (0, "")
