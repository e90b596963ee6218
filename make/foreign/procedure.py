#!/usr/bin/env python3
"""An export from a specialist system as a vendor hands it over who follows no schema: a key figure sheet of names and
values, a list of the files with their digests, and the tables in a folder (source 004, P0a: the metadata document names
system, short name, agency and Laufzeit, and each file has a digest). Seed as second argument."""
import hashlib
import random
import sys

from material import write

rnd = random.Random(sys.argv[2] if len(sys.argv) > 2 else "1")
files, rows = {}, "Pfad\tBytes\tSHA256\tDatensätze\n"
for t in range(1, rnd.randrange(3, 6)):
    n = rnd.randrange(2, 9)
    data = ("Nummer;Ort;Betrag\r\n" + "".join(f"{i};\"Ort {rnd.randrange(9)}; Nord\";{rnd.randrange(1, 999)},50\r\n" for i in range(1, n + 1))).encode()
    name = f"tabellen\\t{t:02d}.csv"
    files[name.replace("\\", "/")] = data
    rows += f"{name}\t{len(data)}\t{hashlib.sha256(data).hexdigest().upper()}\t{n}\n"
year = rnd.randrange(1980, 1999)
files["kennblatt.csv"] = ("Merkmal;Wert\nFachverfahren;Gewerberegister\nAbkürzung;GEWREG\nAnbieter;Muster-Gewerbe 4.1\nDienststelle;Ordnungsamt Musterstadt\n"
                          f"Beginn;01.01.{year}\nEnde;31.12.{year + 20}\nAbzug;0{rnd.randrange(1, 9)}.11.2026 08:30\n").encode("cp1252")
files["inhalt.tsv"] = rows.encode()
write(files)
