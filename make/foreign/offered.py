#!/usr/bin/env python3
"""offered.py CLI SHARED: norms that a ministry offers behind a link with a digest (requirement E10), from the link to the accepted delivery: fetched when
their time has come, fetched again by a schedule, the digest wrong, the content changed, the server away, the connection cut. The norms are made by
SHARED/tools/foreign/kinds/law.py, the server is Python's. Exit 1 on any difference. Imports nothing of the program."""
import hashlib, http.server, json, os, shutil, subprocess, sys, tempfile, threading

cli, shared = os.path.abspath(sys.argv[1]), os.path.abspath(sys.argv[2])
scripts = shared + '/tools/foreign/kinds'
base = tempfile.mkdtemp()
ws = base + '/ws'
env = dict(os.environ, HOME=base)
bad = []
files, mood, asked = {}, {}, []  # what lies behind the paths, how the server answers for one, what was asked


class Server(http.server.BaseHTTPRequestHandler):
    protocol_version = 'HTTP/1.1'

    def log_message(self, *args):
        pass

    def do_GET(self):
        asked.append((self.command, self.path))
        body, how = files.get(self.path), mood.get(self.path, '')
        if body is None or how == 'away':
            self.send_response(503 if how == 'away' else 404)
            self.send_header('Content-Length', '0')
            self.end_headers()
            return
        start, code = 0, 200
        if self.headers.get('Range', '').startswith('bytes='):
            start, code = int(self.headers['Range'][6:].split('-')[0]), 206
        self.send_response(code)
        if code == 206:
            self.send_header('Content-Range', 'bytes %d-%d/%d' % (start, len(body) - 1, len(body)))
        self.send_header('Content-Length', str(len(body) - start))
        self.send_header('ETag', '"%s"' % hashlib.sha1(body).hexdigest())
        self.end_headers()
        if self.command == 'HEAD':
            return
        if how == 'cut':
            self.wfile.write(body[start:start + (len(body) - start) // 2])
            self.wfile.flush()
            self.close_connection = True
            return
        self.wfile.write(body[start:])

    do_HEAD = do_GET


server = http.server.ThreadingHTTPServer(('127.0.0.1', 0), Server)
threading.Thread(target=server.serve_forever, daemon=True).start()
host = 'http://127.0.0.1:%d' % server.server_port


def lz(*args, want=0):
    r = subprocess.run([cli, '--data', ws, '--person', 'M. Ahrens'] + list(args), capture_output=True, text=True, env=env, timeout=1200)
    if want is not None and r.returncode != want:
        bad.append('%s: exit %d, not %d: %s %s' % (' '.join(args), r.returncode, want, r.stdout[-300:], r.stderr[-300:]))
    return r


def js(*args, **how):
    out = lz(*args, '--json', **how).stdout
    try:
        return json.loads(out.splitlines()[0])
    except (IndexError, ValueError):
        bad.append('%s: no JSON: %s' % (' '.join(args), out[:200]))
        return {}


def must(what, ok, why=''):
    if not ok:
        bad.append('%s: %s' % (what, str(why)[:600]))


def sha(data):
    return hashlib.sha512(data).hexdigest()


def read(path):
    with open(path, 'rb') as f:
        return f.read()


def material():
    subprocess.run(['bash', scripts + '/prepare.sh', base + '/k', '/bin/true'], check=True, stdout=subprocess.DEVNULL)
    subprocess.run(['bash', 'mk.sh'], cwd=base + '/k/pki', check=True, stdout=subprocess.DEVNULL)
    subprocess.run([sys.executable, '-B', 'law.py'], cwd=base + '/k', check=True, stdout=subprocess.DEVNULL)
    return base + '/k/del/law/l00_ok/'


def offers():
    return {o['id']: o for o in js('offers', 'list')}


at = material()
on, an = read(at + 'larchg_on.zip'), read(at + 'larchg_an.zip')
unsigned = read(base + '/k/del/law/l06_unsigniert/larchg_on.zip')
profile = base + '/mdj.json'
with open(profile, 'w') as f:
    json.dump({'id': 'mdj', 'agency': 'Ministerium der Justiz', 'issuers': open(base + '/k/pki/root.pem').read()}, f)
lz('settings', 'archive=Landesarchiv Musterland')
lz('profile', 'add', profile)

# ---- both editions, each behind a link; the later day is kept -------------------------------------------------------------
files['/gesetze/larchg_on.zip'], files['/gesetze/larchg_an.zip'] = on, an
first = js('offers', 'add', host + '/gesetze/larchg_on.zip', sha(on))
later = js('offers', 'add', '--at', '2099-01-01T22:00:00Z', host + '/gesetze/larchg_an.zip', hashlib.sha256(an).hexdigest())
round1 = js('offers', 'fetch')
must('only what is due is fetched', round1.get('fetched') == 1 and ('GET', '/gesetze/larchg_an.zip') not in asked, (round1, asked))
o = offers()
must('the offer is a portion', o[first['id']]['state'] == 'fetched' and o[first['id']].get('portion'), o)
must('the other waits', o[later['id']]['state'] == 'waiting', o)


def accepted(portion, exception=False):
    report = js('receive', 'check', '--profile', 'mdj', '--no-pdfa', portion, want=1 if exception else 0)
    must('kind of what was fetched', report.get('kind') == 'norm', report.get('kind'))
    lz('receive', 'accept', portion, want=2 if exception else 0)
    return report


r = accepted(o[first['id']]['portion'])
must('the signature was checked', not [f for f in r.get('findings', []) if f['code'].startswith('SIG') and f['severity'] == 'error'], r.get('findings'))
must('the missing edition is told', 'NRM-016' in {f['code'] for f in r.get('findings', [])}, sorted({f['code'] for f in r.get('findings', [])}))

# ---- its time comes: a person says so, since the test has no 2099 ----------------------------------------------------------
lz('offers', 'stop', str(later['id']))
lz('offers', 'retry', str(later['id']))
must('the second edition', js('offers', 'fetch').get('fetched') == 1, offers())
second = offers()[later['id']].get('portion', '')
accepted(second)

# ---- an Originalnorm without a signature goes the same way and is refused there ----------------------------------------------
files['/ohne.zip'] = unsigned
x = js('offers', 'add', host + '/ohne.zip', sha(unsigned))
js('offers', 'fetch')
r = accepted(offers()[x['id']]['portion'], exception=True)
must('unsigned is an error', [f for f in r.get('findings', []) if f['code'] == 'NRM-012' and f['severity'] == 'error'], r.get('findings'))

# ---- the digest is wrong: no portion, told, and a person may go on --------------------------------------------------------
before = len(js('list'))
files['/falsch.zip'] = on
x = js('offers', 'add', host + '/falsch.zip', sha(an))
lz('offers', 'fetch', '--json', want=None)
o = offers()[x['id']]
must('a wrong digest stops', o['state'] == 'stopped' and 'Prüfsumme' in o.get('reason', ''), o)
must('and makes no portion', len(js('list')) == before)
left = [n for d, _, ns in os.walk(ws + '/offers') for n in ns if n.endswith('.zip')]
must('nothing lies there under its name', not left, left)

# ---- the server is away, then answers; the connection is cut, then goes on --------------------------------------------------
for how in ('away', 'cut'):
    link = '/%s.zip' % how
    data = on[:-2] + how[:2].encode()  # other bytes, another delivery; the comment of the ZIP is not read
    data = on if how == 'away' else an
    files[link], mood[link] = data, how
    x = js('offers', 'add', host + link, sha(data))
    lz('offers', 'fetch', want=4)
    o = offers()[x['id']]
    must(how + ' waits with a reason', o['state'] == 'waiting' and o.get('reason') and o.get('attempt') == 1, o)
    mood[link] = ''
    lz('offers', 'retry', str(x['id']))
    must(how + ' is fetched then', js('offers', 'fetch').get('fetched') == 1, offers()[x['id']])
    must(how + ' is a portion', offers()[x['id']]['state'] == 'fetched', offers()[x['id']])

# ---- a plan: new content with a new digest is fetched, unchanged content is not, changed content without its digest is told -----
name, sums = '/plan/norm.zip', '/plan/norm.zip.sha512'
files[name], files[sums] = on, ('%s  norm.zip\n' % sha(on)).encode()
plan = js('offers', 'plan', 'add', '--every', '1d', host + name, host + sums)
run = js('offers', 'plan', 'run', str(plan['id']))
must('the plan fetches', run.get('fetched') == 1, run)
must('and not again', js('offers', 'plan', 'run', str(plan['id'])).get('unchanged') == 1)
files[name], files[sums] = an, ('%s  norm.zip\n' % sha(an)).encode()
must('the next edition is fetched', js('offers', 'plan', 'run', str(plan['id'])).get('fetched') == 1)
files[name] = on + b'x'  # changed, but the digest is still that of before
must('what the list still names is unchanged', js('offers', 'plan', 'run', str(plan['id'])).get('unchanged') == 1)
files[sums] = ('%s  norm.zip\n' % sha(on + b'y')).encode()
before = len(js('list'))
lz('offers', 'plan', 'run', str(plan['id']), want=None)
must('another digest than the content stops', [o for o in offers().values() if o['state'] == 'stopped' and o['link'] == host + name], offers())
must('and makes no portion', len(js('list')) == before)
files[sums] = b'<html>Anmelden</html>'
r = lz('offers', 'plan', 'run', str(plan['id']), want=None)
must('a page instead of a digest is told', 'Prüfsumme' in r.stdout + r.stderr + json.dumps(js('offers', 'plan', 'list'), ensure_ascii=False), r.stderr)
fixed = js('offers', 'plan', 'add', host + '/fest.zip', sha(on))
files['/fest.zip'] = on
must('a fixed digest is fetched once', js('offers', 'plan', 'run', str(fixed['id'])).get('fetched') == 1)
js('offers', 'plan', 'run', str(fixed['id']), want=None)
files['/fest.zip'] = an
r = lz('offers', 'plan', 'run', str(fixed['id']), want=None)
told = [p for p in js('offers', 'plan', 'list') if p['id'] == fixed['id']]
must('changed content behind a fixed digest is told', told and told[0].get('outcome') == 'failed', told)

# ---- the editions stand beside each other, whatever link and year they came by -----------------------------------------------
def packaged(portion):
    unit = js('appraise', portion, 'list')['objects'][0]['id']
    must('a norm is never destroyed', 'verkündete Normen' in lz('appraise', portion, 'set', unit, 'v', '--reason', 'Platz', want=2).stderr)
    lz('appraise', portion, 'finish')
    made = js('package', portion)
    return made[0]['pid'] if made else ''


with open(base + '/k/law.py') as f:  # the same law, promulgated anew: made by the same hand
    law = f.read()
with open(base + '/k/law2031.py', 'w') as f:
    head = law[:law.index("pair('l00_ok')")].replace('2012', '2031').replace('@W@/del/law', base + '/k/del/law2031').replace(base + '/k/del/law/', base + '/k/del/law2031/')
    f.write(head + "pair('neu')\n")
os.makedirs(base + '/k/del/law2031', exist_ok=True)
subprocess.run([sys.executable, '-B', 'law2031.py'], cwd=base + '/k', check=True, stdout=subprocess.DEVNULL)
files['/neu.zip'] = read(base + '/k/del/law2031/neu/larchg_on.zip')
x = js('offers', 'add', host + '/neu.zip', sha(files['/neu.zip']))
js('offers', 'fetch')
third = offers()[x['id']]['portion']
accepted(third)
pids = [packaged(p) for p in (offers()[first['id']]['portion'], second, third)]
views = [js('view', pid) for pid in pids]
beside = [sorted((r['kind'], r['title'], r['pid']) for r in v.get('related', [])) for v in views]
must('beside the Originalnorm of 2012', beside[0] == [('edition', 'Ausgabenorm 2012', pids[1]), ('later-edition', 'Originalnorm 2031', pids[2])], beside)
must('beside the Originalnorm of 2031', beside[2] == [('earlier-edition', 'Ausgabenorm 2012', pids[1]), ('earlier-edition', 'Originalnorm 2012', pids[0])], beside)
text = lz('view', pids[0]).stdout
must('said in words', 'Andere Ausgabe: Ausgabenorm 2012' in text and 'Spätere Ausgabe der Norm: Originalnorm 2031' in text, text)
must('signature and custody in the view', 'Sabine Mustermann' in text and 'Zwischenarchiv' in text, text)

server.shutdown()
if bad:
    print('\n'.join(bad))
if os.environ.get('OFFERED_OUT'):
    shutil.copytree(ws, os.environ['OFFERED_OUT'], dirs_exist_ok=True)
shutil.rmtree(base, True)
print('offered norms: %d not as expected' % len(bad))
sys.exit(1 if bad else 0)
