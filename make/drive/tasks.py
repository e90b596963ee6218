"""Role tasks in the built window, once by keys, once by mouse: ten from an empty folder on, five
about personal data in the house of the demonstration, a selection from a mass series, a window
killed while it sends, and a file share before and after it comes to the archive.

    tasks.py WINDOW CLI [--hand keys|mouse|both] [--only N,N…] [--shots DIR] [--page FILE]

STATED holds the number of actions that was said before any of it was built or driven: an
action is one key or chord, one click, one text typed. A task passes where the command line
finds its effect in the workspace; a step whose effect does not come ends it, with a picture.
"""

import argparse
import sys
import time
import traceback
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))
import archive  # noqa: E402
import clerk  # noqa: E402
import mass  # noqa: E402
import privacy  # noqa: E402
import shares  # noqa: E402
from desk import Desk, Stuck  # noqa: E402

TASKS = [  # number, name in German (the page shows it), stated by keys, by mouse, function
    (1, "Erste Lieferung annehmen, von leerem Ordner an", 10, 10, archive.accept),
    (2, "Zurückgeben, das Schreiben vorher gelesen", 7, 7, archive.give_back),
    (3, "20 Vorgänge bewerten, jeden mit Grund", 81, 81, archive.appraise),
    (4, "Freigabe durch eine zweite Person, Abschluss", 18, 18, archive.release),
    (5, "Paketieren und senden", 6, 6, archive.send),
    (6, "Suchen und in drei Paketen lesen", 12, 12, archive.read),
    (7, "Datenbank ansehen", 9, 9, archive.database),
    (8, "Website ansehen", 8, 8, archive.website),
    (9, "Abgabe: Sachbearbeitung bereitet vor", 30, 30, clerk.prepare),
    (10, "Konflikt ohne Verbindung klären", 6, 6, clerk.settle),
    (11, "Karte: eine Fundstelle bestätigen, eine verwerfen", 8, 8, privacy.map_),
    (12, "Geschwärzte Kopie, zweite Person, Ausgabe", 27, 27, privacy.blacken),
    (13, "Stichprobe vor der Vernichtung", 20, 20, privacy.sample),
    (14, "Texterkennung: eine Seite ohne Text lesen und durchsuchen", 9, 8, privacy.recognise),
    (15, "Schutzfrist annehmen, wie die Dokumente sie vorschlagen", 16, 12, privacy.propose),
    (16, "Aus einer Massenserie auswählen, vier Modelle", 45, 42, mass.select),
    (17, "Abbruch beim Senden: der nächste Start macht weiter", 9, 9, mass.killed),
    (18, "Abgabe: eine Ablage am Ort ansehen", 5, 5, shares.source),
    (19, "Eine Ablage im Magazin lesen", 5, 6, shares.stacks),
]


def chain(number):
    """Tasks 1 to 6 go on in one workspace; the others begin with one of their own."""
    return number <= 6


def drive(options, hand):
    rows, desk = [], None
    for number, name, keys, mouse, work in TASKS:
        if options.only and number not in options.only:
            continue
        if desk is None or not chain(number):
            if desk:
                desk.end()
            desk = Desk(options.window, options.cli, options.shots, options.size, options.scale)
        desk.task, desk.hand, desk.count, desk.pictures, desk.again = f"{number:02d}", hand, 0, 0, 0
        stated = keys if hand == "keys" else mouse
        begun = time.monotonic()
        try:
            work(desk)
            said = f"{desk.count} actions, stated {stated}"
            rows.append((number, name, hand, stated, desk.count, "passed"))
        except Stuck as stuck:
            said = f"STUCK after {desk.count} actions: {stuck}"
            rows.append((number, name, hand, stated, desk.count, "stuck"))
        except Exception:  # a fault of the script; the other tasks are driven all the same
            said = "FAULT " + traceback.format_exc()
            rows.append((number, name, hand, stated, desk.count, "stuck"))
        again = f", {desk.again} repeated" if desk.again else ""
        print(f"task {number:2d} by {hand}: {said}{again} ({time.monotonic() - begun:.0f} s)", flush=True)
        if rows[-1][5] == "stuck" and chain(number):
            break
    if desk:
        desk.end(keep=options.keep)
    return rows


def main():
    p = argparse.ArgumentParser()
    p.add_argument("window")
    p.add_argument("cli")
    p.add_argument("--hand", choices=["keys", "mouse", "both"], default="both")
    p.add_argument("--only", type=lambda s: {int(n) for n in s.split(",")}, default=None)
    p.add_argument("--shots", default="shots-out/tasks")
    p.add_argument("--size", default="1440x900")
    p.add_argument("--scale", default=None)
    p.add_argument("--keep", action="store_true")
    options = p.parse_args()
    rows = []
    for hand in ["keys", "mouse"] if options.hand == "both" else [options.hand]:
        rows += drive(options, hand)
    passed = sum(r[5] == "passed" for r in rows)
    print(f"{passed} of {len(rows)} passed; pictures: {options.shots}")
    for number, name, hand, stated, made, how in rows:
        print(f"| {number} | {name} | {hand} | {stated} | {made} | {how} |")
    return passed != len(rows)


if __name__ == "__main__":
    sys.exit(main())
