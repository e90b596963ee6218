"""Marks in the text, wrapping, tables, forms, and the last step to a sheet."""
import re

MARK = re.compile("\x01([+-])([^\x02]*)\x02([^\x02]*)\x02([^\x03]*)\x03")
HEAD = re.compile("\x01[+-][^\x02]*\x02[^\x02]*\x02")
SOFT = "\x04"


def mark(sign, kind, form, value):
    return "\x01%s%s\x02%s\x02%s\x03" % (sign, kind, form, value)


def vis(s):
    return HEAD.sub("", s).replace("\x03", "").replace(SOFT, " ")


def vl(s):
    return len(vis(s))


def pad(s, w, right=False):
    b = " " * max(0, w - vl(s))
    return b + s if right else s + b


def cut_word(w):
    """A place to hyphenate a word, or 0."""
    for i in range(len(w) // 2, len(w) - 3):
        a, b, c = w[i - 1].lower(), w[i].lower(), w[i + 1].lower()
        if i > 2 and a in "aeiouäöülnrt" and b in "bdfgklmnprstw" and c in "aeiouäöü" and w[i - 1:i + 1].lower() not in ("st",):
            return i
    return 0


def typo(r, w):
    i = r.randrange(1, len(w) - 1)
    return r.choice((w[:i] + w[i + 1] + w[i] + w[i + 2:], w[:i] + w[i:].replace(w[i], "", 1), w[:i] + w[i] + w[i:]))


def wrap(c, text, width=None):
    """Break running text; values may be broken at a blank as in real papers."""
    r = c.r
    width = width or c.width
    out = []
    for par in text.split("\n"):
        line, used = [], 0
        for t in par.split(" "):
            plain = "\x01" not in t and "\x03" not in t and SOFT not in t
            if plain and t.isalpha() and t.islower() and len(t) > 5 and r.random() < c.typos:
                t = typo(r, t)
            n = vl(t)
            if line and used + 1 + n > width:
                i = cut_word(t) if plain and t.strip(",.").isalpha() and len(t) > 8 and c.hyphen else 0
                m = re.match("(\x01\\+name\x02)[^\x02]*\x02([^\\W\\d_]{7,})\x03", t) if c.hyphen and r.random() < .12 else None
                if m and cut_word(m.group(2)) and used + 2 + cut_word(m.group(2)) <= width:
                    j = cut_word(m.group(2))
                    w = m.group(2)
                    line.append(m.group(1) + "getrennt\x02" + w[:j] + "-\n" + w[j:] + "\x03" + t[m.end():])
                    out.append(" ".join(line))
                    line, used = [], len(w) - j + vl(t[m.end():])
                    out[-1:] = [out[-1]]
                    line = ["\x05"]
                    continue
                if i and used + 2 + i <= width:
                    out.append(" ".join(line + [t[:i] + "-"]))
                    t = t[i:]
                else:
                    out.append(" ".join(line))
                line, used = [], 0
                n = vl(t)
            line.append(t)
            used += n + (1 if len(line) > 1 else 0)
        out.append(" ".join(line))
    return "\n".join(out).replace("\n\x05", "")


def table(c, heads, rows, style=None, page=0, right=()):
    r = c.r
    style = style or r.choice(("blank", "blank", "blank", "tab", "pipe", "semi", "blank"))
    n = len(heads)
    res = []
    if style in ("tab", "semi"):
        sep = "\t" if style == "tab" else ";"
        line = sep.join
    elif style == "pipe":
        w = [max(vl(x[i]) for x in [heads] + rows) for i in range(n)]

        def line(x):
            return "| " + " | ".join(pad(x[i], w[i], i in right) for i in range(n)) + " |"
    else:
        gap = r.choice((2, 2, 3, 4))
        w = [max(vl(x[i]) for x in [heads] + rows) for i in range(n)]

        def line(x):
            return (" " * gap).join(pad(x[i], w[i], i in right) for i in range(n)).rstrip()
    head = [line(heads)]
    if style == "pipe":
        head.append("|" + "|".join("-" * (k + 2) for k in w) + "|")
    elif style == "blank" and r.random() < .6:
        head.append("-" * vl(line(heads)))
    res += head
    for i, x in enumerate(rows):
        if page and i and i % page == 0:
            res += ["", r.choice(("- %d -", "Seite %d", "Blatt %d", "                    Seite: %d")) % (i // page + 1), ""]
            if r.random() < .6:
                res += head
        res.append(line(x))
    return "\n".join(res)


def form(c, pairs, style=None):
    """A form: pairs of label and value in one of the usual ways of layout."""
    r = c.r
    style = style or r.choice(("colon", "colon", "dots", "pad", "tab", "below", "number", "pipe"))
    w = max(vl(a) for a, _ in pairs) + 2
    out = []
    for i, (a, b) in enumerate(pairs):
        if style == "dots":
            out.append(a + " " + "." * (w + 6 - vl(a)) + r.choice((" ", ": ")) + b)
        elif style == "pad":
            out.append(pad(a + ":", w + 2) + b)
        elif style == "tab":
            out.append(a + ":\t" + b)
        elif style == "below":
            out.append(a + "\n   " + b)
        elif style == "number":
            out.append("%2d  %s %s" % (i + 1, pad(a, w), b))
        elif style == "pipe":
            out.append("| " + pad(a, w) + "| " + b)
        else:
            out.append(a + ": " + b)
    return "\n".join(out)


ASCII = {"ä": "ae", "ö": "oe", "ü": "ue", "ß": "ss", "Ä": "Ae", "Ö": "Oe", "Ü": "Ue"}


def finish(c, raw):
    """Text, plants and near misses with places, after the last changes of spelling."""
    raw = raw.replace(SOFT, " ")
    parts, pos = [], 0
    for m in MARK.finditer(raw):
        parts.append((None, raw[pos:m.start()]))
        parts.append((m.groups()[:3], m.group(4)))
        pos = m.end()
    parts.append((None, raw[pos:]))
    text, plant, near = "", [], []
    for k, s in parts:
        if k is None and c.y < 1999:
            for a, b in (("dass ", "daß "), ("muss ", "muß "), ("musste", "mußte"), ("lässt", "läßt"), ("bewusst", "bewußt")):
                s = s.replace(a, b)
        if c.edv and (k is None or k[1] != "e-mail"):
            s = "".join(ASCII.get(x, x) for x in s)
            if c.edv == 2:
                s = s.upper()
        if k:
            f = k[2] + ("-versal" if c.edv == 2 and k[1] == "name" else "")
            (plant if k[0] == "+" else near).append((len(text), {"Kind": k[1], "Form": f, "Value": s}))
        text += s
    return text, plant, near


def sheet(text, plant, near):
    """The sheet, or None when a search in order would find another place."""
    for lst in (plant, near):
        at = 0
        for pos, x in lst:
            if text.find(x["Value"], at) != pos:
                return None
            at = pos + len(x["Value"])
    return {"Text": text, "Plant": [x for _, x in plant], "Near": [x for _, x in near]}
