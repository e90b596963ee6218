"""Courts, police, registers, mail, private papers."""
from .core import *
from .docs1 import anr, win
from .docs2 import table, bad11
DOCS = []
def doc(w=1, ymin=1985, ymax=2025):
    def f(fn): DOCS.append((fn, w, ymin, ymax)); return fn
    return f

@doc(1.2)
def urteil(s):
    k, b, ri = s.p(), s.p(), s.p()
    g, q = s.ch(("Amtsgericht", "C,C,F"), ("Landgericht", "O,O,S"), ("Verwaltungsgericht", "K,E,A"), ("Sozialgericht", "SG")); a = s.az(q)
    t = f"{a}\n\n{g} {s.home[2]}\nIm Namen des Volkes\n{s.ch('Urteil','U r t e i l')}\n\nIn dem Rechtsstreit\n\n{'des Herrn' if k.sex=='m' else 'der Frau'} {k.full()}, {k.adr('komma')},\n{'Klägers' if k.sex=='m' else 'Klägerin'},\n- Prozessbevollmächtigte: Rechtsanwälte {s.p().fam()} und {s.p().fam()}, {s.oadr()} -\n\ngegen\n\n{s.ch(f'den {s.off}, {s.oadr()}', ('Herrn ' if b.sex=='m' else 'Frau ')+b.full()+', '+b.adr('komma'))},\n\n"
    t += s.wr(f"hat das Gericht auf die mündliche Verhandlung vom {s.nd(0,'verh')} durch {'den Richter' if ri.sex=='m' else 'die Richterin'} am {g} {s.ch('Dr. ','')}{ri.fam()} für Recht erkannt: Die Klage wird abgewiesen. Tatbestand: Mit Bescheid vom {s.nd(1,'bescheid')} lehnte der Beklagte ab. Das Verfahren {s.az(q)} wurde hinzuverbunden. {'Der Kläger' if k.sex=='m' else 'Die Klägerin'}, am {k.geb('monat' if s.r.random()<.4 else None,'rede')} in {s.ch(*ORT)[2]} geboren, trägt vor, der Zeuge {s.p('m').fam()} habe den Vertrag unterschrieben.")
    return t + f"\n\n{ri.fam()}\n\nAusgefertigt\n{s.p().fam()}, Justizangestellte\nals Urkundsbeamtin der Geschäftsstelle"

@doc(1.5)
def strafanzeige(s):
    b, g, z = s.p("m", age=(16, 60)), s.p(), s.p(); pk = s.p()
    f = lambda t, q: f"{t}: {q.rev()}\n  geb.: {q.geb(lab='form')} in {s.ch(*ORT)[2]}\n  wohnh.: {q.adr()}\n" + (f"  ausgewiesen durch: Personalausweis {q.pa()}\n" if s.r.random() < .5 else "") + (f"  Tel.: {q.tel()}\n" if s.r.random() < .5 else "")
    t = f"Polizeistation {s.home[2]}\nVorgangs-Nr. {s.r.randint(100,999)}/{N('steuer-id','vorgang',bad11(s))}\n{s.ch('Strafanzeige','Anzeige wg. Diebstahl','Strafanzeige - Körperverletzung')}\nTatzeit: {s.nd(0,'tat')}, {s.r.randint(0,23):02d}.{s.r.randint(10,59)} Uhr\n\n" + f(s.ch("Beschuldigter", "Tatverdächtiger"), b) + f("Geschädigte/r", g) + "\nSachverhalt:\n"
    x = [f"Durch die Zeugin {s.p('w').full()} wurde mitgeteilt, dass {s.ch('der','d.')} Beschuldigte {b.fam()} vor der {s.sch()} randalierte.", f"{g.fr()} wurde ins Krankenhaus verbracht.", f"{b.fam()} verhielt sich unkooperativ.", f"Der Pkw gehört der {s.firm()}.", f"POK {s.p().fam()} und der Unterzeichner waren vor Ort.", f"Verfahren StA {s.home[2]} {s.az('Js')}."]
    return t + s.wr(" ".join(s.r.sample(x, 5))) + f"\n\n{pk.fam()}, {s.ch('POK','PHM','KOK')}"

@doc(1)
def unfallbericht(s):
    a, b = s.p(), s.p()
    return f"Verkehrsunfall vom {s.nd(0,'unfall')}\n01: {a.full()}, {s.ch('*','geb. ')}{a.geb(lab='unfall')}, {a.adr()}\n02: {b.full()}, {s.ch('*','geb. ')}{b.geb(lab='unfall')}, {b.adr()}\nZeuge: {s.p().full()}, Tel. {s.p().tel()}\n\n" + s.wr(f"01 befuhr die {N('anschrift','strasse',s.ch(*STR))} in Richtung Ortsmitte. In Höhe der {s.firm()} kam der Wagen von {a.fam()} ins Schleudern und stieß gegen den VW Passat von {b.fam()}. {b.fr()} klagte über Nackenschmerzen. Atemalkohol 0,0. Unfallaufnahme durch PHM {s.p().fam()}.") + f"\n\nSchadenregulierung: Versicherung, Schaden-Nr. {N('steuer-id','schaden',bad11(s))}"

@doc(1.2)
def standesamt(s):
    h, w = s.p("m", age=(20, 60)), s.p("w", age=(20, 60)); st = s.home[2]
    if s.r.random() < .5:
        t = f"Heiratsurkunde\n\nStandesamt {st} Nr. {s.r.randint(1,200)}/{s.y}\n\n" + s.wr(f"1. {h.full()}, {s.ch(*PROF)}, {s.ch('evangelisch','katholisch')}, geboren am {h.geb('monat','urkunde')} in {s.ch(*ORT)[2]}, wohnhaft in {s.ch(*ORT)[2]},") + "\nund\n" + s.wr(f"2. {w.full()}{', geborene ' + s.p('w').fam('gebname') if s.r.random() < .3 else ''}, geboren am {w.geb('monat','urkunde')} in {s.ch(*ORT)[2]},") + "\n" + s.wr(f"haben am {s.nd(0,'heirat','monat')} vor dem Standesamt die Ehe geschlossen. Trauzeugen: {s.p().full()} und {s.p().full()}.")
    else:
        d = s.p(age=(50, 99))
        t = f"Sterbeurkunde\n(Standesamt {st}, Reg.-Nr. S {s.r.randint(1,900)}/{s.y})\n\n{d.full()}\n{s.ch('geboren am','geb.')} {d.geb(lab='urkunde')} in {s.ch(*ORT)[2]}\nwohnhaft: {d.adr('komma')}\nist am {s.nd(0,'tod')} um {s.r.randint(0,23)} Uhr {s.r.randint(1,59)} Minuten in {st} verstorben.\n\n{s.ch('Verheiratet mit','Verwitwet von')} {s.p(fam=d.f,sex='w' if d.sex=='m' else 'm',org=d.o,age=(50,90)).full()}.\nAngezeigt durch {s.p().full()}, Bestatter."
    return t + f"\n\n{st}, den {s.nd(0,'urkunde')}\n{s.ch('Der Standesbeamte','Die Standesbeamtin')}\n{s.p().fam()}"

@doc(1.2, 1999)
def email_faden(s):
    a, b, c = s.p(), s.p(), s.p()
    k = s.p(age=(1, 70))
    hd = lambda x, y, z=None: f"Von: {x.full()} <{x.omail()}>\nGesendet: {s.nd(0,'mail','voll')} {s.r.randint(7,18):02d}:{s.r.randint(10,59)}\nAn: {y.rev()} <{y.omail()}>\n" + (f"Cc: {z.mail()}\n" if z else "")
    t = hd(a, b, c if s.r.random() < .4 else None) + f"Betreff: AW: {s.ch('Akte','Fall','Vorgang')} {k.fam()}\n\nHallo {b.frn() if s.r.random()<.5 else b.giv()},\n\n"
    t += s.wr(s.ch(f"{k.fr()} hat heute angerufen, Nr. {k.tel()}. Termin am {s.nd(0,'termin')}?",
        f"anbei die Daten: {k.full()}, {k.geb(lab='mail')}, {k.adr()}.",
            f"die IBAN ist jetzt da: {k.iban()}" if s.y > 2012 else f"Frau {s.p('w').fam()} weiß Bescheid.") + f" {s.ch('', 'Die KVNR lautet '+k.kv()+'.' if s.y>2006 else '')}") + f"\n\n{s.ch('VG','MfG','Viele Grüße','Gruß')}\n{a.giv() if s.r.random()<.4 else a.full()}\nTel. {s.otel()}\n\n-----Ursprüngliche Nachricht-----\n" + hd(b, a) + f"Betreff: {s.ch('Akte','WG:','')} {k.fam()}\n\nHallo,\nwer bearbeitet {k.frn()}? Hat {c.fam()} das noch?\n{b.fam()}"
    return t

@doc(.8, 2001)
def sms(s):
    p, k = s.p(), s.p(age=(6, 17))
    o = [f"{s.nd(0,'sms','voll')} 08:1{i}  {x}" for i,
        x in enumerate([f"{s.ch('hallo','Guten Morgen')} frau {s.p('w').fam()} {k.giv()} kommt heut nicht is krank",
            f"Bitte Attest. Gruß {p.fam()}", f"ok. meine neue nr {k.tel(True)}",
                f"geb von {k.giv()} ist {k.geb('jj','sms')} für die karte"])]
    return f"Auszug Diensthandy {p.tel(True)} ({p.full()})\n" + "\n".join(o)

@doc(1)
def telefonnotiz(s):
    p = s.p()
    return f"{s.ch('Telefonnotiz','Tel.-Notiz','Anruf')} {s.nd(0,'notiz')} {s.r.randint(8,16)}.{s.r.randint(10,59)} h\nAnrufer: {p.full()}\nRückruf: {p.tel()}\nfür: {s.p().fam()}\n\n" + s.wr(s.ch(f"Will wissen, ob Bescheid v. {s.nd(0,'bescheid')} raus ist. Geb. {p.geb(lab='geb')}. Kto hat sich geändert{', neu ' + p.iban() if s.y>2012 else ''}.", f"Fragt nach Akte der Mutter ({s.p('w',age=(60,90)).full()}), Heim {s.haus()}. RV-Nr. {p.rv()}.", f"Nachbar {s.p('m').fam()} verbrennt wieder Müll. Kein Name nennen!", f"Vers.Nr. {p.kv()}, Kasse {s.ch(*KK)}, ruft morgen nochmal an." if s.y > 2006 else "ruft morgen nochmal an.")) + f"\n{s.ch('aufgen.','Hz.','i.A.')} {s.p().fam()}"

@doc(.8)
def protokoll(s):
    ps = [s.p() for _ in range(s.r.randint(4, 7))]; v = ps[0]
    t = f"Niederschrift\nüber die Sitzung des {s.ch('Jugendhilfeausschusses','Gemeindevorstands','Personalrats','Bauausschusses')} am {s.nd(0,'sitzung')} im {s.haus()}\n\nAnwesend: " + ", ".join(q.full() if s.r.random() < .6 else q.fam() for q in ps[:-1]) + f"\nEntschuldigt: {ps[-1].fam()}\n\n"
    x = [f"TOP 1: {s.ch('Vors.','Bgm.','KBeig.')} {v.fam()} eröffnet die Sitzung und stellt die Beschlußfähigkeit fest." if s.y < 1999 else f"TOP 1: Vors. {v.fam()} eröffnet die Sitzung.", f"TOP 2: {ps[1].fr()} berichtet über die {s.sch()}. Auf Nachfrage von {ps[2].frn()} wird auf die Vorlage vom {s.nd(0,'vorlage')} verwiesen.", f"TOP 3: Auftragsvergabe an {s.firm()} (einstimmig, {ps[1].fam()} befangen).", f"TOP 4: Ehrung {s.p().full()} für 25 Jahre Dienst (Eintritt {s.nd(25,'eintritt')}).", f"TOP 5: Verschiedenes. {ps[2].fam()} fragt nach dem Friedhof; {v.fam()} sagt Prüfung zu."]
    return t + "\n".join(s.wr(q) for q in x) + f"\n\n{v.full()}          {s.p().full()}\nVorsitz            Schriftführung"

@doc(1.2)
def bewerbung(s):
    p = s.p(age=(18, 50)); q = s.p()
    if s.r.random() < .5:
        return f"Lebenslauf\n\nName: {p.full()}\n{s.ch('geboren','Geburtsdatum:','geb.:')} {p.geb(lab='cv')} in {s.ch(*ORT)[2]}\nAnschrift: {p.adr()}\nTelefon: {p.tel()}\n" + (f"E-Mail: {p.mail()}\n" if s.y > 2000 else "") + f"Eltern: {s.p('m',fam=p.f,org=p.o,age=(45,80)).full()}, {s.ch(*PROF)}\n\n{s.nd(12,'schule')} Einschulung {s.sch()}\n{s.nd(4,'lehre')} Lehre bei {s.firm()}\n{s.nd(1,'stelle')} Gesellenprüfung\n\n{s.home[2]}, {s.nd(0,'brief')}\n{p.full()}"
    return f"{p.full()}\n{p.block()}\nTel. {p.tel()}\n\n{s.nd(0,'brief')}\n\nBewerbung als {s.ch('Schreibkraft','Hausmeister','Sachbearbeiter im Sozialamt')}\n\n{s.ch('Sehr geehrte Damen und Herren,',anr(q))}\n\n" + s.wr(f"auf Ihre Anzeige bewerbe ich mich. Ich bin am {p.geb(lab='rede')} geboren, verheiratet und seit {s.nd(5,'seit')} bei der {s.firm()} beschäftigt. Auskunft erteilt gern mein Vorgesetzter, Herr {s.p('m').fam()}.") + f"\n\nMit freundlichem Gruß\n{p.full()}"

@doc(.9)
def zeugnis(s):
    p = s.p(age=(20, 60)); v = s.p()
    return f"{s.ch('Zeugnis','Dienstzeugnis','Arbeitszeugnis')}\n\n" + s.wr(f"{p.fr() if s.r.random()<.3 else p.herr+' '+p.full()}, geboren am {p.geb(lab='rede')} in {s.ch(*ORT)[2]}, war vom {s.nd(6,'von')} bis {s.nd(0,'bis')} als {s.ch('Angestellte','Sachbearbeiter','Erzieherin','Straßenwärter')} bei uns tätig. {p.fr()} erledigte die Aufgaben stets zu unserer vollen Zufriedenheit. Zuletzt vertrat {p.er} {s.p('w').herrn} {v.fam()} in der {s.sch()}. Wir wünschen {p.frn()} alles Gute.") + f"\n\n{s.home[2]}, den {s.nd(0,'datum')}\n\n{v.full()}\n{s.ch('Landrat','Amtsleiter','Personalamt')}"

@doc(1)
def grundbuch(s):
    ps = [s.p() for _ in range(3)]
    return f"Amtsgericht {s.home[2]}   Grundbuch von {s.ch(*ORT)[2]}   Blatt {N('gericht','blatt',str(s.r.randint(100,4000)) + '/' + '%02d' % (s.y % 100))}\nErste Abteilung\n\n" + "\n".join(f"{i}{s.ch('',' a')}  {p.full() if s.r.random()<.5 else p.rev()}, {s.ch(*PROF)}, geb. {p.geb('voll' if s.r.random()<.7 else 'monat','grundbuch')}, {p.adr('komma')}\n   Auflassung vom {s.nd(2,'auflassung')}, eingetragen am {s.nd(1,'eintrag')}.   {s.p().fam()}" for i, p in enumerate(ps[:s.r.randint(1, 3)], 1)) + f"\n\nZweite Abteilung\n1  Wohnungsrecht für {s.p(age=(60,90)).full()}; bezug auf Bewilligung vom {s.nd(1,'bewilligung')} (Notar {s.p().fam()}, UR {N('gericht','ur',str(s.r.randint(10,999)) + '/' + '%02d' % (s.y % 100))})."

@doc(.9)
def handelsregister(s):
    f = s.firm(); g, h = s.p(), s.p()
    return f"Handelsregister B des Amtsgerichts {s.home[2]}    {N('gericht','hrb','HRB ' + str(s.r.randint(100,9999)))}\n\nFirma: {f}\nSitz: {s.ch(*ORT)[2]}\nGesellschaftsvertrag vom {s.nd(10,'vertrag')}\nGeschäftsführer: {g.rev()}, {g.ort[2]}, *{g.geb('voll','stern')}\nProkura: {h.rev()}, {h.ort[2]}, {s.ch('*','geb. ')}{h.geb('voll','liste')}\nEintragung: {s.nd(0,'eintrag')}, {s.p().fam()}\nGewerbeanmeldung bei der Gemeinde: {s.nd(10,'gewerbe')}"

@doc(1)
def vollmacht(s):
    p, b = s.p(), s.p()
    return f"Vollmacht\n\n" + s.wr(f"Ich, {p.full()}, geb. am {p.geb(lab='geb')}, wohnhaft {p.adr()}, bevollmächtige hiermit {b.herrn} {b.full()}, geb. {b.geb(lab='geb')}, {b.adr()}, mich in allen Angelegenheiten gegenüber dem {s.off} zu vertreten, insbesondere meinen Reisepass abzuholen. {s.ch(('Der' if b.sex=='m' else 'Die') + ' Bevollmächtigte weist sich mit Personalausweis Nr. ' + b.pa() + ' aus', 'Ausweis-Nr. der bevollmächtigten Person: ' + b.pa())}.") + f"\n\n{s.home[2]}, {s.nd(0,'datum')}\n\n{s.ch('','gez. ')}{p.full()}"

@doc(1.2, 2010)
def rechnung(s):
    p = s.p(); f = s.firm(); d = s.p()
    return f"{f}\n{s.oadr()}\nTel. {s.otel()}\n\n{p.herrn} {p.full()}\n{p.block()}\n\nRechnung Nr. {s.y}-{s.r.randint(100,9999)}      {s.nd(0,'rechnung')}\nKunden-Nr. {N('steuer-id','kunde',bad11(s))}   Artikel {N('krankenversicherung','artikel', kvbad(s))}\nLieferung am {s.nd(0,'lieferung')}\n\n{s.r.randint(1,9)} x Pflegebett-Zubehör      {s.r.randint(20,400)},00 EUR\n\nBitte überweisen Sie auf {d.iban(de=True)} ({s.ch(*BANK)}).\nEs bediente Sie: {s.p().fam()}\nGeschäftsführer: {s.p().full()}"
def kvbad(s):
    while 1:
        v = s.ch("A", "K", "P", "Z") + str(s.r.randint(100000000, 999999999))
        if not kv_ok(v): return v

@doc(1.4, 2012)
def bankverbindung_form(s):
    p = s.p()
    L = [("Kontoinhaber", p.full()), ("Straße, PLZ, Ort", p.adr("komma")), ("IBAN", p.iban("vier")), ("Steuer-Identifikationsnummer",
        p.sid()), ("Versichertennummer", p.kv())]
    L = L[:3] + s.r.sample(L[3:], s.r.randint(0, 2)); st = s.r.randint(0, 2)
    return f"{s.ch('SEPA-Lastschriftmandat','Erklärung zur Bankverbindung','Antrag auf Wohngeld - Anlage Zahlung')}\nGläubiger-ID {N('iban','glaeubiger','DE' + '%02d' % s.r.randint(10,97) + 'ZZZ' + '%011d' % s.r.randint(10000, 99999999))}\nMandatsreferenz {N('steuer-id','mandat',bad11(s))}\n\n" + "\n".join(a + (": " if st == 0 else " " + "_" * 3 + " " if st == 1 else " ...... ") + b for a, b in L) + f"\n\n{s.home[2]}, {s.nd(0,'datum')}\nUnterschrift: {p.full()}\n\nVermerk SB {s.p().fam()}: " + s.ch(f"alte IBAN {p.iban(near=True, de=True)} fehlerhaft, Rücklauf", "erfasst", "geprüft")

@doc(1.3, 1988)
def rentenantrag(s):
    p = s.p(age=(45, 80)); e = s.p(fam=p.f, sex="w" if p.sex == "m" else "m", org=p.o, age=(45, 80))
    t = f"{s.ch('Antrag auf Altersrente','Antrag auf Kontenklärung','Antrag auf Witwenrente')} - aufgenommen vor dem Versicherungsamt\n\n" + s.wr(f"Es erscheint {p.herr} {p.full()}, {s.ch('geb.','geboren am')} {p.geb(lab='geb')}, {s.ch('ausgewiesen durch Personalausweis ' + p.pa(), 'von Person bekannt')}, wohnhaft {p.adr()}, und beantragt Rente. Versicherungsnummer: {p.rv()}. {s.ch('Ehegatte','Verstorbener Ehegatte')}: {e.full()}, Vers.-Nr. {e.rv()}, geb. {e.geb(lab='geb')}. Eheschließung am {s.nd(30,'heirat')}. Beschäftigt bei {s.firm()} vom {s.nd(30,'von')} bis {s.nd(10,'bis')}.")
    if s.y > 2010: t += "\n" + s.wr(f"Zahlung auf {p.iban()}. {s.ch('IdNr. ','Steuer-ID: ','')}{p.sid()}")
    if s.y > 2006 and s.r.random() < .6: t += f"\nKrankenkasse: {s.ch(*KK)} {p.kv()}"
    return t + f"\n\nv. g. u.\n{p.full()}\n\ngeschlossen: {s.p().fam()}, {s.nd(0,'datum')}"

@doc(1, 1990)
def pflegekinder_akte(s):
    k = s.p(age=(1, 17)); v = s.p()
    return f"Mündel{s.ch('','akte')}: {k.upfull()}\n*{k.geb(lab='stern')}\nVormund: {v.full()}\nAG {s.home[2]} {s.az('F,X,VII,VIII')}\n\n" + "\n".join(s.wr(f"{s.nd(0,'eintrag',s.ch('voll','jj'))}  {x}") for x in s.r.sample([f"HB bei Fam. {v.fam()}, {k.giv()} wirkt müde.", f"Tel. mit {s.p().frn()}, {s.sch()}: Noten schlecht.", f"Brief an leibl. Mutter ({s.p('w',age=(25,50)).full()}, {s.p().adr()})", f"{k.giv()} hat Zahnspange, Rg. an {s.firm()}", f"Entscheidung des Gerichts erhalten, {s.az('F,UF')}", f"Gespräch mit Dr. {s.p().fam()} (KJP)"], 5))

@doc(.9)
def nachruf_ehrung(s):
    p = s.p(age=(50, 85))
    return s.wr(f"Vorlage an {s.ch('Landrat','Büro LR')}: Verleihung der Ehrennadel an {p.herrn} {p.full()}") + "\n\n" + s.wr(f"{p.fr()} wurde am {p.geb('monat','rede')} in {s.ch(*ORT)[2]} geboren. Am {s.nd(40,'eintritt','monat')} trat {p.er} in die Freiwillige Feuerwehr ein, die selbst am {s.nd(90,'gruendung','monat')} gegründet wurde. {s.ch('Vorgeschlagen hat','Den Antrag stellte')} {s.p().full()}. Die Feier findet am {N('name','heilig','Martinstag')} in der {s.sch()} statt. Kollegin {s.p('w').fam()} kümmert sich um die Urkunde, {s.p('m').full()} spricht die Laudatio. {p.fam()} wohnt {p.adr()}.")

@doc(.9, 1990)
def notar_erbschein(s):
    e = s.p(age=(60, 95)); ks = [s.p(age=(30, 60), fam=e.f, org=e.o) for _ in range(s.r.randint(1, 3))]
    return f"Amtsgericht {s.home[2]} - Nachlassgericht -\n{s.az('VI,IV')}\n\nErbschein\n\n" + s.wr(f"{'Der' if e.sex=='m' else 'Die'} am {s.nd(0,'tod')} verstorbene {e.full()}{', geb. ' + s.p('w').fam('gebname') if e.sex == 'w' and s.r.random() < .6 else ''}, geboren am {e.geb(lab='rede')}, zuletzt wohnhaft {e.adr()}, ist beerbt worden von:") + "\n" + "\n".join(f"{'abc'[i]}) {k.full()}, geb. am {k.geb(lab='liste')}, {k.adr('komma')}" for i, k in enumerate(ks)) + f"\nzu je 1/{len(ks)}.\n\nTestament vom {s.nd(5,'testament')}, eröffnet {s.nd(0,'eroeffnet')}.\n{s.p().fam()}, Rechtspfleger{s.ch('','in')}"

@doc(.8, 1990)
def ordnungsamt_hund(s):
    p = s.p()
    return s.head("Ordnungsamt") + f"\nHund von {p.fam()}\n" + s.wr(f"Der Rüde \"{N('name','tier',s.ch('Rex','Hasso','Bello','Moritz','Max','Lady','Paula'))}\" (Chip {N('steuer-id','chip','2760' + str(s.r.randint(10000000000,99999999999)))}, geworfen {s.nd(3,'wurf')}) von {p.herrn} {p.full()}, {p.adr()}, biß" + (" " if s.y < 1999 else " ") + f"am {s.nd(0,'vorfall')} die Postbotin {s.p('w').full()}. Tierarzt Dr. {s.p().fam()} ({s.p().tel(False)}) bestätigt Impfung vom {s.nd(1,'impfung')}.").replace("biß", "biß" if s.y < 1999 else "biss") + f"\n\n{s.foot()}"

@doc(1, 2009)
def karten_verlust(s):
    p = s.p()
    pas = s.r.random() < .4
    return f"Verlustanzeige\n\n{p.full()}, {p.geb(lab='geb')}, {p.adr()}\n\nfolgende Gegenstände sind {s.ch('am','seit')} {s.nd(0,'verlust')} abhanden gekommen:\n- {s.ch('Reisepass','Pass') if pas else s.ch('Personalausweis','PA')}{s.ch(', Nr. ',', Seriennummer ',' ')}{p.pa(pas=pas)}\n- Versichertenkarte {s.ch(*KK)}{s.ch(', Nr. ',' ')}{p.kv()}\n- Bibliotheksausweis-Karte {N('krankenversicherung','bibliothek','B' + str(s.r.randint(100000,999999)))}\n- EC-Karte zu {p.iban(de=True)}\n- Kundenkarte {s.firm()} {N('ausweis','kundenkarte',kvbad(s))}\n\naufgenommen: {s.p().fam()}"

@doc(.9)
def schulversaeumnis(s):
    k = s.p(age=(7, 17)); m = s.p(fam=k.f, org=k.o)
    return s.head(s.ch("Staatliches Schulamt", "Schulamt", "Schulverwaltungsamt")) + "\n" + win(s,
        m) + f"\nSchulpflichtverletzung Ihres Kindes {k.full()}, geb. {k.geb(lab='geb')}\n\n{anr(m)}\n\n" + s.wr(f"die {s.sch()} teilt mit, dass {k.giv()} seit {s.nd(0,'fehlt')} unentschuldigt fehlt. Klassenlehrer: {s.p().fam()}. Letztes Gespräch mit {s.p().frn()} am {s.nd(0,'gespraech')}. Ich gebe Gelegenheit zur Äußerung bis {s.nd(0,'frist')}.") + f"\n\n{s.foot()}"
