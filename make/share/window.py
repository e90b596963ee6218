"""The workplace for file shares in the built window, on a workspace that holds a checked share.

    window.py WINDOW CLI DATA ID OUT [--size 1366x768]

Opens the share by keys in light and in dark, takes the pictures of the handbook into OUT, and measures by looking at the screen: how long it takes from the
order to show the share to its first picture, and from a key to the changed picture, the first time and warm. What a picture costs to be taken is measured too and told: an answer
cannot be seen sooner than the screen is grabbed again. Nothing of the program is imported.
"""
import argparse, mmap, os, subprocess, sys, time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1] / 'drive'))
from desk import Desk  # noqa: E402

ap = argparse.ArgumentParser()
ap.add_argument('window'); ap.add_argument('cli'); ap.add_argument('data'); ap.add_argument('id'); ap.add_argument('out'); ap.add_argument('--size', default='1366x768')
a = ap.parse_args()

class Watched(Desk):
    """A desk whose display writes its picture into a file that can be read at once."""

    def display(self):
        r, w = os.pipe()
        self.frame = self.work / 'Xvfb_screen0'
        self.own.append(subprocess.Popen(['Xvfb', '-displayfd', str(w), '-screen', '0', self.size + 'x24', '-nolisten', 'tcp', '-fbdir', str(self.work)],
                                         pass_fds=[w], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL))
        os.close(w)
        with os.fdopen(r) as f:
            self.env['DISPLAY'] = ':' + f.readline().strip()
        self.start(['openbox'], 'openbox')
        self.map = mmap.mmap(os.open(self.frame, os.O_RDONLY), 0, prot=mmap.PROT_READ)

    def picture(self):
        """The screen now; its head holds dates, so the last bytes, which are points, are enough."""
        return hash(self.map[4096:])

def answer(d, chord, most=5):
    """Seconds from a key to the first picture that differs; the picture stands still before."""
    d.rest()
    was = d.picture()
    key = subprocess.Popen(['xdotool', 'key', '--clearmodifiers', chord], env=d.env)
    key.wait()                                           # the key is down and up: the program has its event
    began = time.monotonic()
    while time.monotonic() - began < most:
        if d.picture() != was:
            return time.monotonic() - began
    return None

def one(variant, shots):
    d = Watched(a.window, a.cli, a.out, a.size)
    d.data = Path(a.data).resolve()
    d.task, d.hand = variant, 'keys'
    try:
        d.lz('settings', 'variant=' + variant, 'person=M. Ahrens', 'role=archivist')
        d.open()
        d.key('alt+3'); d.until('the inbox', lambda: d.title('Eingang'))
        d.key('slash'); d.type(a.id); d.key('Down'); d.rest()
        d.key('Return'); d.until('the portion', lambda: not d.title('Eingang'))
        began = time.monotonic()
        d.until('the portion as it was read', lambda: not d.title('Wird gelesen'), 120)   # before that it knows no workplace
        print(f'{variant}: {time.monotonic() - began:.1f} s until the portion was read', flush=True)
        d.rest()
        d.shoot('portion')
        began = time.monotonic()
        d.key('ctrl+shift+f')
        first = None
        before = d.name()
        d.until('the workplace', lambda: d.name() != before and 'Fileablage' not in d.name() and not d.title('Wird gelesen'), 120)
        first = time.monotonic() - began
        d.rest()
        print(f'{variant}: {first:.1f} s to the first picture', flush=True)
        for name, keys in shots:
            for k in keys:
                took = answer(d, k)
                print(f'{variant}: {k}: ' + ('no other picture' if took is None else f'{took * 1000:.0f} ms'), flush=True)
            d.shoot(name)
        warm = [(k, answer(d, k)) for _, keys in shots + shots for k in keys]        # all was shown before
        took = sorted(t * 1000 for _, t in warm if t is not None)
        print(f'{variant}: warm: {len(took)} of {len(warm)} keys change the picture, {took[len(took) // 2]:.0f} ms in the middle, {took[-1]:.0f} ms at most: '
              + ' '.join(f'{k} {t * 1000:.0f}' for k, t in warm if t is not None), flush=True)
        began = time.monotonic()
        for _ in range(20):
            d.picture()
        print(f'{variant}: one look takes {(time.monotonic() - began) * 50:.1f} ms', flush=True)
    finally:
        d.end()

one('light', [('kacheln', []), ('kacheln-alter', ['f']), ('baum', ['Right', 'Down', 'Right', 'Down', 'Down']), ('inhalt', ['ctrl+2']), ('groesste', ['ctrl+3']), ('doppelt', ['ctrl+5']),
              ('beiwerk', ['ctrl+7']), ('auswahl', ['ctrl+8'])])
one('dark', [('kacheln', []), ('doppelt', ['ctrl+5'])])
