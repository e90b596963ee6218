"""Registry of document types and shared heads."""
DOCS = []
def doc(y0=1985, y1=2025, w=1.0):
    def deco(f):
        DOCS.append((f.__name__, f, y0, y1, w)); return f
    return deco

def kopf(d, amt, sb=True):
    """letterhead of an office; returns text"""
    o = d.place[0]; s = d.amt()
    a = d.c(lambda: f"{amt}\n{d.oaddr(chr(10))}\n", lambda: f"{amt}\n{d.pf()}\n", lambda: f"{amt} · {d.oaddr(' · ')}\n",
        lambda: f"{amt}\nHausanschrift: {d.oaddr()}\n", lambda: f"{amt}\n")()
    L = [a]
    if sb:
        k = d.n(0, 3)
        if k == 0:
            L.append(f"Auskunft erteilt: {d.hr(s)}\nZimmer: {d.n(1, 420)}\nTelefon: {d.ph(mob=0)}" + (f"\nTelefax: {d.ph(mob=0)}" if d.p(.3) else "") + (f"\nE-Mail: {d.mail(s, d.odom())}" if d.y > 1999 and d.p(.7) else "") + f"\nMein Zeichen: {d.az()}\n{o}, den {d.day(0, 0)}\n")
        elif k == 1:
            L.append(d.pad("Ihr Zeichen", 18) + d.pad("Unser Zeichen", 20) + d.pad("Bearbeiter/in", 20) + "Datum\n" + d.pad(d.c("-",
                "ohne"), 18) + d.pad(d.az(), 20) + d.pad(d.last(s), 20) + d.day(0, 0) + "\n")
        elif k == 2:
            L.append(f"Az.: {d.az()}{' ' * 20}{o}, {d.day(0, 0)}\nBearb.: {d.hr(s)}, Tel. {d.ph(mob=0)}\n")
        else:
            L.append(f"{d.az()}{' ' * 30}{d.day(0, 0)}\n")
    return "\n".join(L)

def anrede(d, p):
    return ("Sehr geehrter Herr " if p.sex == "m" else "Sehr geehrte Frau ") + p.t + d.last(p, "anrede") + ","

def empf(d, p):
    return d.hn(p) + "\n" + p.t + d.full(p, "anschriftfeld") + "\n" + d.addr(p, "\n") + "\n"

def gruss(d, s=None):
    s = s or d.amt()
    n = d.c(lambda: d.last(s, "unterschrift"), lambda: d.last(s, "unterschrift"), lambda: d.full(s, "unterschrift"), lambda: d.init(s))()
    return d.c("Mit freundlichen Grüßen" if d.y > 1998 else "Mit freundlichen Grüßen",
        "Hochachtungsvoll" if d.y < 1995 else "Mit freundlichem Gruß", "Im Auftrag") + "\n\n" + d.c("", "gez. ", "(", "i. A. ",
            "I.V. ").replace("(", "") + n

def tab(d, head, rows, sep=None, page=0):
    """columns by blanks, tabs, | or ;"""
    sep = sep or d._w([("  ", 50), ("\t", 15), (" | ", 15), (";", 12), ("|", 8)])
    if sep == "  ":
        from .core import vis
        W = [max(len(vis(x)) for x in col) + 2 for col in zip(head, *rows)]
        ln = lambda r: "".join(d.pad(x, w) for x, w in zip(r, W)).rstrip(" ")
        rule = "-" * min(sum(W), 100)
    else:
        ln = lambda r: sep.join(r); rule = ""
    out = [ln(head)] + ([rule] if rule and d.p(.7) else [])
    for i, r in enumerate(rows):
        out.append(ln(r))
        if page and i % page == page - 1 and i + 1 < len(rows):
            out.append(d.c("\f", f"\n- {i // page + 2} -\n", f"\nSeite {i // page + 2}\n", f"\nÜbertrag / Blatt {i // page + 2}\n"))
            if d.p(.6): out.append(ln(head))
    return "\n".join(out)
