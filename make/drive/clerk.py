"""The task of an office that hands over, and the one of two archivists who disagree."""

import archive
from archive import NAME, PASS
from desk import Stuck


def prepare(d):
    """The way through the six steps of a delivery of files, by the first start of a clerk."""
    (d.work / "stick").mkdir()
    source = d.work / "akten"
    source.mkdir()
    for n in range(1, 4):
        (source / f"{n:02d} Protokoll.txt").write_text(f"Protokoll der Sitzung {n} vom {n}. März 2019.\n")
    d.open()
    d.until("the first sheet", lambda: d.title("Laufzettel"))

    def role():
        d.type("D. Brueckner")
        d.key("Return")
        d.type("Stadt Beispielstadt")
        d.key("Tab", "Tab", "space")

    def role_by_mouse():
        d.type("D. Brueckner")
        d.click("Abgabe:", area=archive.sheet(d))
    d.do(keys=role, mouse=role_by_mouse)
    d.shoot("erster-start")
    d.do(keys="ctrl+Return", mouse="Beginnen", until=lambda: d.lz("settings", "--json")["person"]["name"] != "", what="the name is kept")
    d.rest()
    d.shoot("abgabe")
    d.do(keys="ctrl+Return", mouse="Neue", what="the kinds")
    d.do(keys="End Return", mouse=lambda: (d.click("Dateien mit"), d.click("Anlegen")), what="the first step")
    d.rest()
    d.shoot("schritt-1")
    d.type("Stadt Beispielstadt")
    d.do(keys="Tab", mouse=lambda: d.click("Behördenkennung", dy=28))
    d.type("09999")
    d.shoot("stelle")
    d.do(keys="ctrl+Return", mouse=lambda: d.click("Weiter"), what="the folder")
    d.rest()
    d.type(str(source))
    d.shoot("ordner")
    d.do(keys="Tab Tab", mouse=lambda: d.click("Zielordner", dy=28))
    d.type(str(d.work / "ziel"))
    d.shoot("ziel")
    d.do(keys="ctrl+Return", mouse=lambda: d.click("Weiter"), what="the statements")
    d.rest()
    d.shoot("angaben")
    d.type("protokolle-2019")
    d.do(keys="Tab", mouse=lambda: d.click("Titel", dy=28))
    d.type("Protokolle des Rates 2019")
    d.do(keys="ctrl+Return", mouse=lambda: d.click("Weiter"), what="the self-check")
    d.rest()
    d.shoot("selbstpruefung")
    d.do(keys="ctrl+Return", mouse="Bauen und", until=lambda: stand(d) == "self-checked", what="built and checked", seconds=90)
    d.rest()
    d.shoot("geprueft")
    d.do(keys="ctrl+Return", mouse="Weiter", what="the hand-over")
    d.rest()
    d.shoot("uebergeben")
    d.type(str(d.work / "stick"))
    d.do(keys="ctrl+Return", mouse="Übergeben", until=lambda: stand(d) == "handed-over", what="handed over", seconds=60)
    d.rest()
    d.shoot("uebergeben-am")
    d.do(keys="ctrl+Return", mouse="Weiter", what="the confirmations")
    d.rest()
    d.shoot("bestaetigungen")


def stand(d):
    return drafts(d)[0]["state"]


def drafts(d):
    return d.lz("prepare", "list", "--json")


CHOICE = (130, 390, 520, 60)  # the three ways to settle


def settle(d):
    """Two archivists decided one Vorgang without a connection; one of them settles it, still without."""
    keys = {"LAUFZETTEL_PASSPHRASE": PASS, "LAUFZETTEL_PERSON_PASSPHRASE": PASS}
    trip = d.work / "reise"
    d.lz("settings", "person=" + NAME, "archive=" + archive.ARCHIVE, "variant=light", "--json")
    d.lz("settings", "person=J. Beyer", "archive=Reisestelle", "--json", data=trip)
    archive.enrol(d, None, "deliver", "appraise")
    archive.enrol(d, trip, "appraise")
    path = d.lz("generate", "xdomea-0503", "--json", "--out", d.work / "in", "--seed", 4, "--dossiers", 1, "--cases", 3, "--documents", 1,
                "--mix", "txt").strip().strip('"')
    id = d.lz("receive", "--json", path, **keys)["id"]
    d.lz("receive", "check", "--json", "--no-pdfa", id, **keys)
    d.lz("receive", "accept", id, **keys)
    unit = d.lz("appraise", id, "list", "--json", **keys)["objects"][1]["id"]
    work = d.lz("work", "publish", "--json", id, **keys)["work"]
    there = d.lz("loan", "take", "--json", work, "--days", 7, data=trip, **keys)["loan"]["portion"]
    d.lz("appraise", there, "set", unit, "v", "--reason", "Doppel", data=trip, **keys)
    d.lz("appraise", id, "set", unit, "a", "--reason", "Beispielfall", **keys)
    d.lz("work", "sync", "--json", there, data=trip, **keys)
    d.lz("work", "sync", "--json", **keys)
    if len(d.lz("conflicts", "list", "--json", **keys)) != 1:
        raise Stuck("there is no conflict to settle")
    d.archive.terminate()
    d.open()
    d.until("the window", lambda: d.title("Zugangsbuch"), 60)
    d.rest()
    d.shoot("anfang")
    d.do(keys="alt+8", mouse=d.rail("Ausleihe", "8"), what="the loans")
    d.rest()
    d.shoot("ausleihe")
    if d.sees("Kennwort des Schlüssels"):  # the window wants to ask the archive at once
        d.type(PASS)
        d.do(keys="Return", mouse=lambda: d.click("Weiter", nth=-1), what="the key is open")
        d.rest()
        d.shoot("ohne-verbindung")
    d.do(keys="d", mouse="Festlegen", what="the conflict")
    d.rest()
    d.shoot("konflikt")
    d.do(keys="1", mouse=lambda: (d.click("archivieren", area=CHOICE), d.click("Warum wird so")), what="A is chosen")
    d.type("Nach Ruecksprache: der Fall steht fuer viele")
    d.shoot("begruendet")
    d.do(keys="ctrl+Return", mouse=lambda: d.click("Festlegung übernehmen"), until=lambda: d.lz("conflicts", "list", "--json", **keys) == [],
         what="settled", seconds=60)
    d.shoot("geklaert")
