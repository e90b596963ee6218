"""A few more: trade, hearing of witnesses, doctors, naturalisation, card index."""
from .core import *
DOCS = []
def doc(w=1, ymin=1985, ymax=2025):
    def f(fn): DOCS.append((fn, w, ymin, ymax)); return fn
    return f

@doc(1.2)
def gewerbeanmeldung(s):
    p = s.p(age=(20, 65))
    L = [("1 Im Handelsregister eingetragener Name", s.ch("-", s.firm())), ("3 Name", p.fam("feld")), ("4 Vornamen", p.giv("feld")),
        ("5 Geburtsname", s.ch("-", s.p("w").fam("gebname"))), ("6 Geburtsdatum", p.geb(lab="form")), ("7 Geburtsort", s.ch(*ORT)[2]),
            ("9 Anschrift der Wohnung", p.adr("komma")), ("12 Betriebsstätte", s.oadr()), ("   Telefon", p.tel()),
                ("16 Datum des Beginns", s.nd(0, "beginn")), ("15 Tätigkeit", s.ch("Kiosk", "Hausmeisterdienste", "Im- und Export",
                    "Nagelstudio", "Schrotthandel"))]
    if s.r.random() < .6: L.insert(7, ("10 Personalausweis Nr.", p.pa()))
    return f"{s.ch('Gewerbe-Anmeldung nach § 14 GewO','GewA 1')}\nGemeinde {s.home[2]}, Gemeindekennzahl {s.r.randint(10000,99999)}{s.r.randint(100,999)}\n\n" + "\n".join(s.ch(a + ": " + b, a + ": " + b) for a, b in L) + f"\n\n{s.nd(0,'datum')}   (Unterschrift) {p.fam()}\nBescheinigt: {s.p().full()}"

@doc(1.2)
def zeugenvernehmung(s):
    z, b = s.p(), s.p("m", age=(16, 50)); k = s.p()
    x = [f"Ich kenne den {b.fam()} seit der Schulzeit.", f"Am {s.nd(0,'tat')} saß ich mit {s.p().full()} in der Gaststätte.",
        f"Der {b.giv()} hatte schon getrunken.", f"Die Wirtin, eine Frau {s.p('w').fam()}, hat dann telefoniert.",
            f"Das Auto hat {b.fam()} bei {s.firm()} gekauft.", "Mehr kann ich nicht sagen.",
                f"Auf Vorhalt: Nein, {s.p().fam('nach')} war nicht dabei."]
    return f"KPI {s.home[2]}\n{s.home[2]}, {s.nd(0,'datum')}\n\n{s.ch('Zeugenvernehmung','Vernehmungsniederschrift')} in der Strafsache gg. {b.rev()}\nStA-Az. {s.az('Js')}\n\nZur Person:\n{z.full()}, {s.ch(*PROF)}\ngeb. {z.geb(lab='geb')} in {s.ch(*ORT)[2]}\nwohnhaft {z.adr()}\n" + s.ch("", f"fernmündl. zu erreichen: {z.tel()}\n") + "\nZur Sache:\n" + s.wr(" ".join(s.r.sample(x, 6))) + f"\n\nselbst gelesen und genehmigt          geschlossen\n{z.full()}          {k.fam()}, {s.ch('KHK','KK','POM')}"

@doc(1.1, 1988)
def arztbrief(s):
    p = s.p(age=(2, 90)); d = s.p(); e = s.p()
    t = f"{s.haus()} · {s.ch('Innere Abteilung','Chirurgie','Psychiatrische Ambulanz')}\nChefarzt Prof. Dr. {s.p('m').full()}\n\nHerrn/Frau Dr. med. {e.full()}\n{e.block()}\n\nBetr.: {p.rev()}, {s.ch('*','geb. ')}{p.geb(lab='arzt')}, {p.adr()}" + (f"\nVers.-Nr. {p.kv()} ({s.ch(*KK)})" if s.y > 2006 else "")
    return t + f"\n\n{s.ch('Sehr geehrter','Lieber') if e.sex == 'm' else 'Sehr geehrte'} {s.ch('Herr' if e.sex == 'm' else 'Frau', 'Herr Kollege' if e.sex == 'm' else 'Frau Kollegin')} {e.fam()},\n\n" + s.wr(f"wir berichten über {p.frn()}, {'der' if p.sex == 'm' else 'die'} sich vom {s.nd(0,'auf')} bis {s.nd(0,'ent')} in unserer stationären Behandlung befand. Diagnose: {N('name','eponym',s.ch('Morbus Basedow','Morbus Menière','Colles-Fraktur','Dupuytren-Kontraktur'))}. Die Aufnahme erfolgte nach Sturz. Kontrolle am {s.nd(0,'kontrolle')} bei {s.ch('Frau ','')}Dr. {s.p('w').fam()} erbeten.") + f"\n\nDr. {d.full()}\n{s.ch('Oberarzt','Assistenzärztin')}"

@doc(1, 1991)
def einbuergerung(s):
    p = s.p(org=s.ch("tr", "ar", "su", "ru", "pl", "vn"), age=(20, 60)); ks = [s.p(age=(1, 15), fam=p.f,
        org=p.o) for _ in range(s.r.randint(0, 3))]
    t = f"{s.off}\nEinbürgerungsbehörde\n\nAntrag auf Einbürgerung - Prüfvermerk\n\nBewerber{p.In}: {p.rev()}, geboren {p.geb(lab='geb')}\nAnschrift: {p.adr()}\n" + (f"Pass: {p.pa(pas=True)}\n" if s.y > 2009 else "")
    t += "".join(f"Miteinzubürgern: {k.giv()}, {k.geb(lab='kind')}\n" for k in ks)
    return t + "\n" + s.wr(f"Einreise {s.nd(15,'einreise')}, Niederlassungserlaubnis seit {s.nd(6,'ne')}. Sprachprüfung bestanden am {s.nd(1,'pruefung')}. Arbeitgeber: {s.firm()}. Rentenversicherung {p.rv()}. BZR-Auszug: eine Eintragung, AG {s.ch(*ORT)[2]} {s.az('Cs,Ds')}, nicht hinderlich. Die Loyalitätserklärung wurde vor {s.p().frn()} abgegeben.") + f"\n\nEinbürgerungsurkunde ausgehändigt am {s.nd(0,'urkunde')}\n{s.p().full()}"

@doc(1.2)
def karteikarte(s):
    p = s.p(age=(20, 85)); e = s.p("w" if p.sex == "m" else "m", fam=p.f, org=p.o)
    o = [f"{p.upfull()}    {s.ch('*','geb.','')}{p.geb(s.ch('jj','kjj','luft','voll'),'kartei')}", p.adr(),
        f"zugez. {s.nd(3,'zuzug','jj')}", f"Eheg.: {e.giv()}, {e.geb(s.ch('jj','kjj','voll'),'kartei')}, verh. {s.nd(9,'heirat','jj')}"]
    if s.r.random() < .5: o.append(f"PA {p.pa()}  v. {s.nd(2,'ausgest','jj')}")
    if s.r.random() < .5: o.append(f"Vers.Nr. LVA {p.rv()}")
    o.append(f"Bem.: {s.ch('Schwerbeh. 60 v.H.','Wohngeld bis ' + s.nd(0,'bis','jj'),'Post an Tochter ' + s.p('w').full(),'Betreuer ' + s.p().fam())}")
    return "\n".join(o) + f"\n{s.ch('','Hz. ')}{s.p().fam()} {s.nd(0,'stand','jj')}"
