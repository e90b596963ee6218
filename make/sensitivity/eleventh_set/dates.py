"""Dates, forms of court files, grouping of numbers."""
from . import ids

MON = "Januar Februar März April Mai Juni Juli August September Oktober November Dezember".split()
ABB = "Jan. Febr. März April Mai Juni Juli Aug. Sept. Okt. Nov. Dez.".split()
DOBF = ("%d.%m.%Y",) * 9 + ("k",) * 5 + ("%d.%m.%y",) * 4 + ("lang",) * 3 + ("iso", "kk", "luft", "abk", "nulllang", "roem")
ROEM = "I II III IV V VI VII VIII IX X XI XII".split()
TR = str.maketrans({"ä": "ae", "ö": "oe", "ü": "ue", "ß": "ss", "ı": "i", "ğ": "g", "ş": "s", "ç": "c", "é": "e", "á": "a", "í": "i",
                    "ó": "o", "ł": "l", "ś": "s", "ń": "n", "ą": "a", "ę": "e", "ć": "c", "đ": "d", "č": "c", "ž": "z", "ż": "z",
                        "š": "s",
                    " ": "", "'": "", "ã": "a"})


def datum(d, f):
    if f == "k":
        return "%d.%d.%d" % (d.day, d.month, d.year)
    if f == "kk":
        return "%d.%d.%02d" % (d.day, d.month, d.year % 100)
    if f == "lang":
        return "%d. %s %d" % (d.day, MON[d.month - 1], d.year)
    if f == "nulllang":
        return "%02d. %s %d" % (d.day, MON[d.month - 1], d.year)
    if f == "abk":
        return "%d. %s %d" % (d.day, ABB[d.month - 1], d.year)
    if f == "iso":
        return d.isoformat()
    if f == "luft":
        return "%02d. %02d. %d" % (d.day, d.month, d.year)
    if f == "roem":
        return "%d. %s. %d" % (d.day, ROEM[d.month - 1], d.year)
    return d.strftime(f)


AZFORM = [x.split("|") for x in """%d O %d/%s|zivil-o
%d C %d/%s|zivil-c
%d C %d/%s|zivil-c
%d Js %d/%s|js
%d Js %d/%s|js
%d UJs %d/%s|js
%d F %d/%s|familie
%d XVII %d/%s|betreuung
%d K %d/%s|zwangsverst
%d Ca %d/%s|arbeit
%d A %d/%s|vg
%d K %d/%s|vg
S %d AS %d/%s|sozial
S %d R %d/%s|sozial
%d Ds %d/%s|straf
%d Cs %d/%s|straf
%d IN %d/%s|insolvenz
%d M %d/%s|zv
%d U %d/%s|zivil-u
%d S %d/%s|zivil-s
%d Ks %d/%s|schwurgericht""".split("\n")]
FNAME = {"%d.%m.%Y": "tt.mm.jjjj", "k": "t.m.jjjj", "kk": "t.m.jj", "%d.%m.%y": "tt.mm.jj"}


def zipf(r, lst):
    n = len(lst)
    return lst[min(n - 1, int(n * r.random() ** 1.7))]


def ibfmt(c, s, fn):
    x = c.r.random()
    if x < .5:
        return fn("iban", "vierer" if s[:2] == "DE" else "ausland", ids.four(s))
    if x < .85:
        return fn("iban", "glatt" if s[:2] == "DE" else "ausland-glatt", s)
    if x < .93:
        return fn("iban", "nbsp", ids.four(s, "\u00a0"))
    if x < .96 and s[:2] == "DE":
        return fn("iban", "blz-konto", " ".join((s[:4], s[4:12], s[12:])))
    return fn("iban", "doppel-leer", ids.four(s, "  "))


def stfmt(c, s, fn):
    x = c.r.random()
    if x < .45:
        return fn("steuer-id", "gruppen", " ".join((s[:2], s[2:5], s[5:8], s[8:])))
    if x < .95:
        return fn("steuer-id", "glatt", s)
    return fn("steuer-id", "nbsp", "\u00a0".join((s[:2], s[2:5], s[5:8], s[8:])))


def rvfmt(c, s, fn, form):
    x = c.r.random()
    if x < .6:
        return fn("rentenversicherung", form or "gruppen", " ".join((s[:2], s[2:8], s[8], s[9:])))
    if x < .88:
        return fn("rentenversicherung", form or "glatt", s)
    if x < .94:
        return fn("rentenversicherung", form or "nbsp", "\u00a0".join((s[:2], s[2:8], s[8], s[9:])))
    return fn("rentenversicherung", form or "pruef-ab", " ".join((s[:2], s[2:8], s[8], s[9:11], s[11])))
