#!/usr/bin/env python3
"""A portion of a register of marriages from the words of "Elektronische Personenstandsregister", 3.2: the contents are
those of 3.2.2, the names, the namespaces, attributes, dates and codes are those of an invented vendor. The
Verfügungsnummern lie in a file of their own. Seed as second argument: other numbers and dates."""
import random
import sys

from material import pdf, write

rnd = random.Random(sys.argv[2] if len(sys.argv) > 2 else "1")
office, year = str(rnd.randrange(100000, 999999)), rnd.randrange(1925, 1940)
stem = f"{office}-E-{year}"
names = ["Abendroth", "Çelik", "Dvořák", "Eßlinger", "Feußner", "Grünwald", "Hülsmann", "Iversen"]
files = {}


def certificate(name, text):
    files[name + ".xml"] = ('<?xml version="1.0" encoding="UTF-8"?>\n<xp:Urkunde xmlns:xp="urn:verfahren-nord:xpsr-archiv:3">'
                            f'<xp:Wortlaut>{text}</xp:Wortlaut></xp:Urkunde>\n')
    files[name + ".pdf"] = pdf(name)


def half(kind, name, signer, day):
    return (f'      <n:{kind}>\n        <n:Signatur durch="{signer}" am="{day:02d}.06.{year}"/>\n'
            f'        <n:Datei art="xml" name="{name}.xml" ursprung="2.{rnd.randrange(1, 5)}"/>\n'
            f'        <n:Datei art="pdf" name="{name}.pdf"/>\n      </n:{kind}>\n')


entries, orders, count = "", "Eintrag;Verfügung\r\n", rnd.randrange(4, 8)
for number in range(1, count + 1):
    man, woman = rnd.sample(names, 2)
    parts = ""
    for follow in range(1 + number % 2):
        name = f"{stem}-{number}-U{follow}"
        certificate(name, f"Nr. {number}/{year}: Ehe {man} und {woman}, Beurkundung {follow + 1}")
        parts += half("Urkundlich", name, "S. Petersen", 1 + number)
    if number % 3 == 0:
        name = f"{stem}-{number}-H0"
        certificate(name, f"Nr. {number}/{year}: Hinweis zur Ehe {man} und {woman}")
        parts += half("Hinweis", name, "B. Ohlsen", 2 + number)
    entries += (f'    <n:Fall lfd="{number}">\n      <n:Suche feld="Ehemann">{man}</n:Suche><n:Suche feld="Ehefrau">{woman}</n:Suche>\n'
                f'{parts}    </n:Fall>\n')
    orders += f"{number};VF-{year}/{number:03d}\r\n"

files["verfuegungen.csv"] = orders.encode("cp1252")
files[f"{stem}-Abschluss.pdf"] = pdf("Abschlussvermerk " + stem)
files["xpsr-archiv-3-dokumentation.pdf"] = pdf("Dokumentation des Schemas")
files["xpsr-archiv-3.xsd"] = ('<?xml version="1.0" encoding="UTF-8"?>\n<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema" '
                              'targetNamespace="urn:verfahren-nord:xpsr-archiv:3" elementFormDefault="qualified">'
                              '<xs:element name="Urkunde"><xs:complexType><xs:sequence><xs:element name="Wortlaut" type="xs:string"/>'
                              '</xs:sequence></xs:complexType></xs:element></xs:schema>\n')
files[stem + ".xml"] = f'''<?xml version="1.0" encoding="UTF-8"?>
<n:Aussonderung xmlns:n="urn:verfahren-nord:aussonderung:7" xmlns:k="urn:verfahren-nord:kopf:7" erstellt="2026-10-{rnd.randrange(10, 29)}">
  <k:Amt schluessel="{office}"><k:Bezeichnung>Standesamt Nordhafen</k:Bezeichnung></k:Amt>
  <k:Stelle rolle="halter" anschrift="Kaistraße 2, 24999 Nordhafen">Rechenzentrum Küste</k:Stelle>
  <k:Stelle rolle="person" anschrift="aussonderung@nordhafen.example">T. Lorenzen</k:Stelle>
  <k:Archive><k:Archiv>Stadtarchiv Nordhafen</k:Archiv><k:Archiv>Landesarchiv Küstenland</k:Archiv></k:Archive>
  <k:Register jahr="{year}" art="02" herkunft="E"/>
  <k:Abschluss am="05.01.{year + 1}" anzahl="{count}">{stem}-Abschluss.pdf</k:Abschluss>
  <k:Verfahren programm="Nordregister" stand="7.3"/>
  <k:Umfang>{len(files) + 1}</k:Umfang>
  <k:Schema version="3.0" datei="xpsr-archiv-3.xsd" erlaeuterung="xpsr-archiv-3-dokumentation.pdf"/>
  <n:Faelle>
{entries}  </n:Faelle>
</n:Aussonderung>
'''
write(files)
print(office)
