package xdomea

import (
	"strings"
	"testing"

	"laufzettel/transfer/record"
)

// Two deliveries of one office are told apart by years and first words; a name that is too
// long is left out whole, so that a title never holds half a name.
func TestTitle(t *testing.T) {
	dossier := func(reference, subject string, from, to record.Date, cases int) *record.Object {
		o := &record.Object{Kind: record.Dossier, Reference: reference, Subject: subject, Span: record.DateSpan{From: from, To: to}}
		for range cases {
			o.Children = append(o.Children, &record.Object{Kind: record.Case, Parent: o})
		}
		return o
	}
	long := strings.Repeat("lang ", 30)
	context := dossier("0", "Nur Umgebung", "1950-01-01", "1960-12-31", 0)
	context.ContextOnly = true
	for name, c := range map[string]struct {
		typ  string
		head Head
		got  []*record.Object
		want string
	}{
		"one": {typ: TypeTransfer, got: []*record.Object{dossier("63.2-0139", "Wohnpark", "2004-02-01", "2010-05-03", 3)},
			want: "Aussonderung 2004–2010: 63.2-0139 Wohnpark"},
		"several": {typ: TypeTransfer, got: []*record.Object{dossier("63", "Wohnpark", "2004", "2005", 3),
			dossier("64", "Gewerbe", "2003", "2004", 0)}, want: "Aussonderung 2003–2005: 63 Wohnpark u. a. (2 Akten, 3 Vorgänge)"},
		"one year": {typ: TypeOffer, got: []*record.Object{dossier("63", "Wohnpark", "2004-01-01", "2004-12-31", 1)},
			want: "Anbietung 2004: 63 Wohnpark"},
		"no period": {typ: TypeTransfer, got: []*record.Object{dossier("", "", "", "", 1), dossier("", "", "", "", 0)},
			want: "Aussonderung: 2 Akten, 1 Vorgang"},
		"bad years": {typ: TypeTransfer, got: []*record.Object{dossier("63", "Wohnpark", "abcd", "0000", 1)},
			want: "Aussonderung: 63 Wohnpark"},
		"too long": {typ: TypeTransfer, got: []*record.Object{dossier("63", long, "2004", "", 2)},
			want: "Aussonderung 2004: 1 Akte, 2 Vorgänge"},
		"in parts": {typ: TypeTransfer, head: Head{Number: 2, Total: 3}, got: []*record.Object{dossier("63", "Wohnpark", "2004", "", 1)},
			want: "Aussonderung 2004: 63 Wohnpark (Teil 2 von 3)"},
		"surrounding": {typ: TypeTransfer, got: []*record.Object{dossier("63", "Wohnpark", "2004", "2004", 1), context},
			want: "Aussonderung 2004: 63 Wohnpark u. a. (1 Akte, 1 Vorgang)"},
		"nothing": {typ: TypeTransferReceipt, want: "Empfangsbestätigung der Aussonderung"},
	} {
		if got := title(&Message{Type: c.typ, Head: c.head, Objects: c.got}); got != c.want {
			t.Errorf("%s: %q, want %q", name, got, c.want)
		}
	}
}
