"""Personal data: the map, a closure from what stands in a document, a blackened copy that a
second person looks at, the sample before a mass is destroyed. The house is the one of the
program's own demonstration: a sealed register, two persons, packages with receipts."""

import subprocess

import archive

TITLES = {"P2026-0002": "Aussonderung 2004–2011", "P2026-0006": "Personalbogen"}
NAME, SECOND = "M. Ahrens", "J. Beyer"


def house(d):
    """A workspace of two persons with packages and a portion that is being appraised."""
    d.lz("demo", "--out", d.work / "demo")
    d.data = d.work / "demo" / "workspace"
    d.word = (d.work / "demo" / "kennwort.txt").read_text().strip()
    ask(d, "settings", "variant=light")


def ask(d, *arguments, person=NAME):
    return d.lz(*arguments, "--json", "--person", person, LAUFZETTEL_PASSPHRASE=d.word, LAUFZETTEL_PERSON_PASSPHRASE=d.word)


def portion(d, id):
    d.do(keys="alt+3", mouse=d.rail("Eingang", "3"), until=lambda: d.title("Eingang"), what="the inbox")
    if d.hand == "keys":
        d.do(keys=lambda: (d.key("slash"), d.type(id), d.key("Down")), what="its row")
        d.rest()
    d.do(keys="Return", mouse=lambda: d.click(TITLES[id], times=2),
         until=lambda: not d.title("Eingang"), what="the portion")
    d.rest()


def sign_in(d, name):
    """Another person takes the seat."""
    d.do(keys="alt+0", mouse=d.rail("Personen", "0"), until=lambda: d.title("Personen"), what="the persons")
    d.rest()
    d.do(keys="Up Up" if name == SECOND else "Down Down", mouse=lambda: d.click(name, area=(200, 100, 400, 300)))
    d.do(keys="ctrl+Return", mouse="Anmelden als", what="the sheet to sign in")
    d.shoot("anmelden")
    d.type(d.word)
    d.do(keys="Return", mouse=lambda: d.click("Anmelden", nth=-1, area=archive.sheet(d)), what="signed in", seconds=60)
    d.rest()
    d.shoot("angemeldet")


def map_(d):
    """One place confirmed, one dismissed, the second taken back."""
    house(d)
    id = "P2026-0002"
    ask(d, "sensitive", "map", id)
    d.open()
    portion(d, id)
    d.do(keys="ctrl+shift+d", mouse=d.head("Personenbezogenes"), what="the map")
    d.rest()
    d.shoot("karte")

    def judged(verdict):
        return sum(p.get("verdict") == verdict for p in ask(d, "sensitive", "list", id, "--all")["places"])
    d.do(keys="j", mouse=lambda: d.click("Stimmt", nth=0), until=lambda: judged("confirmed") == 1, what="confirmed")
    d.shoot("bestaetigt")
    d.do(keys="n", mouse=lambda: d.click("Stimmt nicht", nth=0), until=lambda: judged("dismissed") == 1, what="dismissed")
    d.shoot("verworfen")


def scanned(d):
    """A share of one page of text and one that is a picture, checked."""
    house(d)
    share = d.work / "Personalbogen"
    share.mkdir()
    (share / "Vermerk.txt").write_text("Vermerk\n\nFrau Petra Quittenbaum, geb. 12.03.1984, Steuer-ID 86 095 742 719, hat gekündigt.\n", encoding="utf-8")
    page = "Personalbogen\n\nName: Karl Lindner, geb. 24.11.1991\nKonto DE89 3704 0044 0532 0130 00"
    subprocess.run(["convert", "-size", "1240x1754", "xc:white", "-font", "DejaVu-Sans", "-pointsize", "28", "-annotate", "+150+250", page,
                    str(share / "Bogen.png")], check=True)
    id = ask(d, "receive", share)["id"]
    ask(d, "receive", "check", "--no-pdfa", "--kind", "files", id)
    return id


def recognise(d):
    """A page without text is read by text recognition, and what it holds is found."""
    id = scanned(d)
    d.open()
    portion(d, id)
    d.do(keys="ctrl+shift+d", mouse=d.head("Personenbezogenes"), what="the map")
    d.rest()
    d.shoot("ohne-text")
    d.do(keys="ctrl+t", mouse="Texterkennung", what="the question")
    d.rest()
    d.shoot("frage")

    def found():
        return any(p["path"] == "Bogen.png" and p["kind"] == "iban" for p in ask(d, "sensitive", "list", id)["places"])
    d.do(keys="ctrl+Return", mouse=lambda: d.click("Beginnen", nth=-1), until=found, what="the page is read", seconds=90)
    d.rest()
    d.shoot("gelesen")


def propose(d):
    """A closure is taken as the documents of a package speak for it, one of them read by text recognition."""
    id = scanned(d)
    ask(d, "sensitive", "recognise", id)
    ask(d, "receive", "accept", id)
    ask(d, "share", "decide", id, "a", ".", "--reason", "Personalakten")
    ask(d, "appraise", id, "finish")
    code = ask(d, "package", id)[0]["referenceCode"]
    d.open()
    archive.stacks(d)
    d.type(code)
    d.do(keys="Return", mouse=lambda: d.click("Suchen", area=archive.SEARCH), what="the hits", seconds=60)
    d.rest()
    d.do(keys="Return", mouse=lambda: d.click("Personalbogen", nth=-1, times=2, area=(200, 150, 1200, 700)), until=lambda: not d.title("Magazin"),
         what="the package")
    d.rest()
    d.do(keys="ctrl+shift+s", mouse="Schutzfrist ...", what="the sheet of the closure")
    d.rest()
    d.do(keys="Tab space", mouse=lambda: (d.at(720, 500, button=5, times=10), d.click("Personenbezogen")), what="personal")
    d.rest()
    d.shoot("schutzfrist")
    d.do(keys="Tab Tab Tab Tab Tab Tab Return", mouse="Vorschlag aus den", what="the purpose")
    d.type("Anfrage 12")
    d.do(keys="Return", mouse="Dokumente durchsuchen", what="the proposal", seconds=60)
    d.rest()
    d.shoot("vorschlag")

    def closed():
        return ask(d, "closure", "show", code)["closed"]
    d.do(keys="ctrl+Return", mouse="So entscheiden", until=closed, what="decided so", seconds=60)
    d.rest()
    d.shoot("entschieden")


def blacken(d):
    """A place of a page is blackened; a second person looks and gives the copy out."""
    house(d)
    out = d.work / "ausgabe"
    out.mkdir()
    d.open()
    archive.stacks(d)
    d.type("Protokoll")
    d.do(keys="Return", mouse=lambda: d.click("Suchen", area=archive.SEARCH), what="the hits", seconds=60)
    d.do(keys="Return", mouse=lambda: d.click("Protokoll", nth=1, times=2, area=(440, 150, 900, 600)), until=lambda: not d.title("Magazin"),
         what="the package")
    d.rest()
    d.shoot("paket")
    d.do(keys="ctrl+shift+b", mouse=d.head("Schwärzen"), what="the desk of blackening")
    d.rest()
    d.shoot("schwaerzen")
    def place():
        for part in ("10", "10", "30", "10"):
            d.type(part)
            d.key("Return")
    d.do(keys="p", mouse=lambda: (d.click("Markierungen", nth=-1), d.click("Stelle nach")), what="the place by its measures")
    place()
    d.rest()
    d.shoot("rechtsgrundlage")
    d.type("Par. 11 BArchG")
    d.do(keys="Return", mouse="Übernehmen", what="marked")
    d.rest()
    d.shoot("markiert")
    d.do(keys="ctrl+Return", mouse="Kopie herstellen", until=lambda: job(d)["sha512"], what="the copy is made", seconds=120)
    d.rest()
    d.shoot("hergestellt")
    sign_in(d, SECOND)
    d.do(keys="alt+5", mouse=d.rail("Magazin", "5"), what="the stacks")
    d.rest()
    d.do(keys="ctrl+shift+b", mouse=d.head("Schwärzungen"), what="the copies begun")
    d.rest()
    d.shoot("zweite-person")
    pages = job(d, SECOND)["pages"]
    for n in range(pages):
        d.do(keys="j", mouse=lambda: d.click("Seite ist in Ordnung", nth=-1), what=f"page {n + 1} is in order")
    d.rest()
    d.shoot("angesehen")
    d.do(keys="ctrl+Return", mouse="Kopie herausgeben", what="where to, in the dialog of the system")
    d.shoot("wohin")

    def there():
        d.type(str(out / "kopie"))
        d.key("Return")
    d.do(keys=there, mouse=there, until=lambda: list(out.rglob("*.pdf")), what="given out", seconds=60)
    d.rest()
    d.shoot("herausgegeben")


def job(d, person=NAME):
    return ask(d, "blacken", "list", person=person)[-1]


def sample(d):
    """Destruction of a mass is held until a second person has looked at a sample."""
    house(d)
    id = "P2026-0002"
    for o in ask(d, "appraise", id, "list")["objects"]:
        ask(d, "appraise", id, "set", o["id"], "v", "--reason", "Massenverfahren ohne eigenen Wert")
    d.open()
    portion(d, id)
    d.do(keys="ctrl+shift+s", mouse=d.head("Stichprobe"), what="the sample")
    d.rest()
    d.shoot("stichprobe")
    d.do(keys="ctrl+Return", mouse="Stichprobe ziehen", what="how sure")
    d.shoot("wie-sicher")
    d.do(keys="ctrl+Return", mouse=lambda: d.click("Stichprobe ziehen", nth=-1, area=archive.sheet(d)), what="drawn")
    d.rest()
    d.shoot("gezogen")
    sign_in(d, SECOND)
    portion(d, id)
    d.do(keys="ctrl+shift+s", mouse=d.head("Stichprobe"), what="the sample")
    d.rest()
    d.shoot("zweite-person")
    d.do(keys="v", mouse="Vernichten ist richtig", what="the first unit is right")
    d.rest()
    d.shoot("erste-angesehen")
    d.do(keys="a", mouse="Soll bleiben", what="the second unit stays")
    d.rest()
    d.shoot("zweite-bleibt")
