"""The builder: persons, values and near misses of one sheet."""
import datetime, random
from .core import *
from . import data as D
MON = "Januar Februar März April Mai Juni Juli August September Oktober November Dezember".split()
MKURZ = "Jan. Febr. März Apr. Mai Juni Juli Aug. Sept. Okt. Nov. Dez.".split()

class Person:
    pass

class B:
    def __init__(self, seed):
        self.r = random.Random(seed); self.items = []; self.ddr = False
        self.gstyle = self.r.choice(['0', '0', '0', '0', 'k', 'k', '2', '2', 'm', 'm', 'i', 's'])
        self.setup(1994, 2024)
    c = lambda s, *x: s.r.choice(x)
    ch = lambda s, p: s.r.random() < p
    def setup(self, y0, y1, east=None):
        self.year = self.r.randint(y0, y1)
        self.now = datetime.date(self.year, self.r.randint(1, 12), self.r.randint(1, 28))
        self.town = self.r.choice([p for p in D.PLACES if east is None or p[4] == east])
        return self
    # -------- marks
    def _m(self, t, kind, form, v):
        self.items.append((t, kind, form)); return S + chr(0xf0000 + len(self.items) - 1) + v + Z
    def P(self, kind, form, v): return self._m('P', kind, form, v)
    def n(self, kind, form, v): return self._m('N', kind, form, v)
    # -------- persons
    def family(self, org):
        r = self.r
        if org == 'de':
            x = r.choice(D.DE_COMMON) if r.random() < .55 else r.choice(D.DE_REST)
            q = r.random()
            if q < .025: return r.choice(D.NOBLE)
            if q < .075: return x + '-' + r.choice(D.DE_COMMON + D.DE_REST)
            return x
        return r.choice(D.FOREIGN[org][0].split())
    def pers(self, lo=20, hi=75, org=None, sex=None, nn=None, foreign=.16):
        r, p = self.r, Person()
        p.org = org or ('de' if r.random() > foreign else r.choice(['tr', 'pl', 'pl', 'ar', 'vn', 'ru', 'ru', 'es', 'ju']))
        if self.ddr and p.org in ('tr', 'ar', 'es', 'ju'): p.org = 'de'
        p.sex = sex or r.choice('mf')
        p.birth = self.now - datetime.timedelta(days=int(365.25 * r.uniform(lo, hi)))
        y = p.birth.year
        if p.org == 'de':
            g = 'OLD' if y < 1935 else 'MID' if y < 1975 else 'NEW'
            p.vn = r.choice(getattr(D, 'DE_%s_%s' % (g, p.sex.upper())))
            if '-' not in p.vn and r.random() < .07:
                x = r.choice(getattr(D, 'DE_%s_%s' % (g, p.sex.upper())))
                if x != p.vn and '-' not in x: p.vn += ' ' + x
        else:
            s = D.FOREIGN[p.org][1 if p.sex == 'm' else 2]
            p.vn = r.choice(s.split('|') if '|' in s else s.split())
        p.nn = nn or self.family(p.org)
        if p.org == 'pl' and p.sex == 'f' and p.nn.endswith('ki') and not nn: p.nn = p.nn[:-1] + 'a'
        if p.org == 'ru' and p.sex == 'f' and p.nn.endswith('w') and not nn: p.nn += 'a'
        p.dr = r.random() < .04
        p.place = self.town if r.random() < .8 else r.choice([x for x in D.PLACES if x[4] == self.town[4]])
        p.street = r.choice(D.PSTREETS) if r.random() < .2 else r.choice(D.STREETS).replace('_', ' ')
        p.no = str(r.randint(1, 98)) + (r.choice(['', '', '', '', '', ' a', 'b', 'c']))
        return p
    def official(self): 
        return self.pers(28, 62, foreign=.05)
    # -------- names
    def f(self, p): return self.P('name', 'voll', p.vn + ' ' + p.nn)
    def l(self, p): return self.P('name', 'nach', p.nn)
    def v(self, p): return self.P('name', 'vorname', p.vn)
    def k(self, p): return self.P('name', 'komma', p.nn + ', ' + p.vn)
    def u(self, p): return self.P('name', 'umgestellt', p.nn + ' ' + p.vn)
    def i(self, p): return self.P('name', 'initial', p.vn[0] + '. ' + p.nn)
    def fl(self, p): return self.P('name', 'feld', p.nn)
    def fv(self, p): return self.P('name', 'feld-vorname', p.vn)
    def gn(self): return 'geb. ' + self.P('name', 'geburtsname', self.family('de'))
    def an(self, p, dat=False):
        return ('Herrn ' if dat else self.c('Herr ', 'Herr ', 'Hr. ')) if p.sex == 'm' else self.c('Frau ', 'Frau ', 'Frau ', 'Fr. ')
    def hl(self, p, dat=False): return self.an(p, dat) + ('Dr. ' if p.dr else '') + self.l(p)
    def hf(self, p, dat=False): return self.an(p, dat) + ('Dr. ' if p.dr else '') + self.f(p)
    def gruss(self, p): return ('Sehr geehrter Herr '
        '' if p.sex == 'm' else 'Sehr geehrte Frau ') + ('Dr. ' if p.dr else '') + self.l(p) + ','
    def er(self, p): return 'er' if p.sex == 'm' else 'sie'
    def sign(self, p):
        return self.c('i. A. ', 'Im Auftrag\n\n', 'gez. ', 'I. A.\n', '', 'i.V. ') + self.c(self.l, self.l, self.f, self.i)(p)
    # -------- dates
    def ds(self, d, st):
        if st == '0': return d.strftime('%d.%m.%Y')
        if st == 'k': return '%d.%d.%d' % (d.day, d.month, d.year)
        if st == '2': return d.strftime('%d.%m.%y')
        if st == 'k2': return '%d.%d.%02d' % (d.day, d.month, d.year % 100)
        if st == 'm': return '%d. %s %d' % (d.day, MON[d.month - 1], d.year)
        if st == 'mk': return '%d. %s %d' % (d.day, MKURZ[d.month - 1], d.year)
        if st == 'i': return d.isoformat()
        return '%02d. %02d. %d' % (d.day, d.month, d.year)
    def g(self, p, st=None):
        st = st or (self.gstyle if self.ch(.85) else self.c('k2', 'mk', 'm', '0'))
        return self.P('geburtsdatum', 'dat-' + st, self.ds(p.birth, st))
    def geb(self, p, st=None):
        return self.c('geb. ', 'geb. am ', 'geboren am ', 'geb. ', '* ', 'Geb.-Dat. ', 'geb.: ') + self.g(p, st)
    def d(self, form='datum', back=None, st=None):
        x = self.now if back is None else self.now - datetime.timedelta(days=self.r.randint(1, back))
        return self.n('geburtsdatum', form, self.ds(x, st or self.c('0', '0', 'k', '2', 'm')))
    def future(self, n=90, form='frist'):
        return self.n('geburtsdatum', form, self.ds(self.now + datetime.timedelta(days=self.r.randint(8, n)), self.c('0', 'k', 'm')))
    # -------- addresses
    def plz(self, pl):
        if self.year > 1993 or (self.year == 1993 and self.now.month > 6): return pl[1]
        return ('O-' if pl[4] else 'W-') * (self.year in (1991, 1992)) + pl[2]
    def strasse(self, p):
        s = p.street
        if getattr(p, 'abk', None) is None: p.abk = self.ch(.4)
        short = s.replace('straße', 'str.').replace('Straße', 'Str.') if p.abk else s
        return (self.n('name', 'strasse', short) if s in D.PSTREETS else short) + ' ' + p.no
    def a(self, p, sep=None):
        form = 'zeile' if sep is None else 'block' if '\n' in sep else 'spalte'
        sep = sep or self.c(', ', ', ', ', ', ' in ')
        return self.P('anschrift', form, self.strasse(p) + sep + self.plz(p.place) + ' ' + p.place[0])
    def aln(self, p, town=True):
        """street, number (and place without post code)"""
        return self.P('anschrift', 'ohne-plz', self.strasse(p) + (', ' + p.place[0] if town else ''))
    def block(self, p):
        return self.an(p, True).replace('Fr. ', 'Frau ').strip() + '\n' + ('Dr. ' if p.dr else '') + self.f(p) + '\n' + self.a(p, '\n')
    def amt_addr(self, sep=', '):
        q = self.pers(); q.place = self.town
        return self.P('anschrift', 'amt', self.strasse(q) + sep + self.plz(q.place) + ' ' + q.place[0])
    # -------- telephones, mail
    def _dig(self, n): return str(self.r.randint(1, 9)) + ''.join(self.r.choice('0123456789') for _ in range(n - 1))
    def tel(self, p=None):
        while 1:
            r, v = self.r, self.town[3]
            if self.year > 1994 and r.random() < .35:
                v = r.choice(['0151', '0160', '0171', '0172', '0175', '0176', '0162', '0174'])
                n = self._dig(7 if v[2] != '5' and v != '0176' else 8)
            else: n = self._dig(r.choice([5, 6, 6]) if self.year > 1990 else 5)
            n2 = n if r.random() < .5 else n[:-4] + ' ' + n[-4:-2] + ' ' + n[-2:] if len(n) > 4 else n
            t = r.choice(['%s/%s', '%s / %s', '(%s) %s', '%s %s', '%s-%s', '%s/%s']) % (v, n2)
            if self.year > 1996 and r.random() < .12: t = '+49 %s %s' % (v[1:], n2)
            if not sid_ok(t): return self.P('telefon', 'mobil' if v[:2] == '01' else 'fest', t.replace(' ', NB))
    def ortstel(self):
        n = self._dig(5); return self.P('telefon', 'ortsnetz', self.c(n, n[0] + NB + n[1:3] + NB + n[3:]))
    def asc(self, s):
        for a, b in zip('ä ö ü ß é í á ó ı ş Ş ç Ç ğ ğ ś ł ą ń ó ź ż ć č ž š İ Ö Ü ê ë ã Ä'.split(),
            'ae oe ue ss e i a o i s S c C g g s l a n o z z c c z s I oe ue e e a ae'.split()): s = s.replace(a, b)
        return s.lower().replace(' ', '')
    def mail(self, p, office=False):
        v, l = self.asc(p.vn), self.asc(p.nn)
        if office: return self.P('e-mail', 'amt', self.c(v + '.' + l, l, v[0] + '.' + l) + '@' + self.c('stadt-', 'landkreis-',
            'kv-') + self.asc(self.town[0]).split('(')[0] + '.de')
        return self.P('e-mail', 'privat', self.c(v + '.' + l, l + str(p.birth.year % 100).zfill(2), v[0] + l,
            v + '_' + l) + '@' + self.c('web.de', 'gmx.de', 't-online.de', 'freenet.de', 'gmail.com', 'arcor.de', 'gmx.net'))
    def web(self): return self.n('e-mail', 'web', 'www.' + self.c('stadt-', 'rathaus-',
        'buergeramt-') + self.asc(self.town[0]).split('(')[0] + '.de')
    # -------- courts
    def az(self):
        r = self.r; y = '%02d' % (self.year % 100); n = r.randint(1, 980)
        t = r.choice(['%d O %d/%s' % (r.randint(1, 14), n, y), '%d C %d/%s' % (r.randint(1, 30), n, y), '%d Js %d/%s' % (r.randint(100,
            820), n * 21, y),
            '%d F %d/%s' % (r.randint(1, 9), n, y), '%d XVII %d/%s' % (r.randint(1, 9), n, y), '%d VI %d/%s' % (r.randint(1, 9), n, y),
                '%d Ca %d/%s' % (r.randint(1, 12), n * 3, y),
            'S %d AS %d/%s' % (r.randint(1, 30), n, y), '%d K %d/%s' % (r.randint(1, 12), n, y), '%d Ds %d Js %d/%s' % (r.randint(1, 9),
                r.randint(100, 500), n * 9, y),
            '%d M %d/%s' % (r.randint(1, 9), n, y), '%d IN %d/%s' % (r.randint(10, 600), n, y), '%d Ls %d/%s' % (r.randint(1, 9), n, y)])
        if self.year < 2000 and ' IN ' in t: t = t.replace(' IN ', ' N ')
        if self.year < 2005: t = t.replace(' AS ', ' KR ')
        return self.P('gericht', t.split()[1], t.replace(' ', NB))
    def zn(self):
        """file number of an office (near)"""
        r = self.r; y = '%02d' % (self.year % 100)
        return self.n('gericht', 'amtszeichen', r.choice(['%d.%d-%d/%s' % (r.randint(10, 66), r.randint(1, 4), r.randint(100, 999), y),
            '%d-%d-%s' % (r.randint(10, 66), r.randint(100, 9999), y),
            'II/%d-%d' % (r.randint(20, 60), r.randint(100, 999)), 'UR-Nr. %d/%s' % (r.randint(100, 1900), self.year),
                '%d %d/%s' % (r.randint(10, 66), r.randint(10, 99), y), 'HRB %d' % r.randint(100, 29000), 'Reg.-Nr. %d/%s' % (r.randint(1,
                    900), y)]))
