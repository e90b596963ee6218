"""Lists of numbers (returned debits, data exchange), and the foot of an office's sheet."""
def ruecklaeufer(b):
    b.setup(2013, 2025); n = b.r.randint(7, 14)
    return f'Stadtkasse {b.town[0]}   {b.c("Rücklastschriften", "Rückläuferliste SEPA", "Abgewiesene Zahlungen")}   Lauf vom {b.d("lauf")}   Sachb. {b.c(b.l, b.i)(b.official())}\n\n' + b.tab(['Kassenz.', 'IBAN', 'Zahlungspfl.', 'Grund', 'gebucht'], [[b.teln(), b.iban() if b.ch(.68) else b.ibn(), b.c(b.l, b.k)(b.pers()) if b.ch(.4) else b.firm(), b.c('AC01', 'AC04', 'MD06', 'AM04', 'Konto erloschen'), b.d('buchung', 9, '0')] for _ in range(n)], b.c(None, 7), 'Rückläufer') + f'\n\nNeue Mandate anfordern bis {b.future(20)}.'

def elstam(b):
    b.setup(2011, 2025); n = b.r.randint(6, 13)
    return f'{b.c("Abgleich Identifikationsnummern", "ELStAM Änderungsliste", "Kontrollmitteilung BZSt")}   {b.inst()}   {b.d("stand")}\n\n' + b.tab([b.c('IdNr.', 'Steuer-IdNr.', 'Identifikationsnr.', 'ID-Nr'), 'Geb.-Dat.', 'StKl', 'Kinder', 'gültig ab', 'Hinweis'], [[b.sid() if b.ch(.7) else b.sidn(), b.g(b.pers(18, 64), b.gstyle), b.c('1', '2', '3', '4', '5'), b.c('0', '0,5', '1,0'), b.d('gueltig', 60, '0'), b.c('', 'Prüfz. falsch?', 'Nebenarb.', 'bei ' + b.firm())] for _ in range(n)], b.c(None, 6)) + f'\n\nLohnstelle: {b.hl(b.official())}, Inventar PC {b.sidn()}'

def kvmeldung(b):
    b.setup(2007, 2025); n = b.r.randint(7, 14)
    return f'{b.c("Fehlerprotokoll Datenträgeraustausch § 301", "Abrechnungsliste Pflegekasse", "Kassenwechsler")}   {b.kh()}   {b.d("lauf")}\n\n' + b.tab(['Fall', b.c('KVNR', 'Versichertennr.', 'KV-Nummer'), 'Name', 'Aufnahme', 'Artikel/Hilfsmittel'], [[str(b.r.randint(10**5, 10**6)), b.kv() if b.ch(.68) else b.kvn(), b.c(b.l, b.k)(b.pers(5, 92)) if b.ch(.45) else '(storniert)', b.d('aufnahme', 80, '0'), b.c('', b.kvn(True), 'Rollator ' + b.kvn(True), b.n('name', 'eponym', b.c('Redon', 'Kirschner', 'Foley', 'Steinmann')) + '-Mat.')] for _ in range(n)], b.c(None, 7), 'Forts.') + f'\n\nbearb.: {b.i(b.official())}'

def rvliste(b):
    b.setup(1991, 2024); n = b.r.randint(6, 13)
    return f'{b.c("Meldung zur Sozialversicherung – Rückmeldeliste", "Liste der ausgegebenen SV-Ausweise", "DEÜV-Fehlerliste")}   {b.firm()}   {b.d("lauf")}\n\n' + b.tab([b.c('VSNR', 'Versicherungsnummer', 'SV-Nummer', 'RV-Nr.'), 'Beschäftigte(r)', 'Beginn', 'Grund'], [(lambda p: [b.rv(p) if b.ch(.68) else b.rvn(p), b.c(b.k, b.u)(p) if b.ch(.5) else '', b.d('beginn', 900, b.c('0', '2')), b.c('10', '30', '50', 'neu', 'Nr. ungültig')])(b.pers(17, 64)) for _ in range(n)], b.c(None, 6), 'Blatt') + f'\n\n{b.c("Lohnbüro", "Personalstelle")}: {b.l(b.official())}, {b.tel()}'

def passregister(b):
    b.setup(2011, 2025); n = b.r.randint(6, 12)
    return f'Stadt {b.town[0]}, Bürgerbüro – {b.c("Ausgabeliste Ausweise/Pässe", "Passregister, Tagesliste", "Eingegangene Dokumente der Bundesdruckerei", "Sachfahndung: ungültige Dokumente")}   {b.d("liste")}\n\n' + b.tab([b.c('Ausweis-Nr.', 'Personalausweis/Pass', 'Dokumentennummer', 'Seriennummer', 'Reisepass-/PA-Nr.'), 'Inhaber', 'geb.', 'ausgestellt', 'Bem.'], [(lambda p: [b.pa() if b.ch(.7) else b.pan(), b.c(b.k, b.k, b.l)(p) if b.ch(.5) else 'entw.', b.g(p, b.gstyle), b.d('ausstellung', 60, '0'), b.c('', 'abgeholt ' + b.d('abholung', 6), 'Brief zurück')])(b.pers(16, 85)) for _ in range(n)], b.c(None, 6), 'Ausgabeliste') + f'\n\n{b.c("geprüft", "Hz.")} {b.l(b.official())}'

def erstattung(b):
    b.setup(2011, 2025); p = b.pers(25, 90); o = b.official()
    return b.para(f'Prüfvermerk {b.c("Beihilfestelle", "Wohngeldstelle", "Sozialamt")} {b.town[0]}, {b.d("vermerk")}',
        f'Zum Antrag {b.zn()} liegen folgende Daten vor: IBAN {b.iban()} (Auszahlung), IBAN {b.iban()} (Miete an {b.firm()}), IdNr. {b.sid()}, Versicherungsnummer der Rentenversicherung {b.rv()}, {b.c("KVNR", "Krankenversichertennummer")} {b.kv()}, {b.c("Personalausweis", "Ausweis-Nr.")} {b.pa("pa")}.', f'Nicht verwertbar: IBAN {b.ibn()}, IdNr. {b.sidn()}, RV-Nr. {b.rvn()}, KVNR {b.kvn()}, Ausweis-Nr. {b.pan()}. {b.c("Antragsteller", "Betrifft")}: {b.c(b.f, b.k)(p)}, {b.geb(p)}. Nachfrage bei: {b.inst()}. WV {b.future()}.', f'{b.c(b.l, b.i)(o)}')

DOCS = [(ruecklaeufer, 10), (elstam, 8), (kvmeldung, 9), (rvliste, 9), (passregister, 11), (erstattung, 16)]

def foot(b):
    """lines at the foot of an office's paper: only near misses"""
    r = b.r; t = b.town
    pool = [lambda: 'Postanschrift: ' + b.n('anschrift', 'postfach', 'Postfach %d %02d %02d, %s %s' % (r.randint(10, 99) // 10 * 10,
        r.randint(1, 99), r.randint(1, 99), b.plz(t), t[0])),
        lambda: 'Großempfänger: ' + b.n('anschrift', 'plz-ort', b.plz(t) + ' ' + t[0]),
        lambda: 'Lage: ' + b.n('anschrift', 'flurstueck', 'Gemarkung %s, Flurstück %d/%d' % (t[0], r.randint(10, 1900), r.randint(1, 40))),
        lambda: b.c('Haltestelle ', 'Anfahrt über ', 'Parkplatz: ') + b.n('anschrift', 'ohne-nummer', b.c('Am Bahnhof', 'Untermarkt',
            'Poststraße', 'Wiesenweg') + ', ' + t[0]),
        lambda: 'Vordruck ' + b.n('telefon', 'vordruck', '%04d/%05d' % (r.randint(100, 999), r.randint(1000,
            99999))) + ', Fassung vom ' + b.n('geburtsdatum', 'fassung', '1.%d.%d' % (r.randint(1, 12), b.year - 2)),
        lambda: 'Bestell-Nr. ' + b.n('telefon', 'bestell', '%d-%d' % (r.randint(1000, 9999), r.randint(10000,
            999999))) + ' ' + b.c('Verlag ', 'Druck: ') + b.firm(),
        lambda: b.c('Zweigstelle ', 'Nebenstelle ') + b.ort() + ' im Haus ' + b.inst(),
        lambda: b.c('Geschlossen am ', 'Brückentag: ') + b.future(60, 'schliesstag'),
        lambda: 'Rechtsstand ' + b.d('rechtsstand', 2000) + ', Satzung vom ' + b.d('satzung', 3000) + b.c('', ' (' + b.n('gericht',
            'gesetz', 'ABl. Nr. %d/%02d' % (r.randint(1, 52), (b.year - 1) % 100)) + ')')]
    if b.year > 2002: pool += [lambda: 'Internet: ' + b.web(), lambda: b.c('Folgen Sie uns: ', 'Facebook ') + b.n('e-mail', 'handle',
        '@stadt_' + b.asc(t[0]).split('(')[0].split('-')[0]), lambda: 'Ablage: ' + b.n('e-mail', 'pfad',
            'K:/amt32/' + b.asc(t[0])[:5] + '/vorlage_%d.doc' % r.randint(1, 90))]
    if b.year < 2014 and b.year > 1991: pool += [lambda: 'Bankverbindung: Sparkasse, Kto. ' + b.n('iban', 'altkonto',
        '%d' % r.randint(10**9, 10**10 - 1)) + ' BLZ ' + b.n('iban', 'blz', b.c('870 520 00', '85050300', '120 300 00'))]
    pool += [lambda: 'Kopie an ' + b.zn(), lambda: b.c('Vgl. Vorgang ', 'siehe auch ') + b.zn() + ' und ' + b.zn()]
    r.shuffle(pool)
    return '\n'.join(f() for f in pool[:r.randint(2, 5)])
