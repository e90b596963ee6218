package archive_test

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"laufzettel/sync/archive"
	"laufzettel/sync/order"
	"laufzettel/sync/receipt"
	"laufzettel/sync/sign"
)

// closed states the closure of packages as docs/protocol.md 21 writes it.
func closed(person string, packages ...string) receipt.Message {
	return receipt.Message{Kind: "closure", Reference: "A1",
		Content: fmt.Appendf(nil, `{"format":"laufzettel-closure/1","packages":[%s],"person":%q,"time":"2026-11-21T09:00:00Z"}`,
			strings.Join(packages, ","), person)}
}

func grantID(upload, number string) string {
	sum := sha256.Sum256([]byte("laufzettel-grant\x00" + upload + "\x00" + number))
	return hex.EncodeToString(sum[:])
}

func readingBody(grant string) string {
	return fmt.Sprintf(`{"format":"laufzettel-lease/1","person":"K. Lorenz","minutes":30,"grant":%q}`, grant)
}

// A closed package is not given to readers, whatever they ask; a grant opens it while
// its lease runs, and only to who holds it.
func TestClosure_ReadersAreRefused(t *testing.T) {
	b := newBench(t, nil)
	reader, other, admin := newKey(t), newKey(t), newKey(t)
	b.enrol(b.key)
	b.enrol(reader, archive.RoleRead)
	b.enrol(other, archive.RoleRead)
	b.enrol(admin, archive.RoleAdminister)
	id, secret := b.deliver(b.key, []byte("Personalakte"), nil), b.deliver(b.key, []byte("Beschreibung geschlossen"), nil)
	address := "/v1/packages/" + id
	get := func(key *sign.Key, at string) answer { return b.request(key, http.MethodGet, at, nil, nil, nil) }
	get(reader, address).is(t, "as delivered", http.StatusOK, "")

	grant := grantID(id, "Az. 4711")
	said := fmt.Sprintf(
		`{"upload_id":%q,"grade":"object","until":"2099-12-31","basis":"BArchG § 11","grants":[{"id":%q,"until":"2099-01-01"},{"id":%q,"until":"2020-01-01"}]}`, id, grant, grantID(id, "alt"))
	b.message(b.key, closed("M. Ahrens", said, fmt.Sprintf(`{"upload_id":%q,"grade":"description"}`, secret))).is(t, "stated",
		http.StatusOK, "")
	got := get(reader, address)
	got.is(t, "closed", http.StatusForbidden, "package-closed")
	if !strings.Contains(string(got.body), `"until":"2099-12-31"`) {
		t.Errorf("the reader is not told until when: %s", got.body)
	}
	get(reader, "/v1/packages/"+secret).is(t, "nothing of it may be named", http.StatusNotFound, "not-found")
	b.post(reader, "/v1/packages/"+secret+"/reading", readingBody("")).is(t, "lease of what may not be named", http.StatusNotFound,
		"not-found")
	for _, who := range []struct {
		key  *sign.Key
		want int
	}{{reader, 1}, {admin, 2}, {b.key, 2}} {
		if who.key == b.key {
			continue // delivers only, and asks for no list
		}
		if l := b.list(who.key, "/v1/packages"); len(l.Packages) != who.want {
			t.Errorf("%d packages listed, want %d", len(l.Packages), who.want)
		}
	}
	get(admin, "/v1/packages/"+secret).is(t, "the administration", http.StatusOK, "")

	for name, body := range map[string]string{"without": readingBody(""), "unknown": readingBody(grantID(id, "4712")),
		"of another package": readingBody(grantID(secret, "Az. 4711")), "ended": readingBody(grantID(id, "alt"))} {
		b.post(reader, address+"/reading", body).is(t, "grant "+name, http.StatusForbidden, "package-closed")
	}
	b.post(reader, address+"/reading", readingBody("Az. 4711")).is(t, "no grant id", http.StatusUnprocessableEntity, "envelope")
	b.post(reader, address+"/reading", readingBody(grant)).is(t, "with grant", http.StatusOK, "")
	get(reader, address).is(t, "under the grant", http.StatusOK, "")
	get(other, address).is(t, "somebody else", http.StatusForbidden, "package-closed")
	b.message(b.key, closed("M. Ahrens", fmt.Sprintf(`{"upload_id":%q,"grade":"object","until":"2099-12-31"}`, id))).is(t, "the grant ends",
		http.StatusOK, "")
	get(reader, address).is(t, "after the grant", http.StatusForbidden, "package-closed")
	b.pass(31 * time.Minute)
	for _, opened := range []string{`"open"`, `"object","until":"2020-12-31"`} {
		b.message(b.key, closed("M. Ahrens", fmt.Sprintf(`{"upload_id":%q,"grade":%s}`, id, opened))).is(t, opened, http.StatusOK, "")
		get(other, address).is(t, "after "+opened, http.StatusOK, "")
	}
}

// A statement of closure is what the page says, by who delivered or administers, and in
// the hand of somebody who may.
func TestClosure_Refused(t *testing.T) {
	b := newBench(t, nil)
	stranger, admin, ahrens := newKey(t), newKey(t), newKey(t)
	b.enrol(b.key)
	b.enrol(stranger)
	b.enrol(admin, archive.RoleAdminister)
	id := b.deliver(b.key, []byte("Akte"), nil)
	one := fmt.Sprintf(`{"upload_id":%q,"grade":"object"}`, id)
	for name, packages := range map[string][]string{
		"none": {}, "twice": {one, one}, "no grade": {fmt.Sprintf(`{"upload_id":%q}`, id)},
		"a grade there is not": {fmt.Sprintf(`{"upload_id":%q,"grade":"shut"}`, id)},
		"open until":           {fmt.Sprintf(`{"upload_id":%q,"grade":"open","until":"2099-01-01"}`, id)},
		"no day":               {fmt.Sprintf(`{"upload_id":%q,"grade":"object","until":"2099-02-30"}`, id)},
		"unknown upload":       {`{"upload_id":"AAAAAAAAAAAAAAAAAAAAAAAAAA","grade":"object"}`},
		"no grant":             {fmt.Sprintf(`{"upload_id":%q,"grade":"object","grants":[{"id":"4711"}]}`, id)},
		"a member of its own":  {fmt.Sprintf(`{"upload_id":%q,"grade":"object","title":"x"}`, id)},
		"control signs":        {fmt.Sprintf(`{"upload_id":%q,"grade":"object","basis":"a\u0007"}`, id)},
	} {
		b.message(b.key, closed("M. Ahrens", packages...)).is(t, name, http.StatusUnprocessableEntity, "envelope")
	}
	b.message(stranger, closed("M. Ahrens", one)).is(t, "another office", http.StatusUnprocessableEntity, "envelope")
	b.message(admin, closed("M. Ahrens", one)).is(t, "the administration", http.StatusOK, "")
	m := closed("M. Ahrens", one)
	m.Hand = b.hand(ahrens, "M. Ahrens", m.Statement(), "clerk")
	b.message(b.key, m).is(t, "a clerk", http.StatusForbidden, "person")
	m.Hand = b.hand(ahrens, "M. Ahrens", m.Statement(), "archivist")
	b.message(b.key, m).is(t, "an archivist", http.StatusOK, "")
}

// ordered is an order to destroy by two keys, whole or by the first alone.
func ordered(t *testing.T, id string, change func(*order.Order), keys ...*sign.Key) []byte {
	t.Helper()
	const digest = "0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef"
	objects := []order.Object{{ID: "O1", Folder: "63.2", Files: 1, Bytes: 10, Digest: digest, Decided: "12:" + digest, Released: "13:" +
		digest}}
	o := order.Order{ID: id, Archive: "Landesarchiv", Accession: "A2026-0001", Portion: "P2026-0001", Made: "2026-12-01T09:00:00Z",
		Basis: "ArchG § 3",
		Signers: []order.Signer{{Role: order.Orders, Person: "M. Ahrens", PublicKey: keys[0].Public().String()},
			{Role: order.Releases, Person: "J. Beyer", PublicKey: keys[1].Public().String()}},
		Originals: []order.Original{}, Objects: objects, Sums: order.Sums(objects), Count: 1, Log: order.Head{Seq: 4, Hash: digest}}
	if change != nil {
		change(&o)
	}
	raw, err := order.Seal(t.Context(), o, keys[0])
	for _, k := range keys[1:] {
		if err != nil {
			break
		}
		var p *order.Paper
		if p, err = order.Read(raw); err == nil {
			raw, err = p.Sign(t.Context(), k)
		}
	}
	if err != nil {
		t.Fatal(err)
	}
	return raw
}

// The receiver sees orders to destroy: only whole ones, by keys that are nobody else's,
// and shows which of them are new to it.
func TestOrders_AreSeen(t *testing.T) {
	b := newBench(t, nil)
	ahrens, beyer, later := newKey(t), newKey(t), newKey(t)
	b.enrol(b.key)
	send := func(id string, raw []byte) answer {
		return b.message(b.key, receipt.Message{Kind: "order", Reference: id, Content: raw})
	}
	whole := ordered(t, "ORDER1", nil, ahrens, beyer)
	half, err := order.Seal(t.Context(), mustRead(t, whole).Order, ahrens)
	if err != nil {
		t.Fatal(err)
	}
	send("ORDER1", half).is(t, "half an order", http.StatusUnprocessableEntity, "envelope")
	send("ORDER1", bytes.Replace(whole, []byte(`"sig":"`), []byte(`"sig":"A`), 1)).is(t, "a broken one", http.StatusUnprocessableEntity,
		"envelope")
	send("ORDER2", whole).is(t, "another reference", http.StatusUnprocessableEntity, "envelope")
	send("ORDER1", whole).is(t, "whole", http.StatusOK, "")
	send("ORDER1", whole).is(t, "once more", http.StatusOK, "")
	send("ORDER1", ordered(t, "ORDER1", func(o *order.Order) { o.Basis = "anders" }, ahrens, beyer)).is(t, "another order of that id",
		http.StatusUnprocessableEntity, "envelope")
	send("ORDER3", ordered(t, "ORDER3", nil, beyer, ahrens)).is(t, "keys under each other's names", http.StatusForbidden, "person")
	send("ORDER4", ordered(t, "ORDER4", nil, ahrens, later)).is(t, "a later key of the second", http.StatusOK, "")
	if err := b.a.RevokePerson(t.Context(), ahrens.ID()); err != nil {
		t.Fatal(err)
	}
	send("ORDER5", ordered(t, "ORDER5", nil, ahrens, beyer)).is(t, "a revoked key", http.StatusForbidden, "person")

	all, err := archive.Orders(t.Context(), b.a.Admin)
	if err != nil || len(all) != 2 {
		t.Fatalf("%+v, %v; want two orders", all, err)
	}
	for _, o := range all {
		s := o.Signers[1]
		if len(o.Signers) != 2 || !s.New || (s.Other != "") != (o.ID == "ORDER4") || o.Objects != 1 || o.Accession != "A2026-0001" {
			t.Errorf("order %+v", o)
		}
	}
	if raw, err := archive.OrderPaper(t.Context(), b.a.Admin, "ORDER1"); err != nil || !bytes.Equal(raw, whole) {
		t.Errorf("paper %v", err)
	}
	if _, err := archive.OrderPaper(t.Context(), b.a.Admin, "ORDER9"); err == nil {
		t.Error("a paper that never came")
	}
	var body struct{ Features []string }
	if err := json.Unmarshal(b.request(nil, http.MethodGet, "/v1/", nil, nil, nil).body, &body); err != nil ||
		!strings.Contains(strings.Join(body.Features, " "), "closure letters orders") {
		t.Errorf("features %v, %v", body.Features, err)
	}
}

func mustRead(t *testing.T, raw []byte) *order.Paper {
	t.Helper()
	p, err := order.Read(raw)
	if err != nil {
		t.Fatal(err)
	}
	return p
}
