"""The tasks of an archive: from the first start to the packages in the reading room."""

import socket
import urllib.request

from desk import Stuck

NAME, ARCHIVE = "M. Ahrens", "Landesarchiv Musterland"
SECOND, PASS = "J. Beyer", "nur fuer den Test"


def portions(d):
    return d.lz("list", "--json") or []


def newest(d, state=None):
    every = [p for p in portions(d) if state is None or p["state"] == state]
    return every[-1]["id"] if every else ""


def state(d, id):
    return next((p["state"] for p in portions(d) if p["id"] == id), "")


def introduce(d):
    """The first start: one sheet with name and archive."""
    d.do(keys=lambda: (d.type(NAME), d.key("Return"), d.type(ARCHIVE)),
         mouse=lambda: (d.type(NAME), d.click("Archiv", nth=0, dy=26, area=sheet(d)), d.type(ARCHIVE)))
    d.shoot("erster-start")
    d.do(keys="Return", mouse="Beginnen", until=lambda: d.lz("settings", "--json")["person"]["name"] == NAME, what="the name is kept")


def sheet(d):
    w, h = (int(x) for x in d.size.split("x"))
    return (w // 8, 60, w * 3 // 4, h - 120)


def deliver(d, path):
    """Opens a delivery by its path; its id once it is checked."""
    before = {p["id"] for p in portions(d)}
    top = (700, 0, 740, 70)

    def button():
        if not d.sees("Lieferung öffnen", top):
            d.rail("Eingang", "3")()
        d.click("Lieferung öffnen", area=top)
    d.do(keys="ctrl+o", mouse=button, what="the sheet that asks for a delivery")
    d.type(str(path))
    d.shoot("pfad")
    d.do(keys="Return", mouse=lambda: d.click("Öffnen", nth=-1, area=sheet(d)),
         until=lambda: [p for p in portions(d) if p["id"] not in before], what="the delivery is there", seconds=60)
    id = next(p["id"] for p in portions(d) if p["id"] not in before)
    d.until("the check", lambda: state(d, id) in ("checked", "recognised"), 120)
    d.rest()  # the command line may know it before the window has drawn its row
    return id


def open_row(d, id):
    """From the inbox into the portion that stands first."""
    d.do(keys="Return", mouse=lambda: d.click("Landratsamt Musterkreis", times=2), until=lambda: not d.title("Eingang"), what="the portion")


def accept(d):
    delivery = d.lz("generate", "xdomea-0503", "--json", "--out", d.work / "in", "--seed", 24, "--dossiers", 2, "--cases", 10,
                    "--documents", 2, "--ratings", "B", "--mix", "pdf,txt").strip().strip('"')
    d.open()
    d.until("the first sheet", lambda: d.title("Laufzettel"))
    introduce(d)
    d.shoot("zugangsbuch-leer")
    id = deliver(d, delivery)
    d.shoot("eingang")
    open_row(d, id)
    d.shoot("portion")
    d.do(keys="ctrl+Return", mouse="Annehmen", until=lambda: state(d, id) == "accepted", what="accepted")
    d.shoot("angenommen")
    d.first = id


def give_back(d):
    bad = d.lz("generate", "xdomea-0503", "--json", "--out", d.work / "bad", "--seed", 25, "--dossiers", 1, "--cases", 2, "--documents", 2,
               "--defect", "VOL-001").strip().strip('"')
    id = deliver(d, bad)
    open_row(d, id)
    d.shoot("portion-befunde")
    d.do(keys="ctrl+Return", mouse="Nachforderung erstellen", what="the letter")
    d.shoot("schreiben")
    d.do(keys="ctrl+shift+Return", mouse="Endgültig machen", until=lambda: state(d, id) == "returned", what="returned")
    d.shoot("zurueckgegeben")


def units(d, person=NAME):
    """The Vorgänge of the first delivery, as the command line lists them."""
    return d.lz("appraise", d.first, "list", "--json", "--person", person, LAUFZETTEL_PERSON_PASSPHRASE=PASS)


REASONS = ["Leitakte der Ortsgeschichte", "Massenverfahren ohne eigenen Wert", "Beispielfall mit Gutachten", "Doppel, liegt beim Land"]


def appraise(d):
    d.do(keys="alt+4", mouse=d.rail("Bewertung", "4"), what="the appraisal")
    d.shoot("bewertung")
    left = units(d)["progress"]["open"]
    for n in range(20):
        destroy, reason = n % 5 == 4, REASONS[n % 4]

        def written():
            d.type(reason)
            d.key("Return")
        d.do(keys=lambda: (d.key("n"), written()), mouse=lambda: (d.click("Grund", nth=-1, dx=120, known=True), written()))
        d.do(keys="v" if destroy else "a", mouse=lambda: d.click("Vernichten" if destroy else "Archivieren", nth=-1, known=True),
             until=lambda: units(d)["progress"]["open"] == left - n - 1, what=f"decision {n + 1}")
        if n in (0, 4):
            d.shoot(f"entschieden-{n + 1}")
    d.shoot("alle-entschieden")
    told = [o.get("reason", "") for o in units(d)["objects"]]
    if sorted(told) != sorted(REASONS[n % 4] for n in range(20)):
        raise Stuck(f"reasons: {told}")


def release(d):
    d.do(keys="alt+0", mouse=d.rail("Personen", "0"), what="the persons")
    d.do(keys="ctrl+n", mouse="Person eintragen", what="the sheet of the own key, which comes first")
    d.shoot("eigener-schluessel")
    d.type(PASS)
    d.do(keys="Return", mouse="Anlegen", what="the own key", seconds=60)
    d.until("the key of the person at work", lambda: "key" in str(people(d)).lower(), 60)
    d.rest()
    d.shoot("zweite-person-eintragen")

    def fill():
        d.type(SECOND)
        d.key("Return", "Return", "Return")
        d.type(PASS)

    def fill_by_mouse():
        d.type(SECOND)
        d.click("Kennwort", nth=-1, area=sheet(d), dy=26)
        d.type(PASS)
    d.do(keys=fill, mouse=fill_by_mouse)
    d.do(keys="Return", mouse=lambda: d.click("Eintragen", nth=-1, area=sheet(d)), until=lambda: SECOND in str(people(d)),
         what="the second person", seconds=60)
    d.rest()
    d.shoot("personen")
    d.do(keys="ctrl+Return", mouse="Anmelden als", what="the sheet to sign in")
    d.type(PASS)
    d.do(keys="Return", mouse=lambda: d.click("Anmelden", nth=-1, area=sheet(d)), what="signed in", seconds=60)
    d.rest()
    d.shoot("angemeldet")
    d.do(keys="alt+4", mouse=d.rail("Bewertung", "4"), what="the appraisal")
    d.do(keys="ctrl+Return", mouse="Freigabe durch", what="the sheet of the release")
    d.shoot("freigabe")
    d.do(keys="Return", mouse=lambda: d.click("Vernichtungen freigeben", nth=-1, area=sheet(d)),
         until=lambda: units(d, SECOND)["progress"].get("unreleased") == 0, what="released", seconds=60)
    d.rest()
    d.do(keys="ctrl+Return", mouse="Bewertung abschließen", what="the sheet of the end")
    d.shoot("abschluss")
    d.do(keys="Return", mouse=lambda: d.click("Bewertung abschließen", nth=-1, area=sheet(d)), until=lambda: state(d, d.first) == "appraised",
         what="appraised", seconds=60)
    d.shoot("abgeschlossen")


def people(d):
    return d.lz("people", "list", "--json", fail=True)


def enrol(d, data=None, *roles, through=None):
    """What the administration does beforehand: a receiver, the key of this device, its confirmation. through: a line to it."""
    keys = {"LAUFZETTEL_PASSPHRASE": PASS, "LAUFZETTEL_PERSON_PASSPHRASE": PASS}
    if not getattr(d, "address", ""):
        d.address = f"127.0.0.1:{free_port()}"
        d.archive = d.start([d.cli, "archive", "serve", "--addr", d.address, "--store", d.work / "archiv", "--db", d.work / "archiv.db",
                             "--key-store", "file", "--name", "Musterarchiv",
                             *(["--public", "http://" + through.address] if through else [])], "archive", dict(d.env, **keys))
    who = [] if data else ["--person", NAME]  # the person at work need not be one of the administration
    d.lz("keys", "new", "--store", "file", *who, data=data, **keys)
    told = d.until("the receiver", lambda: d.lz("enrol", "--json", "http://" + (through.address if through else d.address), *who, data=data, **keys), 30)
    more = [x for r in roles or ("deliver", "read") for x in ("--role", r)]
    d.lz("archive", "confirm", told["code"], "--db", d.work / "archiv.db", "--fingerprint", told["fingerprint"], *more, data=data, **keys)


def free_port():
    with socket.socket() as s:
        s.bind(("127.0.0.1", 0))
        return s.getsockname()[1]


def answer(d):
    """Answers the sheet that asks for the passphrase of this device, where it stands."""
    if d.sees("Kennwort des Schlüssels"):
        d.shoot("schluessel")
        d.type(PASS)
        d.act("Return" if d.hand == "keys" else lambda: d.click("Weiter", nth=-1, area=sheet(d)))
        d.rest()


def with_key(d, true):
    """true, and on the way to it that sheet is answered: when the window needs the key is its own affair."""
    def now():
        if true():
            return True
        answer(d)
        return False
    return now


def send(d):
    """The administration enters the archive while the window is open; it asks for the key when it needs it."""
    enrol(d)
    d.rest()
    answer(d)
    d.do(keys="ctrl+Return", mouse="Weiter: paketieren", until=with_key(d, lambda: d.sees("Nachrichten", (400, 70, 700, 50))),
         what="the portion with its next step")
    post(d)


def post(d):
    d.rest()
    d.shoot("naechster-schritt")
    answer(d)
    d.do(keys="ctrl+Return", mouse="Paketieren", until=with_key(d, lambda: state(d, d.first) == "packaged"), what="packaged", seconds=120)
    d.rest()
    d.shoot("paketiert")
    d.do(keys="ctrl+Return", mouse="Senden", until=with_key(d, lambda: state(d, d.first) in ("sent", "confirmed")), what="sent", seconds=120)
    d.shoot("gesendet")
    d.until("the receipts", lambda: state(d, d.first) == "confirmed", 120)
    d.rest()
    d.shoot("bestaetigt")


SEARCH = (1220, 80, 220, 50)  # the button beside the words


def stacks(d):
    """The search field of the Magazin; a mouse has to press it, a key leads into it."""
    d.do(keys="alt+5", mouse=lambda: (d.rail("Magazin", "5")(), d.click("Wörter,")), what="the stacks")


def read(d):
    stacks(d)
    d.type("Gutachten")
    d.do(keys="Return", mouse=lambda: d.click("Suchen", area=SEARCH), what="the hits", seconds=60)
    d.shoot("treffer")
    d.do(keys="Return", mouse=lambda: hit(d, 0), until=lambda: not d.title("Magazin"),
         what="the first package")
    for n in range(3):
        d.rest()
        d.shoot(f"paket-{n + 1}")
        d.do(keys="Next", mouse=lambda: d.at(1100, 500, 5, 5))  # a short text stands still
        if n < 2:
            before = d.name()
            d.do(keys="o", mouse=lambda: next_hit(d), until=lambda: d.name() != before,
                 what="the package of the next hit")


def hit(d, n):
    """A double click on a row of the hits; each says when it was checked."""
    d.click("geprüft", nth=n, times=2, area=(1000, 150, 440, 700))


def next_hit(d):
    d.click("Magazin", nth=0, area=(200, 0, 900, 60))
    d.rest()
    d.known["hit"] = d.known.get("hit", 0) + 1
    hit(d, d.known["hit"])


def prepared(d, kind, *more):
    """A workspace whose person is known, with one delivery opened in the window."""
    d.lz("settings", "person=" + NAME, "archive=" + ARCHIVE, "variant=light", "--json")
    path = d.lz("generate", kind, "--json", "--out", d.work / kind, "--seed", 24, *more).strip().strip('"')
    d.open()
    id = deliver(d, path)
    open_row(d, id)
    d.rest()
    d.shoot("portion")
    return id


def database(d):
    prepared(d, "siard")
    d.do(keys="ctrl+shift+b", mouse=d.head("Datenbank öffnen"), until=lambda: d.sees("Tabelle"), what="the tables")
    d.rest()
    d.shoot("tabellen")
    d.do(keys="Down Return", mouse=lambda: d.click("dokument", nth=-1), what="the rows of the table")
    d.rest()
    d.shoot("zeilen")


def website(d):
    """The system's browser is one that writes down where it was led; the page there is fetched."""
    tools, led = d.work / "tools", d.work / "led.txt"
    tools.mkdir()
    (tools / "xdg-open").write_text(f"#!/bin/sh\necho \"$1\" >> {led}\n")
    (tools / "xdg-open").chmod(0o755)
    d.env["PATH"] = f"{tools}:{d.env['PATH']}"
    prepared(d, "website")
    d.do(keys="ctrl+shift+w", mouse=d.head("Website öffnen"), until=lambda: led.exists() and led.read_text().strip(), what="the browser")
    d.shoot("geoeffnet")
    with urllib.request.urlopen(led.read_text().split()[0]) as page:
        if page.status != 200 or b"<" not in page.read(4096):
            raise Stuck("the web area shows no page")
