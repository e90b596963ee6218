package main

import (
	"bytes"
	"context"
	"encoding/json"
	"os"
	"os/exec"
	"reflect"
	"strconv"
	"testing"
	"time"

	"laufzettel/sync/ledger"
	"laufzettel/sync/order"
	"laufzettel/sync/receipt"
	"laufzettel/sync/sign"
)

// chance is a small generator, the same in every run.
type chance uint64

func (c *chance) next(n int) int {
	*c = *c*6364136223846793005 + 1442695040888963407
	return int(*c>>33) % n
}

// mutated changes a signed paper in one place: every second time inside the payload,
// which keeps its envelope, else any sign of the file is changed, taken or put in.
func mutated(t *testing.T, c *chance, i int, honest []byte) []byte {
	t.Helper()
	raw := bytes.Clone(honest)
	var e struct {
		PayloadType string            `json:"payloadType"`
		Payload     []byte            `json:"payload"`
		Signatures  []json.RawMessage `json:"signatures"`
	}
	if i%2 == 0 && json.Unmarshal(raw, &e) == nil && len(e.Payload) > 0 {
		e.Payload[c.next(len(e.Payload))] ^= byte(1 << c.next(8))
		out, err := json.Marshal(e)
		if err != nil {
			t.Fatal(err)
		}
		return out
	}
	switch at := c.next(len(raw)); c.next(3) {
	case 0:
		raw[at] ^= byte(1 << c.next(8))
	case 1:
		raw = append(raw[:at], raw[at+1:]...)
	default:
		raw = append(raw[:at], append([]byte{raw[at]}, raw[at:]...)...)
	}
	return raw
}

func sealing[T any](t *testing.T) func(v T, err error) T {
	return func(v T, err error) T {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
		return v
	}
}

// Whatever is changed in one place of any signed paper of the channel is noticed, or says
// exactly what the honest paper does.
func TestPapers_AThousandMutations(t *testing.T) {
	ctx := t.Context()
	p := newPapers(t)
	raw := sealing[[]byte](t)
	at := time.Date(2026, 12, 24, 9, 0, 0, 0, time.UTC)
	closure := receipt.Message{ID: "J2", Created: at, Kind: "closure", Reference: "U", Name: "frist.json", MediaType: "application/json",
		Content: []byte(`{"format":"laufzettel-closure/1","packages":[{"upload_id":"U","grade":"object","until":"2099-12-31"}],"person":"M. Ahrens","time":"2026-12-24T09:00:00Z"}`)}
	decision := receipt.Hand{Person: "M. Ahrens", Roles: []string{"archivist"}, Statement: someDigest, At: at}
	release := receipt.Hand{Person: "J. Beyer", Roles: []string{"second"}, Statement: someDigest, At: at}
	trust := sign.Trust{Archive: "Musterarchiv", URL: "https://archiv.example", Issued: at,
		Keys: []sign.TrustedKey{{KeyID: p.archive.ID(), PublicKey: p.archive.Public().String(), State: "active", From: at}}}
	orders := newOrders(t)
	orders.both(orders.payload())
	for _, paper := range []struct {
		name   string
		honest []byte
		open   func(raw []byte) (any, error)
	}{
		{"receipt", raw(p.receipt.Seal(ctx, p.archive)), func(b []byte) (any,
			error) {
			return receipt.OpenWith(ctx, b, p.archive.Public())
		}},
		{"manifest", raw(p.manifest.Seal(ctx, p.client)), func(b []byte) (any,
			error) {
			return receipt.OpenManifest(ctx, b, p.client.Public())
		}},
		{"closure", raw(closure.Seal(ctx, p.client)), func(b []byte) (any,
			error) {
			return receipt.OpenMessage(ctx, b, p.client.Public())
		}},
		{"decision", raw(decision.Seal(ctx, p.client)), func(b []byte) (any, error) { return receipt.OpenHand(ctx, b, someDigest) }},
		{"release", raw(release.Seal(ctx, p.stranger)), func(b []byte) (any, error) { return receipt.OpenHand(ctx, b, someDigest) }},
		{"enrolment", raw(sign.SealEnrolment(ctx, sign.Enrolment{Office: "Amt", Host: "pc", Program: "Laufzettel", Created: at}, p.client)),
			func(b []byte) (any, error) {
				e, key, err := sign.OpenEnrolment(ctx, b)
				return []any{e, key.String()}, err
			}},
		{"trust", raw(sign.SealTrust(ctx, trust, p.archive)),
			func(b []byte) (any, error) { return sign.OpenTrust(ctx, b, p.archive.Public()) }},
		{"checkpoint", raw(ledger.Sign(ctx, ledger.Head{Origin: "laufzettel/receipts/ABCDEFGHIJKLMNOPQRSTUVWXYZ", Size: 7,
			Root: ledger.Hash{1}}, p.archive)), func(b []byte) (any, error) {
			c, err := ledger.Open(b, p.archive.Public())
			return c.Head, err
		}},
		{"order", raw(os.ReadFile(orders.path)), func(b []byte) (any, error) {
			o, err := order.Read(b)
			if err != nil {
				return nil, err
			}
			return o.Order, nil
		}},
	} {
		t.Run(paper.name, func(t *testing.T) {
			want, err := paper.open(paper.honest)
			if err != nil {
				t.Fatal("the honest paper:", err)
			}
			c, noticed := chance(22), 0
			for i := range 1000 {
				changed := mutated(t, &c, i, paper.honest)
				got, err := paper.open(changed)
				if err != nil {
					noticed++
				} else if !reflect.DeepEqual(got, want) {
					t.Fatalf("mutation %d says something else: %+v\n%s", i, got, changed)
				}
			}
			if noticed < 900 {
				t.Errorf("%d of 1000 noticed", noticed)
			}
		})
	}
}

// The program and the script written from the page see a changed receipt, checkpoint or
// order alike. LAUFZETTEL_MUTATIONS says how many of each; make judges asks for more.
func TestPapers_MutationsSeenAlike(t *testing.T) {
	for _, tool := range []string{"sh", "jq", "openssl", "split"} {
		if _, err := exec.LookPath(tool); err != nil {
			t.Skip("the script needs ", tool)
		}
	}
	most := 2 // one inside the payload, one of the file
	if n, err := strconv.Atoi(os.Getenv("LAUFZETTEL_MUTATIONS")); err == nil {
		most = n
	}
	p, orders := newPapers(t), newOrders(t)
	orders.both(orders.payload())
	check := p.write("checkpoint", sealing[[]byte](t)(ledger.Sign(t.Context(),
		ledger.Head{Origin: "laufzettel/receipts/ABCDEFGHIJKLMNOPQRSTUVWXYZ", Size: 7, Root: ledger.Hash{1}}, p.archive)))
	for _, paper := range []struct {
		kind, path string
		args       []string
		file       string // that is changed
	}{
		{"receipt", p.dir + "/paket.tar", []string{"--key", p.key}, p.dir + "/paket.tar" + receipt.SuffixReceipt},
		{"checkpoint", check, []string{"--key", p.key}, check},
		{"order", orders.path, nil, orders.path},
	} {
		t.Run(paper.kind, func(t *testing.T) {
			t.Parallel() // each changes a file of its own
			honest := sealing[[]byte](t)(os.ReadFile(paper.file))
			c := chance(7)
			for i := range most {
				changed := mutated(t, &c, i, honest)
				if err := os.WriteFile(paper.file, changed, 0o600); err != nil {
					t.Fatal(err)
				}
				var out bytes.Buffer
				program := run(context.Background(), append([]string{paper.kind, paper.path}, paper.args...), &out, &out)
				args := []string{paper.kind, paper.path}
				if paper.kind != "order" {
					args = append(args, p.key)
				}
				if script := shell(t, args...); (script == holds) != (program == holds) {
					t.Errorf("%s, mutation %d: program %d, script %d\n%s\n%s", paper.kind, i, program, script, out.String(), changed)
				}
			}
			if err := os.WriteFile(paper.file, honest, 0o600); err != nil {
				t.Fatal(err)
			}
		})
	}
}
