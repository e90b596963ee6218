"""GDR authorities and the years after, social and aliens' offices, mails, notes."""
def ddr(b, y0=1983, y1=1989):
    b.ddr = True; b.setup(y0, y1, 1); return b
def pkz(b, p):
    return 'PKZ ' + b.n('rentenversicherung', 'pkz', p.birth.strftime('%d%m%y') + b.c('',
        '\ue003') + ('4' if p.sex == 'm' else '5') + '%05d' % b.r.randint(10000, 99999))
def ddrpa(b): return b.n('ausweis', 'ddr', b.c('A', 'B', 'C', 'XV', 'N') + b.c('', '\ue003') + '%07d' % b.r.randint(100000, 9999999))

def wohnraum(b):
    ddr(b); p, q = b.pers(20, 60), b.official(); ks = [b.pers(1, 14, nn=p.nn) for _ in range(b.r.randint(1, 3))]
    return f'Rat {b.c("des Kreises", "der Stadt")} {b.town[0]}\nAbt. Wohnungspolitik\n{b.town[0]}, den {b.d("schreiben")}\n\n' + b.para(b.c('Zuweisung gemäß § 12 WLVO', 'Betr.: Ihre Eingabe vom ' + b.d('eingabe', 60), 'Aktennotiz Wohnraumvergabe'), f'Koll. {b.f(p)}, {b.geb(p)}, {pkz(b, p)}, whft. {b.a(p)}, beschäftigt im VEB {b.c("Porzellanwerk", "Präzisionsmechanik", "Papierfabrik")}, wird die 3-Raum-Wohnung {b.aln(b.pers())} zugewiesen. Zum Haushalt gehören ' + ', '.join(b.v(k) + ' (' + b.g(k) + ')' for k in ks) + '.', f'Der Antrag war am {b.d("antrag", 1500)} gestellt worden. Gen. {b.l(b.official())} vom FDGB und Koll. {b.l(b.official())} haben befürwortet. Bezug ab {b.future()}. Antragsnummer {b.teln()}.') + f'\n\n{b.c("Stadtrat", "Abteilungsleiter", "Mitglied des Rates")}\n{b.l(q)}'

def vpmelde(b):
    ddr(b); p = b.pers(18, 75); w = b.pers(18, 70)
    return f'VPKA {b.town[0]}\nAbt. Paß- und Meldewesen\nMeldestelle {b.ort()}          {b.d("auskunft")}\n\n' + b.c('Auskunft aus '
        'der Einwohnermeldekartei', 'Ersuchen um '
        'Anschriftenermittlung', 'Meldekarteikarte '
        '(Abschrift)') + '\n\n' + b.form([('Name', b.fl(p)), ('Geburtsname', b.P('name', 'geburtsname', b.family('de')) if p.sex == 'f' else '-'), ('Vorname', b.fv(p)), ('geb. am', b.g(p)), ('in', b.ort()), ('PKZ', pkz(b, p)[4:]), ('PA-Nr.', ddrpa(b)), ('wohnhaft', b.a(p)), ('zugezogen', b.d('zuzug', 6000)), ('Nebenwohnung', b.a(b.pers())), ('Arbeitsstelle', 'VEB ' + b.c('Kombinat Fortschritt', 'Wismut', 'Plauener Gardine')), ('Ehegatte', b.c(b.f, b.k)(w) + ', ' + b.g(w)), ('Tel.', b.ortstel())]) + f'\n\n{b.c("Ltn. d. VP", "Hptm. d. VP", "Obermeister d. VP")}\n{b.l(b.official())}'

def hausbuch(b):
    ddr(b, 1978, 1989); ps = [b.pers(3, 85) for _ in range(b.r.randint(5, 9))]
    return f'Hausbuch   {b.P("anschrift", "objekt", b.str_() + " %d, " % b.r.randint(1, 60) + b.plz(b.town) + " " + b.town[0])}\nHausbuchbeauftragte(r): {b.l(b.pers())}\n\n' + b.tab(['Name', 'Vorname', 'Geb.-Tag', 'PA-Nr.', 'eingezogen', 'verzogen nach'], [[b.fl(p), b.fv(p), b.g(p, b.c('2', '0', 'k2')), ddrpa(b), b.d('einzug', 4000), b.c('', '', b.ort(), b.a(b.pers(), ', '))] for p in ps]) + f'\n\nBesucher: {b.f(b.pers())}, {b.a(b.pers())}, {b.d("besuch")} bis {b.d("besuch")}\nkontrolliert ABV {b.l(b.official())}'

def eingabe(b):
    ddr(b); p, o = b.pers(25, 80), b.official()
    return b.f(p) + '\n' + b.a(p, '\n') + f'\n{b.d("schreiben")}\n\nAn den Rat des Kreises {b.town[0]}\nAbt. {b.c("Handel und Versorgung", "Örtliche Versorgungswirtschaft", "Innere Angelegenheiten")}\n\n' + b.para(f'Eingabe', f'Werter Genosse {b.l(o)}!', f'Seit dem {b.d("seit", 600)} warte ich auf {b.c("die Reparatur des Daches", "einen Telefonanschluß", "ein Ersatzteil für meinen Trabant")}. Die PGH {b.ort()} verweist mich an {b.firm()}, und dort sagt Koll. {b.l(b.pers())}, es gebe kein Material. Ich bin am {b.g(p)} geboren und Rentner. Auch meine Nachbarin {b.f(b.pers(sex="f"))} ({b.aln(b.pers(), False)}) ist betroffen. Telefonisch bin ich unter {b.ortstel()} bei Familie {b.l(b.pers())} zu erreichen.', 'Mit sozialistischem Gruß') + '\n' + b.c(b.f, b.i)(p) + f'\n\n[Bearbeitungsvermerk] eingeg. {b.d("eingang")}, Reg. {b.teln()}, beantw. {b.future()}, {b.l(o)}'

def ausreise(b):
    ddr(b); p = b.pers(22, 55); q = b.pers(22, 50); q.nn = p.nn; o = b.official()
    return b.para(f'Rat des Kreises {b.town[0]}, Abt. Innere Angelegenheiten, {b.d("vermerk")}',
        b.c('Aktenvermerk über ein Gespräch mit einem Antragsteller', 'Vermerk ständige Ausreise'),
            f'Der Bürger {b.c(b.k, b.f, b.u)(p)}, {b.geb(p)}, {pkz(b, p)}, Personalausweis {ddrpa(b)}, wohnhaft {b.a(p)}, erschien mit {b.c("Ehefrau", "Ehepartner")} {b.f(q)}, geb. {b.g(q)}, um 16.00 Uhr. Der Antrag vom {b.d("antrag", 400)} wird aufrechterhalten. {b.l(p)} gab an, ein Onkel, {b.f(b.pers(50, 80, sex="m"))}, lebe in {b.n("name", "ort", "Ludwigshafen")} (BRD), {b.c("Goethestr.", "Hauptstr.")} (Nr. unbek.).', f'Gegen {b.l(p)} ist ein Verfahren beim Kreisgericht anhängig ({b.n("gericht", "ddr-tgb", "Tgb.-Nr. %d/%d" % (b.r.randint(1, 900), b.year % 100))}). Info an Gen. {b.l(b.official())}, VPKA.', f'{b.l(o)}')

def kader(b):
    ddr(b); p = b.pers(22, 58)
    return f'Kaderakte    VEB {b.c("Robur", "Mikromat", "Textilwerke")} {b.n("name", "betrieb", b.c("„Hermann Matern“", "„Clara Zetkin“", "„Ernst Thälmann“", "„Wilhelm Pieck“"))}\n\n' + b.form([('Name', b.fl(p)), ('Vorname', b.fv(p)), ('geboren', b.g(p, 'm')), ('Wohnanschrift', b.a(p)), ('PKZ', pkz(b, p)[4:]), ('SV-Ausweis', b.n('rentenversicherung', 'sv-ddr', p.birth.strftime('%d%m%y') + '%06d' % b.r.randint(10**5, 10**6 - 1))), ('FDGB seit', b.d('fdgb', 5000)), ('eingestellt', b.d('eintritt', 4000))]) + '\n\n' + b.para(f'Beurteilung: Koll{"ege" if p.sex == "m" else "egin"} {b.l(p)} arbeitet in der Brigade {b.n("name", "brigade", b.c("„Juri Gagarin“", "„Anne Frank“", "„Käthe Kollwitz“", "„Adolf Hennecke“"))} und ist Träger des Titels Aktivist ({b.n("geburtsdatum", "auszeichnung", "7.10.1984")}). Meister {b.l(b.official())} schlägt {b.c("die Delegierung zum Studium", "eine Prämie von 200,- M")} vor.') + f'\n\n{b.l(b.official())}, Kaderleiter(in)'

def kontenklaerung(b):
    b.setup(1991, 2004, 1); p = b.pers(40, 64)
    return b.head('Versicherungsamt der Stadt %',
        'Landesversicherungsanstalt Sachsen\nAuskunfts- und Beratungsstelle') + '\n\n' + b.block(p) + '\n\n' + b.para(b.c('Kontenklärung',
            'Versicherungsverlauf', 'Anerkennung von Beitragszeiten im Beitrittsgebiet'), f'Versicherungsnummer {b.rv(p)}', b.gruss(p),
                f'für den Versicherten {b.k(p)}, {b.geb(p)}, liegt der SV-Ausweis (Nr. {b.n("rentenversicherung", "sv-ddr", p.birth.strftime("%d%m%y") + "%06d" % b.r.randint(10**5, 10**6 - 1))}) für die Zeit vom {b.d("zeit", 9000)} bis {b.d("zeit", 4000)} vor. Beschäftigt waren Sie bei {b.firm()}. Unter der Nr. {b.rvn(p)} wird kein Konto geführt; das Konto {b.rv()} gehört einer anderen Person.', f'Identität geprüft, PA {b.pa("pa")}. Bitte bis {b.future()} antworten.') + '\n\n' + b.sign(b.official())

def vermoegen(b):
    b.setup(1991, 2001, 1); p, e = b.pers(40, 80), b.pers(70, 95)
    return b.head('Landratsamt\nAmt zur Regelung offener Vermögensfragen',
        'ARoV %') + '\n\n' + b.block(p) + '\n\n' + b.para('Rückübertragung gem. § 3 VermG', b.gruss(p),
            f'Sie haben am {b.d("antrag", 900)} das Grundstück {b.P("anschrift", "objekt", b.str_() + " %d in " % b.r.randint(1, 60) + b.plz(b.town) + " " + b.town[0])} angemeldet. Alteigentümer war {b.f(e)}, {b.geb(e)}, enteignet am {b.d("enteignung", 14000)}; Verwalter: VEB Gebäudewirtschaft, später {b.firm()}. Die Erbfolge nach {b.l(e)} ({b.az()}) ist nachzuweisen. Verfügungsberechtigt ist {b.hf(b.pers())}, {b.a(b.pers())}, Telefon {b.tel()}.', f'Stellungnahme bis {b.future()}. Personalausweis {b.pa("pa")} lag vor.') + '\n\n' + b.sign(b.official())

def rehab(b):
    b.setup(1990, 1999, 1); p = b.pers(35, 80)
    return b.para(f'Niederschrift, {b.town[0]}, {b.d("vorsprache")}',
        f'Es erscheint {b.hf(p)}, {b.geb(p)}, {b.c("wohnhaft", "wohnh.")} {b.a(p)}, ausgewiesen durch {b.c("Personalausweis Nr.", "PA-Nr.")} {b.pa("pa")}, und beantragt die Rehabilitierung. Vom {b.d("haft", 9000)} bis {b.d("haft", 8000)} war {b.er(p)} in {b.ort()} inhaftiert. Vernehmer war ein Hauptmann {b.l(b.pers(40, 70))}, verraten habe {"ihn" if p.sex == "m" else "sie"} der Nachbar {b.f(b.pers(40, 80, sex="m"))}. Das Verfahren läuft beim Bezirksgericht ({b.az()}).', f'Rentennummer {b.rv(p)}; die Nummer {b.rvn(p)} sei von der Kasse falsch übertragen. Tel. {b.tel()}.', f'v. g. u.  {b.f(p)}', f'aufgen. {b.l(b.official())}')

STA = dict(tr='türkisch', ar='syrisch', vn='vietnamesisch', ru='russ.', ju='ungeklärt')
def auslaender(b):
    b.setup(2000, 2025); p = b.pers(18, 55, org=b.c('tr', 'ar', 'vn', 'ru', 'ju', 'ar')); o, d = b.official(), b.official()
    return b.head('Landratsamt\nAusländerbehörde', 'Stadt %\nAusländeramt',
        'Landkreis, Amt für Migration') + '\n\n' + b.para(b.c('Vermerk', 'Anhörungsprotokoll', 'Niederschrift über die Vorsprache'),
            f'Vorgesprochen hat {b.c(b.hf, b.hf)(p)}, {b.geb(p)}, StA {STA[p.org]}, {b.c("untergebracht", "gemeldet")} {b.a(p)}, mit Dolmetscher{"in" if d.sex == "f" else ""} {b.l(d)}. {b.er(p).capitalize()} legte den Reisepass {b.pa("pass") if b.year > 2010 else ddrpa(b)} vor; AZR-Nr. {b.n("rentenversicherung", "azr", "%012d" % b.r.randint(10**11, 10**12 - 1))}; Aufenthaltserlaubnis vom {b.d("ae", 900)}.', f'{b.hl(p)} arbeitet bei {b.firm()}, Krankenversicherung {b.c("KVNR", "Nr.")} {b.kv() if b.year > 2006 else b.kvn()}, SV-Nr. {b.rv(p)}. Einreise am {b.d("einreise", 4000)} über {b.ort()}. ' + (f'Konto {b.iban()}, Steuer-ID {b.sid()}. ' if b.year > 2012 else '') + f'Klage gegen den Bescheid: {b.az()}.', f'Wiedervorlage {b.future()}', b.sign(o))

def einbuerg(b):
    b.setup(2009, 2025); p = b.pers(20, 60, org=b.c('tr', 'pl', 'ar', 'vn', 'ru', 'ju')); 
    return b.c('Antrag auf Einbürgerung', 'Einbürgerungsantrag – Anlage Person') + '\n\n' + b.form([('Familienname', b.fl(p)),
        ('Vornamen', b.fv(p)), ('Geburtsdatum', b.g(p)), ('Anschrift', b.a(p)), ('E-Mail', b.mail(p)), ('Telefon', b.tel()),
            ('Pass/Ausweis Nr.', b.pa('pass') if b.year > 2010 else b.pan()), ('Steuer-IdNr.', b.sid()), ('RV-Nummer', b.rv(p)),
                ('Eheschließung am', b.d('heirat', 5000)), ('Einreise', b.d('einreise',
                    6000))]) + f'\n\nReferenz: {b.hf(b.pers())}, {b.a(b.pers())}\nStrafverfahren: {b.c("keine", b.az() + " (eingestellt)")}\n{b.d("antrag")}  {b.f(p)}\nMiete an {b.firm()}, {b.ibn()}'

def sozialbericht(b):
    b.setup(1990, 2024); m = b.pers(22, 45, sex='f'); ks = [b.pers(1, 15, org=m.org, nn=m.nn) for _ in range(2)]; v = b.pers(25, 50,
        sex='m', org=m.org)
    return b.para(f'{b.c("Sozialbericht", "Bericht der Jugendgerichtshilfe", "Hausbesuch", "Stellungnahme ASD")}   {b.d("bericht")}',
        f'Familie {b.l(m)}, {b.a(m)}, Tel. {b.tel()}',
            f'Die Kindesmutter {b.f(m)} ({b.c("*", "geb. ")}{b.g(m)}) lebt mit {b.v(ks[0])}, {b.geb(ks[0])}, und {b.v(ks[1])}, {b.geb(ks[1])}, in einer 3-Zi.-Wohnung. Der Kindesvater, Herr {b.f(v)}, {b.geb(v)}, ist am {b.d("auszug", 500)} ausgezogen, lt. {b.hl(b.pers())} nach {b.ort()}.', f'{b.v(ks[0])} besucht folgende Einrichtung: {b.sch()}; Lehrerin Frau {b.l(b.pers(28, 60, sex="f"))} berichtet von Fehltagen. Frau {b.l(m)} wirkt überlastet. Sorgerechtsverfahren {b.az()}; Hilfeplan am {b.future()}.', f'UVG-Leistung seit {b.d("uvg", 300)}' + (f' auf {b.iban()}, IdNr. des Kindes {b.sid()}.' if b.year > 2010 else f', Kassenzeichen {b.teln()}.'), f'{b.c(b.l, b.i, b.f)(b.official())}, Dipl.-Soz.päd.')

def mailthread(b):
    b.setup(2003, 2025); p, o, q = b.pers(20, 70), b.official(), b.official()
    t = f'Von: {b.c(b.f, b.k)(o)} <{b.mail(o, True)}>\nGesendet: {b.d("mail")} 09:14\nAn: {b.c(b.f, b.k)(q)} <{b.mail(q, True)}>\nCc: {b.mail(b.official(), True)}\nBetreff: WG: {b.c("Beihilfe", "Kindergeld", "Wohngeld", "Umzug")} {b.l(p)}\n\nHallo {b.v(q)},\n\nkannst du das bitte übernehmen? {b.hl(p)} hat schon zweimal angerufen. Az. ist {b.zn()}.\nLG {b.v(o)}\n\n'
    return t + f'-----Ursprüngliche Nachricht-----\nVon: {b.f(p)} [mailto:{b.mail(p)}]\nGesendet: {b.d("mail", 6)} 22:40\nAn: Buergerbuero\n\n' + b.para('Guten Tag,', f'ich heiße {b.f(p)}, bin am {b.g(p)} geboren und nun gemeldet: {b.a(p)}. ' + (f'Meine neue Bankverbindung: {b.iban()}, die alte {b.iban()} bitte löschen. Meine Steuer ID lautet {b.sid()}, ' if b.year > 2009 else '') + f'versichert unter {b.kv() if b.year > 2006 else b.rv(p)}. Im Brief vom {b.d("brief", 20)} stand {b.c(b.kvn, b.sidn, b.ibn)()}, das stimmt nicht. Bitte wenden Sie sich an {b.hl(b.pers())} von {b.firm()}.', f'Tel {b.tel()}', 'MfG') + '\n' + b.c(b.f, b.i)(p)

def notiz(b):
    b.setup(1990, 2025); p, o = b.pers(18, 80), b.official()
    q = b.c(f'Tel.-Notiz {b.d("anruf")} 10.20 h\n', f'Telefonvermerk, {b.d("anruf")}\n', f'SMS v. {b.d("sms")}:\n')
    return q + b.para(b.c(f'Anruf {b.an(p)}{b.l(p)}, Rückruf erb. {b.tel()}. Will wissen, ob Brief v. {b.d("brief", 30)} da ist. Geb.tag {b.g(p)}. Neue Anschr.: {b.a(p)}', f'{b.hf(p)} rief an. Kind nicht angemeldet ({b.inst()}). Bittet um Termin {b.future(10)}. {b.tel()}', f'{b.l(p)} sagt, {b.l(b.pers())} habe bei {b.firm()} falsche Angaben gemacht, siehe {b.az()}. Wohnt jetzt {b.aln(p)}.', f'{b.hl(p)}: Rentennr. ist {b.rv(p)}, nicht {b.rvn(p)}. Kasse: {b.kv()}. Geht in Ordnung, WV {b.future(15)}'), b.c('erl. ', 'z. d. A. ', '') + b.c(b.l, b.i)(o))

def kassenanordnung(b):
    b.setup(2010, 2025); p = b.pers(20, 75)
    return b.c('Auszahlungsanordnung', 'KASSENANORDNUNG',
        'Annahmeanordnung') + f'  HÜL {b.r.randint(1, 900)}   Haushaltsstelle {b.n("telefon", "haushaltsstelle", "0%d.%05d" % (b.r.randint(200, 900), b.r.randint(1, 99999)))}\n\n' + b.form([('Empfänger', b.c(b.k, b.f)(p)), ('Anschrift', b.a(p, ', ')), ('IBAN', b.iban()), ('Verw.-Zweck', b.c('Reisekosten ', 'Honorar VHS ', 'Aufwandsentsch. FFw ') + b.d('anlass', 60)), ('Steuer-ID', b.sid()), ('Betrag', '%d,00 EUR' % b.r.randint(20, 900)), ('Bankverb. bisher', b.ibn()), ('fällig', b.future())]) + f'\n\nsachlich und rechnerisch richtig: {b.c(b.l, b.i)(b.official())}\nAnordnungsbefugt: {b.l(b.official())}, {b.d("anordnung")}'

def rat(b):
    b.setup(1990, 2024); ps = [b.pers(28, 75, foreign=.05) for _ in range(6)]
    return f'Niederschrift über die {b.r.randint(2, 40)}. Sitzung des {b.c("Stadtrates", "Gemeinderates", "Verwaltungsausschusses")} {b.town[0]} am {b.d("sitzung")}\n\n{b.c("Anwesend", "Teilnehmer")}: Bürgermeister {b.l(ps[0])}; ' + ', '.join(b.c(b.f, b.k, b.l)(p) for p in ps[1:4]).replace(', ', '; ' if b.ch(.3) else ', ') + f'\nEntschuldigt: {b.c(b.hl, b.f)(ps[4])}\n\n' + b.para(f'TOP 3 Vergabe: Zuschlag an {b.firm()} für die Sanierung (Objekt {b.inst()}). StR {b.l(ps[1])} fragt nach dem Angebot der {b.firm()} vom {b.d("angebot", 40)}. {b.hl(ps[2])} erklärt sich für befangen.', f'TOP 4 Umbenennung der {b.str_()}: abgelehnt (7:5). Die Eingemeindung war am {b.d("gruendung", 20000)}.', f'TOP 5 Bürgerfragestunde: {b.hf(ps[5])}, {b.aln(ps[5], False)}, beschwert sich über Lärm der Gaststätte {b.ort()}. Antwort bis {b.future()}; telefonisch {b.tel()}.') + f'\n\n{b.l(ps[0])}           {b.c(b.i, b.l)(b.official())}\nBürgermeister      Protokollführer(in)'

def bewerbung(b):
    b.setup(1992, 2025); p, o = b.pers(18, 58), b.official()
    return b.f(p) + '\n' + b.a(p, '\n') + f'\n{b.c("Tel.", "Mobil", "Telefon:")} {b.tel()}' + (f'\n{b.mail(p)}' if b.year > 2000 else '') + f'\n\nStadtverwaltung {b.town[0]}\nPersonalamt\n' + (b.hf(o, True) if b.ch(.6) else 'z. Hd. ' + b.hl(o, True)) + f'\n{b.amt_addr(chr(10))}\n\n{b.d("schreiben")}\n\n' + b.para(f'Bewerbung als {b.c("Verwaltungsfachangestellte(r)", "Hausmeister", "Erzieher/in", "Friedhofsgärtner")}, Ihre Anzeige vom {b.d("anzeige", 25)}', b.gruss(o), f'hiermit bewerbe ich mich. Ich wurde am {b.g(p)} in {b.ort()} geboren, besuchte bis {b.d("schule", 6000)} die Schule ({b.sch()}) und lernte bei {b.firm()} bis {b.d("lehre", 5000)}. Referenzen erteilt {b.hf(b.pers())}.', 'Mit freundlichen Grüßen') + f'\n\n{b.f(p)}\n\nLebenslauf\n' + b.form([('Name', b.f(p)), ('geboren', b.g(p)), ('Eltern', b.P('name', 'eheleute', b.pers(45, 70, org='de', sex='m').vn) + ' und ' + b.f(b.pers(45, 70, sex='f', nn=p.nn)))])

def teilnehmer(b):
    b.setup(2001, 2025); ps = [b.pers(20, 64) for _ in range(b.r.randint(5, 10))]
    return f'Teilnehmerliste {b.c("Ersthelferkurs", "Fortbildung Meldewesen", "Brandschutz", "VHS Englisch A2")}, {b.inst()}, {b.d("kurs")}\nDozent: {b.hl(b.official())}\n\n' + b.tab(['Name', 'Dienststelle', 'E-Mail', 'Tel.', 'Unterschr.'], [[b.c(b.k, b.f, b.u)(p), b.c('Amt 32', 'Bauhof', 'Stadtkasse', 'Bibl.'), b.mail(p, b.ch(.6)), b.tel(), b.c('', 'entsch.', b.P('name', 'unterschrift', p.nn))] for p in ps]) + f'\n\nNächster Termin {b.future()}. Infos {b.web()}'

def bussgeld(b):
    b.setup(1991, 2024); p, z = b.pers(18, 75), b.official()
    return b.head('Stadt %\nOrdnungsamt – Bußgeldstelle',
        'Landratsamt\nZentrale Bußgeldstelle') + '\n\n' + b.block(p) + '\n\n' + b.para(b.c('Anhörung im Bußgeldverfahren',
            'Bußgeldbescheid', 'Zeugenfragebogen'), b.gruss(p),
                f'Ihnen ({b.geb(p)}) wird vorgeworfen, am {b.d("tat", 60)} in {b.ort()}, {b.str_()}, die zulässige Höchstgeschwindigkeit überschritten zu haben. Beweismittel: Meßgerät Nr. {b.sidn()}; Zeuge: {b.l(z)}, {b.c("Pol.-Obermeister", "Gemeindl. Vollzugsdienst")}. Nach Ihrem Einspruch ging die Sache an das AG ({b.az()}).', f'Zahlungen bis {b.future(20)} an ' + (b.iban() if b.year > 2009 else 'Stadtkasse, Kassenzeichen ' + b.teln()) + '. Ihre Unterschrift fehlt.') + '\n\n' + b.sign(b.official())

def vollmacht(b):
    b.setup(2012, 2025); p, q = b.pers(25, 88), b.pers(25, 65)
    return b.c('Vollmacht', 'VORSORGEVOLLMACHT',
        'Vollmacht zur Abholung von '
        'Ausweisdokumenten') + '\n\n' + b.para(f'Ich, {b.f(p)}, {b.geb(p)}, wohnhaft {b.a(p)}, Personalausweis-Nr. {b.pa("pa")}, bevollmächtige {b.hf(q)}, {b.geb(q)}, {b.a(q)}, {b.c("Reisepass", "Reisepass-Nr.")} {b.pa("pass")}, mich {b.c("gegenüber Behörden", "bei der Kasse und der Bank")} zu vertreten' + b.c('', f', insbesondere zum Konto {b.iban()} und gegenüber der Krankenkasse ({b.kv()})') + f'. Die {b.card()} liegt bei. Eine frühere Vollmacht vom {b.d("vollmacht", 2000)} für {b.hf(b.pers())} (Ausweis {b.pan()}) ist ungültig.') + f'\n\n{b.ort()}, {b.d("datum")}\n{b.c(b.f, b.i)(p)}\n\nUnterschrift beglaubigt: {b.l(b.official())}, Notar Urk. {b.zn()}'

DOCS = [(wohnraum, 2), (vpmelde, 2), (hausbuch, 1), (eingabe, 1), (ausreise, 1), (kader, 1), (kontenklaerung, 5), (vermoegen, 1), (rehab,
    4), (auslaender, 5), (einbuerg, 5), (sozialbericht, 2), (mailthread, 4), (notiz, 3), (kassenanordnung, 5), (rat, 1), (bewerbung, 2),
        (teilnehmer, 1), (bussgeld, 2), (vollmacht, 5)]
