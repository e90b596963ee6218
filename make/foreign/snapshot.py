#!/usr/bin/env python3
"""A snapshot of a web area as the archive system of another house describes it: a mirror with the crawler's log, and beside
it one JSON document with statements of source 003, 4.4 under names of its own. One page is an error page that only the log
knows. Seed as second argument."""
import json
import random
import sys

from material import write

rnd = random.Random(sys.argv[2] if len(sys.argv) > 2 else "1")
host = "www.muster%d.example" % rnd.randrange(10)
files, n = {}, rnd.randrange(2, 6)
links = "".join(f'<a href="s{i}.html">Seite {i}</a>' for i in range(1, n + 1))
page = "<html><head><title>%s</title></head><body>%s</body></html>\n"
files[f"spiegel/{host}/index.html"] = (page % ("Start", links + '<a href="https://anderswo.example/">fort</a>')).encode()
for i in range(1, n + 1):
    files[f"spiegel/{host}/s{i}.html"] = (page % (f"Seite {i}", f"<p>Meldung {rnd.randrange(999)}</p>")).encode()
files[f"spiegel/{host}/weg.html"] = (page % ("Hinweis", "<p>Diese Seite gibt es nicht.</p>")).encode()
count, size = n + 2, sum(len(d) for d in files.values())
files["spiegel/hts-log.txt"] = (f"HTTrack3.49-2 launched on Mon, 02 Nov 2026 06:00:00 at http://{host}/ -*.zip\n"
    f"(httrack -qr{n}%e0c4A25000 http://{host}/ -*.zip )\n\n06:00:04\tError: \t\"Not Found\" (404) at link {host}/weg.html (from {host}/)\n\n"
    f"HTTrack Website Copier/3.49-2 mirror complete in 9 seconds : {count} links scanned, {count} files written ({size} bytes overall)\n"
    "(1 errors, 0 warnings, 0 messages)\n").encode()
files["angaben.json"] = json.dumps({"stelle": "Stadtverwaltung Musterstadt", "netz": {"domain": host, "einstieg": f"http://{host}/"}, "abgezogen": "02.11.2026 06:00",
    "bestand": "5100", "anlass": "Turnus", "tiefe": {"innen": n, "außen": 0}, "umfang": {"bytes": size, "dateien": count},
    "urteil": "ausreichend", "proben": [{"adresse": f"http://{host}/", "ergebnis": "in Ordnung"}], "teile": [{"ordner": "spiegel", "art": "crawl"}]},
    ensure_ascii=False, indent=1).encode()
write(files)
