"""Numbers with check digits, file numbers, and sentences with near misses."""
from .core import Doc, H
from . import checks as C
from . import names as N
LAND = {"AT": 16, "CH": 17, "NL": 0, "FR": 23, "PL": 24, "ES": 20, "IT": 0, "BE": 12, "LU": 16, "TR": 22, "DK": 14, "CZ": 20, "HR": 17,
    "RO": 0}

def g4(s): return H.join(s[i:i + 4] for i in range(0, len(s), 4))

class Sheet(Doc):
    def _ib(self):
        cc = self._w([("DE", 86)] + [(k, 1) for k in LAND])
        if cc == "DE": b = self.c("25050000", "25050180", "26951311", "37040044", "10010010", "70150000", "50010517", "25090500",
            "12030000", "20041133", self.z(8)) + self.c(self.z(10), "0" + self.z(9), "00" + self.z(8), "000" + self.z(7))
        elif cc == "NL": b = self.c("ABNA", "INGB", "RABO") + "0" + self.z(9)
        elif cc == "IT": b = self.c(*"XUKB") + self.z(22)
        elif cc == "RO": b = "BTRL" + self.z(16)
        else: b = self.z(LAND[cc])
        return C.iban_make(cc, b)
    def _flip(self, v, ok, lo=0, hi=None):
        """one digit wrong or two changed places, as a clerk does"""
        while True:
            l = list(v); i = self.n(lo, (hi or len(v)) - 1)
            if not l[i].isdigit(): continue
            if self.p(.4) and i + 1 < len(l) and l[i + 1].isdigit(): l[i], l[i + 1] = l[i + 1], l[i]
            else: l[i] = str((int(l[i]) + self.n(1, 9)) % 10)
            w = "".join(l)
            if not ok(w): return w
    def iban(self, bad=.16):
        v = self._ib(); cc = v[:2]
        nb = self.p(bad)
        if nb: v = self._flip(v, C.iban_ok, 2)
        f = "de" if cc == "DE" else "ausland"
        s = self._w([("gruppen", 62), ("block", 26), ("nbsp", 4), ("de-blz-kto", 3), ("klein", 1), ("formular", 2)])
        if s == "gruppen": t = g4(v)
        elif s == "nbsp": t = g4(v).replace(H, "\u00a0")
        elif s == "de-blz-kto" and cc == "DE": t = v[:4] + H + v[4:12] + H + v[12:]
        elif s == "klein": t = v.lower()
        elif s == "formular": t = v[:4] + H + g4(v[4:]) if cc != "DE" else H.join([v[:2], v[2:4]] + [v[i:i + 4] for i in range(4, len(v),
            4)])
        else: s, t = "block", v
        return self.X("iban", "pruefziffer", t) if nb else self.P("iban", f + "-" + s, t)
    def sid(self, bad=.16, g=None):
        v = C.sid_make(self.r); nb = self.p(bad)
        if nb: v = self._flip(v, C.sid_ok)
        s = g or self._w([("gruppen", 50), ("block", 42), ("nbsp", 3), ("schraeg", 2), ("paar", 2)])
        t = {"gruppen": H.join((v[:2], v[2:5], v[5:8], v[8:])), "nbsp": "\u00a0".join((v[:2], v[2:5], v[5:8], v[8:])), "block": v,
             "schraeg": "/".join((v[:2], v[2:5], v[5:8], v[8:])), "paar": v[:2] + H + v[2:]}[s]
        return self.X("steuer-id", "pruefziffer", t) if nb else self.P("steuer-id", s, t)
    def vs(self, p, bad=.16, g=None):
        ar = self.c("02", "03", "04", "08", "09", "10", "11", "12", "13", "14", "15", "16", "17", "18", "19", "20", "21", "23", "24",
            "25", "26", "28",
                    "29", "38", "39", "40", "48", "49", "50", "52", "53", "54", "55", "56", "57", "58", "59", "60", "61", "63", "64",
                        "65", "66", "68", "69", "80", "89")
        i = p.ln.replace("von der ", "").replace("von ", "").replace("zu ", "").replace("de ", "").replace("van der ", "")[0].upper()
        i = {"Ö": "O", "Ä": "A", "Ü": "U", "Ş": "S", "Ç": "C", "İ": "I", "Ś": "S"}.get(i, i)
        b = ar + p.b.strftime("%d%m%y") + i + "%02d" % (self.n(0, 49) if p.sex == "m" else self.n(50, 99))
        v = b + str(C.vs_digit(b)); form = "pruefziffer"
        nb = self.p(bad)
        if nb and self.p(.25): v, form = v[:2] + self.c("32", "35", "40", "00")[:2] + v[4:], "tag-unmoeglich"
        elif nb: v = self._flip(v, C.vs_ok, 9)
        s = g or self._w([("gruppen", 55), ("block", 26), ("vier", 9), ("schraeg", 2), ("nbsp", 3), ("weit", 3)])
        t = {"gruppen": H.join((v[:2], v[2:8], v[8], v[9:])), "nbsp": "\u00a0".join((v[:2], v[2:8], v[8], v[9:])), "block": v,
             "vier": v[:2] + H + v[2:8] + v[8] + v[9:], "schraeg": v[:2] + "/" + v[2:8] + "/" + v[8] + "/" + v[9:],
             "weit": H.join((v[:2], v[2:4], v[4:6], v[6:8], v[8], v[9:]))}[s]
        return self.X("rentenversicherung", form, t) if nb else self.P("rentenversicherung", s, t)
    def kv(self, bad=.16):
        b = self.c(*"ABCDEFGHIJKLMNOPQRSTUVWXYZ") + self.z(8)
        v = b + str(C.kv_digit(b)); nb = self.p(bad)
        if nb: v = self._flip(v, C.kv_ok, 1)
        s = self._w([("block", 80), ("gruppen", 8), ("letter-frei", 6), ("klein", 2)])
        t = {"block": v, "gruppen": v[0] + v[1:4] + H + v[4:7] + H + v[7:], "letter-frei": v[0] + H + v[1:], "klein": v.lower()}[s]
        return self.X("krankenversicherung", "pruefziffer", t) if nb else self.P("krankenversicherung", s, t)
    def aus(self, bad=.25, pas=False):
        al, old = C.ALPH, not pas and self.y < 2011
        if old: b = self.z(9)
        else: b = self.c(*("CFGHJK" if pas else "LMNPRTVWXY")) + "".join(self.r.choice(al) for _ in range(8))
        d = str(C.aus_digit(b)); f = "pass" if pas else "pa-alt" if old else "pa"
        x = self.r.random()
        if x < bad: return self.X("ausweis", "pruefziffer", b + str((int(d) + self.n(1, 9)) % 10))
        if old or x < bad + .3: return self.P("ausweis", f + "-10", b + d)
        if x < bad + .34: return self.P("ausweis", f + "-10-leer", b + H + d)
        return self.P("ausweis", f + "-9", b)
    def auswort(self):
        return self.c("Personalausweis Nr. ", "Personalausweis-Nr. ", "PA-Nr. ", "PA ", "BPA Nr. ", "Ausweis-Nr.: ",
            "Personalausweis (Nr. ", "Pers.-Ausw. Nr. ", "Bundespersonalausweis, Nr. ")
    def ausw(self, pas=None):
        """word and number"""
        pas = self.p(.25) if pas is None else pas
        if pas and self.y >= 2007: return self.c("Reisepass Nr. ", "Reisepass-Nr.: ", "Pass-Nr. ", "dt. Reisepass, Seriennummer ",
            "Pass Nr. ") + self.aus(pas=True)
        w = self.auswort()
        return w + self.aus() + (")" if "(" in w else "")
    # -- file numbers
    def ger(self, sta=None):
        j = f"{self.n(max(0, self.y - 3), self.y) % 100:02d}"; n = str(self.n(3, 1900) if self.p(.9) else self.n(10000, 65000))
        if sta if sta is not None else self.p(.4):
            v = f"{self.n(1, 990)} {self.c('Js', 'Js', 'Js', 'Js', 'UJs', 'VRs', 'AR', 'Ds', 'Ls', 'Cs', 'OWi')} {n}/{j}"; f = "straf"
            if self.p(.1): v += self.c(" jug", " Hw")
        else:
            v, f = self.c((f"{self.n(1, 28)} {self.c(*'OOCCSTF')} {n}/{j}", "zivil"),
                (f"{self.n(1, 40)} {self.c('F', 'UF', 'XVII', 'XIV', 'VI', 'VII', 'M', 'K', 'IN', 'IK', 'N', 'AR')} {n}/{j}",
                    "amtsgericht"),
                (f"S {self.n(1, 40)} {self.c('R', 'AS', 'KR', 'AL', 'SB', 'RJ', 'An', 'U', 'VG')} {n}/{j}", "sozial"),
                    (f"{self.n(1, 12)} {self.c('Ca', 'Sa', 'Ta', 'BV')} {n}/{j}", "arbeit"),
                (f"{self.n(1, 14)} {self.c('A', 'K', 'B', 'L', 'ME')} {n}/{j}", "verwaltung"),
                    (f"{self.c('I', 'II', 'IV', 'VI', 'IX', 'XII')} {self.c('ZR', 'ZB', 'R', 'B', 'StR'.replace('StR', 'R'))} {self.n(2, 400)}/{j}", "bund"),
                (f"B {self.n(1, 13)} {self.c('RJ', 'R', 'SB', 'KR', 'AL')} {self.n(1, 99)}/{j} R", "bund"))
        return self.P("gericht", f, v.replace(" ", H))
    def gz(self, s):
        j, n = f"{self.n(max(0, self.y - 2), self.y) % 100:02d}", self.n(5, 2900)
        v = f"S {self.n(1, 40)} {self.c('R', 'RJ', 'SB', 'U') if self.y < 2006 else self.c('R', 'SB', 'U', 'KR')} {n}/{j}" if s == "S" and self.p(.9) else f"{self.n(1, 40)} {s} {n}/{j}"
        return self.P("gericht", "sozial" if v[0] == "S" else "zivil", v.replace(" ", H))
    def az(self, mark=.5):
        j = self.y % 100
        v = self.c(f"{self.n(10, 60)}.{self.n(1, 9)}-{self.n(100, 9999)}/{j:02d}",
            f"{self.n(1, 60)}-{self.n(10, 99)}-{self.n(1, 99):02d}", f"II B {self.n(1, 9)} - {self.n(1000, 9999)}/{self.n(1, 40)}",
                   f"{self.n(10, 51)}/{self.n(1, 5)} {self.c('Me', 'Kr', 'Bü', 'Schu')}",
                       f"Z {self.n(1, 4)} - {self.n(100, 999)} {self.n(10, 99)}",
                           f"{self.n(201, 409)}.{self.n(11, 32)} - {self.n(10000, 99999)}",
                               f"{self.n(1, 9)}.{self.n(1, 9)} {self.n(100, 999)}/{j:02d}").replace(" ", H)
        return self.X("gericht", "geschaeftszeichen", v) if self.p(mark) else v
    # -- near sentences
    def firma(self):
        return self.X("name", "firma", self.r.choice(N.FIRMS).replace("{n}", self.r.choice(N.DE1 + N.DE2)))
    def noname(self): return self.X("name", "kein-mensch", self.r.choice(N.NOPERS))
    def nstr(self): return self.X("name", "strasse", self.c("Konrad-Adenauer-Straße", "Friedrich-Ebert-Platz", "Rosa-Luxemburg-Straße",
        "Karl-Marx-Allee", "Willy-Brandt-Platz", "Kurt-Schumacher-Ring", "Heinrich-Heine-Weg", "Robert-Koch-Straße", "Clara-Zetkin-Str.",
            "Paul-Gerhardt-Weg"))
    def neb(self, k=1, kind=None):
        return " ".join(self._neb(kind) for _ in range(k))
    def _neb(self, kind=None):
        X, z, n = self.X, self.z, self.n
        kind = kind or self._w([("name", 34), ("dat", 10), ("ans", 12), ("tel", 8), ("mail", 8), ("ger", 8), ("ib", 5), ("si", 6), ("rv",
            4), ("kv", 5), ("aus", 5)])
        if kind == "name":
            return self.c(lambda: f"Die Rechnung von {self.firma()} liegt noch nicht vor.",
                lambda: f"Auf den Vertrag mit {self.firma()} wird verwiesen.",
                lambda: f"Der Termin wird bis {self.X('name', 'fest', self.c('Martini', 'Michaeli', 'Johanni', 'Lichtmess', 'Peter und Paul', 'St. Martin'))} verlegt.", lambda: f"Zuständig ist die Dienststelle {self.nstr()}.",
                lambda: f"Treffpunkt Ecke {self.nstr()}/{self.nstr()}.", lambda: f"Siehe auch Vorgang {self.noname()}.",
                    lambda: f"Ein Angebot wurde bei {self.firma()} eingeholt.",
                lambda: f"Die Baustelle {self.nstr()} ist bis auf weiteres gesperrt.",
                    lambda: f"Unterlagen zu {self.noname()} sind gesondert abgeheftet.",
                lambda: f"Lieferung durch {self.firma()}, Rechnung folgt.")()
        if kind == "dat":
            return self.c(lambda: f"Eingegangen am {self.day(mark=1, f='eingang')}.",
                lambda: f"Der Verein wurde am {self.dx(self._alt(), None, 1, 'gruendung')} gegründet.",
                lambda: f"Frist: {self.day(5, 90, mark=1, f='frist')}.",
                    lambda: f"Die Firma besteht seit dem {self.dx(self._alt(), None, 1, 'gruendung')}.",
                lambda: f"Wiedervorlage {self.day(10, 200, mark=1, f='wv')}.", lambda: f"Stand der Akte: {self.day(-90, 0, mark=1)}.",
                    lambda: f"Die Satzung vom {self.dx(self._alt(), None, 1, 'satzung')} ist zu beachten.")()
        if kind == "ans":
            o = self._plz(self.place)
            return self.c(lambda: f"Antwort bitte an {X('anschrift', 'postfach', f'Postfach {n(10, 99)} {n(10, 99)}, {o}')}.",
                lambda: f"Gemarkung {X('anschrift', 'flur', f'{self.place[0]}, Flur {n(1, 20)}, Flurstück {n(1, 400)}/{n(1, 40)}')}.",
                lambda: f"Auszahlung bei der {X('anschrift', 'ohne-nummer', 'Kreiskasse, ' + o)}.",
                    lambda: f"Die Straße {X('anschrift', 'ohne-nummer', self.c('Am Anger in', 'Lindenstraße in', 'Mühlenweg in') + ' ' + self.place[0])} wird ausgebaut.",
                lambda: f"Abschnitt {X('anschrift', 'strasse-km', f'L {n(300, 699)}, km {n(1, 40)},{n(1, 9)}')} betroffen.",
                    lambda: f"Im Postleitzahlbereich {X('anschrift', 'nur-ort', o)} sind weitere Fälle bekannt.")()
        if kind == "tel":
            return self.c(lambda: f"Inventar-Nr. {X('telefon', 'inventar', '0' + z(3) + '/' + z(6))}.",
                lambda: f"Kundennummer {X('telefon', 'kunde', '0' + z(4) + '-' + z(5))}.",
                    lambda: f"Kassenzeichen {X('telefon', 'kassenzeichen', '0' + z(3) + ' ' + z(6))}.",
                lambda: f"Haushaltsstelle {X('telefon', 'hhst', f'0{z(3)}.{z(5)}')}.",
                    lambda: f"Zählernummer {X('telefon', 'zaehler', '0' + z(9))}.",
                        lambda: f"Beleg {X('telefon', 'beleg', f'{z(4)}/{z(6)}')}.")()
        if kind == "mail":
            return self.c(lambda: f"Formular unter {X('e-mail', 'web', 'www.' + self.odom() + '/formulare')}.",
                lambda: f"E-Mail-Adresse unvollständig ({X('e-mail', 'unvollstaendig', self.c('info(at)', 'mueller@', 'h.schulz@', '@web.de'))}).",
                lambda: f"Download: {X('e-mail', 'web', 'http://www.' + self.odom())}.")() if self.y > 1997 else self._neb("name")
        if kind == "ger":
            return self.c(lambda: f"Az.: {self.az(1)}.",
                lambda: f"Tgb.-Nr. {X('gericht', 'tagebuch', f'{n(100, 9999)}/{self.y % 100:02d}')}.",
                    lambda: f"Urkundenrolle Nr. {X('gericht', 'urkundenrolle', f'{n(10, 2000)}/{self.y}')}.",
                lambda: f"Eingetragen unter {X('gericht', 'register', f'{self.c(*(chr(72) + chr(82) + x for x in (chr(65), chr(66))))} {n(100, 99999)}')}.", lambda: f"Drs. {X('gericht', 'drucksache', f'{n(10, 19)}/{n(100, 9999)}')}.")()
        if kind == "ib":
            return self.c(lambda: f"Auftragsnummer {X('iban', 'lange-nummer', 'DE' + z(9))}.",
                lambda: f"Gläubiger-ID {X('iban', 'glaeubiger-id', 'DE' + z(2) + 'ZZZ0000' + z(7))}.",
                    lambda: f"Zahlung auf {X('iban', 'pruefziffer', g4(self._flip(self._ib(), C.iban_ok, 2)))} kam zurück, IBAN ungültig.",
                lambda: f"USt-IdNr. {X('iban', 'ust-id', 'DE' + z(9))}.",
                    lambda: f"Kassenzeichen {X('iban', 'lange-nummer', g4(z(20)))}.")() if self.y > 2007 else self._neb("si")
        if kind == "si":
            v = self._flip(C.sid_make(self.r), C.sid_ok)
            return self.c(lambda: f"Inventarnummer {X('steuer-id', 'inventar', v)}.", lambda: f"Barcode {X('steuer-id', 'barcode', v)}.",
                lambda: f"Steuernummer {X('steuer-id', 'steuernummer', v[:2] + '/' + v[2:5] + '/' + v[5:10])}.",
                lambda: f"Gerätenummer {X('steuer-id', 'geraet', v[:2] + ' ' + v[2:5] + ' ' + v[5:8] + ' ' + v[8:])}.",
                    lambda: f"Sendungsnummer {X('steuer-id', 'sendung', v)}.")()
        if kind == "rv":
            return self.c(lambda: f"Artikel {X('rentenversicherung', 'artikel', z(2) + '9' + z(5) + self.c(*'ABKM') + z(3))}.",
                lambda: f"Betriebsnummer {X('rentenversicherung', 'betriebsnummer', z(8))}.",
                    lambda: f"Typenschild {X('rentenversicherung', 'typ', z(2) + ' ' + '45' + z(4) + ' ' + self.c(*'ABKM') + ' ' + z(3))}.")()
        if kind == "kv":
            b = self.c(*"ABDEKMPST") + z(9)
            if C.kv_ok(b): b = b[:9] + str((int(b[9]) + 1) % 10)
            return self.c(lambda: f"Artikel-Nr. {X('krankenversicherung', 'artikel', b)}.",
                lambda: f"Ersatzteil {X('krankenversicherung', 'artikel', b)} bestellt.",
                    lambda: f"Gerät Nr. {X('krankenversicherung', 'geraet', b)}.")()
        b = self.c(*"LTCFK") + "".join(self.r.choice(C.ALPH) for _ in range(8))
        return self.c(lambda: f"Führerschein Nr. {X('ausweis', 'fuehrerschein', self.c(*'BJNL') + z(3) + self.c('RRE2I', 'XK73A', '0M11T', 'HE2K9') + z(2))}.", lambda: f"Kundenkarte {X('ausweis', 'kundenkarte', b)}.",
            lambda: f"Schlüsselkarte {X('ausweis', 'schluesselkarte', b)} zurückgegeben.",
                lambda: f"Kopierkarte Nr. {X('ausweis', 'kopierkarte', z(9))}.",
                    lambda: f"Rahmennummer {X('ausweis', 'rahmen', b)} (Fahrrad).")()
    def _alt(self):
        import datetime as D
        return D.date(self.n(1895, self.y - 1), self.n(1, 12), self.n(1, 28))
