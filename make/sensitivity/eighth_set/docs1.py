"""Letters, decisions, notes of the offices."""
from .core import *
DOCS = []
def doc(w=1, ymin=1985, ymax=2025):
    def f(fn): DOCS.append((fn, w, ymin, ymax)); return fn
    return f
def anr(p): return f"Sehr geehrte{'r Herr' if p.sex == 'm' else ' Frau'} {p.fam()},"
def win(s, p):
    r = s.r.random()
    if r < .5: return f"{p.herrn}\n{p.full()}\n{p.block(gap=s.r.random()<.25)}\n"
    if r < .75: return f"{p.herrn} {p.full()}\n{p.block()}\n"
    return f"{p.full()} · {p.adr('komma')}\n"

@doc(2)
def sozialhilfe_bescheid(s):
    p = s.p(); k = s.p(age=(2, 16), fam=p.f, org=p.o); h = s.head(s.ch("Sozialamt", "Fachdienst Soziales", "50 - Sozialamt"))
    g = "SGB XII" if s.y > 2004 else "BSHG"
    b = f"Bescheid über die Gewährung von {s.ch('Hilfe zum Lebensunterhalt','laufender Hilfe', 'Grundsicherung' if s.y > 2004 else 'Hilfe in besonderen Lebenslagen')} nach dem {g}\nfür Sie{s.ch('',' und Ihr Kind '+k.giv())}\n\n{anr(p)}\n\n"
    b += s.wr(f"auf Ihren Antrag vom {s.nd(0,'antrag')} wird Ihnen für die Zeit ab {s.nd(0,'beginn')} Hilfe in Höhe von monatlich {s.r.randint(200,900)},{s.r.randint(10,99)} {'Euro' if s.y>2001 else 'DM'} bewilligt. Zum Haushalt gehört {k.giv()}, geb. {k.geb(lab='geb')}. "
        f"Die Miete wird unmittelbar an den Vermieter, {s.ch(s.firm(), s.p().full())}, gezahlt. Eine Änderung Ihrer Verhältnisse ist unverzüglich mitzuteilen.") + "\n"
    if s.y > 2010: b += "\n" + s.wr(f"Die Überweisung erfolgt auf Ihr Konto {p.iban()} bei der {s.ch(*BANK)}.") + "\n"
    b += s.wr(f"\nGegen diesen Bescheid kann innerhalb eines Monats Widerspruch bei dem {s.off}, {s.oadr()}, erhoben werden.") + "\n\n"
    return h + "\n" + win(s, p) + "\n" + b + s.foot()

@doc(2)
def vermerk(s):
    p, q, v = s.p(), s.p(), s.p()
    t = f"{s.ch('Vermerk','V e r m e r k','Aktenvermerk','Gesprächsvermerk')}{s.ch('',' vom '+s.nd(0,'vermerk'))}\n{s.ch('Az.: '+s.oaz(),'Betr.: '+p.rev(), 'Fall '+p.fam())}\n\n"
    x = [f"Heute sprach {p.fr()} (geb. {p.geb(lab='geb')}, wohnh. {p.adr()}) in Begleitung {'ihres' if p.sex=='w' else 'seines'} Betreuers, {s.ch('Herrn ','Hr. ')}{s.p('m').fam()}, vor.",
         f"Tel. Rücksprache mit {q.frn()} vom {s.ch('Jugendamt','Versorgungsamt','Arbeitsamt','Gesundheitsamt')} ({q.tel(False)}).",
         f"{p.er.capitalize()} gab an, seit {s.nd(1,'seit')} keine Leistungen mehr erhalten zu haben. Der Vermieter, {v.fr()}, habe mit Kündigung gedroht.",
         f"Das Verfahren beim Amtsgericht {s.home[2]} ({s.az('C,F,XVII,M,Ds')}) ist noch anhängig.",
             f"Die Unterlagen der Firma {s.firm()} liegen noch nicht vor.",
         f"{p.fr()} ist unter {p.tel()} erreichbar.",
             f"Nach Auskunft des Meldeamtes ist {p.fr()} am {s.nd(1,'zuzug')} aus {s.ch(*ORT)[2]} zugezogen.",
                 f"Kollege {s.p('m').fam()} hatte den Fall bis Ende {s.y-1}."]
    s.r.shuffle(x)
    t += s.wr(" ".join(x[:s.r.randint(3, 6)])) + f"\n\n2. Wv. {s.nd(0,'wv')}\n3. z.d.A.\n\n{s.ch('','gez. ','i.A. ')}{s.p().fam()}"
    return t

@doc(1.5, 1987)
def anhoerung_owi(s):
    p = s.p(); z = s.p()
    ps = f"Name, Vorname: {p.rev()}\nGeburtsdatum, -ort: {p.geb(lab='form')}, {s.ch(*ORT)[2]}\nAnschrift: {p.adr()}\n" if s.r.random() < .5 else f"{p.herrn} {p.full()}, *{p.geb(lab='stern')}\n{p.block()}\n"
    return s.head(s.ch("Ordnungsamt", "Bußgeldstelle",
        "Straßenverkehrsamt")) + f"\nAnhörung im Bußgeldverfahren\n\n{ps}\n" + s.wr(f"Ihnen wird zur Last gelegt, am {s.nd(0,'tat')} um {s.r.randint(6,22)}:{s.r.randint(10,59)} Uhr in {s.home[2]}, {N('anschrift','strasse',s.ch(*STR))}, als Führer des Pkw {s.ch('KB','HR','ESW','HEF')}-{s.ch('A','MK','XY')} {s.r.randint(10,999)} {s.ch('die zulässige Höchstgeschwindigkeit überschritten','im absoluten Haltverbot geparkt','das Rotlicht mißachtet' if s.y<1999 else 'das Rotlicht missachtet')} zu haben. Zeuge: {s.ch('POM ','PHK ','Verw.-Ang. ')}{z.fam()}. Kassenzeichen {s.r.randint(100000,999999)}.") + f"\n\n{s.foot()}"

@doc(1.5)
def bauamt(s):
    p, a, n = s.p(), s.p(), s.p()
    t = s.head(s.ch("Bauamt", "Bauaufsicht", "Untere Bauaufsichtsbehörde"))
    t += f"\nBauvorhaben: {s.ch('Neubau eines Einfamilienhauses','Errichtung einer Garage','Umbau Scheune zu Wohnungen','Dachgaube')}\nBaugrundstück: {s.home[2]}, Flur {s.r.randint(1,30)}, Flurstück {s.r.randint(1,300)}/{s.r.randint(1,40)}\nBauherr{p.In if p.sex=='w' else ''}: {p.full()}, {p.adr()}\nEntwurfsverfasser: {s.ch('Dipl.-Ing. ','Architekt ','')}{a.full()}, {a.adr()}{s.ch('',', Tel. '+a.tel(False))}\nEingang: {s.nd(0,'eingang')}\n\n"
    x = [f"Der Nachbar, {n.fr()}, hat mit Schreiben vom {s.nd(0,'schreiben')} Einwendungen erhoben.",
        f"Die Baugenehmigung vom {s.nd(2,'genehmigung')} ist erloschen.", f"Statik: {s.firm()}.",
            f"Der Abstand zum Grundstück {n.fam()} beträgt nur 2,40 m.",
                f"Der Ortstermin mit {p.frn()} findet am {s.nd(0,'termin')} statt.", f"Die Klage ({s.az('K,K,L')}) wurde zurückgenommen."]
    s.r.shuffle(x)
    return t + s.wr(" ".join(x[:4])) + "\n\n" + s.foot()

@doc(1.5)
def jugendhilfe_bericht(s):
    m = s.p("w", age=(22, 45)); ks = [s.p(age=(1, 17), fam=m.f, org=m.o) for _ in range(s.r.randint(1, 4))]; v = s.p("m", age=(25,
        50)); w = s.p()
    t = f"{s.off} · Jugendamt · ASD\n\n{s.ch('Sozialbericht','Bericht des Allgemeinen Sozialen Dienstes','Stellungnahme gem. § 50 KJHG')}\n{s.ch('in der Familiensache ' + s.az('F,F,X,VIII'), 'zum Hilfeplan vom ' + s.nd(0,'plan'))}\n\n"
    t += f"Mutter: {m.full()}{' geb. ' + s.p('w').fam('gebname') if s.r.random()<.25 else ''}{', geb. ' if s.r.random()<.6 else ', '}{m.geb(lab='liste')}, {m.adr()}\nVater:  {v.full()}, {v.geb(lab='liste')}, {s.ch('Aufenthalt unbekannt',v.adr())}\n"
    t += "Kinder: " + "\n        ".join(f"{k.giv()}, {s.ch('* ','geb. ','')}{k.geb(lab='kind')}" for k in ks) + "\n\n"
    k = ks[0]; l = ks[-1]
    x = [f"{k.giv()} besucht die {s.sch()} und ist dort nach Angaben der Klassenlehrerin {w.fr() if w.sex=='w' else s.p('w').fr()} häufig unentschuldigt.", f"Frau {m.fam()} wurde am {s.nd(0,'besuch')} zu Hause aufgesucht.",
         f"Herr {v.fam()} verbüßt seit {s.nd(1,'haft')} eine Freiheitsstrafe.", f"Die Wohnung war sauber, {l.giv()} schlief.",
             f"Die Großmutter, Frau {s.p('w', age=(55,80)).full()}, betreut die Kinder nachmittags.",
                 f"Die Ehe wurde am {s.nd(2,'scheidung')} geschieden.",
         f"{k.giv()} wünscht sich, wieder bei {'der Mutter' if s.r.random()<.5 else 'dem Vater'} zu wohnen.",
             f"Eine Unterbringung im {s.haus()} wird befürwortet."]
    s.r.shuffle(x)
    return t + s.wr(" ".join(x[:6])) + f"\n\n{s.home[2]}, {s.nd(0,'bericht')}\n{s.sb.full() if hasattr(s,'sb') else s.p().full()}, {s.ch('Dipl.-Soz.päd.','Sozialarbeiterin','Bezirkssozialarbeiter')}"

@doc(1.2)
def unterhalt(s):
    v = s.p("m", age=(22, 55)); k = s.p(age=(1, 15)); m = s.p("w", age=(20, 45), fam=k.f)
    x = f"Unterhaltsvorschuss für das Kind {k.full()}, geboren am {k.geb(lab='geboren')}" if s.y > 1998 else f"Unterhaltsvorschuß für das Kind {k.full()}, geb. am {k.geb(lab='geb')}"
    t = s.head("Jugendamt - Unterhaltsvorschusskasse") + "\n" + win(s, v) + f"\n{x}\n\n{anr(v)}\n\n"
    t += s.wr(f"für Ihr Kind {k.giv()} werden seit dem {s.nd(1,'beginn')} Leistungen nach dem UVG gezahlt. Die Vaterschaft haben Sie am {s.nd(3,'anerk')} anerkannt (Urkunde UR-Nr. {s.r.randint(10,900)}/{s.y-3}). Bitte zahlen Sie künftig nicht an {m.frn()}, sondern auf das unten genannte Konto der Kreiskasse. Das Amtsgericht hat unter {s.az('F,FH')} festgesetzt.")
    if s.y > 2010: t += f"\n\nKreiskasse: IBAN {m.iban(de=True)}"
    else: t += f"\n\nKreiskasse: Kto. {N('iban','konto',str(s.r.randint(10000000,999999999)))}, BLZ {N('iban','blz','520 503 53')}"
    return t + "\n\n" + s.foot()

@doc(1.5)
def auslaender_vermerk(s):
    p = s.p(org=s.ch("tr", "ar", "vn", "su", "ru")); e = s.p("w" if p.sex == "m" else "m", org=p.o, fam=p.f)
    t = f"Ausländerbehörde\nAusl.-Akte {s.r.randint(1000,99999)}\n\n{p.upfull() if s.r.random()<.4 else p.rev()}, {p.geb(lab=s.ch('geb','liste'))}, StA: {s.ch('türkisch','libanesisch','vietnamesisch','serbisch','syrisch','ukrainisch')}\n"
    if s.r.random() < .8: t += f"{s.ch('Reisepass' if s.y>1998 else 'Reisepaß','Nationalpass Nr.' if s.y>1998 else 'Nationalpaß Nr.','Pass-Nr.' if s.y>1998 else 'Paß-Nr.')}{s.ch(': ',' ')}{p.pa(pas=True)}, gültig bis {N('geburtsdatum','gueltig',dfmt(datetime.date(s.y+s.r.randint(1,5),3,12),'voll'))}\n"
    x = [f"Einreise am {s.nd(3,'einreise')} über {s.ch('Frankfurt/M.','Görlitz','Passau')}.",
        f"Aufenthaltserlaubnis befristet bis {s.nd(-1,'befristet')}.",
            f"Ehegatte: {e.full()}, {s.ch('geb. ','*')}{e.geb(lab='ehe')}, Eheschließung {s.nd(4,'heirat')} in {s.ch('Izmir','Beirut','Hanoi','Novi Sad','Kassel')}.",
         f"Asylantrag abgelehnt mit Bescheid des BAFl vom {s.nd(1,'bescheid')}; Klage VG {s.ch('Kassel','Gießen','Minden')} {s.az('A,A,K')}.", f"{p.fr()} wohnt {p.adr()}.", f"AZR-Nr. {N('steuer-id','azr','%012d'%s.r.randint(100000000000,999999999999))}.", f"Prozessbevollmächtigter: RA {s.p().full()}, {s.oadr()}, Tel. {s.otel()}, Fax {s.otel(True)}."]
    s.r.shuffle(x)
    return t + "\n" + "\n".join(s.wr(s.ch("- ", "") + q) for q in x[:5]) + f"\n\n{s.nd(0,'vermerk')}  {s.p().fam()}"

@doc(1.3, 1990)
def asyl_anhoerung(s):
    p = s.p(org=s.ch("ar", "tr", "vn", "su")); d = s.p(org=p.o); e = s.p()
    c = s.p(age=(0, 10), org=p.o, fam=p.f)
    t = f"Niederschrift über die Anhörung\nnach § 25 AsylVfG\n\nAntragsteller{p.In}: {p.up()}, {p.giv()}\ngeb. am: {p.geb(lab='form')}\nDolmetscher: {d.full()}\nEinzelentscheider: {e.fam()}\n\n"
    qa = [("Wann haben Sie Ihr Heimatland verlassen?", f"Am {s.nd(1,'ausreise')}, mit dem Lkw."), ("Haben Sie Personalpapiere?",
        s.ch("Nein, der Schlepper hat den Pass behalten.", f"Ja, meinen Reisepass, Nr. {p.pa(pas=True)}.")), ("Wie heißen Ihre Eltern?",
            f"Mein Vater heißt {s.p('m',age=(45,80),org=p.o,fam=p.f).full()}, meine Mutter {s.p('w',age=(45,80),org=p.o).full()}."),
          ("Wo wohnten Sie zuletzt?", "In einem Dorf bei der Kreisstadt, eine Straße mit Namen gab es dort nicht."), ("Haben Sie Kinder?",
              f"Ja, {c.giv()}, geboren am {c.geb(lab='rede')}."), ("Wer hat Sie bedroht?",
                  f"Ein Mann namens {s.p('m',org=p.o).fam()}, er war Kommandant."), ("Wann war das?",
                      f"Das war am {s.nd(2,'ereignis')} oder einen Tag später.")]
    s.r.shuffle(qa)
    return t + "\n".join(s.wr(f"Frage: {a}\nAntwort: {b}") for a,
        b in qa[:6]) + f"\n\nDie Niederschrift wurde rückübersetzt.\n{s.home[2]}, {s.nd(0,'datum')}\n\n{p.full()}          {e.fam()}"

@doc(1.2)
def meldeauskunft(s):
    p = s.p()
    L = lambda a, b: a + (" " if form == 2 else "." * (24 - len(a)) + " " if form == 1 else ": ") + b
    form = s.r.randint(0, 1)
    fam = [L("Familienname", p.fam("feld")), L("Geburtsname", s.ch("--", s.p().fam("feld")) if p.sex == "w" else "--"), L("Vorname(n)",
        p.giv("feld")), L("Tag der Geburt", p.geb(lab="feld")), L("Geburtsort", s.ch(*ORT)[2]), L("Anschrift", p.adr("komma")),
            L("Einzug", s.nd(3, "einzug")), L("Familienstand", s.ch("LD", "VH seit " + s.nd(8, "heirat"), "GS"))]
    if s.r.random() < .5: fam.append(L("Personalausweis", p.pa() + ", ausgestellt " + s.nd(2, "ausgest")))
    if s.r.random() < .4 and s.y > 2008: fam.append(L("Identifikationsnummer", p.sid()))
    if s.r.random() < .3: fam.append(L("Ausweis-Nr.", p.pa(near=True) + " (lt. System Prüfziffer fehlerhaft)"))
    return f"{s.ch('Stadt','Gemeinde','Magistrat der Stadt')} {s.home[2]} - {s.ch('Einwohnermeldeamt','Bürgerbüro','Meldebehörde')}\n{s.ch('Erweiterte Melderegisterauskunft','Auskunft aus dem Melderegister','Meldebescheinigung')}\n\n" + "\n".join(fam) + f"\n\n{s.home[2]}, {s.nd(0,'datum')}\nGebühr {s.r.randint(5,15)},00\n{s.ch('','i.A. ')}{s.p().fam()}"

@doc(1)
def einwohneranfrage(s):
    p = s.p()
    return s.head("Kreiskasse - "
        "Vollstreckung") + f"\nAn das Einwohnermeldeamt {s.ch(*ORT)[2]}\n\nAnfrage: {p.rev()}, geb. {p.geb(lab='geb')}, zuletzt {p.adr()}\n\n" + s.wr(f"Ich bitte um Mitteilung der derzeitigen Anschrift. Forderung wegen {s.ch('Abfallgebühren','Bußgeld','Unterhalt')}, Titel AG {s.ch(*ORT)[2]} vom {s.nd(1,'titel')}, {s.az('C,B,M,FH,OWi')}.").replace("  ", " ") + f"\n\n{s.foot()}\n\n--- Antwort ---\n" + s.ch(f"verzogen am {s.nd(0,'wegzug')} nach {p.adr()}", f"verstorben am {s.nd(0,'tod')}", "nach unbekannt abgemeldet", f"gemeldet wie angegeben, {s.nd(0,'stand')}, {s.p().fam()}")

@doc(1, 1990)
def widerspruch_buerger(s):
    p = s.p(); q = s.p()
    t = f"{p.full()}\n{p.block()}\n" + s.ch("", f"Tel. {p.tel()}\n") + s.ch("",
        f"{p.mail()}\n" if s.y > 2000 else "") + f"\nAn das\n{s.off}\n\n{s.home[2]}, den {s.nd(0,'brief')}\n\nWiderspruch gegen Ihren Bescheid vom {s.nd(0,'bescheid')}, Zeichen {s.oaz()}\n\nSehr geehrte Damen und Herren,\n\n"
    x = [f"hiermit lege ich Wiederspruch ein. Frau {s.p('w').fam()} aus Ihrem Hause hat mir etwas anderes gesagt.",
        f"Ich bin am {p.geb(lab='rede')} geboren und habe immer gearbeitet, zuletzt bei {s.firm()}.",
            f"Mein Nachbar {q.full()} kann das bezeugen.",
                f"Das Geld bitte auf {p.iban()} überweisen." if s.y > 2012 else "Das Geld brauche ich dringend.",
                    f"Meine Rentenversicherungsnummer lautet {p.rv()}.", f"Die Kopie vom Ausweis lege ich bei."]
    return t + s.wr(" ".join([x[0]] + s.r.sample(x[1:],
        3))) + f"\n\n{s.ch('Hochachtungsvoll','Mit freundlichen Grüßen','MfG')}\n\n{p.full()}"

@doc(1, 1990)
def gutachten(s):
    p = s.p(); a = s.p()
    t = f"{s.ch('Gesundheitsamt','Fachdienst Gesundheit','Amtsärztlicher Dienst')}\n\n{s.ch('Amtsärztliches Gutachten','Gutachtliche Stellungnahme')}\nüber {p.herrn} {p.full()}, geb. {p.geb(lab='geb')},\nwohnhaft {p.adr()}\n\n"
    x = [f"{p.fr()} wurde hier am {s.nd(0,'unters')} untersucht.",
        f"Die Vorbefunde des Hausarztes Dr. {s.p().fam()} vom {s.nd(1,'befund')} lagen vor.",
            f"Vom {s.nd(2,'klinik')} an stationär im {s.haus()}.", f"Zum Vorfall vom {s.nd(1,'unfall')} macht {p.fr()} keine Angaben.",
                "" + f"{N('name','eponym',s.ch('Morbus Parkinson','Morbus Crohn','Morbus Bechterew'))} ist ausgeschlossen; {N('name','eponym','Babinski')} negativ, {N('name','eponym','Romberg')} unsicher."]
    if s.y > 2006 and s.r.random() < .7: t += f"Versichert bei {s.ch(*KK)}, Vers.-Nr. {p.kv()}\n\n"
    return t + s.wr(" ".join(x)) + f"\n\nDr. {s.ch('med. ','')}{a.full()}\n{s.ch('Amtsarzt','Medizinaldirektorin')}" 
