package order_test

import (
	"bytes"
	"strings"
	"testing"

	"laufzettel/sync/order"
	"laufzettel/sync/sign"
)

const digest = "0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef"

func keys(t testing.TB) (a, b *sign.Key) {
	t.Helper()
	for i, k := range []**sign.Key{&a, &b} {
		var err error
		if *k, err = sign.KeyFromSeed(bytes.Repeat([]byte{byte(i + 1)}, 32)); err != nil {
			t.Fatal(err)
		}
	}
	return a, b
}

func anOrder(t testing.TB, objects int) order.Order {
	t.Helper()
	a, b := keys(t)
	o := order.Order{ID: "A1", Accession: "Z1", Portion: "P1", Made: "2026-12-01T09:00:00Z", Basis: "ArchG § 3",
		Signers: []order.Signer{{Role: order.Orders, Person: "M. Ahrens", PublicKey: a.Public().String()},
			{Role: order.Releases, Person: "J. Beyer", PublicKey: b.Public().String()}},
		Originals: []order.Original{}, Log: order.Head{Seq: 1, Hash: digest}}
	for i := range objects {
		o.Objects = append(o.Objects, order.Object{ID: strings.Repeat("0", 6) + string(rune('a'+i)), Digest: digest, Decided: "1:" + digest,
			Released: "2:" + digest})
	}
	o.Sums, o.Count = order.Sums(o.Objects), int64(objects)
	return o
}

// Two sign one after the other, in either order, and the paper is the same.
func TestSign_BothWays(t *testing.T) {
	a, b := keys(t)
	var papers [][]byte
	for _, way := range [][]*sign.Key{{a, b}, {b, a}} {
		raw, err := order.Seal(t.Context(), anOrder(t, 2), way[0])
		if err != nil {
			t.Fatal(err)
		}
		p, err := order.Read(raw)
		if err != nil || p.Whole() || len(p.Missing()) != 1 {
			t.Fatalf("half an order: %+v, %v", p, err)
		}
		if _, err := p.Sign(t.Context(), way[0]); err == nil {
			t.Error("one has signed twice")
		}
		if raw, err = p.Sign(t.Context(), way[1]); err != nil {
			t.Fatal(err)
		}
		if p, err = order.Read(raw); err != nil || !p.Whole() {
			t.Fatalf("a whole order: %+v, %v", p, err)
		}
		papers = append(papers, raw)
	}
	if !bytes.Equal(papers[0], papers[1]) {
		t.Error("who signs first changes the paper")
	}
	stranger, err := sign.KeyFromSeed(bytes.Repeat([]byte{9}, 32))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := order.Seal(t.Context(), anOrder(t, 1), stranger); err == nil {
		t.Error("a stranger has signed")
	}
}

func TestRead_Limits(t *testing.T) {
	if _, err := order.Read(make([]byte, order.MaxPaper+1)); err == nil || !strings.Contains(err.Error(), "größer") {
		t.Errorf("too large: %v", err)
	}
	a, _ := keys(t)
	o := anOrder(t, 1)
	o.Basis = strings.Repeat("x", 1001)
	if _, err := order.Seal(t.Context(), o, a); err == nil {
		t.Error("a text too long was sealed")
	}
	if o.Basis = order.Plain(o.Basis + "\u202e\n\x00"); len(o.Basis) != 1000 {
		t.Errorf("plain text of %d bytes", len(o.Basis))
	}
	if _, err := order.Seal(t.Context(), o, a); err != nil {
		t.Error(err)
	}
}

func FuzzRead(f *testing.F) {
	a, _ := keys(f)
	raw, err := order.Seal(f.Context(), anOrder(f, 2), a)
	if err != nil {
		f.Fatal(err)
	}
	f.Add(raw)
	f.Fuzz(func(t *testing.T, data []byte) {
		p, err := order.Read(data)
		if err == nil && !bytes.Equal(data, raw) {
			t.Errorf("another order holds: %+v", p.Order)
		}
	})
}

func FuzzReadList(f *testing.F) {
	var list bytes.Buffer
	root, err := order.WriteList(&list, anOrder(f, 3).Objects)
	if err != nil {
		f.Fatal(err)
	}
	f.Add(list.Bytes())
	f.Fuzz(func(t *testing.T, data []byte) {
		o := anOrder(t, 3)
		o.List, o.Objects = root, nil
		p := &order.Paper{Order: o}
		if err := p.ReadList(bytes.NewReader(data)); err == nil && !bytes.Equal(data, list.Bytes()) {
			t.Errorf("another list holds: %s", data)
		}
	})
}
