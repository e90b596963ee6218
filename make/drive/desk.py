"""The built window under a virtual display of its own, worked as a person works it:
by keys, or by a mouse that goes to words it has read off the screen.

Nothing of the program is imported or asked for positions: what the mouse cannot read
(make/drive/eyes, which knows the fonts), it cannot press. Every key, click and typed text is counted; the command
line, a second process on the same workspace, tells what came of it.
"""

import json
import os
import shutil
import subprocess
import tempfile
import time
from pathlib import Path


FONTS = str(Path(__file__).parents[2] / "assets" / "fonts")
HEAD = (600, 0, 840, 75)  # where the buttons of a page stand
CARET = 80  # so many points may differ where the picture stands still
CHANGE = 1500  # and so many differ at least where a step has shown something


class Stuck(Exception):
    """A step whose effect did not come."""


class Desk:
    """One workspace with its window, command line and display."""

    def __init__(self, window, cli, shots, size="1440x900", scale=None, log=print):
        self.window, self.cli = os.path.abspath(window), os.path.abspath(cli)
        self.eyes = str(Path(self.cli).with_name("eyes"))
        self.work = Path(tempfile.mkdtemp(prefix="laufzettel-drive-"))
        self.shots, self.size, self.scale, self.log = Path(shots), size, scale, log
        self.shots.mkdir(parents=True, exist_ok=True)
        self.data = self.work / "ws"
        self.env = {k: v for k, v in os.environ.items() if not k.startswith("LAUFZETTEL_") or k == "LAUFZETTEL_PDFIUM_CACHE"}
        self.env["HOME"] = str(self.work / "home")
        (self.work / "home").mkdir()
        if scale:
            self.env["FYNE_SCALE"] = str(scale)
        self.own, self.win, self.wid = [], None, ""
        self.task, self.hand, self.count, self.pictures, self.again = "", "keys", 0, 0, 0
        self.known = {}

    # ---- processes -------------------------------------------------------
    def start(self, command, name, env=None):
        out = open(self.work / (name + ".log"), "ab")
        p = subprocess.Popen(command, stdout=out, stderr=out, env=env or self.env, cwd=self.work)
        self.own.append(p)
        return p

    def display(self):
        r, w = os.pipe()
        p = subprocess.Popen(["Xvfb", "-displayfd", str(w), "-screen", "0", self.size + "x24", "-nolisten", "tcp"], pass_fds=[w],
                             stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        os.close(w)
        self.own.append(p)
        with os.fdopen(r) as f:
            self.env["DISPLAY"] = ":" + f.readline().strip()
        self.start(["openbox"], "openbox")

    def open(self, *arguments, full=True):
        """Starts the window; full: as large as the display."""
        if "DISPLAY" not in self.env:
            self.display()
        self.win = self.start([self.window, "--data", str(self.data), *arguments], "window")
        self.until("the window", self.find, 120)
        if full:
            w, h = (int(x) for x in self.size.split("x"))
            self.until("the window as large as the display", lambda: self.enlarge(w - 2, h - 24), 20)
        self.run("xdotool", "windowactivate", "--sync", self.wid)
        time.sleep(1)

    def enlarge(self, w, h):
        """Asks for a size; a busy display takes it later, or only when it is asked again."""
        self.run("xdotool", "windowmove", self.wid, "0", "0", "windowsize", self.wid, str(w), str(h))
        told = self.run("xdotool", "getwindowgeometry", "--shell", self.wid)
        return f"WIDTH={w}\n" in told and f"HEIGHT={h}\n" in told

    def find(self):
        got = self.run("xdotool", "search", "--onlyvisible", "--name", "Laufzettel").split()
        self.wid = got[-1] if got else ""
        return bool(self.wid)

    def close(self, kill=False):
        if self.win and self.win.poll() is None:
            self.win.kill() if kill else self.win.terminate()
            self.win.wait(20)
        self.win = None

    def end(self, keep=False):
        self.close(kill=True)
        for p in reversed(self.own):
            if p.poll() is None:
                p.terminate()
        for p in self.own:
            try:
                p.wait(10)
            except subprocess.TimeoutExpired:
                p.kill()
        if not keep:
            shutil.rmtree(self.work, ignore_errors=True)

    def run(self, *command):
        return subprocess.run(command, env=self.env, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, check=False).stdout

    def lz(self, *arguments, data=None, fail=False, **more):
        """The command line on the same workspace; its JSON."""
        env = dict(self.env, **{k: str(v) for k, v in more.items()})
        command = [self.cli, "--data", str(data or self.data), *[str(a) for a in arguments]]
        p = subprocess.run(command, env=env, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, check=False, cwd=self.work)
        if p.returncode and not fail:
            raise Stuck(f"{' '.join(command[3:])}: {p.stderr.strip()[-400:]}")
        try:
            return json.loads(p.stdout)
        except ValueError:
            return p.stdout

    # ---- waiting ---------------------------------------------------------
    def until(self, what, true, seconds=40):
        end = time.monotonic() + seconds * patience()
        while True:
            try:
                got = true()
            except (Stuck, KeyError, IndexError, TypeError):
                got = None
            if got:
                return got
            if self.win and self.win.poll() is not None:
                raise Stuck(f"the window ended while waiting for: {what}")
            if time.monotonic() > end:
                self.shoot("stuck")
                raise Stuck(f"waited in vain for: {what}")
            time.sleep(0.3)

    def name(self):
        return self.run("xdotool", "getwindowname", self.wid).strip()

    def title(self, part):
        return part in self.name()

    # ---- hands -----------------------------------------------------------
    def key(self, *chords, counted=True):
        for c in chords:
            self.run("xdotool", "key", "--clearmodifiers", c)
            self.count += 1 if counted else 0
            time.sleep(0.15)

    def type(self, text):
        self.run("xdotool", "type", "--delay", "25", text)
        self.count += 1
        time.sleep(0.3)

    def at(self, x, y, button=1, times=1):
        self.run("xdotool", "mousemove", str(x), str(y))
        time.sleep(0.15)
        self.run("xdotool", "click", "--repeat", str(times), "--delay", "120", str(button))
        self.count += 1
        time.sleep(0.4)

    def click(self, words, nth=0, button=1, times=1, area=None, dx=0, dy=0, seconds=25, known=False):
        """Clicks where the words stand; nth counts hits in reading order, -1 is the last. known: they stand where
        they were read before in this task."""
        place = self.known.get((self.task, words)) if known else None
        if place is None:
            place = self.until(f"the words “{words}” on the screen", lambda: self.where(words, nth, area), seconds)
            self.known[(self.task, words)] = place
        self.at(place[0] + dx, place[1] + dy, button, times)

    def rail(self, word, digit):
        """A hand that presses an item of the rail; a narrow rail shows its digit."""
        def go():
            self.rest()
            place = self.where(word, 0, (0, 60, 205, 800))
            self.at(*place) if place else self.click(digit, area=(0, 60, 58, 800))
        return go

    def head(self, words):
        """A hand that presses a button of the head, or finds it in the menu of what has stepped back."""
        def go():
            if not self.sees(words, HEAD):
                self.click("Mehr", area=HEAD)
            self.click(words)
        return go

    def do(self, keys=None, mouse=None, until=None, what="", seconds=30, shot=None):
        """One step of a task: what a person does by keys or by mouse, and how the effect is seen.
        A hand that came too early is repeated once; that is told beside the count."""
        if until is not None and self.settled(until):
            raise Stuck(f"{what}: already so before the step")
        go = keys if self.hand == "keys" or mouse is None else mouse
        before = self.count
        if until is None and what:
            until = self.changes()
        self.act(go)
        if until is not None:
            try:
                self.until(what, until, seconds)
            except Stuck:
                if self.win.poll() is not None:
                    raise
                made = self.count
                self.act(go)
                self.count, self.again = made, self.again + made - before
                self.until(what, until, seconds)
        if shot:
            self.shoot(shot)

    def changes(self):
        """Tells afterwards whether the screen shows something else than now."""
        was, now = self.work / "was.png", self.work / "now.png"
        self.rest()
        shutil.copy(self.work / "rest.png", was)

        def other():
            self.grab(now)
            return self.differ(now, was) > CHANGE
        return other

    @staticmethod
    def settled(true):
        try:
            return bool(true())
        except (Stuck, KeyError, IndexError, TypeError):
            return False

    def act(self, go):
        if callable(go):
            go()
        elif isinstance(go, str):
            self.key(*go.split()) if self.hand == "keys" else self.click(go)
        else:
            for one in go:
                self.act(one)

    # ---- eyes ------------------------------------------------------------
    def grab(self, file):
        self.run("import", "-window", "root", str(file))

    def differ(self, a, b):
        """How many points of two pictures differ."""
        p = subprocess.run(["compare", "-metric", "AE", "-fuzz", "8%", str(a), str(b), "null:"], stdout=subprocess.DEVNULL,
                           stderr=subprocess.PIPE, text=True, check=False)
        try:
            return float(p.stderr.split()[0])
        except (IndexError, ValueError):
            return 1e9

    def rest(self):
        """Waits until the picture stands still; a caret may blink."""
        now, before, end = self.work / "rest.png", self.work / "before.png", time.monotonic() + 8
        self.grab(now)
        while time.monotonic() < end:
            time.sleep(0.3)
            now.replace(before)
            self.grab(now)
            if self.differ(now, before) < CARET:
                return

    def shoot(self, name):
        self.rest()
        self.pictures += 1
        file = self.shots / f"{self.task}-{self.hand}-{self.pictures:02d}-{name}.png"
        shutil.copy(self.work / "rest.png", file) if (self.work / "rest.png").exists() else self.grab(file)
        return file

    def where(self, wanted, nth=0, area=None):
        """The middle of words that stand on one line, in reading order; None where they are not read."""
        self.rest()
        part = ["-area", ",".join(str(v) for v in area)] if area else []
        told = self.run(self.eyes, "-fonts", FONTS, "-scale", str(self.scale or 1), *part, str(self.work / "rest.png"), wanted)
        hits = [tuple(int(v) for v in line.split()[1:3]) for line in told.splitlines()]
        hits.sort(key=lambda p: (p[1] // 8, p[0]))
        try:
            return hits[nth]
        except IndexError:
            return None

    def sees(self, words, area=None):
        return self.where(words, 0, area) is not None


def patience():
    """A slow machine takes longer: LAUFZETTEL_PATIENCE=3."""
    return float(os.environ.get("LAUFZETTEL_PATIENCE", "1"))
