"""Finance, pensions, health, personnel."""
from .reg import doc, kopf, anrede, empf, gruss, tab

@doc(2008, 2025, 1.5)
def steuerbescheid(d):
    p = d.pers(a=25); q = d.pers("f" if p.sex == "m" else "m", 25, fam=p)
    b = d.p(.4)
    t = kopf(d, "Finanzamt " + d.place[0], d.p(.6)) + "\n" + empf(d, p)
    t += f"\nBescheid für {d.y - 1} über Einkommensteuer und Solidaritätszuschlag\n\nSteuernummer {d.X('steuer-id', 'steuernummer', d.z(2) + '/' + d.z(3) + '/' + d.z(5))}\nIdNr. {d.c('', 'Ehemann ' if b else '')}{d.sid()}\n"
    if b: t += f"IdNr. Ehefrau/Lebenspartner {d.sid()}\nfür {d.full(p)} und {d.full(q)}\n"
    t += f"\nFestgesetzt werden {d.dm(400, 9000)}, abgerechnet bis {d.day(mark=.6)}.\n"
    t += d.w(d.c(f"Der Erstattungsbetrag wird auf das Konto IBAN {d.iban()} überwiesen.",
        f"Die Nachzahlung überweisen Sie bitte bis {d.day(20, 40, mark=1, f='frist')} auf das Konto der Finanzkasse, IBAN {d.iban(0)}.",
            f"Das Guthaben von {d.dm()} wird auf das Konto {d.iban()} bei der {d.c('Sparkasse', 'Volksbank', 'Postbank')} erstattet."))
    return t + "\n\n" + d.w("Rechtsbehelfsbelehrung: Gegen diesen Bescheid ist der Einspruch gegeben. " + d.neb(d.n(0, 2))) + "\n"

@doc(2009, 2025, 1.3)
def kontrollmitteilung(d):
    p = d.pers(a=25); s = d.amt()
    return f"Vermerk\n(Betriebsprüfungsstelle, {d.az()})\n\n" + d.w(f"Betr.: Kontrollmitteilung {d.full(p)}, {d.geb(p)}, {d.c('wohnhaft ', 'wh. ', 'Anschrift lt. Grundinformation: ')}{d.addr(p)}") + f"\nIdentifikationsnummer: {d.sid()}\n\n" + d.w(
        f"Im Zuge der Prüfung bei {d.firma()} wurden Barzahlungen an {d.hr(p, 1)} festgestellt ({d.dm(500, 9000)}, Beleg vom {d.day()}). Eine Überweisung ging auf das Konto {d.iban()}. Für das Jahr {d.y - 2} liegt keine Erklärung vor. {d.neb(d.n(1, 3))} Um weitere Veranlassung durch den Veranlagungsbezirk wird gebeten.") + f"\n\n{d.last(s, 'unterschrift')}, {d.c('StAI', 'StOI', 'StHS', 'AR')}\n"

@doc(1985, 2025, 1.8)
def rentenbescheid(d):
    p = d.pers(a=58, b=67)
    t = kopf(d, d.c("Landesversicherungsanstalt " + d.place[0],
        "Bundesversicherungsanstalt für Angestellte") if d.y < 2005 else "Deutsche Rentenversicherung " + d.c("Bund", "Nord", "Hessen",
            "Braunschweig-Hannover"), d.p(.5))
    t += "\n" + empf(d, p) + f"\n{d.c('Versicherungsnummer', 'Vers.-Nr.', 'VSNR', 'Versicherungs-Nr.:')} {d.vs(p)}\n\nBescheid über {d.c('Altersrente', 'Rente wegen Erwerbsminderung', 'Berufsunfähigkeitsrente', 'Altersruhegeld')}\n\n{anrede(d, p)}\n\n"
    t += d.w(f"auf Ihren Antrag vom {d.day()} erhalten Sie ab {d.day(1, 60, mark=.7)} Rente. Der Zahlbetrag beläuft sich auf monatlich {d.dm(300, 1900)}. Der Versicherungsverlauf ist als Anlage beigefügt. {d.neb(d.n(0, 2))}" + (f" Die Rente wird auf das Konto mit der IBAN {d.iban()} gezahlt." if d.y > 2007 and d.p(.7) else ""))
    return t + "\n\n" + gruss(d) + "\n"

@doc(1985, 2025, 1.6)
def versicherungsverlauf(d):
    p = d.pers(a=30, b=64)
    t = f"Versicherungsverlauf {d.c('-', 'für')} {d.rev(p)}\nVSNR {d.vs(p)}   {d.c('Geburtsdatum', 'geb.', 'GEB')} {d.bd(p)}   Stand {d.day(0, 0, mark=1)}\n\n"
    y = p.b.year + 16; rows = []
    while y < d.y and len(rows) < 11:
        import datetime as D
        e = y + d.n(1, 5)
        rows.append([d.dx(D.date(y, d.n(1, 12), d.c(1, 1, 15)), "%d.%m.%y", .3, "zeitraum"), d.dx(D.date(e, d.n(1, 12), d.c(28,
            30 if 0 else 28)), "%d.%m.%y", .3, "zeitraum"), d.c("Pflichtbeiträge", "Schulausbildung", "Wehrdienst", "Arbeitslosigkeit",
                "Kindererziehung", "Ausfallzeit"), d.dm(900, 60000), d.c("12", "7", "36", "24") + " Mon."]); y = e
    t += tab(d, ["von", "bis", "Art", "Entgelt", "Monate"], rows, "  ")
    if d.p(.5): t += f"\n\nVersorgungsausgleich: Übertragung lt. {d.c('Urteil', 'Beschluss')} AG {d.place[0]} {d.gz('F')} vom {d.day()}, ausgleichsberechtigt VSNR {d.vs(d.pers(a=30, b=64))}"
    return t + "\n"

@doc(2006, 2025, 1.8)
def krankenkasse(d):
    p = d.pers()
    t = kopf(d, d.c("AOK - Die Gesundheitskasse", "Betriebskrankenkasse Nordharz", "IKK classic", "Barmer GEK", "DAK-Gesundheit"),
        d.p(.5)) + "\n" + empf(d, p)
    t += f"\n{d.c('Versichertennummer', 'KV-Nr.', 'Versicherten-Nr.:', 'Krankenversichertennummer', 'Ihre KVNR')} {d.kv()}\n\n{anrede(d, p)}\n\n" + d.w(
        d.c(f"wir haben Ihren Antrag auf {d.c('Kostenübernahme einer Haushaltshilfe', 'Rehabilitation', 'Krankengeld', 'ein Hörgerät')} vom {d.day()} erhalten.", f"Ihre Arbeitsunfähigkeit ist seit dem {d.day(mark=.8)} durchgehend bescheinigt.") + f" Familienversichert: {d.first(d.pers(a=1, b=15, fam=p))}, Versichertennummer {d.kv()}. " + d.c(f"Ihr Krankengeld überweisen wir auf {d.iban()}.", f"Bei Fragen: Tel. {d.ph()}.", "") + " " + d.neb(d.n(0, 2)))
    return t + "\n\n" + gruss(d) + "\n"

@doc(2005, 2025, 1.5)
def patientenliste(d):
    rows = []
    for _ in range(d.n(6, 16)):
        p = d.pers(a=1, b=92)
        rows.append([d.rev(p, "liste"), d.bd(p, d.bl), d.kv(.15), d.c("AOK", "DAK", "Barmer", "TK", "BKK", "privat"), d.day(-9, 0,
            "%d.%m.%y", .6, "aufnahme")]) if hasattr(d, "bl") else None
        if not hasattr(d, "bl"):
            d.bl = d.bst(); rows.append([d.rev(p, "liste"), d.bd(p, d.bl), d.kv(.15), "AOK", d.day(-9, 0, "%d.%m.%y", .6, "aufnahme")])
    return f"{d.c('Klinikum', 'Kreiskrankenhaus', 'Med. Klinik II')} {d.place[0]}   Belegungsliste Station {d.n(1, 9)}{d.c('A', 'B', '')}   {d.day(0, 0)}\n\n" + tab(d, [d.c("Name, Vorname", "Patient", "Pat.-Name"), d.c("geb.", "Geb.-Datum", "GebDat"), d.c("Vers.-Nr.", "KVNR", "Versichertennr."), "Kasse", "Aufn."], rows, page=d.c(0, 0, 6)) + "\n"

@doc(1987, 2025, 1)
def arztbrief(d):
    p = d.pers(a=20, b=90); s = d.amt(); s.t = d.c("Dr. med. ", "Dr. ", "Prof. Dr. ")
    h = d.amt(); h.t = "Dr. "
    t = f"{d.c('Innere Abteilung', 'Chirurgische Klinik', 'Neurologische Klinik')}\nChefarzt {s.t}{d.full(s)}\n{d.oaddr()}\n\nHerrn/Frau Dr. med. {d.full(h, 'anschriftfeld')}\n{d.addr(h, chr(10))}\n\n{d.day(0, 0)}\n\n"
    t += d.w(f"Betr.: {d.rev(p)}, {d.geb(p)}, {d.addr(p)}" + (f", Vers.-Nr. {d.kv()}" if d.y > 2006 else "")) + "\n\nSehr geehrte Kolleginnen und Kollegen,\n\n" if 0 else d.w(f"Betr.: {d.rev(p)}, {d.geb(p)}, wohnhaft {d.addr(p, ', ')}" + (f", Krankenvers.-Nr. {d.kv()}" if d.y > 2006 and d.p(.7) else "")) + "\n\nSehr geehrter Herr Kollege,\n\n"
    t += d.w(f"wir berichten über {'den' if p.sex == 'm' else 'die'} o.g. {'Patienten' if p.sex == 'm' else 'Patientin'}, {'der' if p.sex == 'm' else 'die'} sich vom {d.day(-30, -12, mark=.8, f='aufenthalt')} bis {d.day(-10, -2, mark=.8, f='aufenthalt')} in unserer stationären Behandlung befand. Diagnosen: {d.c('arterielle Hypertonie', 'Diabetes mellitus Typ II', 'Z.n. Appendektomie')}, V.a. {d.X('name', 'krankheit', d.c('Morbus Parkinson', 'Morbus Crohn', 'Hodgkin-Lymphom', 'Sudeck-Syndrom', 'Baker-Zyste', 'Dupuytren-Kontraktur'))}. Anamnese: {d.hr(p)} klagt seit Wochen über Beschwerden. OP am {d.day(-11, -11, mark=1, f='op')}. {d.neb(d.n(0, 1))}")
    return t + f"\n\nMit freundlichen kollegialen Grüßen\n\n{s.t}{d.last(s, 'unterschrift')}          {d.full(d.amt(), 'unterschrift')}\nChefarzt" + " " * 12 + "Assistenzarzt\n"

@doc(1990, 2025, 1.6)
def personalbogen(d):
    p = d.pers(a=20, b=60); n = 34
    dot = d.p(.5)
    def f(k, v): return (k + " " + "." * max(3, n - len(k)) + " " + v) if dot else d.pad(k + ":", n) + v
    L = ["P E R S O N A L B O G E N", ""]
    L.append(f("Familienname", d.last(p, "formular"))); 
    if p.sex == "f" and d.p(.5): L.append(f("Geburtsname", d.last(d.pers(), "geburtsname")))
    L += [f("Vorname(n)", d.first(p, "formular")), f("Geburtsdatum", d.bd(p)), f("Geburtsort", d.c(*[d.place[0], "Gleiwitz", "Izmir",
        "Stettin"])), f("Familienstand", d.c("ledig", "verh. seit " + d.day(-4000, -100, mark=1, f="heirat"), "geschieden"))]
    L += [f("Straße, Hausnummer", d.street(p)), f("PLZ, Wohnort", p.addr0[1])] if d.p(.5) else [f("Anschrift", d.addr(p))]
    L.append(f(d.c("Telefon", "Tel. privat", "Fernsprecher"), d.ph(p.pl)))
    if d.y > 2000 and d.p(.6): L.append(f("E-Mail", d.mail(p)))
    L.append(f(d.c("Rentenversicherungsnummer", "RV-Nr.", "Sozialversicherungs-Nr."), d.vs(p)))
    if d.y > 2008: L += [f(d.c("Steuer-ID", "Steuerl. Identifikationsnummer", "IdNr."), d.sid()), f("IBAN", d.iban())]
    if d.p(.35): L.append(f("Personalausweis-Nr.", d.aus()))
    L.append(f("Einstellung zum", d.day(5, 60, mark=1, f="einstellung")))
    for i in range(d.n(0, 2)):
        k = d.pers(a=1, b=17, fam=p); L.append(f(f"Kind {i + 1}", d.first(k, "kind") + ", " + d.geb(k)))
    return "\n".join(L) + f"\n\n{d.place[0]}, {d.day(0, 0, mark=.8)}   {d.c('gez. ', '', '(Unterschrift) ')}{d.full(p, 'unterschrift')}\n"

@doc(2010, 2025, 1.6)
def gehaltsliste(d):
    rows = []; bl = d.bst()
    for i in range(d.n(6, 14)):
        p = d.pers(a=20, b=64)
        rows.append([d.z(5), d.rev(p, "liste"), d.sid(.12, "block"), d.vs(p, .12, "block"), d.c(d.iban, d.iban)(.12)] if d.p(1) else [])
    return f"{d.c('Lohnkonto-Abgleich', 'Stammdatenliste Bezüge', 'Meldedaten ELStAM / DEÜV')}   {d.c('Landesamt für Bezüge', 'Studentenwerk', 'Kreisverwaltung')} {d.place[0]}   Druck: {d.day(0, 0, mark=1)}\n\n" + tab(d, ["PersNr", "Name", d.c("IdNr", "Steuer-ID"), d.c("VSNR", "SV-Nummer", "RV-Nr"), d.c("IBAN", "Bankverbindung")], rows, page=d.c(0, 5, 8)) + "\n"

@doc(1985, 2025, .8)
def dienstzeugnis(d):
    p = d.pers(a=22, b=63); s = d.amt()
    return kopf(d, d.c("Universität", "Stadtwerke", "Kreisverwaltung", "Polizeidirektion") + " " + d.place[0],
        False) + "\n" + d.c("Z e u g n i s", "Dienstzeugnis", "Zwischenzeugnis") + "\n\n" + d.w(
        f"{d.ti(p)}{d.full(p)}, {d.geb(p)} in {d.place[0]}, war vom {d.day(-3000, -1000, mark=1, f='beschaeftigung')} bis {d.day(-300, 0, mark=1, f='beschaeftigung')} als {d.c('Verwaltungsangestellte', 'Sachbearbeiter', 'Hausmeister', 'wissenschaftliche Hilfskraft')} beschäftigt. {d.hr(p)} hat die ihm/ihr übertragenen Aufgaben stets zu unserer vollen Zufriedenheit erledigt. Das Verhalten gegenüber Vorgesetzten war einwandfrei. {d.neb(d.n(0, 1), 'name')} Wir wünschen {d.hn(p)} {d.last(p, 'anrede')} für den weiteren Lebensweg alles Gute.") + f"\n\n{d.place[0]}, den {d.day(0, 0, mark=1)}\n\n{s.t}{d.full(s, 'unterschrift')}\n{d.c('Personaldezernent', 'Leiterin des Hauptamtes', 'Kanzler')}\n"

@doc(2005, 2025, 1.5)
def kassenanordnung(d):
    p = d.pers(); n = 26
    f = lambda k, v: d.pad(k, n) + v
    L = [d.c("AUSZAHLUNGSANORDNUNG", "Kassenanordnung - Auszahlung", "Förmliche Zahlungsanweisung"), "", f("Haushaltsstelle:",
        d.X("telefon", "hhst", f"0{d.z(3)}.{d.z(5)}")), f("Empfänger:", d.c(lambda: d.full(p, "formular"), lambda: d.rev(p,
            "formular"))()), f("Anschrift:", d.addr(p)), f("IBAN:" if d.y > 2008 else "Kto./BLZ:", d.iban() if d.y > 2008 else d.X("iban",
                "konto-blz", f"{d.z(9)} / {d.z(8)}")), f("Betrag:", d.dm()), f("Grund:", d.c("Reisekosten", "Erstattung Fahrkosten",
                    "Ehrenamtspauschale", "Honorar Dozentin", "Zeugenentschädigung " + d.ger())), f("Fällig:", d.day(3, 30, mark=.8,
                        f="faellig"))]
    if d.y > 2008 and d.p(.5): L.insert(5, f("Steuer-ID:", d.sid()))
    L.append(f("Kassenzeichen:", d.X("iban", "kassenzeichen", d.z(13))))
    return "\n".join(L) + f"\n\n{d.c('Sachlich und rechnerisch richtig', 'Sachl. richtig:')}  {d.last(d.amt(), 'unterschrift')}, {d.day(0, 0)}\nAngeordnet:  {d.c(d.last, d.init)(d.amt())}\n"

@doc(2008, 2025, 1.4)
def lastschriften(d):
    rows = []
    for i in range(d.n(5, 14)):
        p = d.pers()
        rows.append([d.z(6), d.c(d.rev, d.full, d.rev)(p) if i % 2 and 0 else d.rev(p, "liste"), d.iban(.2), d.dm(5, 300), d.c("", "",
            "Rücklastschrift", "ok", "Konto erloschen")])
    return f"{d.c('SEPA-Lastschriften', 'Zahlliste Kita-Beiträge', 'Einzug Hundesteuer', 'Erstattungen Semesterbeitrag')} {d.day(0, 0, mark=1)}\n" + (f"Gläubiger-ID: {d.X('iban', 'glaeubiger-id', 'DE' + d.z(2) + 'ZZZ0000' + d.z(7))}\n" if d.p(.5) else "") + "\n" + tab(d, [d.c("Mandat", "Kd.-Nr.", "PK-Nr."), d.c("Kontoinhaber", "Name", "Zahlungspflichtiger"), "IBAN", "Betrag", "Bem."], rows, page=d.c(0, 6)) + f"\n\nfür die Richtigkeit: {d.last(d.amt(), 'unterschrift')}\n"

@doc(2000, 2025, 1)
def rechnung(d):
    p = d.pers(); u = d.pers(a=28, b=65)
    firm = d.p(.5)
    t = (d.firma() if firm else d.full(u, "briefkopf") + "\n" + d.c("Übersetzungen", "Sachverständiger", "Hebamme",
        "Gebärdensprachdolmetscherin")) + "\n" + d.addr(u) + f"\nTel. {d.ph(u.pl)}" + (f"  {d.mail(u)}" if d.p(.6) else "") + "\n\n" + d.c("Landgericht", "Amt für Soziales", "Stadtkasse") + " " + d.place[0] + "\n\n"
    t += f"Rechnung Nr. {d.X('gericht', 'rechnungsnummer', f'{d.n(1, 400)}/{d.y % 100:02d}')} vom {d.day(0, 0, mark=1)}\n"
    if d.p(.6): t += f"Ihr Az.: {d.ger()}\n"
    t += f"\nfür Leistungen in der Sache {d.last(p)}{d.c('', ' ./. ' + d.last(d.pers()))}\n\n{d.n(2, 9)} Std. à {d.dm(40, 95)}\nFahrtkosten\nGesamt {d.dm(90, 1500)}\n\n"
    if d.y > 2008: t += f"Bitte überweisen Sie auf {d.c('IBAN', 'Konto', 'IBAN:')} {d.iban()}.\n"
    if d.y > 2008 and d.p(.6): t += f"{d.c('USt-IdNr. ' + d.X('iban', 'ust-id', 'DE' + d.z(9)), 'St.-Nr. ' + d.X('steuer-id', 'steuernummer', d.z(2) + '/' + d.z(3) + '/' + d.z(5)))}\n" if d.p(.6) else f"Steuerliche IdNr.: {d.sid()}\n"
    return t
