"""An hour of foreign PDFs in the appraisal workplace of the built window: what window and reader keep in memory.

    pdfs.py WINDOW CLI SHARED [--minutes 60] [--shots DIR]

A generated delivery whose Vorgänge hold one PDF each; in it stand the PDFs found below SHARED instead, each once. A hand
goes through the Vorgänge by keys, turns pages, and goes back from the end; a step counts also where a PDF is refused. Memory is what the system tells of the window
and of every process it has started: resident pages, and the proportional share, which counts what several processes share
(the program itself) once. What counts is the most of the second half by that share; the first half holds the compiling of the
reader, once on every machine.
"""
import argparse
import random
import re
import sys
import time
import zipfile
from pathlib import Path

from desk import Desk

MOST = 450  # MB, window and readers together
PAGES = 3  # of each document that are turned


def documents(shared, rng):
    """Every PDF below a folder, in an order drawn."""
    found = [p for p in sorted(Path(shared).rglob("*.pdf")) if p.is_file() and 0 < p.stat().st_size < 50 << 20]
    rng.shuffle(found)
    return found


def delivery(d, pdfs, seed):
    """A message with as many Vorgänge as there are PDFs, or a few more."""
    per = 20
    dossiers = -(-len(pdfs) // per)
    made = d.lz("generate", "xdomea-0503", "--json", "--out", d.work / "in", "--seed", seed, "--dossiers", dossiers, "--cases", per,
                "--documents", 1, "--ratings", "B", "--mix", "pdf").strip().strip('"')
    (d.work / "stunde").mkdir()
    path, left = d.work / "stunde" / made.rsplit("/", 1)[-1], list(pdfs)
    with zipfile.ZipFile(made) as old, zipfile.ZipFile(path, "w", zipfile.ZIP_STORED) as new:
        for item in old.infolist():
            content = old.read(item)
            if item.filename.lower().endswith(".pdf") and left:
                content = left.pop().read_bytes()
            new.writestr(item.filename, content)
    if left:
        raise SystemExit(f"{len(left)} PDFs found no place in the delivery")
    return path


def family(pid):
    """A process and all it has started."""
    children, all_ = {}, []
    for p in Path("/proc").iterdir():
        if p.name.isdigit():
            try:
                stat = (p / "stat").read_text()
            except OSError:
                continue
            children.setdefault(int(stat.rsplit(")", 1)[1].split()[1]), []).append(int(p.name))
    todo = [pid]
    while todo:
        one = todo.pop()
        all_.append(one)
        todo += children.get(one, [])
    return all_


def memory(pid):
    """MB resident of the process, of those it has started, and of all together, what they share counted once."""
    own = others = share = 0
    for p in family(pid):
        try:
            told = Path(f"/proc/{p}/smaps_rollup").read_text()
        except OSError:
            continue
        rss, pss = (int(re.search(rf"^{k}:\s+(\d+)", told, re.M).group(1)) // 1024 for k in ("Rss", "Pss"))
        own, others, share = own + (rss if p == pid else 0), others + (rss if p != pid else 0), share + pss
    return own, others, share


def walk(d, minutes, count):
    """Goes through the Vorgänge; gives the largest memory of each half and what was shown."""
    worst, shown, said = [(0, 0, 0), (0, 0, 0)], 0, 0.0
    began = time.monotonic()
    down = True
    while time.monotonic() - began < 60 * minutes:
        if d.win.poll() is not None:
            raise SystemExit("the window has ended")
        d.key("j" if down else "k")
        time.sleep(0.7)
        for _ in range(PAGES - 1):
            d.key("Next")
            time.sleep(0.4)
        shown += 1
        if shown % count == 0:
            down = not down
        now = memory(d.win.pid)
        passed = time.monotonic() - began
        half = int(passed > 30 * minutes)
        worst[half] = max(worst[half], now, key=lambda m: m[2])
        if passed - said >= 120 or shown in (10, count):
            said = passed
            print(f"{passed / 60:.0f} min, {shown} Vorgänge: together {now[2]} MB (resident: window {now[0]} MB, readers {now[1]} MB)", flush=True)
            d.shoot(f"{shown}")
    return worst, shown


def main():
    ap = argparse.ArgumentParser()
    ap.add_argument("window"), ap.add_argument("cli"), ap.add_argument("shared")
    ap.add_argument("--minutes", type=float, default=60), ap.add_argument("--shots", default="shots-out/pdfs")
    ap.add_argument("--seed", type=int, default=random.SystemRandom().randrange(1 << 30))
    a = ap.parse_args()
    pdfs = documents(a.shared, random.Random(a.seed))
    if not pdfs:
        raise SystemExit(f"no PDF below {a.shared}")
    d = Desk(a.window, a.cli, a.shots)
    d.task = "pdfs"
    try:
        d.lz("settings", "variant=light", "person=M. Ahrens", "role=archivist")
        made = delivery(d, pdfs, a.seed)
        id = d.lz("receive", made, "--json")["id"]
        d.lz("receive", "check", id, "--no-pdfa", fail=True)
        d.lz("receive", "accept", id, "--exception", "--reason", "Messung")
        print(f"seed {a.seed}, {len(pdfs)} PDFs of {sum(p.stat().st_size for p in pdfs) >> 20} MB", flush=True)
        d.open()
        d.key("alt+4")
        d.until("the workplace of appraisal", lambda: not d.title("Eingang") and d.name())
        d.rest()
        print("before the first: resident window %d MB, readers %d MB, together %d MB" % memory(d.win.pid), flush=True)
        worst, shown = walk(d, a.minutes, len(pdfs) - 1)
        print(f"{shown} steps from one Vorgang to the next in {a.minutes:g} minutes")
        for part, (own, readers, share) in zip(("first", "second"), worst):
            print(f"most of the {part} half: together {share} MB (resident: window {own} MB, readers {readers} MB)")
        print(f"asked: {MOST} MB")
        return 0 if worst[1][2] <= MOST else 1
    finally:
        d.end()


if __name__ == "__main__":
    sys.exit(main())
