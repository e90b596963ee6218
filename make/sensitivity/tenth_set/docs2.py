"""Hospital, school board, municipal housing company."""
def aufnahme(b):
    b.setup(2008, 2025); p, n, h = b.pers(1, 92), b.pers(), b.pers(35, 62)
    return f'{b.kh()}   Patientenaufnahme   Fall-Nr. {b.n("steuer-id", "fallnummer", "%08d" % b.r.randint(10**7, 10**8 - 1))}\n\n' + b.form([('Name, Vorname', b.k(p)), ('geb. am', b.g(p)), ('Straße, Ort', b.a(p, ', ')), ('Tel. privat', b.tel()), ('Krankenkasse', b.c('AOK PLUS', 'Barmer', 'TK', 'IKK classic', 'Knappschaft')), ('Vers.-Nr.', b.kv()), ('IK der Kasse', b.n('krankenversicherung', 'ik', '10%07d' % b.r.randint(10**6, 10**7 - 1))), ('Aufnahme', b.d('aufnahme') + ' %d:%02d' % (b.r.randint(0, 23), b.r.randint(0, 59))), ('Angehörige', b.f(n) + ', ' + b.c('Tochter', 'Sohn', 'Ehepartner', 'Nachbarin') + ', ' + b.tel()), ('Hausarzt', ('Dr. ' if b.ch(.6) else 'Dr. med. ') + b.c(b.l, b.f)(h)), ('LANR', b.n('ausweis', 'lanr', '%09d' % b.r.randint(10**8, 10**9 - 1))), ('eGK alt', b.kvn())]) + f'\n\naufgenommen durch {b.c("Sr. ", "Schwester ")}{b.P("name", "schwester", b.pers(20, 50, org="de", sex="f").vn)}'

def station(b):
    b.setup(2006, 2025); ps = [b.pers(20, 95) for _ in range(b.r.randint(6, 12))]
    return f'Belegungsliste Station {b.c("3A", "Innere II", "Chir. 1", "Geriatrie")}  Stand {b.d("stand")}  06:00\n\n' + b.tab(['Zi',
        'Patient', 'geb.', b.c('KV-Nr.', 'Versichertennr.', 'KVNR'), 'Aufn.', 'Bem.'], [['%d/%d' % (b.r.randint(1, 24), b.r.randint(1,
            3)), b.c(b.k, b.k, b.u)(p), b.g(p), b.kv() if b.ch(.8) else b.kvn(), b.d('aufnahme', 14), b.c('', 'Diab.',
                'Entl. ' + b.future(9, 'entlassung'), 'OP', 'MRSA', 'Priv. Dr. ' + b.l(b.official()))] for p in ps], b.c(None, 6),
                    'Belegungsliste') + f'\n\nMaterial: {b.c("Kanülen", "Katheter")} Art.-Nr. {b.kvn(True)}, Verband Art. {b.kvn(True)}'

def arztbrief(b):
    b.setup(1990, 2025); p, h, o, a = b.pers(30, 90), b.pers(35, 65), b.pers(35, 64), b.pers(28, 40)
    return f'{b.kh()}\nKlinik für {b.c("Innere Medizin", "Chirurgie", "Neurologie")}\nChefarzt: {b.c("Dr. med. ", "MR Dr. ", "Prof. Dr. ")}{b.f(o)}\n{b.amt_addr()}\nTel. {b.tel()}\n\n{b.c("Herrn/Frau", "An")}\nDr. med. {b.f(h)}\n{b.a(h, chr(10))}\n\n{b.d("schreiben")}\n\n' + b.para(
        f'Betr.: {b.c(b.f, b.k)(p)}, {b.geb(p)}, {b.c("wh. ", "wohnhaft ", "")}{b.a(p)}' + (f', KV-Nr. {b.kv()}' if b.year > 2006 else f', Vers.-Nr. {b.rv(p)}'), f'Sehr geehrte{"r Herr" if h.sex == "m" else " Frau"} Kolleg{"e" if h.sex == "m" else "in"} {b.l(h)},',
        f'wir berichten über {b.an(p).replace("Hr. ", "Herrn ").replace("Herr ", "Herrn ")}{b.l(p)}, {"der" if p.sex == "m" else "die"} sich vom {b.d("aufnahme", 30)} bis {b.d("entlassung", 12)} in unserer stationären Behandlung befand. Diagnosen: Morbus {b.n("name", "eponym", b.c("Parkinson", "Bechterew", "Crohn", "Basedow", "Alzheimer"))}, Z. n. Appendektomie {b.year - 20}. {b.n("name", "eponym", b.c("Babinski", "Lasègue", "Romberg"))} negativ. Röntgen vom {b.d("befund", 20)}: kein Infiltrat.',
        f'{b.c("Hr./Fr. ", "Pat. ")}{b.l(p)} wurde in gutem AZ entlassen. Kontrolle am {b.future()} erbeten.',
            'Mit kollegialen Grüßen') + f'\n\nDr. med. {b.c(b.f, b.i)(o)}      {b.f(a)}\nChefarzt              Assistenzarzt'

def krechnung(b):
    b.setup(2009, 2025); p = b.pers(25, 90)
    return b.head('Klinikum % gGmbH\nPatientenabrechnung', 'Universitätsklinikum, Zentrale Abrechnung',
        'Kreiskrankenhaus % gGmbH, '
        'Verwaltung') + '\n\n' + b.block(p) + '\n\n' + b.para(f'{b.c("Rechnung", "Zahlungserinnerung", "Zuzahlung gem. § 39 Abs. 4 SGB V")} Nr. {b.n("steuer-id", "rechnung", "%011d" % (b.r.randint(10**9, 9 * 10**9)))}', f'Patient: {b.k(p)}, {b.geb(p)}   Versichertennummer {b.kv()}', b.gruss(p), f'für Ihren Aufenthalt vom {b.d("aufnahme", 90)} bis {b.d("entlassung", 60)} sind {b.r.randint(1, 28) * 10},00 EUR zu zahlen. Bitte überweisen Sie auf IBAN {b.iban()} (die frühere Verbindung {b.ibn()} ist erloschen) bis zum {b.future()}. Unsere Steuernummer: {b.sidn()}.', f'Fragen beantwortet {b.hl(b.official())} unter {b.tel()} oder {b.mail(b.official(), True)}.')

def kostenzusage(b):
    b.setup(2010, 2024); p, o = b.pers(20, 88), b.official()
    return b.para(f'Fax an {b.firm()} – {b.tel()}',
        f'{b.c("Kostenübernahmeerklärung", "Verlängerungsanzeige", "Antrag auf Anschlussrehabilitation")} vom {b.d("antrag")}',
            f'Versicherte/r: {b.k(p)} / {b.g(p)} / {b.kv()} / RV-Nr. {b.rv(p)}',
                f'{b.hl(p)} wurde am {b.d("op", 20)} hier ({b.kh()}) operiert. Arbeitgeber: {b.firm()}. Der Kostenträger hat die Nummer {b.kvn()} bzw. {b.rvn(p)} mitgeteilt; beide sind lt. Prüfung fehlerhaft. Heimataddresse: {b.a(p)}.', f'Sozialdienst, {b.c(b.f, b.l, b.i)(o)}, Tel. {b.tel()}')

def opplan(b):
    b.setup(1995, 2024); ds = [b.pers(30, 63).nn for _ in range(4)]; ps = [b.pers(18, 88) for _ in range(b.r.randint(4,
        7))]; D = lambda: b.P('name', 'kuerzelspalte', b.c(*ds))
    return f'OP-Plan Saal {b.r.randint(1, 5)}, {b.d("op")}\n\n' + b.tab(['Zeit', 'Patient', 'Geb.', 'Eingriff', 'Operateur', 'Anästh.'],
        [['%02d:%02d' % (7 + i, b.c(15, 30, 45)), b.c(b.k, b.l)(p), b.g(p, b.c('2', '0')), b.c('Cholezystektomie', 'TEP li.', b.n('name',
            'eponym', 'Lichtenstein') + ' re.', b.n('name', 'eponym', 'Billroth') + ' II', 'ASK Knie', 'Varizen'), D(), D()] for i,
                p in enumerate(ps)]) + f'\n\nSpringer: {b.c("Sr. ", "Schw. ")}{b.P("name", "schwester", b.pers(20, 50, org="de", sex="f").vn)}   Ansprechpartner: OA Dr. {D()}, Funk 417'

def klasse(b):
    b.setup(1992, 2025); ps = [b.pers(7, 16) for _ in range(b.r.randint(7, 13))]; ps.sort(key=lambda p: p.nn); t = b.official()
    two = b.ch(.4)
    h = (['Nr', 'Name', 'Vorname'] if two else ['Nr', 'Name, Vorname']) + ['geb.', 'Straße', 'Telefon Eltern']
    return f'{b.sch()}   Klassenliste {b.r.randint(1, 10)}{b.c("a", "b", "c")}   Schuljahr {b.year}/{(b.year + 1) % 100:02d}   Klassenleiter: {b.c(b.hl, b.f)(t)}\n\n' + b.tab(h, [[str(i + 1)] + ([b.fl(p), b.fv(p)] if two else [b.k(p)]) + [b.g(p), b.a(p, ', '), b.tel() if b.ch(.85) else '-'] for i, p in enumerate(ps)], b.c(None, 6), 'Klassenliste') + f'\n\nStand: {b.d("stand")}   Wandertag {b.future(60, "termin")}, Ziel {b.ort()}'

def stammblatt(b):
    b.setup(1993, 2025); p = b.pers(6, 18); m, f = b.pers(28, 50, sex='f', org=p.org), b.pers(30, 55, sex='m', org=p.org); f.nn = p.nn
    return f'Schülerstammblatt\n{b.sch()}, {b.amt_addr()}\n\n' + b.form([('Familienname', b.fl(p)), ('Rufname', b.fv(p)),
        ('Geburtstag/-ort', b.g(p) + ', ' + b.ort()), ('Anschrift', b.a(p)), ('Staatsangeh.', b.c('deutsch', 'dt.', 'ungeklärt')),
            ('Einschulung', b.d('einschulung', 3000)), ('Mutter', b.c(b.f, b.k)(m)), ('dienstl.', b.tel()), ('Vater', b.c(b.f, b.k)(f)),
                ('mobil', b.tel()), ('Krankenkasse', b.kv() if b.year > 2005 else 'AOK'), ('Notfall', b.c('Oma ',
                    'Tante ') + b.f(b.pers(50, 75,
                        sex='f')) + ' ' + b.tel())]) + f'\n\nSorgerecht: {b.c("beide Eltern", "Mutter allein, Beschluß AG " + b.az())}\nAbgang am {b.d("abgang", 5)}'

def zeugnis(b):
    b.setup(1985, 2025); p, k, s = b.pers(9, 19), b.official(), b.official()
    return f'{b.sch()}\n\n{b.c("Halbjahreszeugnis", "Jahreszeugnis", "ABGANGSZEUGNIS", "Zeugnis über den Realschulabschluss")}\n\n' + b.para(f'{b.f(p)}, {b.c("geboren am", "geb. am", "geb.")} {b.g(p, "m" if b.ch(.5) else "0")} in {p.place[0]}, hat vom {b.d("zeit", 900)} bis {b.d("zeit", 30)} die Klasse {b.r.randint(4, 10)} besucht.', f'{b.v(p)} {b.c("ist ein ruhiges und fleißiges Kind", "arbeitete interessiert mit, war aber leicht ablenkbar", "muß sich im mündlichen Bereich steigern")}.') + '\n\nDeutsch 2   Mathematik 3   Musik 1   Sport 2\nVersäumte Tage: %d, davon unentschuldigt: %d\nVersetzungskonferenz: %s\n\n%s, %s\n%s                 %s\nSchulleiter(in)        Klassenlehrer(in)' % (b.r.randint(0, 30), b.r.randint(0, 3), b.d('konferenz', 12), b.town[0], b.d('zeugnis'), b.c(b.l, b.i)(s), b.c(b.l, b.f)(k))

def schulunfall(b):
    b.setup(1998, 2025); p, l, z, e = b.pers(6, 18), b.official(), b.pers(7, 17), b.pers(30, 50)
    e.nn = p.nn
    return f'UNFALLANZEIGE für Kinder in Tagesbetreuung, Schüler, Studierende\n\n' + b.form([('1 Einrichtung', b.inst()), ('2 Träger',
        'Stadt ' + b.town[0]), ('3 Unternehmensnr.', b.sidn()), ('5 Name, Vorname', b.k(p)), ('6 Geburtsdatum', b.g(p)), ('7 Anschrift',
            b.a(p, ', ')), ('10 ges. Vertreter', b.f(e) + ', ' + b.tel()), ('12 Krankenkasse',
                'AOK, ' + (b.kv() if b.year > 2006 else 'über ' + b.rv(e))), ('14 Unfallzeitpunkt', b.d('unfall',
                    6) + ', 10:%d Uhr' % b.r.randint(10,
                        59))]) + '\n\n' + b.para(f'17 Hergang: {b.v(p)} lief in der Hofpause gegen {b.v(z)} {b.l(z)} und stürzte auf die Bordkante. Erste Hilfe leistete {b.hl(l)}. Dr. {b.l(b.official())} ({b.kh()}) nähte die Wunde.', f'Datum {b.d("anzeige")}   Leiter: {b.c(b.l, b.i)(b.official())}')

def elternabend(b):
    b.setup(1992, 2025); ps = [b.pers(28, 50) for _ in range(5)]; t = b.official()
    return f'Protokoll {b.c("Elternabend", "Elternversammlung", "Schulkonferenz")} Kl. {b.r.randint(1, 10)} am {b.d("sitzung")}, {b.sch()}\nanwesend: ' + ', '.join(b.c(b.an(p) + b.l(p), b.f(p), b.i(p)) for p in ps) + '; ' + b.hl(t) + ' (Klassenleitung)\n\n' + b.para(f'TOP 1: Wahl der Elternvertreter. Vorgeschlagen {b.hl(ps[0])} und {b.hl(ps[1])}. {b.hl(ps[0])} erhält 14 Stimmen, erreichbar unter {b.tel()}' + (f' oder {b.mail(ps[0])}.' if b.year > 2001 else '.'), f'TOP 2: Klassenfahrt nach {b.ort()} am {b.future(200, "fahrt")}, Unterkunft Jugendherberge, Kosten 185.- ' + (f'auf das Konto von {b.hl(ps[2])}, {b.iban()}' if b.year > 2013 else 'in bar') + f'. {b.hl(ps[3])} fährt mit.', f'TOP 3: Sonstiges. Lektüre „Emil und die Detektive“ wird über {b.firm()} bestellt; Bestell-Nr. {b.kvn(True)}.', f'Prot.: {b.c(b.l, b.i)(ps[4])}')

def schulpflicht(b):
    b.setup(1994, 2024); k = b.pers(10, 17); e = b.pers(30, 55, org=k.org); e.nn = k.nn; o = b.official()
    return b.head('Staatliches Schulamt %',
        'Landratsamt, Ordnungsamt') + '\n\n' + b.block(e) + '\n\n' + b.para('Anhörung wegen Verletzung der Schulpflicht', b.gruss(e),
            f'Ihr Kind {b.v(k)} {b.l(k)}, {b.geb(k)}, ist nach Mitteilung der Schule ({b.sch()}) an {b.r.randint(5, 40)} Tagen dem Unterricht unentschuldigt ferngeblieben, zuletzt am {b.d("fehltag", 15)}. {b.c("Eine Vorsprache am", "Der Termin vom")} {b.d("termin", 30)} bei {b.hl(b.official())} blieb ergebnislos. {b.c("Ein Verfahren beim Amtsgericht ist anhängig", "Auf das Urteil wird verwiesen")} ({b.az()}).', f'Äußern Sie sich bis {b.future(21)}. Bußgeldkonto: {b.iban() if b.year > 2009 else b.teln()}.') + '\n\n' + b.sign(o)

def mietvertrag(b):
    b.setup(1991, 2024); p = b.pers(22, 75); q = b.pers(20, 70, org=p.org); g = b.official()
    return b.c('Mietvertrag', 'Dauernutzungsvertrag',
        'MIETVERTRAG über Wohnraum') + f' Nr. {b.teln()}\n\n' + b.para(f'zwischen der {b.c("Städtischen Wohnungsgesellschaft mbH " + b.town[0], "Wohnungsgenossenschaft " + b.town[0] + " eG")}, {b.amt_addr()}, vertreten durch {b.hf(g)}, und', f'1. {b.f(p)}, {b.geb(p)}, bisher {b.a(p)}', f'2. {b.f(q)}, {b.geb(q)}, Tel. {b.tel()}', f'Vermietet wird ab {b.future()} die Wohnung {b.str_()}, 2. OG links, 58,4 m². ' + (f'Lastschrift von IBAN {b.iban()}. Ausweise lagen vor: PA {b.pa("pa")} und PA {b.pa("pa") if b.ch(.7) else b.pan()}.' if b.year > 2011 else f'Ausgewiesen durch PA Nr. {b.pa("pa")} bzw. Pass {b.pan()}.'), f'Die Kaution beträgt 3 Monatsmieten. Schlüsselnummer {b.teln()}, Zählernummer {b.n("steuer-id", "zaehler", "%08d" % b.r.randint(10**7, 10**8 - 1))}. Wärme liefert {b.firm()}.') + f'\n\n{b.town[0]}, {b.d("vertrag")}\n\n{b.c(b.l, b.i)(g)}          {b.f(p)}     {b.i(q)}'

def mieterliste(b):
    b.setup(1991, 2024); ps = [b.pers(22, 88) for _ in range(b.r.randint(6, 11))]; i = b.year > 2013
    return f'Mieterliste Objekt {b.P("anschrift", "objekt", b.str_() + " " + str(b.r.randint(1, 40)) + ", " + b.plz(b.town) + " " + b.town[0])}   Stand {b.d("stand")}   Hausmeister: {b.hl(b.pers())}, {b.tel()}\n\n' + b.tab(['WE', 'Mieter', 'Einzug', 'geb.', 'Tel.'] + (['IBAN'] if i else []), [['%02d' % (k + 1), b.c(b.l, b.k, b.u)(p), b.d('einzug', 5000), b.g(p), b.tel()] + ([b.iban() if b.ch(.8) else b.ibn()] if i else []) for k, p in enumerate(ps)], b.c(None, 5)) + f'\nLeerstand: WE 12, Übergabe {b.future()} an {b.firm()}'

def mahnung(b):
    b.setup(2010, 2025); p = b.pers(22, 70)
    return b.head('Wohnungsbaugesellschaft % mbH', 'Stadtbau % GmbH') + '\n\n' + b.block(p) + '\n\n' + b.para(b.c('Mahnung',
        'Letzte Mahnung vor fristloser Kündigung', 'Androhung der Räumungsklage'), b.gruss(p),
            f'Ihr Mietkonto weist zum {b.d("stand", 10)} einen Rückstand von {b.r.randint(200, 3000)},{b.r.randint(10, 99)} EUR auf. Die Lastschrift von {b.iban()} wurde zurückgegeben. Zahlen Sie bis {b.future(20)} auf unser Konto {b.iban()}. Die auf Ihrem Überweisungsträger angegebene IBAN {b.ibn()} gibt es nicht.', f'Die Räumungsklage ({b.az()}) wird sonst weiterbetrieben. {b.hl(p)}, bitte rufen Sie uns an: {b.tel()}.') + '\n\n' + b.c('gez. ', 'i. V. ') + b.c(b.l, b.i)(b.official())

DOCS = [(aufnahme, 3), (station, 3), (arztbrief, 2), (krechnung, 4), (kostenzusage, 5), (opplan, 1), (klasse, 1), (stammblatt, 2),
    (zeugnis, 2), (schulunfall, 3), (elternabend, 2), (schulpflicht, 2), (mietvertrag, 3), (mieterliste, 1), (mahnung, 4)]
