"""The board never says an unfit word: the list is complete, and every reader has it."""

from itertools import product

import pytest

from firmware_host.app.content.languages import load_language, load_unfit
from firmware_host.errors import SettingsError
from firmware_host.games.keyword.evidence import every_word, known_words
from firmware_host.languages import CODES, FOLDER
from firmware_host.words.index import bands_of, index_of
from firmware_host.words.levels import LEVELS
from firmware_host.words.lexicon import LONGEST, SHORTEST, Lexicon
from firmware_host.words.query_cards import SIDES, QueryCards
from firmware_host.words.rude import read_rude
from firmware_host.words.twins import twins
from firmware_host.words.unfit import FINE, KINDS, UnfitWords, read_sections, read_unfit

LENGTHS = range(SHORTEST, LONGEST + 1)

#: Words of each kind with their forms. The board could say most of them.
UNFIT = {
    "en": {
        "sexual": """
            ANAL ANUS ARSE ARSES ASS ASSES BITCH BITCHES BITCHING BITCHY BONER BOOBS
            COCK COCKS CONDOM CUM CUNT CUNTS DICK DICKS DILDO ERECTION FANNY
            FELLATIO FUCK FUCKED FUCKER FUCKERS FUCKING FUCKS GENITAL HORNY INCEST
            MASTURBATING NAKED NIPPLE NUDE ORGASM ORGASMS ORGY PENIS PENISES PERV
            PIMP PORN PORNO PRICK PUSSY RANDY RAPE RAPED RAPING RAPIST SEMEN SEX
            SEXED SEXES SEXIER SEXTING SEXUAL SEXY SLUT SLUTS SLUTTY SPERM TESTES
            TIT TITS TWAT VAGINA VULVA WANK WANKED WANKER WANKING WHORE WHORES
            BISEXUAL HOMOSEXUAL MOTHERFUCKER PROSTITUTE
        """,
        "excretion": """
            CRAP CRAPPY FAECES FART FARTED FARTING FECES PEE PEED PISS PISSED
            PISSING POO POOP POOPED PUKE SHIT SHITS SHITTING SHITTY BULLSHIT SNOT
            TURD TURDS URINE DEFECATE URINATING
        """,
        "slurs": """
            CHINK CHINKS COOLIE COOLIES COON COONS CRETIN CRETINS CRIPPLE CRIPPLED
            DAGO DAGOES DAGOS DARKIE DARKIES DARKY DYKE DYKES FAG FAGGED FAGGOT
            FAGGOTS FAGOT FAGOTS FAGS GIAOUR GIMP GIMPS GIMPY GOLLIWOG GOOK GOOKS
            GOY GOYIM GOYISH GOYS GRINGO GRINGOS GYP GYPPED GYPPER GYPS GYPSIES
            GYPSY HAOLE HOMO HOMOS HONKY IMBECILE KAFIR KAFIRS KANAKA KIKE KIKES
            KRAUT KRAUTS LIMEY LIMEYS LUBRA MICK MICKS MIDGET MONG MORON MORONS
            NEGRO NEGROID NIGGA NIGGAS NIGGAZ NIGGER NIGGERS NIP NIPS OFAY POMMY
            PONCE PONCES POOF POOFS REDSKIN RETARD RETARDED SAMBO SHEENY SHIKSA
            SPASTIC SPIC SPICS SQUAW SQUAWS WETBACK WHITEY WOG WOGS WOP WOPS YID
            YIDS
        """,
        "insults": """
            BASTARD BASTARDS BIMBO DAMN DAMNED DAMNS DORK FATSO GIT IDIOT IDIOTIC
            IDIOTS PRAT SCUM SISSY SLAG SOD WUSS
        """,
        "harm": "HEROIN LYNCH LYNCHED METH SUICIDE COCAINE",
        "teasing": "GAY GAYS QUEER QUEERS LESBIAN",
    },
    "de": {
        "sexual": """
            ANAL ANUS ARSCH ARSCHE AERSCHE KNACKARSCH BITCH BORDELL BUMSE BUMSEN
            BUMST BUSEN DILDO DIRNE EROTIK FICK FICKE FICKEN FICKER FICKST FICKT
            FICKTE VERFICKT FOTZ FOTZE FOTZEN GEIL GEILE GEILEN GEILER HODE HODEN
            HURE HUREN HURENSOHN KONDOM MOESE MUSCHI NACKT NACKTE NIPPEL NUTTE
            NUTTEN ORGASMUS ORGIE PENIS PIMMEL POPPEN PORNO PORNOS PUSSY SCHLAMPE
            SEX SEXUAL SEXY SPERMA STRIP TITTE TITTEN VAGINA VULVA WICHS WICHSE
            WICHSER WICHST ZOTE GEFICKT MASTURBIEREN
        """,
        "excretion": """
            FURZ FURZE FURZEN FURZT GEFURZT KACK KACKE KACKEN KACKT KOT KOTZE KOTZEN
            KOTZT PIPI PISS PISSE PISSEN PISST BEPISST POPEL PUPS PUPSEN PUPST ROTZ
            ROTZEN SCHEISSE SCHEISSEN SCHISS URIN PINKELN
        """,
        "slurs": """
            BIMBO DEBIL KAFFER KANAKE KANAKEN KRETIN KRUEPPEL MOHR MOHREN NEGER
            NEGERN NEGERS NIGGER SCHWUCHTEL SPAST SPASTI TRANSE TUNTE TUNTEN
            ZIGEUNER MISSGEBURT
        """,
        "insults": """
            ASI ASSI BASTARD DEPP DEPPEN DEPPS IDIOT IDIOTEN IDIOTISCH MISTKERL
            PENNER SAU TROTTEL TUSSI TUSSIS VOLLIDIOT
        """,
        "harm": "NAZI NAZIS NEONAZI HEROIN KIFFEN SUIZID LYNCHT",
        "teasing": "GAY LESBE OPFER SCHWUL SCHWULE SCHWULER",
    },
}

#: Everyday words that look like one of the list; the board says them.
EVERYDAY = {
    "en": """
            ASSET ASSIST BASS BUMP BUMPER BUTTER BUTTON CLASS COCOON CORGI CRAPE
            DICE DRAPE FARTHER GRAPE GRASS HELLO HOE JUGS MISHIT NUDGE PEACOCK
            PENGUIN PIMPLE PRICE RACCOON RECTANGLE SCRAP SCUNTHORPE SEXTET SHUTTLE
            SPICE SPICY STITCH SUSSEX SWANK THERAPIST THORNY TITAN TITLE TURKEY
            TYCOON URGENT WHORL WINDY BEER DEAD DRUNK GUN KILL
        """,
    "de": """
            ALBUM ANSPORN BARSCH BESAMMELN DICK DICKE DRECK DUMM EICHEL EIER FAGOTT
            FETT GEIGE HARSCH HEROINE HURTIG KNACKT KOTELETT LECKER MARSCH METHODE
            MIST MUCKEFUCK NACKEN PISTE POPCORN PROTZ SACK SCHMUCK SCHWUL-ST SEICHT
            SEXTETT STUNT TISCHLAMPE TRIKOT TROTZ VOEGEL VOEGELN VOEGLEIN WANKEN
            BIER TOT WEIN
        """.replace("-", ""),
}


def lists(code):
    """Yield every word in a language's dictionaries."""
    language = load_language(code)
    yield from language.wide
    for length in LENGTHS:
        yield from language.accepted.words(length)


@pytest.mark.parametrize(
    ("code", "kind"), [(code, kind) for code in UNFIT for kind in UNFIT[code]]
)
def test_the_list_has_each_kind_with_its_forms(code, kind):
    """Plurals, verb forms and compounds are on it, or a sign with a star has them."""
    unfit = load_unfit(code)
    assert [word for word in UNFIT[code][kind].split() if word not in unfit] == []
    assert set(UNFIT[code]) == set(KINDS)


@pytest.mark.parametrize("code", CODES)
def test_the_list_has_no_everyday_word(code):
    """The list has neither harmless words that look unfit nor frequent ones."""
    path = FOLDER.parents[1] / "tests" / "words" / "everyday" / f"{code}.txt"
    text = path.read_text(encoding="utf-8").upper()
    often = {word for word in text.split() if word.isalpha()}
    unfit = load_unfit(code)
    assert [word for word in EVERYDAY[code].split() if word in unfit] == []
    assert [word for word in sorted(often) if word in unfit] == []


@pytest.mark.parametrize("code", CODES)
def test_each_fine_word_is_really_fine(code):
    """Exceptions are not unfit, and no entry is listed twice."""
    text = (FOLDER / code / "unfit.txt").read_text(encoding="utf-8")
    found, unfit = read_sections(text, code, (*KINDS, FINE)), load_unfit(code)
    every = [sign for kind in (*KINDS, FINE) for sign in found[kind]]
    assert sorted({sign for sign in every if every.count(sign) > 1}) == []
    assert [one for one in found[FINE] if "*" not in one and one in unfit] == []
    assert all(sign.strip("*").isalpha() and sign.isupper() for sign in every)


@pytest.mark.parametrize("code", CODES)
def test_a_name_that_is_refused_is_a_word_that_the_board_does_not_say(code):
    """Unless the last section says why the board may say it."""
    rude = read_rude((FOLDER / code / "rude.txt").read_text("utf-8"), code)
    text = (FOLDER / code / "unfit.txt").read_text(encoding="utf-8")
    may, unfit = set(read_sections(text, code, (*KINDS, FINE))[FINE]), load_unfit(code)
    known = set(lists(code))
    refused = {*rude.alone, *rude.anywhere} & known
    assert sorted(word for word in refused - may if word not in unfit) == []


@pytest.mark.parametrize("code", CODES)
@pytest.mark.parametrize("length", LENGTHS)
def test_no_index_answers_with_an_unfit_word(code, length):
    """Bots, analysis, hints and counts ask these indexes, on every level."""
    language = load_language(code)
    slow = {word for word in language.accepted.words(length) if word in language.unfit}
    assert slow
    fast = language.unfit.among(language.accepted, length)
    assert slow == {word for word in fast if word in language.accepted}
    for laid in (True, False):
        index = index_of(language, length, laid=laid)
        assert slow.isdisjoint(index.list(index.all))
        assert index.bits(slow) == 0
    index = index_of(language, length)
    assert all(slow.isdisjoint(index.list(band)) for band in bands_of(language, length))
    for level in ("", *LEVELS):
        drawn = language.drawn(length, level).words(length)
        assert [word for word in drawn if word in language.unfit] == []


@pytest.mark.parametrize("code", CODES)
def test_no_drawn_word_has_an_unfit_twin(code):
    """No drawn word, and no word of a pack, has an unfit twin."""
    language = load_language(code)
    drawn = {w for n in LENGTHS for w in language.common.words(n)}
    packed = {word for pack in language.shipped.values() for word in pack.words}
    known, unfit, alphabet = language.accepted, language.unfit, language.alphabet
    laid = {w for w in drawn | packed if not language.faults(w, override=True)}
    assert len(laid) > 3000
    found = [w for w in sorted(laid) if unfit.has_unfit_twin(w, alphabet, known)]
    assert found == []


def test_a_twin_is_a_word_whose_letters_are_built_alike():
    """SAIL and DAWN are built like an unfit word; TABLE is not."""
    language = load_language("en")
    known = language.accepted
    for word, has in (
        ("SAIL", True),
        ("DAWN", True),
        ("TABLE", False),
        ("SAILOR", False),
    ):
        found = language.unfit.has_unfit_twin(word, language.alphabet, known)
        assert found is has, word
    own = language.with_own(["SAIL", "SHIT", "HAIL"])
    assert "SHIT" not in {*twins("SAIL", own), *twins("HAIL", own)}


def test_a_persons_own_list_may_be_played_but_not_all_of_it_is_drawn():
    """Unfit words of an own list may be played, but are not drawn."""
    own = load_language("en").with_own(["SHIT", "TABLE", "HORSE", "BITCH"])
    assert own.drawn(5).words(5) == ("HORSE", "TABLE")
    assert own.drawn(4) is not own.own
    assert not own.faults("SHIT")
    only = load_language("en").with_own(["BITCH"])
    assert only.drawn(5).count(5) > 100  # its own list has no word to draw
    index = index_of(own, 4)
    assert not index.bits(["SHIT"])


@pytest.mark.parametrize("code", CODES)
@pytest.mark.parametrize("length", [4, 5])
def test_no_query_card_has_an_unfit_word(code, length):
    """Every side of the pile, where rare letters need rare words too."""
    language = load_language(code)
    cards = QueryCards(language, length)
    words = {word for side in range(1, SIDES + 1) for word in cards.card(side)}
    assert [word for word in sorted(words) if word in language.unfit] == []


@pytest.mark.parametrize("code", CODES)
def test_keyword_names_no_unfit_word(code):
    """KEYWORD suggests no unfit word, and its bots know none."""
    language = load_language(code)
    index = every_word(language)
    letters = {"en": "SHITTING", "de": "SCHEISSEN"}[code]
    named = [w for words in index.by_length(index.laid(letters)) for w in words]
    assert letters in language.wide
    assert len(named) > 20
    assert [word for word in named if word in language.unfit] == []
    bots = known_words(language, ())
    every = [word for words in bots.by_length(bots.all) for word in words]
    assert [word for word in every if word in language.unfit] == []


def test_a_star_stands_for_any_letters():
    """A star matches any letters before or after; exceptions do not match."""
    unfit = UnfitWords(["AB", "CD*", "*EF", "*GH*"], ["CDX", "*GHX*"])
    assert [
        word for word in ("AB", "CD", "CDQ", "QEF", "QGHQ") if word not in unfit
    ] == []
    none = ("ABQ", "QAB", "QCD", "EFQ", "CDX", "QGHXQ", "G", 7)
    assert [word for word in none if word in unfit] == []
    assert "AB" not in UnfitWords()


def test_each_word_of_one_length_is_found_as_a_scan_finds_it():
    """The unfit words of a lexicon are those that a scan finds."""
    unfit = UnfitWords(["ABC", "BC*", "*CA", "*BB*"], ["BCA", "*BBB"])
    words = sorted(map("".join, product("ABC", repeat=3)))
    lexicon = Lexicon("".join(f"{word}\n" for word in words).encode())
    slow = [word for word in words if word in unfit]
    assert sorted(unfit.among(lexicon, 3)) == slow
    assert slow == ["ABB", "ABC", "ACA", "BBA", "BBC", "BCB", "BCC", "CBB", "CCA"]


@pytest.mark.parametrize("text", ["WORD\n[harm]", "[nowhere]\nWORD"])
def test_a_sign_in_no_section_is_named_with_its_line(text):
    """The error of an entry outside a section has its line."""
    with pytest.raises(SettingsError, match=r"xx/unfit.txt, line 1: the sections are "):
        read_unfit(text, "xx/unfit.txt")
