#!/usr/bin/env python3
"""A fifth, small batch of sheets: further kinds of papers, written after the rules of version 4
and by their hand, with other sentences and names, to see what these find where they were not mended.

    fifth.py SEED PLANTS

Numbers, days and marks are those of fourth.py; its papers are not used.
"""
import json, os, sys

src = open(os.path.join(os.path.dirname(os.path.abspath(__file__)), 'fourth.py'), encoding='utf-8').read()
exec(src[:src.index('# --- the papers')].replace('0x4F0227', '0x51F7'))
GIVEN_F[:] = 'Aurica Benedetta Gesa Hjördis Ottla Rosalinde Thordis Ulrike Walpurga Zsófia Margarete Sabine Petra Nguyet Oksana'.split()
GIVEN_M[:] = 'Arpad Bertold Dankwart Eitel Ferenc Gernot Janusz Kunibert Lutz Ömer Rainer Stefan Tjark Wassil Zoran'.split()
FAMILY[:] = ('Abendroth Birnbaum Cordes Dreesen Engelhardt Faßbender Goldmann Hinrichsen Ihde Jablonski Kettler Lindqvist Mertens Nottebohm Overbeck '
             'Pfannenstiel Querfurth Rademacher Stahnke Trautwein Ufermann Vollrath Wackernagel Zeisig Çelik Novák Ferreira').split()
STREET[:] = ['Kantstraße', 'Am Wehr', 'Tannenweg', 'Alter Graben', 'Zur Schmiede', 'Kiebitzufer', 'Hohe Leite', 'Domstr.', 'Ostwall', 'Im Grund', 'Eschenhof', 'Pfarrgasse']

def grave():
    return (f'Friedhofsverwaltung\nNutzungsrecht an der Wahlgrabstätte {xAD()}\n\nNutzungsberechtigt: {N(full())}, {AD()}\nBeigesetzt wurden\n- {N(full())}, *{B()}, +{xB()}\n- {N(full())}, geb. {B()}, gest. {xB()}\n'
            f'Rechnung {xTX()} an {N(turned())}, abgebucht von {IB()}. Gläubiger {xIB()}.\nSteinmetz: {X()}, Abnahme am {xB()}.\nDie Verwaltung\n{N(family())}\n')

def doctor():
    return (f'Gesundheitsamt - Amtsärztliches Gutachten\n\nUntersucht am {xB()}: {N(full())}, {born()}, wohnt {AD()}, Vers.-Nr. {KV()}, ausgewiesen mit Ausweis {PA()}.\nAnamnese: Die Probandin berichtet, ihr Partner {N(full())} habe sie am {xB()} verlassen. '
            f'Vorbefunde von Dr. {N(family())}, {X()}. Laborauftrag {xKV()}, Probe {xRV()}, Gerät {xPA()}.\nBeurteilung nach {pick(LAW)}.\n\nDr. {N(family())}\nAmtsarzt\n')

def club():
    return (f'Niederschrift der Mitgliederversammlung vom {xB()}\nVersammlungsleiter {N(full())} eröffnet um 19.30 Uhr. Kassenwart {N(family())} berichtet, Konto {IB()} weise {xTEL()} aus. Kassenprüfer waren {N(full())} und {N(full())}.\n'
            f'In den Vorstand gewählt: 1. Vors. {N(full())}, geb. am {B()}, {AD()}; 2. Vors. {N(full())}, geb. am {B()}, {AD()}.\nDas Amtsgericht führt den Verein unter {xCT()}; Rechtsstreit {CT("AG")} ruht. Spende von {X()}.\n'
            f'{N(full())}            {N(full())}\nVersammlungsleiter        Protokollführer\n')

def pay():
    rows = '\n'.join(f'{num(5)}  {N(turned()):<28}  {B()}  {TX()}  {RV()}  {IB()}' for _ in range(4))
    return f'Lohnjournal {xB()}\nPersNr Name                      Geb.-Datum   Steuer-ID   SV-Nummer   IBAN\n{rows}\nSumme {xTEL()}  Beleg {xTX()}  {xRV()}\nErstellt: {N(family())}, Tel. {TEL()}\n'

def foster():
    return (f'Hilfeplanprotokoll\nfür: {N(given() + " " + family())} (m), geboren: {B(lo=1995)}\nTeilnehmende: Kindesmutter Frau {N(family())}, Pflegeeltern {N(family())}, ASD: {N(family())}, Schule: {X()}\n\nDer Junge lebt seit {xB()} bei Familie {N(family())} in der {AD(", ")}. '
            f'Frau {N(family())} ist unter {TEL()} oder {EM()} zu erreichen. Die Großeltern väterlicherseits, {N(full())} und {N(full())}, wünschen Umgang. Familiensache {CT("AG")}. Nächstes Gespräch {xB()}, Raum {xAD()}.\n{N(family())}, Dipl.-Soz.päd.\n')

def fine():
    return (f'{seat(chr(10))}\nBußgeldstelle\n\n{pick(["Herrn", "Frau"])}\n{N(full())}\n{AD(chr(10))}\n\nGeburtsdatum: {B()}   Kassenzeichen: {xTX()}\n\nIhnen wird vorgeworfen, am {xB()} um 11.04 Uhr in {town()}, {miss("anschrift", "B 6 km 4,2")}, als Führer des Pkw {miss("ausweis", "ER-ZT " + num(3))} 21 km/h zu schnell gefahren zu sein. '
            f'Zeuge: {N("PHM " + family()) if False else "PHM " + N(family())}, Messgerät {xPA()}. Zahlen Sie auf {miss("iban", "das bekannte Konto")}. Tatbestand nach {pick(LAW)}, Verfahren {CT("AG")}.\nIm Auftrag\n{N(family())}\n')

def letter_home():
    return (f'{town()}, am {xB(1930, 1960)}\n\nLieber Herr {N(family())}!\n\nGestern kam Ihr Brief. Meine Schwägerin {N(woman())} und ihr Mann {N(man())} sind nach {town()} gezogen, {pick(STREET)} gibt es dort nicht mehr. Neue Anschrift: {AD(", ")}. Der Bub, {born(True)}, '
            f'geht jetzt zu Lehrer {N(family())}. Grüßen Sie den alten {N(family())}. Das Buch über {miss("name", "die Königin Luise")} schicke ich mit, ebenso die Rechnung der Firma {miss("name", "Heinrich Lanz AG")}.\n\nIhr\n{N(full())}\n')

def identity():
    return (f'Verlustanzeige\nPersonalausweis\nSeriennummer {PA()}\nverloren am {xB()} in {town()}\nInhaber: {N(full().upper())}\ngeb. {B()}\nMeldeadresse: {AD()}\nHandy: {TEL()}\nMail: {EM()}\nIdNr.: {TX()}\nSozialversicherungsnummer {RV()}\nGesundheitskarte {KV()}\nVorgang {xRV()} / {xKV()} / {xPA()} / {xIB()}\naufgenommen durch {N(family())}, VAe\n')

src2 = src[src.index('# --- what happens'):]
csv = roster = gdr = typed = None
exec(src2.replace(src2[src2.index('PAPERS = ['):src2.index('\n', src2.index('PAPERS = ['))], 'PAPERS = [grave, doctor, club, pay, foster, fine, letter_home, identity]'))
