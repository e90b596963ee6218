"""Pictures of the handbook, out of a run of the role tasks in the built window.

    handbook.py SHOTS PICTURES

SHOTS is where make smoke and make tasks leave a picture of each step, PICTURES where the pages
of the handbook look for theirs (docs/handbuch/bilder). A picture whose step was not driven stays
as it is and is named; one that the table does not know is made by hand or by make shots.
"""

import subprocess
import sys
from pathlib import Path

PICTURES = {  # picture of the handbook: number of the task, name of its step
    "portion.png": ("02", "portion-befunde"),  # make smoke
    "bewertung.png": ("03", "entschieden-5"),
    "personen.png": ("04", "personen"),
    "lesesaal.png": ("06", "paket-1"),
    "ausleihe-konflikt.png": ("10", "konflikt"),
    "lesesaal-ablage.png": ("19", "paket"),
}
WINDOW = "1430x868+4+4"  # the window without its frame on a display of 1440 x 900 (desk.py)


def step(shots, task, name):
    """The last picture of a step, by whichever hand."""
    found = sorted(shots.glob(f"{task}-*-{name}.png"), key=lambda p: p.stat().st_mtime)
    return found[-1] if found else None


def main(shots, pictures):
    shots, pictures = Path(shots), Path(pictures)
    missing = [p for p in PICTURES if not (pictures / p).exists()]
    if missing:
        sys.exit(f"the handbook has no such pictures: {', '.join(missing)}")
    taken, left = [], []
    for picture, (task, name) in PICTURES.items():
        shot = step(shots, task, name)
        if shot is None:
            left.append(picture)
            continue
        subprocess.run(["convert", str(shot), "-crop", WINDOW, "+repage", "-strip", "-dither", "None", "-colors", "128",
                        "PNG8:" + str(pictures / picture)], check=True)
        taken.append(picture)
    print(f"taken: {', '.join(taken) or 'none'}; not driven: {', '.join(left) or 'none'}")


if __name__ == "__main__":
    main(*sys.argv[1:])
