"""Part of the seventh set of sheets (../seventh.py)."""
import json
import random
import re
import sys
from .sheet import *

# ------------------------------------------------------------------ common sentences of files (a = person concerned, b = relative, c = third, x, y = officials)
VERMERK = [
    "{a.Herr} {a.l} sprach heute gegen {zeit} hier vor und <gab an|teilte mit|erklärte>, daß {a.er} die Unterlagen nicht erhalten habe.",
    "Tel. Rückfrage bei {c.hn} {d}: dort ist {a.hf} nicht <bekannt|gemeldet>.",
    "Auf Nachfrage bestätigte {x.hf}, dass der Vorgang unter {~az} geführt wird.",
    "{b.hf}, <wohnhaft|wohnh.|wh.> {b.adr}, ist telefonisch unter {b.tel} zu erreichen.",
    "Die Akte wurde am {d} von {y.hn} an {x.hn} übergeben.",
    "Wv. {d} – {x.l}",
    "Lt. Melderegister ist {a.lall}, geb. {a.b}, seit {~d} unter der Anschrift {a.adr} gemeldet.",
    "Nach Angaben {a.gen} liegt ein Bescheid der Firma {~firma} nicht vor.",
    "Es wird um Mitteilung an {x.dmail} gebeten; Anfragen an {~mail} werden nicht beantwortet.",
    "Das Schreiben {c.gen} vom {d} ist hier nicht eingegangen.",
    "<Verteiler|Zur Kenntnis>: {x.il}, {y.il}, {c.il}",
    "Der Posteingang wurde von Koll. {y.l} versehentlich unter {~az} abgelegt.",
    "Rechtsgrundlage ist die Verordnung vom {~d} ({~bgbl}).",
    "{a.Er} legt {a.seinen} Personalausweis Nr. {a.aw} vor; {a.sein} Geburtsdatum lautet {a.b}.",
    "Eine Vorsprache in der {~schule} blieb ohne Ergebnis.",
    "Herrn/Frau {c.l} bitte nicht vor {zeit} anrufen ({c.tel}).",
    "Beigezogen wurde die Akte {ag}, Az. {gericht}.",
    "Hinweis: Auskünfte erteilt außerhalb der Sprechzeiten die Hotline {~tel}.",
    "Die Bevollmächtigte{a.n} ist nicht {c.hf}, sondern {b.hf} ({b.mail}).".replace("{a.n}", ""),
    "In der Sache {a.l} ./. {c.l} ist beim {ag} unter {gericht} noch nichts entschieden.",
    "{a.l} hat den Empfang quittiert, s. Bl. {n}.",
    "Zeuge des Gesprächs war {y.hf}, {amt}.",
    "Familie {a.l} ist bereits seit {vorjahr} im Bezug.",
    "Treffpunkt war die Haltestelle {~platz}, nicht wie angegeben der Markt.",
    "i. A. {x.l}",
    "gez. {x.fl}",
    "Mit Schreiben vom {~d} bittet {b.hf} um Rückruf unter <Tel.|Telefon|Fernruf> {b.tel}.",
    "Die Nichte, eine Frau {f_n.l}, soll nach {place} verzogen sein.",
    "Vermerk: {x.il} hat am {d} mit {a.hn} gesprochen, {a.er} will bis Monatsende zahlen.",
    "Anruf von {b.fl}, {a.r}.".replace(", {a.r}", " wegen der offenen Forderung ({eur})"),
    "Konto {a.gen}: {a.iban}; Rückläufer bei der Buchung vom {d}.",
    "{a.l}, {a.f} – nicht zu verwechseln mit dem gleichnamigen Betrieb {~firma}.",
    "Ich habe die Unterlagen mit {y.hn} und {x.hn} durchgesehen; {y.h} hat keine Bedenken.",
    "Die Steuer-ID {a.sid} wurde vom Bundeszentralamt bestätigt, die vorher genannte {~sid} war falsch.",
    "Ein Flurstück wie angegeben ({~flur}) existiert nicht.",
    "Die Rentenversicherungsnummer {a.rv} ist {a.hn} zugeordnet.",
    "Die auf Bl. {n} notierte Versicherungsnummer {~rv} ist unrichtig, sie besteht die Prüfung nicht.",
        "Kassennummer {~kv} abgelehnt (Prüfziffer).", "Eine Ausweisnummer {~aw} ist im Register nicht vergeben.",
    "KV-Nr. {b.kv} und Steuer-ID {b.sid} gehören zu {b.hn}.", "Muster im Merkblatt: {~iban}.",
        "Die Vordruckmuster-Nr. {~sid} ist keine IdNr.", "Rufen Sie sonst {~tel} an.", "Ortsangabe laut Meldung: {~adr}.",
            "Rentenunterlagen {b.gen}, VSNR {b.rv}, fehlen.",
    "Krankenversichert ist {a.er} unter {a.kv}.",
    "Abschrift an RA {c.fl}, {c.adr}, zum Gz. {~az}.",
    "{x.L}/{y.L}", "{a.lf} (* {a.b}) – Kopie an {b.fl}.", "Betroffen: {a.l}, {a.f}, {a.b:kurz}, {a.str}.",
        "Das Merkblatt „{~begriff}“ wurde ausgehändigt.", "Im Antrag steht nur der Mustereintrag {~begriff}.",
            "Unterlagen aus {~ortn} angefordert.", "Früher wohnhaft in {~ortn}, {a.l} weiß die Hausnummer nicht mehr.",
    "Am Apparat war nicht {a.h}, sondern {a.f}s Nachbarin {f_n.fl}.".replace("{a.f}s Nachbarin", "die Nachbarin"),
        "Frau {f_n.l} (Vorzimmer) hat {y.hn} den Termin {d}, {zeit}, notiert.", "{y.f}, bitte bei {c.hn} nachhaken! {x.l}",
    "Zur Person: {a.all}, geboren {a.b} in {a.gort}, {a.adr}.", "Vollmacht {a.gen} für {b.fl} liegt vor.",
        "Lt. {c.lf}, Hausmeister, ist die Wohnung leer.", "Rechn. {~firma} über {eur} sachl. richtig, {y.il}",
            "Beigef. Geburtsurkunde {b.gen} ({b.b}).", "Für {a.hn} handelt {b.hf} als Bevollmächtigte{b.r}.",
]


def officials(s):
    s.person("x", age=(28, 60))
    s.person("y", age=(28, 60))


def kopf(s, ctx="Kopf"):
    s.ctx = ctx
    s.w(s.r.choice(["{amt} {place}\nPostfach {n} {n}", "{amt}\t\t\t{place}, den {d}", "{amt} – Akte {~az}",
        "Az.: {~az}\nBearbeiter{x.in}: {x.hf}", "Der Landrat\n{amt}\nAuskunft erteilt: {x.h}",
                    "{amt} {place}          Sachbearb.: {x.l}",
                        "Unser Zeichen: {~az}   Datum: {d}\nEs schreibt Ihnen {x.hf}, Durchwahl siehe oben", "- {amt} -\n\nVermerk"]),
                            wrap=False)


NUMS = [
    "Steuer-IdNr. {a.sid}, Ehegatte {b.sid}.", "Identifikationsnummer lt. Lohnsteuerbescheinigung: {a.sid} (vorher irrtümlich {~sid}).",
        "<TIN|IdNr|Steuer-ID>: {b.sid}", "Vers.-Nr. {a.rv} <DRV Bund|LVA|DRV Mitteldeutschland>, Kontoklärung läuft.",
    "RVNR {b.rv} – Schreibfehler in der Vorakte ({~rv}).", "Sozialversicherungsausweis Nr. {a.rv} vorgelegt, Kopie Bl. {n}.",
        "Gesundheitskarte {a.kv}, gültig bis 12/{n}.", "Versichertennr. der Kasse {b.kv}, dort Sachbearbeitung {y.l}.",
            "KVNR {a.kv} statt {~kv} einsetzen!",
    "Erstattung bitte auf {b.iban} ({b.fl}).", "Bankverbindung neu: {a.iban}; die alte Angabe {~iban} löschen.",
        "IBAN {a.iban}, BIC entbehrlich.", "Reisepass {b.pass}, ausgestellt {~d}.",
            "Identität geprüft anhand <Personalausweis|BPA|Ausweis> {a.aw}.",
                "Die Ausweisnummer {~aw} auf der Kopie ist falsch abgetippt, richtig {a.aw}.",
    "Gz. des Gerichts: {gericht}; hiesiges Zeichen {~az}.", "Vgl. auch das Parallelverfahren {gericht}.",
        "Handy {a.tel}, E-Mail {a.mail}.", "Antwort nur per Mail: {b.mail} (nicht an {~mail})."]


def schluss(s, ctx="Schluss"):
    if s.r.random() < .6:
        s.pool(NUMS, s.r.randint(1, 3), "Nummernvermerk", join=s.r.random() < .5)
    s.ctx = ctx
    s.w(s.r.choice(["i. A.\n{x.l}", "Im Auftrag\n\n{x.fl}", "gez. {x.il}", "gez. {x.l}, {y.l}",
        "Mit freundlichen Grüßen\nim Auftrag\n{x.l}", "({x.fl})\nSachbearbeiter{x.in}", "{place}, {d}\n\n{x.l}",
                    "F.d.R.d.A. {y.l}", "Unterschrift: {a.fl}", "gez. Unterschrift ({a.l})", "aufgenommen: {y.l}\nv. g. u. {a.l}",
                        "2. Wv. {d}\n3. {y.l} z. K."]), wrap=False)
