"""Parts common to many papers."""
from .core import wrap

DOCS = []


def doc(lo, hi):
    def deco(f):
        DOCS.append((f.__name__, f, lo, hi))
        return f
    return deco


AMT = """Ordnungsamt|Sozialamt|Jugendamt|Bürgeramt|Bauordnungsamt|Stadtkasse|Personalamt|Schulverwaltungsamt|Rechtsamt|Gesundheitsamt
Amt für Ausbildungsförderung|Ausländerbehörde|Fachbereich Soziales|Fachdienst 32|Wohngeldstelle|Liegenschaftsamt""".replace("\n",
    "|").split("|")
WER = "Stadt %s|Landkreis %s|Landeshauptstadt %s|Samtgemeinde %s|Kreisverwaltung %s|Gemeinde %s|Magistrat der Stadt %s".split("|")
GRUSS = "Mit freundlichen Grüßen|Mit freundlichem Gruß|Hochachtungsvoll|Im Auftrag|i. A.|Im Auftrage|MfG|In Vertretung".split("|")
FILL = """Die Unterlagen wurden vollständig vorgelegt.|Auf das Schreiben wird verwiesen.|Eine Rückmeldung liegt bislang nicht vor.
Die Sach- und Rechtslage wurde erörtert.|Die Akte wird zur weiteren Veranlassung abgegeben.|Ein Ermessensfehler ist nicht ersichtlich.
Die Angaben wurden anhand der vorgelegten Unterlagen geprüft.|Das weitere Verfahren bleibt abzuwarten.
Es wurde darauf hingewiesen, dass die
Frist nicht verlängert werden kann.|Bedenken bestehen nicht.|Der Vorgang ist damit abgeschlossen.|Wiedervorlage in vier Wochen.
Nach Rücksprache mit der Fachaufsicht bestehen keine Einwände.|Die Kosten des Verfahrens bleiben vorbehalten.
Die Zuständigkeit wurde geklärt.
Der Sachverhalt ist zwischen den Beteiligten unstreitig.
Die Begründung lässt sich dem Vermerk nicht entnehmen.|Ein Hausbesuch ist erfolgt.
Das Original verbleibt bei der Akte, eine Ablichtung wurde ausgehändigt.|Die Voraussetzungen liegen derzeit nicht vor.
Es muss noch geklärt werden, ob weitere Leistungen in Betracht kommen.|Eine erneute Prüfung erfolgt von Amts wegen.
Der Antrag ist am gleichen Tage eingegangen und mit Eingangsstempel versehen.|Über die Rechtsfolgen wurde belehrt.
Die Entscheidung ergeht gebührenfrei.|Aus fachlicher Sicht ist die Maßnahme geeignet und erforderlich.|Die Haushaltsmittel stehen bereit.
Im Übrigen wird auf die Anlagen Bezug genommen.|Eine mündliche Verhandlung fand nicht statt.|Der Schriftwechsel ist als Anlage beigefügt.
Die Belege sind rechnerisch geprüft.|Nachfragen sind an die Geschäftsstelle zu richten.|Die Teilnahme ist freiwillig.
Das Protokoll wurde vorgelesen und genehmigt.
Die Heizung ist seit Wochen defekt, der Vermieter reagiert nicht.|Gegen 14 Uhr war alles ruhig.
Die Niederschrift wurde in der Sitzung nicht verlesen.|Änderungen sind unverzüglich anzuzeigen.|Näheres regelt die Satzung.
Der Zustand der Wohnung war ordentlich.|Alkoholgeruch war nicht feststellbar.|Ein Dolmetscher war nicht erforderlich.""".replace(
    "weiteren\n", "weiteren ").replace("die\nFrist", "die Frist").replace("\n", "|").split("|")
NEARW = ["name"] * 9 + ["geburtsdatum"] * 3 + ["iban"] * 3 + ["steuer-id"] * 3 + ["rentenversicherung"] * 3 + \
    ["krankenversicherung"] * 3 + \
    ["ausweis"] * 3 + ["anschrift"] * 3 + ["telefon"] * 2 + ["e-mail"] * 2 + ["gericht"] * 2


def fill(c, n=2):
    return " ".join(c.r.sample(FILL, n))


def allowed(c, k):
    return not ((k == "iban" and c.y < 2009) or (k == "steuer-id" and c.y < 2008) or (k == "krankenversicherung" and c.y < 2006) or
                (k == "e-mail" and c.y < 1998))


def noise(c, n=1, sep="; ", kinds=NEARW):
    out, had = [], set()
    while len(out) < n:
        k = c.r.choice(kinds)
        if allowed(c, k) and (k not in had or k == "name" and c.yes(.4)):
            had.add(k)
            out.append(c.near(k))
    return sep.join(out)


def amt(c):
    return c.o(*WER) % c.ort()


def clerk(c):
    return c.P(age=(25, 62))


def head(c, kl=None):
    """The head of an office's letter; kl is the clerk."""
    kl = kl or clerk(c)
    out = [amt(c) + c.o("\n", " - ", ", ") + c.o(*AMT)]
    if c.yes(.45):
        out.append(c.amtadr(c.o(", ", "\n", " · ", " | ")))
    x = [c.o("Auskunft erteilt: ", "Bearbeiter/in: ", "Ansprechpartner: ", "Es schreibt Ihnen: ", "Sachbearbeitung: ") +
         c.o(kl.h, kl.n, kl.f, kl.hn)()]
    if c.yes(.5):
        x.append(c.o("Tel.: ", "Telefon ", "Durchwahl: ", "Fernruf: " if c.y < 1999 else "Tel. ") + c.amtphone())
    if c.y > 1999 and c.yes(.35):
        x.append(c.o("E-Mail: ", "eMail: ", "Mail: ") + c.o(c.amtmail, lambda: kl.m(True))())
    x.append(c.o("Az.: ", "Mein Zeichen: ", "Geschäftszeichen: ", "Unser Zeichen ") + c.geschz())
    out += x if c.yes(.7) else ["   ".join(x)]
    out.append(c.o(c.ort() + ", den ", c.ort() + ", ", "Datum: ") + c.heute())
    return "\n".join(out) + "\n"


def to(c, p):
    """The block with the address of the receiver."""
    return ("Frau" if p.sex == "w" else "Herrn") + c.o("\n", "\n", " ") + p.n() + "\n" + p.a("\n") + "\n"


def dear(c, p):
    return ("Sehr geehrte Frau " if p.sex == "w" else "Sehr geehrter Herr ") + (p.title + " " if p.title else "") + p.f("anrede") + ","


def sign(c, p=None):
    p = p or clerk(c)
    u = p.f("unterschrift")
    return "\n" + c.o(*GRUSS) + "\n" + c.o("", "\n", "gez. ", "\n\n", "") + c.o(u, p.n(), p.i(), u) + "\n"


def para(c, *s):
    return "\n\n".join(wrap(c, x) for x in s if x)


def pick(c, p, n):
    """n different facts of the person as phrases."""
    fs = [p.gb, lambda: "wohnhaft " + p.a(), lambda: "Tel. " + p.t(), p.idv, p.idv]
    if c.y > 1999:
        fs.append(lambda: "E-Mail " + p.m())
    return [f() for f in c.r.sample(fs, min(n, len(fs)))]
