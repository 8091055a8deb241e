"""The colours of base.css: text is readable, and pieces can be told apart."""

import re
from itertools import combinations, product
from pathlib import Path

import pytest

from firmware_host import web
from firmware_host.board.pieces import KINDS
from tests.eyesight import EYES, apart, contrast, seen

STATIC = Path(web.__file__).parent / "static"
CSS = (STATIC / "base.css").read_text(encoding="utf-8")

#: Each animal of `parts/animals.js`; the board itself is the ninth.
ANIMALS = ("fox", "owl", "frog", "rabbit", "penguin", "bear", "cat", "panda")


def tokens(block: str) -> dict[str, str]:
    """Return the colour tokens that a CSS block defines."""
    return dict(re.findall(r"--([a-z-]+): (#[0-9a-f]{6});", block))


def schemes() -> dict[str, dict[str, str]]:
    """Return the colours of light, and those of dark where they differ."""
    light = re.search(r"\n:root \{(.*?)\n\}", CSS, re.DOTALL)
    dark = re.search(
        r"prefers-color-scheme: dark\) \{\n  :root \{(.*?)\n  \}", CSS, re.DOTALL
    )
    assert light
    assert dark
    usual = tokens(light[1])
    return {"light": usual, "dark": usual | tokens(dark[1])}


SCHEMES = schemes()
EACH = pytest.mark.parametrize("scheme", SCHEMES)

#: Text colours with the grounds that they are used on, small print included.
READ = [
    *product(("ink", "quiet", "act", "yes", "no"), ("linen", "paper")),
    *(("ink", "linen-deep"), ("quiet", "linen-deep"), ("ink", "wood")),
    *(("on-cloth", "cloth"), ("on-cloth-quiet", "cloth"), ("sun", "cloth")),
    *(("on-act", "act"), ("linen", "yes"), ("linen", "no")),
]

#: Colours of borders and edges, with the grounds that they are used on.
ENDS = [
    *product(("line", "act", "focus", "yes", "no"), ("linen", "paper", "linen-deep")),
]


@EACH
@pytest.mark.parametrize(("text", "ground"), READ)
def test_text_stands_out(scheme, text, ground):
    colours = SCHEMES[scheme]
    assert contrast(colours[text], colours[ground]) >= 4.5


@EACH
@pytest.mark.parametrize(("edge", "ground"), ENDS)
def test_edges_are_seen(scheme, edge, ground):
    colours = SCHEMES[scheme]
    assert contrast(colours[edge], colours[ground]) >= 3


@EACH
@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("ground", ["linen", "paper"])
def test_a_piece_stands_out_from_what_it_lies_on(scheme, kind, ground):
    """A piece contrasts with its ground: its rim in the light scheme, else its body."""
    part = f"{kind}-rim" if scheme == "light" else kind
    colours = SCHEMES[scheme]
    assert contrast(colours[part], colours[ground]) >= 3


@pytest.mark.parametrize("kind", KINDS)
def test_a_piece_stands_out_on_the_white_of_forced_colours(kind):
    """The system may be light or dark; a piece has a dark rim in each."""
    for colours in SCHEMES.values():
        assert contrast(colours[f"{kind}-rim"], "#ffffff") >= 3


@pytest.mark.parametrize("animal", ANIMALS)
def test_white_is_read_on_each_players_colour(animal):
    for colours in SCHEMES.values():
        assert contrast("#ffffff", colours[animal]) >= 4.5


def test_each_player_has_an_animal_and_a_colour():
    script = (STATIC / "parts/animals.js").read_text(encoding="utf-8")
    [offered] = re.findall(r"ANIMALS = \[(.*?)\]", script)
    assert tuple(re.findall(r'"(\w+)"', offered)) == ANIMALS
    for animal in (*ANIMALS, "board"):
        assert f".who-{animal} {{" in CSS
        assert f"  {animal}: () =>" in script
    colours = [SCHEMES["light"][animal] for animal in ANIMALS]
    assert len({*colours}) == len(ANIMALS)


#: How far apart the nearest two of the four are, in CIEDE2000, to eyes of each kind.
NEAREST = {
    ("light", "normal"): 39.8,
    ("light", "protan"): 21.2,
    ("light", "deutan"): 20.5,
    ("light", "tritan"): 29.3,
    ("dark", "normal"): 37.2,
    ("dark", "protan"): 18.4,
    ("dark", "deutan"): 17.7,
    ("dark", "tritan"): 17.1,
}


@EACH
@pytest.mark.parametrize("eye", EYES)
def test_eyes_of_each_kind_tell_the_pieces_apart(scheme, eye):
    """
    The smallest colour distance between two pieces, by scheme and colour vision.

    Each piece also has a shape of its own.
    """
    colours = [SCHEMES[scheme][kind] for kind in KINDS]
    pairs = combinations(colours, 2)
    nearest = min(apart(seen(one, eye), seen(other, eye)) for one, other in pairs)
    assert nearest == pytest.approx(NEAREST[scheme, eye], abs=0.06)


#: Source: Sharma, Wu and Dalal, 2005, table 1: pairs 1, 7, 15, 17 and 25.
SHARMA = [
    ((50, 2.6772, -79.7751), (50, 0, -82.7485), 2.0425),
    ((50, 0, 0), (50, -1, 2), 2.3669),
    ((50, 2.49, -0.001), (50, -2.49, 0.0011), 7.2195),
    ((50, 2.5, 0), (73, 25, -18), 27.1492),
    ((60.2574, -34.0099, 36.2677), (60.4626, -34.1751, 39.4387), 1.2644),
]


@pytest.mark.parametrize(("one", "other", "far"), SHARMA)
def test_distances_are_those_of_the_paper(one, other, far):
    assert apart(one, other) == pytest.approx(far, abs=0.0001)


def test_contrasts_are_those_of_the_guidelines():
    assert contrast("#000000", "#ffffff") == pytest.approx(21)
    assert contrast("#767676", "#ffffff") == pytest.approx(4.54, abs=0.01)


def test_no_page_asks_for_a_colour_that_there_is_not():
    """
    Every custom property that is used in CSS or a script is defined somewhere.

    A browser does not report an undefined one.
    """
    sheets = [*STATIC.rglob("*.css"), *STATIC.rglob("*.js")]
    texts = [path.read_text(encoding="utf-8") for path in sheets]
    asked = {name for text in texts for name in re.findall(r"var\(--([\w-]+)", text)}
    given = {name for text in texts for name in re.findall(r"--([\w-]+)\"?:", text)}
    given |= set(re.findall(r'setProperty\("--([\w-]+)"', "".join(texts)))
    assert asked - given == set()


def crowded(line):
    """Return True if a line has a rule after the end of another one."""
    bare = re.sub(r"/\*.*?\*/|\"[^\"]*\"|'[^']*'", "", line)
    found = 1
    while found:  # from the innermost block to the outermost one
        bare, found = re.subn(r"\{[^{}]*\}", "\0", bare)
    return re.search(r"\0\s*[^\s\0}]", bare) is not None


@pytest.mark.parametrize(
    ("line", "is_crowded"),
    [
        (".a { color: red; }", False),
        (".a { color: red; } .b { color: blue; }", True),
        ("  .a:is(.b, .c) { content: '} .b {'; }", False),
        ("@media print { .a { color: red; } }", False),
        (".a { color: red; } /* why */", False),
        ("@media print { .a { color: red; } } .b {", True),
    ],
)
def test_two_rules_on_a_line_are_found(line, is_crowded):
    assert crowded(line) == is_crowded


def test_each_rule_of_a_style_sheet_has_a_line_of_its_own():
    """Each CSS rule begins on a line of its own."""
    wrong = [
        f"{path.name}:{at}"
        for path in STATIC.rglob("*.css")
        if "vendor" not in path.parts
        for at, line in enumerate(path.read_text("utf-8").splitlines(), 1)
        if crowded(line)
    ]
    assert wrong == []
