"""A file share: looked at where it lies by who hands it over, and read in the stacks once it is packaged."""

import os

import archive
from desk import Stuck

DAY = 1_000_000_000


def lay(root):
    """A small office: minutes, a copied tree, what nobody needs, and a link that would not come along."""
    minutes = root / "Bauamt" / "Protokolle"
    minutes.mkdir(parents=True)
    for n in range(1, 9):
        (minutes / f"{n:02d} Sitzung.txt").write_text(f"Protokoll der Sitzung {n}: Gutachten zur Bruecke am Muehlbach, Teil {n}.\n")
    copy = root / "Alt" / "Protokolle"
    copy.mkdir(parents=True)
    for n in range(1, 9):
        (copy / f"{n:02d} Sitzung.txt").write_bytes((minutes / f"{n:02d} Sitzung.txt").read_bytes())
    (root / "Alt" / "Thumbs.db").write_bytes(b"\xd0\xcf\x11\xe0rest")
    (root / "Bauamt" / "leer").mkdir()
    for folder, _, files in os.walk(root):
        for name in files:
            os.utime(os.path.join(folder, name), (DAY, DAY))
    (root / "Bauamt" / "Netz").symlink_to("/nirgends")


def everything(root):
    return sorted((os.path.join(f, n), os.lstat(os.path.join(f, n)).st_mtime_ns) for f, _, names in os.walk(root) for n in names)


def source(d):
    """The clerk looks at the share: nothing is copied or changed, and what would not come along is named."""
    share = d.work / "Ablage"
    lay(share)
    before = everything(share)
    d.lz("settings", "person=D. Brueckner", "role=clerk", "variant=light", "--json")
    d.open()
    d.until("the window", lambda: d.title("Abgabe"), 60)
    d.rest()
    d.do(keys="ctrl+shift+f", mouse="Ablage ansehen", what="the sheet that asks for the folder")
    d.type(str(share))
    d.shoot("ordner")
    d.do(keys="Return", mouse=lambda: d.click("Ansehen", nth=-1, area=archive.sheet(d)), until=lambda: d.title("Ablage"), what="the share",
         seconds=60)
    d.rest()
    d.until("nothing is said to be read yet", lambda: d.sees("Gesperrte"), 60)
    d.shoot("bild")
    d.do(keys="ctrl+5", mouse="Doppelt", what="what is there twice")
    d.rest()
    d.shoot("doppelt")
    d.do(keys="ctrl+8", mouse="Fehlt", what="what would not come along")
    d.rest()
    d.until("every file is read", lambda: not d.sees("Gesperrte") and d.sees("1 Datei"), 60)
    d.shoot("fehlt")
    if everything(share) != before or d.lz("list", "--json") or d.lz("prepare", "list", "--json"):
        raise Stuck("something was copied, noted or changed")


def stacks(d):
    """The reading room: a word, the package of its hit, its folders, a file of it."""
    keys = {"LAUFZETTEL_PASSPHRASE": archive.PASS, "LAUFZETTEL_PERSON_PASSPHRASE": archive.PASS}
    share = d.work / "Ablage"
    lay(share)
    d.lz("settings", "person=" + archive.NAME, "archive=" + archive.ARCHIVE, "variant=light", "--json")
    id = d.lz("receive", str(share), "--json", **keys)["id"]
    d.lz("receive", "check", "--json", "--no-pdfa", "--kind", "files", id, **keys)
    d.lz("receive", "accept", id, **keys)
    d.lz("share", "decide", id, "a", ".", "--reason", "Ablage der Dienststelle", **keys)
    d.lz("appraise", id, "finish", **keys)
    d.lz("package", id, **keys)
    d.open()
    d.until("the window", lambda: d.title("Zugangsbuch"), 60)
    archive.stacks(d)
    d.type("Muehlbach")
    d.do(keys="Return", mouse=lambda: d.click("Suchen", area=archive.SEARCH), what="the hits", seconds=60)
    d.rest()
    d.shoot("treffer")
    d.do(keys="Return", mouse=lambda: archive.hit(d, 0), until=lambda: not d.title("Magazin"), what="the package")
    d.rest()
    d.shoot("paket")
    d.do(keys="Down", mouse=lambda: d.click("Thumbs.db", dy=88), what="the next file")  # two rows below
    d.rest()
    d.shoot("naechste-datei")
