"""Values with check digits, near misses and layout helpers on top of the builder."""
from .build import *

class V(B):
    # -------- iban
    def _rawiban(self):
        r = self.r; d = lambda n: ''.join(r.choice('0123456789') for _ in range(n))
        q = r.random()
        if q < .85: return iban_make('DE', r.choice(['85052000', '87051000', '85050300', '12030000', '10010010', '37040044', '25750001',
            '70150000', '85590000', '43060967', '50010517', '76026000', '87096124', '72050000']) + r.choice(['00' + d(8), '0' + d(9),
                d(10)]))
        return r.choice([lambda: iban_make('AT', d(16)), lambda: iban_make('NL', 'ABNA0' + d(9)), lambda: iban_make('PL', d(24)),
            lambda: iban_make('CH', '00' + d(15)),
            lambda: iban_make('FR', d(23)), lambda: iban_make('BE', d(12)), lambda: iban_make('TR', '00061' + '0' + d(16)),
                lambda: iban_make('ES', d(20)), lambda: iban_make('LT', d(16))])()
    def _grp(self, v):
        q = self.r.random()
        g = [v[i:i + 4] for i in range(0, len(v), 4)]
        if q < .5: return NB.join(g), 'vierer'
        if q < .58: return '\u00a0'.join(g), 'nbsp'
        if q < .62 and v[:2] == 'DE': return NB.join([v[:4], v[4:12], v[12:]]), 'blz-gruppe'
        if q < .65: return '-'.join(g), 'strich'
        return v, 'kompakt'
    def iban(self):
        v = self._rawiban(); t, f = self._grp(v)
        return self.P('iban', f + ('' if v[:2] == 'DE' else '-ausland'), t)
    def ibn(self):
        r = self.r
        if r.random() < .35: return self.n('iban', 'andere', r.choice(['DE%02dZZZ%011d' % (r.randint(10, 99), r.randint(10**5, 10**10)),
            '%022d' % r.randint(10**18, 10**21), 'RE/%d-X-%s' % (r.randint(2010, 2024), r.randint(10**9, 10**10)),
                'DE%09d' % r.randint(10**8, 10**9 - 1), 'W0W%s%d' % (r.choice('ABCD'), r.randint(10**8, 10**9))]))
        while 1:
            v = list(self._rawiban()); i = r.randint(4, len(v) - 1)
            if not v[i].isdigit(): continue
            v[i] = str((int(v[i]) + r.randint(1, 9)) % 10); v = ''.join(v)
            if not iban_ok(v): return self.n('iban', 'pruefziffer', self._grp(v)[0])
    # -------- tax id
    def _sid10(self):
        r = self.r
        while 1:
            if self.year < 2016 or r.random() < .6:
                ds = r.sample('0123456789', 9); ds.append(r.choice(ds)); 
            else:
                ds = r.sample('0123456789', 8); x = r.choice(ds); ds += [x, x]
            r.shuffle(ds); s = ''.join(ds)
            if s[0] != '0' and not any(c * 3 in s for c in '0123456789'): return s
    def _sg(self, v):
        q = self.r.random()
        if q < .5: return v[:2] + NB + v[2:5] + NB + v[5:8] + NB + v[8:], 'gruppen'
        if q < .56: return '\u00a0'.join([v[:2], v[2:5], v[5:8], v[8:]]), 'nbsp'
        if q < .6: return '/'.join([v[:2], v[2:5], v[5:8], v[8:]]), 'schraeg'
        return v, 'kompakt'
    def sid(self):
        s = self._sid10(); t, f = self._sg(s + sid_digit(s)); return self.P('steuer-id', f, t)
    def sidn(self):
        r = self.r
        while 1:
            q = r.random()
            if q < .5: s = self._sid10(); v, f = s + str((int(sid_digit(s)) + r.randint(1, 9)) % 10), 'pruefziffer'
            elif q < .7: v, f = '%011d' % r.randint(10**10, 10**11 - 1), 'inventar'
            else: v, f = '%d/%03d/%05d' % (r.randint(201, 239), r.randint(100, 299), r.randint(0, 99999)), 'steuernummer'
            if not sid_ok(v): return self.n('steuer-id', f, self._sg(v)[0] if f == 'pruefziffer' else v)
    # -------- pension insurance
    def _rv(self, p):
        r = self.r; b = p.birth if p else datetime.date(r.randint(1930, 1995), r.randint(1, 12), r.randint(1, 28))
        z = r.choice(['65', '14', '12', '09', '52', '53', '13', '10', '02', '18', '24', '08', '26', '66', '62', '04', '20',
            '49']) + b.strftime('%d%m%y') + (p.nn if p else r.choice('ABGHKLMSW')).replace('von der ', '').replace('von ',
                '').replace('zu ', '').upper().translate(str.maketrans('ÄÖÜŞÇİŚŁŹĆÖÓ', 'AOUSCISLZCOO'))[0]
        if not z[8].isascii() or not z[8].isalpha(): z = z[:8] + 'S'
        z += '%02d' % (r.randint(0, 49) if not p or p.sex == 'm' else r.randint(50, 99))
        return z
    def _rg(self, v):
        q = self.r.random(); b = [v[:2], v[2:8], v[8], v[9:]]
        if q < .55: return NB.join(b), 'gruppen'
        if q < .62: return '\u00a0'.join(b), 'nbsp'
        if q < .7: return NB.join([v[:2], v[2:4], v[4:6], v[6:8], v[8], v[9:]]), 'kleingruppen'
        if q < .75: return '-'.join(b), 'strich'
        return v, 'kompakt'
    def rv(self, p=None):
        z = self._rv(p); t, f = self._rg(z + rv_digit(z)); return self.P('rentenversicherung', f, t)
    def rvn(self, p=None):
        r = self.r; z = self._rv(p)
        if r.random() < .7: v, f = z + str((int(rv_digit(z)) + r.randint(1, 9)) % 10), 'pruefziffer'
        else: z = z[:2] + str(r.randint(64, 99)) + z[4:]; v, f = z + rv_digit(z), 'tag'
        return self.n('rentenversicherung', f, self._rg(v)[0])
    # -------- health insurance
    def _kg(self, v):
        q = self.r.random()
        if q < .75: return v, 'kompakt'
        if q < .9: return NB.join([v[0], v[1:4], v[4:7], v[7:]]), 'gruppen'
        return v[0] + NB + v[1:], 'buchstabe-ab'
    def kv(self, p=None):
        z = self.r.choice('ABCDEFGHIJKLMNOPQRSTUVWXYZ') + '%08d' % self.r.randint(10**5, 10**8 - 1)
        t, f = self._kg(z + kv_digit(z)); return self.P('krankenversicherung', f, t)
    def kvn(self, art=False):
        r = self.r; z = r.choice('ABCDEFGHKLMNPRSTVWXY') + '%08d' % r.randint(10**6, 10**8 - 1)
        v = z + str((int(kv_digit(z)) + r.randint(1, 9)) % 10)
        return self.n('krankenversicherung', 'artikel' if art else 'pruefziffer', v if art else self._kg(v)[0])
    # -------- identity papers
    def pa(self, kind=None, digit=None):
        r = self.r; kind = kind or ('pass' if r.random() < .3 else 'pa')
        if self.year < 2011: v = '%d' % r.randint(10**8, 10**9 - 1); f = 'alt'
        else: v = r.choice('CFGHJK' if kind == 'pass' else 'LMNPRTVWXY') + ''.join(r.choice(ALPH) for _ in range(8)); f = kind
        if self.year < 2011 or (r.random() < .35 if digit is None else digit):
            v += pa_digit(v); f += '-10'
        return self.P('ausweis', f, v)
    def pan(self):
        """ten characters, the last wrong, beside the word for the paper"""
        r = self.r
        v = '%d' % r.randint(10**8, 10**9 - 1) if self.year < 2011 else r.choice('LMNPRTVWXYC') + ''.join(r.choice(ALPH) for _ in range(8))
        return self.n('ausweis', 'pruefziffer', v + str((int(pa_digit(v)) + r.randint(1, 9)) % 10))
    def card(self):
        """another card with its word"""
        r = self.r; v = r.choice('LMNPRTV') + ''.join(r.choice(ALPH) for _ in range(8))
        return r.choice(['Kundenkarte ', 'Bibliothekskarte ', 'Führerschein-Nr. ', 'Zulassungsbescheinigung Teil I Nr. ',
            'Jagdschein Nr. ', 'Sparbuch Nr. ', 'Chipkarte ']) + self.n('ausweis', 'karte', v)
    def teln(self):
        r = self.r
        return self.n('telefon', 'keine', r.choice(['%04d/%06d' % (r.randint(100, 9999), r.randint(10**5, 10**6 - 1)),
            '%d-%d' % (r.randint(1000, 9999), r.randint(10000, 99999)), '0%d-%05d' % (r.randint(100, 999), r.randint(1000, 99999))]))
    def beleg(self): return self.c('Kassenzeichen ', 'Beleg-Nr. ', 'Buchungszeichen ', 'Inv.-Nr. ', 'Vertragsgegenstand ') + self.teln()
    # -------- near names
    def firm(self, nn=None): return self.n('name', 'firma', self.r.choice(D.FIRMT).format(nn or self.r.choice(D.DE_COMMON + D.DE_REST)))
    def ort(self): return self.n('name', 'ort', self.r.choice(D.ORTE).replace('_', ' '))
    def inst(self): return self.n('name', 'einrichtung', self.r.choice(D.INST))
    def kh(self): return self.n('name', 'einrichtung', self.c('Kreiskrankenhaus St. Elisabeth', 'St. Joseph-Stift', 'Robert-Koch-Klinik',
        'Paul-Gerhardt-Stift', 'Krankenhaus Maria-Martha', 'Carl-Thiem-Klinikum', 'Albert-Schweitzer-Klinik'))
    def sch(self): return self.n('name', 'einrichtung', self.c('Pestalozzischule', 'Gymnasium „Geschwister Scholl“',
        'Albert-Schweitzer-Grundschule', 'Käthe-Kollwitz-Schule', 'Clara-Zetkin-Oberschule', 'Gottfried-Silbermann-Schule',
            'Mittelschule „Gotthold Ephraim Lessing“'))
    def fh(self): return self.n('name', 'friedhof', self.r.choice(D.FH))
    def str_(self): return self.n('name', 'strasse', self.r.choice(D.PSTREETS))
    # -------- layout
    def para(self, *ts, w=None):
        w = w or self.c(68, 72, 76, 80)
        return '\n\n'.join('\n'.join(wrap(x, w, self.r) for x in t.split('\n')) for t in ts if t)
    def form(self, rows, w=None):
        st = self.c('dots', 'colon', 'colon', 'tab', 'col'); w = w or 4 + max(len(a) for a, _ in rows)
        f = {'dots': lambda a, b: a + ' ' + '.' * max(3, w + 4 - len(a)) + ' ' + b, 'colon': lambda a, b: a + ': ' + b, 'tab': lambda a,
            b: a + ':\t' + b, 'col': lambda a, b: pad(a, w) + b}[st]
        return '\n'.join(f(a, b) for a, b in rows)
    def tab(self, heads, rows, page=None, title=''):
        st = self.c('b', 'b', 'b', 't', '|', ';', '|')
        ws = [max([len(h)] + [vlen(x[i]) for x in rows]) + 2 for i, h in enumerate(heads)]
        def line(x):
            if st == 'b': return ''.join(pad(c, w) for c, w in zip(x, ws)).rstrip()
            if st == 't': return '\t'.join(x)
            if st == ';': return ';'.join(x)
            return '| ' + ' | '.join(pad(c, w - 1).rstrip().ljust(0) + ' ' * max(0, w - 2 - vlen(c)) for c, w in zip(x, ws)) + '|'
        out = [line(heads)]
        if st in 'b|' and self.ch(.6): out.append('-' * min(110, sum(ws)))
        for j, x in enumerate(rows):
            if page and j and j % page == 0:
                out += ['', self.c('- %d -', 'Seite %d', 'Blatt %d') % (j // page + 1), title] + ([line(heads)] if st != ';' else [])
            out.append(line(x))
        return '\n'.join(out)
    def head(self, *offices, tel=True):
        """letter head of an office"""
        o = self.c(*offices); t = self.town[0]; off = self.official()
        h = [o.replace('%', t), self.amt_addr(self.c(', ', '\n', ' · '))]
        if self.ddr: h[1] = t + ', den ' + self.d('schreiben'); return '\n'.join(h)
        if tel and self.ch(.6): h.append(self.c('Bearbeiter: ', 'Auskunft erteilt: ', 'Ansprechpartner/in: ',
            'Sachbearbeitung: ') + self.c(self.hl, self.hf)(off))
        if tel and self.ch(.6): h.append(self.c('Tel.: ', 'Telefon ', 'Durchwahl: ', 'Fernruf ') + self.tel())
        if self.year > 2000 and self.ch(.4): h.append('E-Mail: ' + self.mail(off, True))
        if self.year > 2002 and self.ch(.3): h.append(self.web())
        h.append(self.c('Az.: ', 'Unser Zeichen: ', 'Aktenzeichen: ', 'Mein Zeichen ') + self.zn())
        h.append(self.c(t + ', ', t + ', den ', 'Datum: ', '') + self.d('schreiben'))
        return '\n'.join(h)
