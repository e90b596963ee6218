package prepare_test

import (
	"database/sql"
	"errors"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"laufzettel/transfer/check"
	"laufzettel/transfer/failure"
	"laufzettel/transfer/prepare"
	"laufzettel/transfer/wording"
)

// Keys of clerks are kept with their event or not at all, and found by id or
// fingerprint however it is written.
func TestStore_Clerks(t *testing.T) {
	s := newStore(t)
	k := prepare.ClerkKey{KeyID: "a1", PublicKey: "AAAA", Fingerprint: "3FA2-C81D", Office: "Landratsamt Musterkreis", AgencyID: "09999",
		Way: prepare.ClerkByFile, By: "Dr. K. Weiß"}
	failed := errors.New("no event")
	if err := s.TrustClerk(t.Context(), k, func(*sql.Tx) error { return failed }); !errors.Is(err, failed) {
		t.Errorf("without an event: %v", err)
	}
	if err := s.TrustClerk(t.Context(), prepare.ClerkKey{KeyID: "b2", Way: prepare.ClerkByFile},
		unlogged); failure.KindOf(err) != failure.Refused {
		t.Errorf("without an office: %v", err)
	}
	if got, err := s.Clerks(t.Context()); err != nil || len(got) != 0 {
		t.Errorf("kept %v, %v", got, err)
	}
	for _, agency := range []string{"09999", "08888"} {
		k.AgencyID = agency
		if err := s.TrustClerk(t.Context(), k, unlogged); err != nil {
			t.Fatal(err)
		}
	}
	k.Added = clock
	for _, name := range []string{"a1", "3FA2-C81D", "3fa2 c81d", "3fa2c81d"} {
		got, err := s.ClerkNamed(t.Context(), name)
		if diff := cmp.Diff(k, got); diff != "" || err != nil {
			t.Errorf("%s: %v\n%s", name, err, diff)
		}
	}
	if err := s.ForgetClerk(t.Context(), "a1", unlogged); err != nil {
		t.Fatal(err)
	}
	if _, err := s.ClerkNamed(t.Context(), "a1"); failure.KindOf(err) != failure.Refused ||
		!strings.Contains(failure.HintOf(err).In(wording.Commands("de")), "clerks list") {
		t.Errorf("a forgotten key: %v", err)
	}
}

// Unsigned, signed by nobody known, by another agency and by the agency itself are
// told apart (G14).
func TestSender(t *testing.T) {
	known := &prepare.ClerkKey{Office: "Landratsamt Musterkreis", AgencyID: "09999"}
	tests := map[string]struct {
		s    prepare.Sender
		code string
		said string
		sure bool
	}{
		"no list kept": {prepare.Sender{Fingerprint: "3FA2"}, "", "nicht bekannt", false},
		"unsigned":     {prepare.Sender{Kept: true}, "", "ohne Unterschrift", false},
		"stripped":     {prepare.Sender{Kept: true, OfAgency: true}, "PRE-028", "ohne Unterschrift", false},
		"unknown":      {prepare.Sender{Fingerprint: "3FA2", Kept: true}, "PRE-026", "nicht bekannt", false},
		"known": {prepare.Sender{Fingerprint: "3FA2", Kept: true, Known: known, OfAgency: true}, "",
			"bekannt als „Landratsamt Musterkreis“", true},
		"other agency": {prepare.Sender{Fingerprint: "3FA2", Kept: true, Known: &prepare.ClerkKey{Office: "X", AgencyID: "08888"}},
			"PRE-027", "bekannt als „X“", true},
		"of any agency": {prepare.Sender{Fingerprint: "3FA2", Kept: true, Known: &prepare.ClerkKey{Office: "X"}}, "", "bekannt als „X“",
			true},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			code := ""
			for _, f := range tt.s.Findings("a.selbstpruefung.json", check.Agency{ID: "09999"}) {
				code += f.Code
			}
			if code != tt.code || !strings.Contains(tt.s.Sentence().String(), tt.said) || tt.s.Sure() != tt.sure {
				t.Errorf("code %q, %q, sure %v", code, tt.s.Sentence(), tt.s.Sure())
			}
		})
	}
}
