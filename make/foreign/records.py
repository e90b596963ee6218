#!/usr/bin/env python3
"""An export of a records system as vendors write it who follow no standard: a flat XML with one line for every document,
which repeats the file and the matter it belongs to, and a folder with the documents. The first file has two lines
or more. Seed as second argument."""
import random
import sys
from xml.sax.saxutils import escape

from material import pdf, write

rnd = random.Random(sys.argv[2] if len(sys.argv) > 2 else "1")
files, lines, n = {}, "", 0
for f in range(1, 3):
    for m in range(1, rnd.randrange(2, 4)):
        for d in range(1, rnd.randrange(2 if f > 1 else 3, 5)):
            n += 1
            name = f"{n:05d}.pdf"
            files["ablage/" + name] = pdf(f"Schriftstück {n}")
            lines += (f"  <zeile><az>50.{f}</az><aktentitel>{escape('Straßen & Wege ' + str(f))}</aktentitel><vorgang>50.{f}/{m}</vorgang>"
                      f"<vorgangstitel>Ausbau Abschnitt {m}</vorgangstitel><betreff>Schriftstück {d}</betreff>"
                      f"<vom>{rnd.randrange(1, 28)}/{rnd.randrange(1, 12)}/{2000 + m}</vom><ablage>{name}</ablage></zeile>\n")
files["uebersicht.xml"] = f'<?xml version="1.0" encoding="UTF-8"?>\n<liste mandant="Tiefbauamt Musterstadt" kennung="tba-01">\n{lines}</liste>\n'
write(files)
