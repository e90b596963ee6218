package sensitivity

import (
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"laufzettel/transfer/wording"
)

// all switches the lexicon on as well.
var all = Choice{SpecialBasis: "§ 1", SpecialAssessed: "2026-01-02"}

// Every rule finds its right samples and none of its near misses, and is explained.
func TestSamples(t *testing.T) {
	r := With(all)
	of := func(text, id string) bool {
		hits, _ := r.Find(text)
		return slices.ContainsFunc(hits, func(h Hit) bool { return h.Rule == id })
	}
	for _, rule := range All() {
		for _, text := range []wording.Text{rule.Title(), rule.Why()} {
			if !text.Known() || text.In(wording.English) == text.In(wording.German) && text.In(wording.German) != "IBAN" {
				t.Errorf("%s is not explained in both languages: %q", rule.ID, text.In(wording.English))
			}
		}
		if len(rule.Right) == 0 || len(rule.Near) < 2 || !slices.Contains(Kinds, rule.Kind) {
			t.Errorf("%s: not explained, or without samples", rule.ID)
		}
		for _, s := range rule.Right {
			if !of(s, rule.ID) {
				t.Errorf("%s does not find %q", rule.ID, s)
			}
		}
		for _, s := range rule.Near {
			if of(s, rule.ID) {
				t.Errorf("%s finds %q", rule.ID, s)
			}
		}
	}
}

func TestWith(t *testing.T) {
	for _, c := range []Choice{{}, {SpecialBasis: "§ 1"}, {SpecialAssessed: "2026-01-02"}} {
		if With(c).Used("special") {
			t.Errorf("%+v switches the lexicon of special categories on", c)
		}
	}
	off := With(Choice{Off: []string{"iban"}})
	if hits, _ := off.Find("DE89 3704 0044 0532 0130 00"); slices.ContainsFunc(hits, func(h Hit) bool { return h.Kind == IBAN }) {
		t.Error("a rule that is off finds something")
	}
	if off.Key() == Standard().Key() || With(all).Key() == Standard().Key() {
		t.Error("different sets have one key")
	}
}

func TestFind(t *testing.T) {
	for _, tc := range []struct {
		text string
		want []Hit
	}{
		{"", nil},
		{"IBAN DE89\u00a03704\u202f0044-0532\n0130 00.", []Hit{{IBAN, "iban", 5, 30}}},
		{"geb. 12.03.1954, A123456780", []Hit{{BirthDate, "birth", 5, 10}, {HealthID, "health", 17, 10}}},
		{"Herr Lind, Tel. 030/123456", []Hit{{Name, "name-title", 5, 4}, {Phone, "phone", 16, 10}}},
		{"Nr;Name;Geb.-Dat.\n1;Quirrel, Ulvo;12.03.1954\n\n2;Quast;1.4.60\nEnde;12;1.1.2001",
			[]Hit{{Name, "name-role", 20, 13}, {BirthDate, "birth", 34, 10}, {Name, "name-role", 48, 5}, {BirthDate, "birth", 54, 6},
				{BirthDate, "birth", 69, 8}}},
		{"Nr;Name;Geb.-Dat.\nkein Trenner\n1;Quabber;12.03.1954", nil},
		{"\xff\xfegeb. \xff12.03.1954", nil},
	} {
		got, whole := Standard().Find(tc.text)
		if !slices.Equal(got, tc.want) || !whole {
			t.Errorf("%q: %+v, want %+v", tc.text, got, tc.want)
		}
	}
}

// The search ends at its limits and says so.
func TestFind_Limits(t *testing.T) {
	hits, whole := Standard().Find(strings.Repeat("a@b.de ", maxHits+10))
	if whole || len(hits) > maxHits {
		t.Errorf("%d hits, whole %v", len(hits), whole)
	}
	if _, whole := Standard().Find(strings.Repeat("x ", maxText/2+1)); whole {
		t.Error("a text that is longer was searched whole")
	}
}

func FuzzFind(f *testing.F) {
	for _, rule := range All() {
		for _, s := range append(rule.Right, rule.Near...) {
			f.Add(s)
		}
	}
	f.Add("0AA Aö geB")
	f.Add("(at)@*+(([0000 0 0 0 0 i.A. Dr.Dr.Dr. geb geb geb")
	r := With(all)
	f.Fuzz(func(t *testing.T, s string) {
		hits, _ := r.Find(s)
		last := 0
		for _, h := range hits {
			if h.Offset < last || h.Length <= 0 || h.Offset+h.Length > len(s) {
				t.Fatalf("%+v lies outside or before the one before", h)
			}
			if utf8.ValidString(s) && !utf8.ValidString(s[h.Offset:h.Offset+h.Length]) {
				t.Fatalf("%+v cuts a character", h)
			}
			last = h.Offset
		}
	})
}
