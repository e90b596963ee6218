package archive_test

import (
	"encoding/base64"
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"laufzettel/sync/archive"
	"laufzettel/sync/receipt"
	"laufzettel/sync/sign"
	"laufzettel/transfer/failure"
)

// hand signs a statement for a person.
func (b *bench) hand(key *sign.Key, person, statement string, roles ...string) []byte {
	b.t.Helper()
	env, err := receipt.Hand{Person: person, Roles: roles, Statement: statement, At: time.Now()}.Seal(b.t.Context(), key)
	if err != nil {
		b.t.Fatal(err)
	}
	return env
}

func clearing(person string) receipt.Message {
	return receipt.Message{Kind: "clearance", Reference: "A1", To: "Amt",
		Content: fmt.Appendf(nil,
			`{"format":"laufzettel-clearance/1","accession":"A1","confirmation":"","person":%q,"time":"2026-11-21T09:00:00Z"}`, person)}
}

func (b *bench) clear(key, person *sign.Key, name, says string, roles ...string) answer {
	b.t.Helper()
	m := clearing(says)
	m.Hand = b.hand(person, name, m.Statement(), roles...)
	return b.message(key, m)
}

func TestPersons_SignAndAreKnown(t *testing.T) {
	b := newBench(t, nil)
	ahrens, beyer := newKey(t), newKey(t)
	source := newKey(t)
	b.enrol(source, archive.RoleDeliver)
	b.enrol(b.key, archive.RoleDeliver, archive.RoleRead)
	b.clear(source, ahrens, "M. Ahrens", "M. Ahrens", "archivist").is(t, "a clearance by a source", http.StatusForbidden, "role")
	b.clear(b.key, ahrens, "M. Ahrens", "M. Ahrens", "archivist").is(t, "signed", http.StatusOK, "")
	b.message(b.key, clearing("M. Ahrens")).is(t, "by the machine alone", http.StatusOK, "")
	b.clear(b.key, ahrens, "M. Ahrens", "J. Beyer", "archivist").is(t, "names another", http.StatusUnprocessableEntity, "hand")
	b.clear(b.key, ahrens, "J. Beyer", "J. Beyer", "archivist").is(t, "a known key under another name", http.StatusForbidden, "person")
	b.clear(b.key, beyer, "J. Beyer", "J. Beyer", "clerk", "second").is(t, "roles that do not allow it", http.StatusForbidden, "person")
	b.clear(b.key, beyer, "J. Beyer", "J. Beyer", "emperor").is(t, "a role there is not", http.StatusForbidden, "person")
	forged := clearing("M. Ahrens")
	forged.Hand = b.hand(ahrens, "M. Ahrens", clearing("J. Beyer").Statement(), "archivist")
	b.message(b.key, forged).is(t, "signed something else", http.StatusUnprocessableEntity, "hand")
	forged.Hand = []byte("{}")
	b.message(b.key, forged).is(t, "no envelope", http.StatusUnprocessableEntity, "hand")
	for _, kind := range []string{"clearance", "deletion"} {
		b.message(b.key, receipt.Message{Kind: kind, Content: []byte("{}")}).is(t, "empty "+kind, http.StatusUnprocessableEntity,
			"envelope")
	}
	b.message(b.key, receipt.Message{Kind: "xdomea-0507", Content: []byte("<x/>"),
		Hand: b.hand(beyer, "J. Beyer", strings.Repeat("0", 128))}).is(t, "of another kind", http.StatusUnprocessableEntity, "hand")

	admin := archive.NewAdmin(b.config.DB, nil)
	all, err := admin.Persons(t.Context())
	if err != nil || len(all) != 1 || all[0].Name != "M. Ahrens" || all[0].KeyID != ahrens.ID() || all[0].Office == "" ||
		len(all[0].Roles) != 1 {
		t.Fatalf("persons %+v, %v", all, err)
	}
	if err := admin.RevokePerson(t.Context(), "FREMD"); failure.KindOf(err) != failure.Refused {
		t.Errorf("an unknown key was revoked: %v", err)
	}
	if err := admin.RevokePerson(t.Context(), ahrens.ID()); err != nil {
		t.Fatal(err)
	}
	b.clear(b.key, ahrens, "M. Ahrens", "M. Ahrens", "archivist").is(t, "after the end of the key", http.StatusForbidden, "person")
}

func signedStatement(b *bench, key *sign.Key, person, act, object, rating string, roles ...string) string {
	id, text := statement(act, object, rating)
	hand := base64.StdEncoding.EncodeToString(b.hand(key, person, id, roles...))
	return strings.TrimSuffix(text, "}") + fmt.Sprintf(`,"hand":%q}`, hand)
}

func TestPersons_UnderDecisions(t *testing.T) {
	b := newBench(t, func(c *archive.Config) { c.RequirePersons = true })
	b.enrol(b.key, archive.RoleDeliver, archive.RoleAppraise)
	id := b.publish(b.key)
	key := newKey(t)
	send := func(name string, status int, code string, statements ...string) {
		b.message(b.key, receipt.Message{Kind: "decisions", Reference: id, Content: decisionsOf(statements...)}).is(t, name, status, code)
	}
	_, bare := statement("decide", "c1", "A")
	send("without the person", http.StatusForbidden, "person", bare)
	b.message(b.key, clearing("M. Ahrens")).is(t, "clearance without the person", http.StatusForbidden, "person")
	send("released by an archivist", http.StatusForbidden, "person",
		signedStatement(b, key, "M. Ahrens", "release", "c1", "V", "archivist"))
	send("decided by another", http.StatusUnprocessableEntity, "hand",
		signedStatement(b, key, "J. Beyer", "decide", "c1", "A", "archivist"))
	send("signed", http.StatusOK, "", signedStatement(b, key, "M. Ahrens", "decide", "c1", "A", "archivist"))
	got := b.request(b.key, http.MethodGet, "/v1/worklists/"+id+"/decisions", nil, nil, nil)
	var l struct {
		Decisions []struct {
			ID   string
			Hand []byte
		}
	}
	if err := json.Unmarshal(got.body, &l); err != nil || len(l.Decisions) != 1 {
		t.Fatalf("decisions %s, %v", got.body, err)
	}
	if h, err := receipt.OpenHand(t.Context(), l.Decisions[0].Hand, l.Decisions[0].ID); err != nil || h.Person != "M. Ahrens" {
		t.Errorf("the signature that is handed out: %+v, %v", h, err)
	}
}

// A second key for a name is told apart, and where persons are asked for it signs
// nothing until the archive has confirmed it; the first key goes on meanwhile.
func TestPersons_SecondKey(t *testing.T) {
	b := newBench(t, func(c *archive.Config) { c.RequirePersons = true })
	b.enrol(b.key, archive.RoleDeliver, archive.RoleRead)
	first, second := newKey(t), newKey(t)
	admin := archive.NewAdmin(b.config.DB, nil)
	b.clear(b.key, first, "M. Ahrens", "M. Ahrens", "archivist").is(t, "first key", http.StatusOK, "")
	for range 2 {
		b.clear(b.key, second, "m.  ahrens", "M. Ahrens", "archivist").is(t, "second key", http.StatusForbidden, "person-new-key")
	}
	b.clear(b.key, first, "M. Ahrens", "M. Ahrens", "archivist").is(t, "first key again", http.StatusOK, "")
	all, err := admin.Persons(t.Context())
	if err != nil || len(all) != 2 || all[0].Second || !all[1].Second || !all[1].Confirmed.IsZero() || all[1].KeyID != second.ID() {
		t.Fatalf("persons %+v, %v", all, err)
	}
	if err := admin.ConfirmPerson(t.Context(), "FREMD"); failure.KindOf(err) != failure.Refused {
		t.Errorf("an unknown key was confirmed: %v", err)
	}
	if err := admin.ConfirmPerson(t.Context(), second.ID()); err != nil {
		t.Fatal(err)
	}
	b.clear(b.key, second, "M. Ahrens", "M. Ahrens", "archivist").is(t, "confirmed", http.StatusOK, "")
	if all, err = admin.Persons(t.Context()); err != nil || len(all) != 2 || !all[1].Second || all[1].Confirmed.IsZero() {
		t.Errorf("persons %+v, %v", all, err)
	}
}
