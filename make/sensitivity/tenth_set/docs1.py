"""Town hall: registration, registry office, cemetery, housing benefit."""
def meldebescheinigung(b):
    b.setup(1994, 2024); p = b.pers(18, 85); w = b.pers(18, 60, nn=p.nn, org=p.org)
    return '\n\n'.join([b.head('Stadtverwaltung %\nEinwohnermeldeamt', 'Bürgerbüro der Stadt %', 'Gemeinde %, Meldebehörde'),
        b.c('Meldebescheinigung', 'Erweiterte Meldebescheinigung', 'AUFENTHALTSBESCHEINIGUNG'),
        b.form([('Familienname', b.fl(p)), ('Vornamen', b.fv(p)), ('Tag und Ort der Geburt', b.g(p) + ' in ' + p.place[0]), ('Einzug am',
            b.d('einzug', 4000)), ('Anschrift', b.a(p)), ('Familienstand', b.c('ledig', 'verh. seit ' + b.d('heirat', 9000), 'gesch.',
                'verw.')), (b.c('Personalausweis-Nr.', 'Ausweisdokument (PA)', 'Dokumentennummer Ausweis'), b.pa('pa')),
                    ('Steuer-Identifikationsnr.' if b.year > 2008 else 'Gebührenmarke', b.sid() if b.year > 2008 else b.sidn())]),
        b.para(f'Es wird bescheinigt, dass {b.hl(p)} hier mit alleiniger Wohnung gemeldet ist. Verwaltungsgebühr {b.c("5,00", "8,00", "10,00")} entrichtet, {b.beleg()}.'), b.sign(b.official())])

def auskunft(b):
    b.setup(1991, 2023); p, q = b.pers(25, 80), b.pers()
    return b.head('Stadt %\n- Einwohnermeldeamt -', 'Bürgeramt %') + '\n\n' + b.c(b.firm() + '\n' + b.a(q, '\n'),
        b.block(q)) + '\n\n' + b.para(
        b.c('Einfache Melderegisterauskunft', 'Auskunft aus dem Melderegister gem. § 32 SächsMG', 'Ihre Anfrage vom ' + b.d('anfrage',
            40)), 'Sehr geehrte Damen und Herren,',
        f'zu der von Ihnen angefragten Person {b.f(p)}, {b.geb(p)}, teilen wir mit: {b.c("Die gesuchte Person ist gemeldet:", "Derzeitige Anschrift:", "Letzte bekannte Anschrift:")} {b.a(p)}. Der Zuzug erfolgte am {b.d("zuzug", 5000)} aus {b.ort()}.',
        b.c(f'{b.hl(p)} ist am {b.d("tod", 300)} nach unbekannt abgemeldet worden.',
            f'Weitere Daten dürfen ohne Nachweis des berechtigten Interesses nicht übermittelt werden.',
                f'Ein Titel des Amtsgerichts ({b.az()}) lag der Anfrage bei.'),
        f'Die Gebühr überweisen Sie bitte unter Angabe des Kassenzeichens {b.teln()}' + (f' auf das Konto {b.iban()}.' if b.year > 2010 else '.')) + '\n\n' + b.sign(b.official())

def passantrag(b):
    b.setup(2012, 2025); p, o = b.pers(16, 80), b.official(); q = b.c('pass', 'pa')
    return b.c('Antrag auf Ausstellung eines ',
        'ANTRAG - ') + ('Reisepasses' if q == 'pass' else 'Personalausweises') + f'\nStadt {b.town[0]}, Bürgerbüro        Antrag vom {b.d("antrag")}\n\n' + b.form([
        ('Name', b.fl(p)), ('Geburtsname', b.c('./.', '—', '')), ('Vorname(n)', b.fv(p)), ('geboren am', b.g(p)), ('Geburtsort',
            p.place[0]), ('Größe', '%d cm' % b.r.randint(152, 196)), ('Wohnanschrift', b.a(p)), ('Telefon (freiw.)', b.tel()),
        ('Bisheriger Ausweis-Nr.', b.pa('pa')), ('gültig bis', b.d('ablauf', 300)), ('Vorl. Reisepass Nr.' , b.pan()),
            ('Neue Seriennummer', b.pa(q, False))]) + '\n\n' + b.para(
        f'Identität durch {b.c("alten Ausweis", "Führerschein", "pers. Bekanntschaft")} festgestellt. {b.card()} wurde nicht anerkannt. Ausgehändigt am {b.future()} an {b.hl(p)}.') + '\n' + b.c('aufgenommen: ', 'Sachb.: ', 'Hz. ') + b.c(b.l, b.i)(o)

def verlust(b):
    b.setup(2011, 2025); p = b.pers(16, 80)
    return b.para(f'Verlustanzeige {b.c("Personalausweis", "Ausweisdokumente", "PA / Reisepass")}',
        f'Am {b.d("vorsprache")} erscheint {b.hf(p)}, {b.geb(p)}, wohnhaft {b.a(p)}, und erklärt:',
        f'Mir ist am {b.d("verlust", 20)} {b.c("vermutlich im Bus", "auf dem Wochenmarkt", "beim Einkauf in der " + b.str_(), "im Freibad")} die Geldbörse abhanden gekommen. Darin befanden sich der Personalausweis Nr. {b.pa("pa")}, eine {b.c("EC-Karte", "Girocard")} zum Konto {b.iban()} sowie die {b.card()}. Die Krankenkassenkarte {b.c("(Vers.-Nr. ", "(KVNR ")}{b.kv()}) ist ebenfalls weg.',
        f'Den Reisepaß {b.pa("pass")} besitze ich noch. Sperrung beim Dienstleister erfolgte unter {b.c("Sperrkennwort Tanne", "Sperrkennwort Apfelbaum")}. Rückruf: {b.tel()}') + '\n\n' + f'v. g. u.\n{b.f(p)}\n\n{b.c("aufgenommen", "geschlossen")}: {b.l(b.official())}, {b.c("Verw.-Ang.", "VfA", "Stadtobersekretärin")}'

def wohngeld(b):
    b.setup(2008, 2025); p = b.pers(22, 80); ks = [b.pers(1, 17, org=p.org, nn=p.nn) for _ in range(b.r.randint(0, 3))]; v = b.pers()
    t = b.head('Stadt %\nWohngeldbehörde',
        'Landratsamt\nWohngeldstelle') + '\n\n' + b.block(p) + '\n\n' + b.para(b.c('Bescheid über Wohngeld (Mietzuschuss)',
            'Wohngeldbescheid', 'Ablehnung Ihres Wohngeldantrages'), b.gruss(p),
        f'auf Ihren Antrag vom {b.d("antrag", 90)} wird Wohngeld in Höhe von monatlich {b.r.randint(60, 480)},00 EUR für die Zeit ab {b.future()} bewilligt. Vermieter ist {b.c(b.hf(v), "die " + b.firm())}. Die Auszahlung erfolgt auf das Konto IBAN {b.iban()}.')
    if ks: t += '\n\nHaushaltsmitglieder:\n' + b.tab(['Name', 'Vorname', 'geb.', 'IdNr.'], [[b.fl(x), b.fv(x), b.g(x),
        b.sid()] for x in [p] + ks])
    else: t += '\n' + b.c('Steuerliche IdNr. ', 'Identifikationsnummer: ', 'ID-Nr.: ') + b.sid() + ', Rentenvers.-Nr. ' + b.rv(p)
    return t + '\n\n' + b.para(f'Die im Antrag genannte Nummer {b.sidn()} ist unzutreffend, ebenso die Bankverbindung {b.ibn()}; bitte prüfen.') + '\n\n' + b.sign(b.official())

def friedhof(b):
    b.setup(1990, 2023); v, n = b.pers(60, 95), b.pers(30, 75); nn = v.nn if b.ch(.6) else n.nn; n.nn = nn
    return b.head('Stadt %\nFriedhofsverwaltung', 'Friedhofsamt %',
        'Ev.-Luth. Kirchspiel %\nFriedhofsverwaltung') + '\n\n' + b.block(n) + '\n\n' + b.para(b.c('Nutzungsrecht an der Grabstätte ',
            'Ablauf der Ruhezeit, Grab ') + f'Abt. {b.c("A", "C", "IV")} Reihe {b.r.randint(1, 30)} Nr. {b.r.randint(1, 40)}', b.gruss(n),
        f'in der o. g. Grabstätte auf dem {b.fh()} ruht seit dem {b.d("bestattung", 9000)} {b.f(v)} ({b.c("geb.", "*", "geboren am")} {b.g(v)}, {b.c("gest.", "†", "verst. am")} {b.d("tod", 9300)}). Das Nutzungsrecht endet am {b.future(300)}.',
        f'{b.c("Die Einebnung übernimmt", "Den Grabstein hat", "Die Pflege hatte bisher")} {b.firm()} {b.c("übernommen", "zugesagt")}. Rückfragen: {b.tel()}.' + (f' Die Gebühr von {b.r.randint(180, 1400)},00 € buchen wir von {b.iban()} ab.' if b.year > 2013 else '')) + '\n\n' + b.sign(b.official())

def bestattungen(b):
    b.setup(1985, 2020); ps = [b.pers(48, 97, foreign=.03) for _ in range(b.r.randint(5, 11))]
    return f'Bestattungsbuch {b.year}   {b.fh()}\n\n' + b.tab(['lfd.', 'Name des Verstorbenen', 'geb.', 'gest.', 'beigesetzt', 'Grab',
        'Bestatter'],
        [[str(i + 1), b.k(p), b.g(p, '0'), b.d('tod', 60, '0'), b.d('bestattung', 30, '0'), '%s/%d' % (b.c(*'ABCDE'), b.r.randint(1, 90)),
            b.firm()] for i, p in enumerate(ps)], b.c(None, 5), 'Bestattungsbuch (Forts.)')

def geburt(b):
    b.setup(1985, 2022); k, m, f = b.pers(.01, .1), b.pers(20, 40, sex='f'), b.pers(22, 45, sex='m'); k.nn = f.nn
    return b.para(f'{b.c("Abschrift aus dem Geburtenbuch", "Beglaubigte Abschrift", "GEBURTSURKUNDE")}  Nr. {b.r.randint(1, 900)}/{b.year}', f'Standesamt {b.town[0]}, den {b.d("eintrag")}.',
        f'{b.f(m)}, {b.gn()}, {b.c("Verkäuferin", "Krankenschwester", "ohne Beruf", "Lehrerin")}, geboren am {b.g(m)} in {b.ort()}, wohnhaft in {b.a(m)}, Ehefrau des {b.c("Schlossers", "Elektromonteurs", "Angestellten", "Kraftfahrers")} {b.f(f)}, hat am {b.g(k, "m")} um {b.r.randint(0, 23)} Uhr {b.r.randint(1, 59)} Minuten ein Kind {b.c("männlichen", "weiblichen")} Geschlechts geboren. Das Kind erhielt den Vornamen {b.v(k)}.',
        f'Eingetragen auf schriftliche Anzeige {b.c("des Kreiskrankenhauses", "der Frauenklinik", "der Hebamme " + b.f(b.pers(30, 60, sex="f")))}. Die Eltern haben am {b.d("heirat", 3000)} geheiratet (Heiratsbuch Nr. {b.teln()}).') + '\n\nDer Standesbeamte\n' + b.c('gez. ', '') + b.l(b.official())

def ehe(b):
    b.setup(1985, 2022); m, f, z, y = b.pers(20, 50, sex='m'), b.pers(19, 48, sex='f'), b.pers(), b.pers()
    return f'Heiratseintrag Nr. {b.r.randint(1, 300)}\n{b.town[0]}, den {b.d("heirat")}\n\n' + b.para('Vor dem unterzeichnenden '
        'Standesbeamten erschienen heute zum Zwecke der Eheschließung:',
        f'1. der {b.c("Dreher", "Bäckermeister", "Polizeibeamte", "Dipl.-Ing.")} {b.f(m)}, {b.c("ledig", "geschieden")}, {b.c("geboren am", "geb.")} {b.g(m)} in {b.town[0]}, Geburtsregister Nr. {b.teln()}, wohnhaft {b.a(m)};',
        f'2. die {b.c("Friseurin", "Sachbearbeiterin", "Zahnarzthelferin")} {b.f(f)}, geboren am {b.g(f)}, wohnhaft {b.c("ebenda", b.a(f))}, ausgewiesen durch Personalausweis Nr. {b.pa("pa") if b.year > 1990 else b.n("ausweis", "ddr/alt", "B %07d" % b.r.randint(1, 9999999))}.',
        f'Trauzeugen: {b.k(z)}, {b.geb(z)}, und {b.f(y)}, {b.r.randint(20, 60)} Jahre alt. Die Ehegatten führen den Namen {b.l(m)}.',
            f'Folgebeurkundung: Ehe aufgelöst durch Urteil des Amtsgerichts vom {b.d("urteil")} ({b.az()}).' if b.ch(.4) else '') + '\n\n' + b.f(m) + '\n' + b.f(f) + f', {b.gn()}\n' + b.sign(b.official())

def sterbe(b):
    b.setup(1985, 2024); p, w = b.pers(40, 97), b.pers(40, 90)
    return f'{b.c("Sterbefallanzeige", "STERBEURKUNDE", "Todesbescheinigung – nichtvertraulicher Teil")}\nStandesamt {b.town[0]} Reg.-Nr. S {b.r.randint(1, 900)}/{b.year}\n\n' + b.form([('Familienname', b.fl(p)), ('Vorname', b.fv(p)), ('Geburtstag', b.g(p)), ('letzte Wohnung', b.a(p)), ('verstorben am', b.d('tod', 6)), ('Ort', b.kh()), ('Ehegatte', b.f(w)), ('Bestatter', b.firm()), ('Krankenkasse/KVNR' if b.year > 2005 else 'Rentenversicherungs-Nr.', b.kv() if b.year > 2005 else b.rv(p)), ('Rentennr. (lt. Angeh.)', b.rvn(p))]) + '\n\n' + b.para(
        f'Der Sterbefall wurde angezeigt von {b.hf(w)}, wohnh. {b.c(b.aln(w), b.a(w))}. Ausweis des Verstorbenen (Nr. {b.pa("pa")}) eingezogen.') + '\n' + b.sign(b.official())

def gewerbe(b):
    b.setup(1990, 2024); p = b.pers(22, 65)
    return b.c('Gewerbe-Anmeldung', 'GEWERBEANMELDUNG nach § 14 GewO',
        'Gewerbe-Abmeldung') + f'        Gemeindekennzahl {b.r.randint(10**7, 10**8 - 1)}\n\n' + b.form([('1 Im Handelsregister '
        'eingetr. Name', b.firm()), ('2 Ort/Nr. des '
        'Registereintrags', b.zn()), ('3 '
        'Familienname', b.fl(p)), ('4 '
        'Vornamen', b.fv(p)), ('5 '
        'Geburtsdatum', b.g(p)), ('6 '
        'Geburtsort', p.place[0]), ('7 Anschrift der '
        'Wohnung', b.a(p)), ('Tel.', b.tel()), ('8 '
        'Betriebsstätte', b.amt_addr()), ('9 '
        'Tätigkeit', b.c('Imbiß', 'Handel mit '
        'Textilien', 'Hausmeisterdienste', 'Reparatur von '
        'Fahrrädern', 'Kosmetik')), ('10 '
        'Beginn', b.d('beginn')), ('11 '
        'Ausweis', 'PA ' + b.pa('pa')), ('12 Steuernr.', b.sidn())]) + f'\n\n{b.town[0]}, {b.d("datum")}\n' + b.f(p)

def hunde(b):
    b.setup(2014, 2024); ps = [b.pers(20, 80) for _ in range(b.r.randint(5, 10))]
    return f'Stadtkasse {b.town[0]} – Hundesteuer {b.year} – SEPA-Einzug zum {b.future()}\nGläubiger-ID {b.n("iban", "glaeubiger", "DE%02dZZZ%011d" % (b.r.randint(10, 98), b.r.randint(10**5, 10**9)))}\n\n' + b.tab(['Halter', 'Anschrift', 'Hund', 'Marke', 'IBAN', 'EUR'], [[b.k(p), b.a(p, ', '), b.c('Rex (Schäferh.)', 'Mischl.', 'Dackel', 'Bella, Labrador', 'Terrier'), str(b.r.randint(100, 2999)), b.iban() if b.ch(.8) else b.ibn(), b.c('60,00', '72,00', '48,00')] for p in ps], b.c(None, 4)) + f'\nsachlich richtig: {b.l(b.official())}'

def jubilare(b):
    b.setup(1993, 2018); ps = [b.pers(70, 98, foreign=.04) for _ in range(b.r.randint(5, 9))]
    return f'Altersjubilare – Amtsblatt {b.town[0]}, Redaktionsschluss {b.d("red")}\n{b.c("Der Bürgermeister gratuliert herzlich", "Wir gratulieren zum Geburtstag")}\n\n' + '\n'.join(b.c(b.an(p) + b.f(p) + ', ' + b.aln(p, False) + ', geb. ' + b.g(p), b.g(p) + '  ' + b.k(p) + '  zum %d.' % (b.year - p.birth.year)) for p in ps) + f'\n\nGoldene Hochzeit feierten am {b.d("heirat", 40)} die Eheleute ' + (lambda x: b.P('name', 'eheleute', x.vn) + ' und ' + b.f(b.pers(70, 80, nn=x.nn, org="de", sex="f")))(b.pers(70, 80, org='de', sex='m')) + f'. Der Förderverein {b.inst()} besteht seit dem {b.d("gruendung", 30000)}.'

def wahlhelfer(b):
    b.setup(1994, 2024); ps = [b.pers(18, 70) for _ in range(b.r.randint(5, 9))]
    iban = b.year > 2012
    return f'Wahlvorstände {b.c("Bundestagswahl", "Kommunalwahl", "Landtagswahl")} {b.year}\nWahlbezirk {b.r.randint(1, 40)} – Wahllokal: {b.inst()}\n\n' + b.tab(['Fkt.', 'Name, Vorname', 'Geb.-Datum', 'Anschrift', 'Telefon'] + (['Konto f. Erfrischungsgeld'] if iban else []), [[b.c('WV', 'stv. WV', 'SF', 'Beis.'), b.k(p), b.g(p), b.a(p, ', '), b.tel()] + ([b.iban()] if iban else []) for p in ps]) + f'\n\nSchulung am {b.future(40)} im Rathaus, Zi. {b.r.randint(1, 40)}. Rückmeldung an {b.hl(b.official())}, ' + (b.mail(b.official(), True) if b.year > 2000 else 'App. 214')

DOCS = [(meldebescheinigung, 3), (auskunft, 2), (passantrag, 4), (verlust, 3), (wohngeld, 4), (friedhof, 2), (bestattungen, 1), (geburt,
    2), (ehe, 2), (sterbe, 3), (gewerbe, 2), (hunde, 2), (jubilare, 1), (wahlhelfer, 1)]
