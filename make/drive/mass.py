"""A mass series appraised by models, and a window that is killed while it sends."""

import re
import zipfile

import archive
from archive import NAME, PASS
from desk import Stuck
from slow import Slow

ASKED = "Auswahlarchivierung Buchstabe D"
RATED = re.compile(r"<xdomea:Aussonderungsart>\s*<xdomea:Aussonderungsart.*?</xdomea:Aussonderungsart>\s*</xdomea:Aussonderungsart>", re.S)
FREE = "<xdomea:Aussonderungsart><xdomea:AussonderungsartKonfigurierbar>%s</xdomea:AussonderungsartKonfigurierbar></xdomea:Aussonderungsart>"
CASES = 100  # of each of the two Akten
ROW = (200, 190, 1240, 120)  # the first row of the inbox; words that stand close to a sign are not always read
MENU = (60, 200, 1240, 640)


def series(d):
    """Two Akten of equal Vorgänge: those of the first ask for a selection in words of their own, the others say nothing;
    some of them begin in 2003."""
    made = d.lz("generate", "xdomea-0503", "--json", "--out", d.work / "in", "--seed", 41, "--dossiers", 2, "--cases", CASES, "--documents", 1,
                "--ratings", "B", "--mix", "txt").strip().strip('"')
    there = d.work / "serie"
    there.mkdir()
    path = there / made.rsplit("/", 1)[-1]
    with zipfile.ZipFile(made) as old, zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as new:
        for item in old.infolist():
            content = old.read(item)
            if item.filename.endswith(".xml"):
                first, rest = whole(content.decode())
                content = (RATED.sub(FREE % ASKED, first).replace("Gebührenbescheide", "Darlehensbescheide") +
                           earlier(rest)).encode()
            new.writestr(item, content)
    return path


def earlier(text):
    """The Vorgänge that begin in March 2005 lie two years earlier, whole."""
    parts = re.split(r"(?=<xdomea:Vorgang>)", text)
    return "".join(x.replace("2005-", "2003-") if "<xdomea:Beginn>2005-03-" in x else x for x in parts)


def whole(text):
    """The message up to the end of its first Akte, and what follows."""
    end = text.index("</xdomea:Akte>")
    return text[:end], text[end:]


def told(d, id):
    return d.lz("appraise", id, "list", "--json")


def reasons(d, id):
    """How many Vorgänge bear which letter by which reason."""
    out = {}
    for o in told(d, id)["objects"]:
        key = (o["rating"], o.get("reason", ""))
        out[key] = out.get(key, 0) + 1
    return out


def sheet_of_rules(d):
    d.do(keys="ctrl+shift+r", mouse=lambda: (d.click("Nachtrag", button=3, area=(100, 190, 380, 560)), d.click("nach Regel auswählen", area=MENU)),
         what="the sheet of the rules")


def apply(d, id, letter, sentence, shot, how=None):
    """Marks what the sheet says and decides it; the reason is the sentence of the rule with its numbers."""
    if how is None:
        d.do(keys="ctrl+Return", mouse=lambda: d.click("Markieren", nth=-1, area=archive.sheet(d)), what="marked")
    d.rest()
    d.shoot(shot + "-markiert")

    def there():
        return any(rating == letter and re.fullmatch(sentence, reason) for rating, reason in reasons(d, id))
    d.do(keys=letter.lower(), mouse=lambda: d.click("Archivieren" if letter == "A" else "Vernichten", nth=-1), until=there, what=sentence)
    d.rest()
    d.shoot(shot + "-entschieden")


def left(d, id, sentence, shot):
    sheet_of_rules(d)
    d.do(keys="shift+Tab space", mouse=lambda: d.click("Übrige markieren", area=archive.sheet(d)), what="the rest is marked")
    apply(d, id, "V", sentence, shot, how="marked")


def select(d):
    """The selection the agency asks for, every n-th with a named case added, years, chance with a seed; the rest after the
    first and the last goes."""
    d.lz("settings", "person=" + NAME, "archive=" + archive.ARCHIVE, "variant=light", "--json")
    id = d.lz("receive", "--json", series(d))["id"]
    d.lz("receive", "check", "--json", "--no-pdfa", id)
    d.lz("receive", "accept", id)
    units = told(d, id)["objects"]
    if sum(o.get("free") == ASKED for o in units) not in (0, CASES):
        raise Stuck("the series does not ask for what it should")
    d.open()
    d.do(keys="alt+4", mouse=d.rail("Bewertung", "4"), what="the appraisal")
    d.rest()
    d.shoot("serie")
    sheet_of_rules(d)
    d.shoot("vorgeschlagen")
    d.do(keys="shift+Tab space", mouse=lambda: d.click("Als Regel einsetzen", area=archive.sheet(d)), what="the rule of the agency")
    d.rest()
    d.shoot("eingesetzt")
    apply(d, id, "A", rf"Auswahl nach Regel: Titel mit Anfangsbuchstabe D\. \d+ von {CASES} offenen\.", "buchstabe")
    left(d, id, rf"Nicht ausgewählt\. Auswahl nach Regel: Titel mit Anfangsbuchstabe D\. \d+ von {CASES} offenen\.", "buchstabe-rest")
    d.do(keys="Escape", mouse=lambda: (d.click("Filter", area=(200, 60, 500, 120)), d.click("Alle aufheben", area=archive.sheet(d))), what="the filter is gone")
    also = [o["reference"] for o in units if o["span"].startswith("2005")][3]
    sheet_of_rules(d)

    def nth():
        d.key("space")
        d.type("10")
        d.key("Return")
        d.type("3")
        d.key("Return")
        d.type(also)

    def nth_by_mouse():
        d.click("Jeder n-te", area=archive.sheet(d))
        d.type("10")
        d.click("Beginn beim", dy=26, area=archive.sheet(d))
        d.type("3")
        d.click("Außerdem in", dy=26, area=archive.sheet(d))
        d.type(also)
    d.do(keys=nth, mouse=nth_by_mouse)
    d.shoot("jeder-zehnte")
    apply(d, id, "A", rf"Auswahl nach Regel: jeder 10\. Vorgang, beginnend beim 3\. Außerdem: {also}\. 11 von {CASES} offenen\.", "jeder-zehnte")
    year = later(d, id)
    sheet_of_rules(d)

    def years():
        d.key("Tab", "Tab", "Tab", "space")
        d.type(str(year))
        d.key("Return")
        d.type(str(year))

    def years_by_mouse():
        d.click("Zeitschnitt", area=archive.sheet(d))
        d.type(str(year))
        d.click("Bis Jahr", dy=26, area=archive.sheet(d))
        d.type(str(year))
    d.do(keys=years, mouse=years_by_mouse)
    d.shoot("zeitschnitt")
    apply(d, id, "A", rf"Auswahl nach Regel: Laufzeit berührt {year} bis {year}\. \d+ von {CASES - 11} offenen\.", "zeitschnitt")
    sheet_of_rules(d)

    def chance():
        d.key("Tab", "Tab", "Tab", "Tab", "space")
        d.type("5")
        d.key("Return")
        d.type("4711")

    def chance_by_mouse():
        d.click("Zufall", area=archive.sheet(d))
        d.type("5")
        d.click("Startwert", nth=-1, dy=26, area=archive.sheet(d))
        d.type("4711")
    d.do(keys=chance, mouse=chance_by_mouse)
    d.shoot("zufall")
    apply(d, id, "A", r"Auswahl nach Regel: 5 durch Zufall, Startwert 4711\. 5 von \d+ offenen\.", "zufall")
    left(d, id, r"Nicht ausgewählt\. Auswahl nach Regel: 5 durch Zufall, Startwert 4711\. 5 von \d+ offenen\.", "zufall-rest")
    if told(d, id)["progress"]["open"]:
        raise Stuck(f"open: {told(d, id)['progress']}")
    reported(d, id)


def later(d, id):
    """A year that some of the open Vorgänge touch and others do not."""
    spans = [re.findall(r"\d{4}", o["span"])[::3] for o in told(d, id)["objects"] if o["rating"] == "B"]
    touched = {}
    for span in spans:
        for year in {int(span[0]), int(span[-1])}:
            touched[year] = touched.get(year, 0) + 1
    year = min(touched, key=lambda y: (touched[y], y))
    if touched[year] == len(spans):
        raise Stuck(f"every Vorgang touches {year}")
    return year


def reported(d, id):
    """Every rule stands with population and result in the lists and letters, and with as many units as it names."""
    out = d.work / "listen"
    d.lz("appraise", id, "export", "--out", out)
    text = (out / "bewertungsliste.csv").read_text(encoding="utf-8-sig")
    for (_, reason), n in reasons(d, id).items():
        chosen, of = (int(v) for v in re.search(r"(\d+) von (\d+) offenen\.", reason).groups())
        want = of - chosen if reason.startswith("Nicht ausgewählt") else chosen
        if n != want or text.count(reason) < n:
            raise Stuck(f"{reason}: {n} units, {want} by its words, {text.count(reason)} in the list")
    d.log(f"  {len(reasons(d, id))} reasons, each in the list of decisions with as many units as it names")


def killed(d):
    """The window is killed while it sends; at the next start the row says what is going on and sending goes on by itself."""
    keys = {"LAUFZETTEL_PASSPHRASE": PASS, "LAUFZETTEL_PERSON_PASSPHRASE": PASS}
    d.lz("settings", "person=" + NAME, "archive=" + archive.ARCHIVE, "variant=light", "--json")
    path = d.lz("generate", "xdomea-0503", "--json", "--out", d.work / "in", "--seed", 77, "--dossiers", 1, "--cases", 8, "--documents", 2,
                "--ratings", "A", "--size", 600_000, "--mix", "pdf").strip().strip('"')
    line = Slow(lambda: d.address, 150_000)
    try:
        archive.enrol(d, None, "deliver", "read", through=line)
        d.first = d.lz("receive", "--json", path, **keys)["id"]
        d.lz("receive", "check", "--json", "--no-pdfa", d.first, **keys)
        d.lz("receive", "accept", d.first, **keys)
        d.lz("appraise", d.first, "finish", "--all-as-proposed", **keys)
        d.lz("package", d.first, **keys)
        interrupted(d, line)
    finally:
        line.end()


def interrupted(d, line):
    begin(d)
    archive.open_row(d, d.first)
    d.rest()
    d.do(keys="ctrl+Return", mouse="Senden", until=archive.with_key(d, lambda: line.through > 1_000_000), what="on its way", seconds=90)
    inbox(d)
    d.until("the row says how far it is", lambda: d.sees("Wird", ROW), 20)
    d.shoot("wird-gesendet")
    before, sent = confirmed(d), line.through
    d.close(kill=True)
    if archive.state(d, d.first) == "confirmed":
        raise Stuck("everything was sent before the window was killed")
    begin(d)
    d.until("the row says that it goes on", lambda: d.sees("Unterbrechung", ROW) or d.sees("nach", ROW), 40)
    d.shoot("geht-weiter")
    d.until("the receipts", lambda: archive.state(d, d.first) == "confirmed", 180)
    d.rest()
    d.shoot("bestaetigt")
    d.log(f"  killed after {before} of 8 receipts and {sent} bytes, {line.through - sent} bytes more to the last receipt")


def begin(d):
    """The window begins, is given the passphrase of this device, and shows the inbox."""
    d.open()
    d.until("the key is asked for", lambda: d.sees("Kennwort des Schlüssels"), 60)
    archive.answer(d)
    inbox(d)


def inbox(d):
    d.do(keys="alt+3", mouse=d.rail("Eingang", "3"), until=lambda: d.title("Eingang"), what="the inbox")
    d.rest()


def confirmed(d):
    return sum(p.get("state") == "confirmed" for p in d.lz("show", d.first, "--json").get("packages") or [])
