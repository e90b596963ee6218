package main

import (
	"bytes"
	"context"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"laufzettel/sync/order"
	"laufzettel/sync/sign"
)

// orders are an order to destroy as a file, and everybody who could sign it.
type orders struct {
	t                     *testing.T
	path                  string
	ahrens, beyer, fourth *sign.Key
	o                     order.Order
	objects               []order.Object
}

const someDigest = "0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef"

func newOrders(t *testing.T) *orders {
	t.Helper()
	p := &orders{t: t, path: filepath.Join(t.TempDir(), "auftrag.json")}
	for i, k := range []**sign.Key{&p.ahrens, &p.beyer, &p.fourth} {
		var err error
		if *k, err = sign.KeyFromSeed(bytes.Repeat([]byte{byte(i + 1)}, 32)); err != nil {
			t.Fatal(err)
		}
	}
	p.o = order.Order{
		Format: "laufzettel-order/1", ID: "01JD0000000000000000000001", Archive: "Landesarchiv Musterland", Accession: "A2026-0001",
		Portion: "P2026-0001",
		Made:    "2026-12-01T09:00:00Z", Basis: "ArchG § 3 <Abs. 2> & „Fristen“",
		Signers: []order.Signer{{Role: order.Orders, Person: "M. Ahrens", PublicKey: p.ahrens.Public().String()},
			{Role: order.Releases, Person: "J. Beyer", PublicKey: p.beyer.Public().String()}},
		Originals: []order.Original{{Portion: "P2026-0001", Files: 7, Bytes: 700, Digest: someDigest}},
		Log:       order.Head{Seq: 41, Hash: someDigest},
	}
	for i := range 3 {
		p.objects = append(p.objects, p.object(i))
	}
	p.o.Objects = p.objects
	p.count()
	return p
}

func (p *orders) object(i int) order.Object {
	return order.Object{ID: fmt.Sprintf("object-%06d", i), Folder: []string{"", "63.2", "Ü 7"}[i%3], Files: int64(i), Bytes: 10,
		Digest:  someDigest,
		Decided: "12:" + someDigest, Released: "13:" + someDigest}
}

func (p *orders) count() { p.o.Count, p.o.Sums = int64(len(p.objects)), order.Sums(p.objects) }

// many puts more objects into the order than stand in it, and writes their list.
func (p *orders) many() {
	p.objects = nil
	for i := range order.MaxInline + 2 {
		p.objects = append(p.objects, p.object(i))
	}
	p.count()
	p.o.Objects = nil
	p.o.List = p.list(p.objects)
}

func (p *orders) list(objects []order.Object) string {
	var out bytes.Buffer
	root, err := order.WriteList(&out, objects)
	if err != nil {
		p.t.Fatal(err)
	}
	p.write(p.path+order.SuffixList, out.Bytes())
	return root
}

func (p *orders) write(path string, data []byte) {
	p.t.Helper()
	if err := os.WriteFile(path, data, 0o600); err != nil {
		p.t.Fatal(err)
	}
}

// payload is the order in its spelling.
func (p *orders) payload() string {
	raw, err := p.o.Payload()
	if err != nil {
		p.t.Fatal(err)
	}
	return string(raw)
}

// sealed writes an envelope over any payload with any signatures, in its spelling.
func (p *orders) sealed(payload string, keys ...*sign.Key) {
	var sigs []string
	for _, k := range keys {
		sig, err := k.Sign(context.Background(), sign.PreAuth(order.Type, []byte(payload)))
		if err != nil {
			p.t.Fatal(err)
		}
		sigs = append(sigs, fmt.Sprintf(`{"keyid":"%s","sig":"%s"}`, k.ID(), base64.StdEncoding.EncodeToString(sig)))
	}
	p.write(p.path, []byte(fmt.Sprintf(`{"payloadType":"%s","payload":"%s","signatures":[%s]}`, order.Type,
		base64.StdEncoding.EncodeToString([]byte(payload)), strings.Join(sigs, ","))))
}

func (p *orders) both(payload string) { p.sealed(payload, p.ahrens, p.beyer) }

// swap replaces in the payload and has both sign that.
func swap(old, replaced string) func(*orders) {
	return func(p *orders) {
		before := p.payload()
		if !strings.Contains(before, old) {
			p.t.Fatalf("no %s in %s", old, before)
		}
		p.both(strings.Replace(before, old, replaced, 1))
	}
}

// envelope replaces in the bytes of the envelope.
func inEnvelope(old, replaced string) func(*orders) {
	return func(p *orders) {
		p.both(p.payload())
		raw, err := os.ReadFile(p.path)
		if err != nil || !bytes.Contains(raw, []byte(old)) {
			p.t.Fatal(err, string(raw))
		}
		p.write(p.path, bytes.Replace(raw, []byte(old), []byte(replaced), 1))
	}
}

// changed lets the order say something else, and both sign it.
func changed(do func(*orders)) func(*orders) {
	return func(p *orders) { do(p); p.both(p.payload()) }
}

// ordersOfEachClass are those the script is asked about every day.
var ordersOfEachClass = []string{"honest", "a list", "alone with consent", "the second has not signed", "the list is missing",
	"signatures under each other's keys", "one key under two names", "one person with a thin blank",
	"alone a second too early", "a short digest", "sums of other files",
	"a turned text", "a name twice", "beyond 2^53", "an envelope with a member", "a list of others"}

// Three readers of docs/order.md agree over honest and hostile orders: the program,
// laufzettel-verify, and the shell script with openssl.
func TestVerifyOrder_ThreeReadersAgree(t *testing.T) {
	for _, tool := range []string{"sh", "jq", "openssl", "split"} {
		if _, err := exec.LookPath(tool); err != nil {
			t.Skip("the script needs ", tool)
		}
	}
	alone := func(consent, until string) func(*orders) {
		return func(p *orders) {
			p.o.Signers, p.o.Alone = p.o.Signers[:1], &order.Alone{Consent: consent, Until: until}
			p.sealed(p.payload(), p.ahrens)
		}
	}
	for _, tt := range []struct {
		name string
		do   func(*orders)
		want int
	}{
		{"honest", changed(func(*orders) {}), holds},
		{"with a sample", changed(func(p *orders) { p.o.Sample = "jede 10. ab Nummer 3, 4 von 40" }), holds},
		{"a list", changed((*orders).many), holds},
		{"alone with consent", alone("LRA Musterkreis, 12.10.2026, Az. 4711", ""), holds},
		{"alone after 30 days", alone("", "2026-12-31T09:00:00Z"), holds},
		{"the second has not signed", func(p *orders) { p.sealed(p.payload(), p.ahrens) }, incomplete},
		{"the first has not signed", func(p *orders) { p.sealed(p.payload(), p.beyer) }, incomplete},
		{"the list is missing", changed(func(p *orders) { p.many(); _ = os.Remove(p.path + order.SuffixList) }), incomplete},
		{"nobody has signed", func(p *orders) { p.sealed(p.payload()) }, broken},
		{"signatures the other way round", func(p *orders) { p.sealed(p.payload(), p.beyer, p.ahrens) }, broken},
		{"signatures under each other's keys", func(p *orders) {
			p.both(p.payload())
			raw, err := os.ReadFile(p.path)
			if err != nil {
				p.t.Fatal(err)
			}
			s := strings.NewReplacer(p.ahrens.ID(), p.beyer.ID(), p.beyer.ID(), p.ahrens.ID()).Replace(string(raw))
			p.write(p.path, []byte(s))
		}, broken},
		{"one signs twice", func(p *orders) { p.sealed(p.payload(), p.ahrens, p.ahrens) }, broken},
		{"a stranger signs", func(p *orders) { p.sealed(p.payload(), p.ahrens, p.fourth) }, broken},
		{"a third signature", func(p *orders) { p.sealed(p.payload(), p.ahrens, p.beyer, p.fourth) }, broken},
		{"one person under one name", changed(func(p *orders) { p.o.Signers[1].Person = "m.ahrens" }), broken},
		{"one person with a blank nobody sees", changed(func(p *orders) { p.o.Signers[1].Person = "M.\u00a0Ahr\u00adens\u3000" }), broken},
		{"one person with a thin blank", changed(func(p *orders) { p.o.Signers[1].Person = "M.\u2009Ahrens" }), broken},
		{"one key under two names", func(p *orders) {
			p.o.Signers[1].PublicKey = p.o.Signers[0].PublicKey
			p.sealed(p.payload(), p.ahrens)
		}, broken},
		{"one signer without a word on it", func(p *orders) { p.o.Signers = p.o.Signers[:1]; p.sealed(p.payload(), p.ahrens) }, broken},
		{"two second persons", changed(func(p *orders) { p.o.Signers[0].Role = order.Releases }), broken},
		{"alone without reason", alone("", ""), broken},
		{"alone a second too early", alone("", "2026-12-31T08:59:59Z"), broken},
		{"alone with both", alone("ja", "2026-12-31T09:00:00Z"), broken},
		{"two alone", changed(func(p *orders) { p.o.Alone = &order.Alone{Consent: "ja"} }), broken},
		{"a digest of another kind", changed(func(p *orders) { p.o.Objects[1].Digest = strings.ToUpper(someDigest) }), broken},
		{"a short digest", changed(func(p *orders) { p.o.Objects[1].Digest = someDigest[1:] }), broken},
		{"an object more than counted", changed(func(p *orders) { p.o.Objects = append(p.o.Objects, p.object(9)) }), broken},
		{"an object more than summed", changed(func(p *orders) { p.o.Objects = append(p.o.Objects, p.object(9)); p.o.Count++ }), broken},
		{"an object less", changed(func(p *orders) { p.o.Objects = p.o.Objects[:2] }), broken},
		{"an object twice", changed(func(p *orders) { p.objects[1] = p.objects[0]; p.o.Objects = p.objects; p.count() }), broken},
		{"objects in another order", changed(func(p *orders) { p.o.Objects[0], p.o.Objects[1] = p.o.Objects[1], p.o.Objects[0] }), broken},
		{"nobody has released", changed(func(p *orders) { p.o.Objects[2].Released = "" }), broken},
		{"sums of other files", changed(func(p *orders) { p.o.Sums[1].Files++ }), broken},
		{"no object", changed(func(p *orders) { p.o.Objects, p.objects = nil, nil; p.count() }), broken},
		{"a title with a line end", changed(func(p *orders) { p.o.Basis = "a\nb" }), broken},
		{"a turned text", changed(func(p *orders) { p.o.Basis = "\u202eGchrA" }), broken},
		{"no basis", changed(func(p *orders) { p.o.Basis = "" }), broken},
		{"no such day", changed(func(p *orders) { p.o.Made = "2026-02-30T09:00:00Z" }), broken},
		{"no log", changed(func(p *orders) { p.o.Log.Seq = 0 }), broken},
		{"another format", changed(func(p *orders) { p.o.Format = "laufzettel-order/2" }), broken},
		{"a name twice", swap(`"basis":`, `"basis":"ArchG","basis":`), broken},
		{"a name in another case", swap(`"basis":`, `"Basis":`), broken},
		{"an object in an object twice", swap(`"log":{`, `"log":{"seq":1},"log":{`), broken},
		{"a member of its own", swap(`"count":3`, `"count":3,"titel":"x"`), broken},
		{"members in another order", swap(`"count":3,"objects"`, `"objects"`), broken},
		{"white space", swap(`"count":3`, `"count": 3`), broken},
		{"an escape nobody needs", swap(`"M. Ahrens"`, `"\u004d. Ahrens"`), broken},
		{"a fraction", swap(`"count":3`, `"count":3.0`), broken},
		{"an exponent", swap(`"bytes":700`, `"bytes":7e2`), broken},
		{"beyond 2^53", swap(`"bytes":700`, `"bytes":9007199254740993`), broken},
		{"less than nothing", swap(`"bytes":700`, `"bytes":-700`), broken},
		{"a second order behind it", func(p *orders) { p.both(p.payload() + p.payload()) }, broken},
		{"bytes that are no text", swap(`„Fristen“`, "\xff"), broken},
		{"a list beside objects", swap(`,"log":{`, `,"list":"`+someDigest+`","log":{`), broken},
		{"an envelope of another type", inEnvelope(`vnd.laufzettel.order`, `vnd.laufzettel.hand`), broken},
		{"an envelope with white space", inEnvelope(`,"payload"`, `, "payload"`), broken},
		{"an envelope with a member", inEnvelope(`,"payload"`, `,"x":1,"payload"`), broken},
		{"a member of the envelope twice", inEnvelope(`,"payload"`, `,"payload":"","payload"`), broken},
		{"a key id in small letters", func(p *orders) { inEnvelope(p.beyer.ID(), strings.ToLower(p.beyer.ID()))(p) }, broken},
		{"a line end behind the envelope", inEnvelope(`]}`, "]}\n"), broken},
		{"a cut list", changed(func(p *orders) { p.many(); p.list(p.objects[:len(p.objects)-1]) }), broken},
		{"a longer list", changed(func(p *orders) { p.many(); p.list(append(p.objects, p.object(len(p.objects)))) }), broken},
		{"a list of others", changed(func(p *orders) {
			p.many()
			all := append([]order.Object{}, p.objects...)
			all[77].Digest = strings.Repeat("0", 64)
			p.list(all)
		}), broken},
		{"a list with an object twice", changed(func(p *orders) {
			p.many()
			p.objects[5] = p.objects[4]
			p.count()
			p.o.List = p.list(p.objects)
		}), broken},
		{"a list with other sums", changed(func(p *orders) { p.many(); p.objects[5].Files++; p.o.List = p.list(p.objects) }), broken},
		{"a list without end of line", changed(func(p *orders) {
			p.many()
			raw, err := os.ReadFile(p.path + order.SuffixList)
			if err != nil {
				p.t.Fatal(err)
			}
			p.write(p.path+order.SuffixList, raw[:len(raw)-1])
		}), broken},
		{"a list of few", changed(func(p *orders) { p.o.Objects = nil; p.o.List = p.list(p.objects) }), broken},
	} {
		t.Run(tt.name, func(t *testing.T) {
			p := newOrders(t)
			tt.do(p)
			var out, errs bytes.Buffer
			second := run(t.Context(), []string{"order", p.path}, &out, &errs)
			first, third := program(p.path), tt.want
			if judges(t, tt.name, ordersOfEachClass) {
				third = shell(t, "order", p.path)
			}
			if first != tt.want || second != tt.want || third != tt.want {
				t.Errorf("program %d, laufzettel-verify %d, script %d, want %d\n%s%s", first, second, third, tt.want, out.String(),
					errs.String())
			}
		})
	}
}

// program is what the workspace's program makes of an order.
func program(path string) int {
	p, err := order.ReadFile(path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return incomplete
	case err != nil:
		return broken
	case !p.Whole():
		return incomplete
	}
	return holds
}

func shell(t *testing.T, args ...string) int {
	t.Helper()
	script, err := filepath.Abs("../../docs/verify.sh")
	if err != nil {
		t.Fatal(err)
	}
	said, err := exec.Command("sh", append([]string{script}, args...)...).CombinedOutput()
	t.Logf("script: %s", said)
	if exit, ok := errors.AsType[*exec.ExitError](err); ok {
		return exit.ExitCode()
	}
	if err != nil {
		t.Fatal(err)
	}
	return 0
}

// Keys the caller knows: all of them, or one is a stranger's.
func TestVerifyOrder_KnownKeys(t *testing.T) {
	p := newOrders(t)
	p.both(p.payload())
	key := func(k *sign.Key) string {
		path := filepath.Join(filepath.Dir(p.path), k.ID()+".pub")
		p.write(path, []byte(k.Public().String()+"\n"))
		return path
	}
	for _, tt := range []struct {
		keys []*sign.Key
		want int
	}{{[]*sign.Key{p.ahrens, p.beyer}, holds}, {[]*sign.Key{p.ahrens, p.fourth}, broken}, {[]*sign.Key{p.ahrens}, broken}} {
		args, sh := []string{"order", p.path}, []string{"order", p.path}
		for _, k := range tt.keys {
			args, sh = append(args, "--key", key(k)), append(sh, key(k))
		}
		var out, errs bytes.Buffer
		if got := run(t.Context(), args, &out, &errs); got != tt.want {
			t.Errorf("%d keys: %d, want %d\n%s%s", len(tt.keys), got, tt.want, out.String(), errs.String())
		}
		if _, err := exec.LookPath("jq"); err == nil && shell(t, sh...) != tt.want {
			t.Errorf("%d keys: the script sees it otherwise", len(tt.keys))
		}
	}
}

// Whatever byte of an order or its list is changed, taken or put in: it is noticed.
func TestOrder_AThousandMutations(t *testing.T) {
	p := newOrders(t)
	p.both(p.payload())
	honest, err := os.ReadFile(p.path)
	if err != nil {
		t.Fatal(err)
	}
	seed := uint64(22)
	next := func(n int) int { seed = seed*6364136223846793005 + 1442695040888963407; return int(seed>>33) % n }
	for i := range 1000 {
		raw := bytes.Clone(honest)
		if i%2 == 0 { // inside the payload, which keeps its envelope
			var e struct {
				PayloadType string            `json:"payloadType"`
				Payload     []byte            `json:"payload"`
				Signatures  []json.RawMessage `json:"signatures"`
			}
			if err := json.Unmarshal(raw, &e); err != nil {
				t.Fatal(err)
			}
			at := next(len(e.Payload))
			e.Payload[at] ^= byte(1 << next(8))
			if raw, err = json.Marshal(e); err != nil {
				t.Fatal(err)
			}
		} else {
			switch at := next(len(raw)); next(3) {
			case 0:
				raw[at] ^= byte(1 << next(8))
			case 1:
				raw = append(raw[:at], raw[at+1:]...)
			default:
				raw = append(raw[:at], append([]byte{raw[at]}, raw[at:]...)...)
			}
		}
		if bytes.Equal(raw, honest) {
			continue
		}
		if got, err := order.Read(raw); err == nil {
			t.Fatalf("mutation %d went unnoticed: %+v", i, got.Order)
		}
	}
}
