package permanent_test

import (
	"flag"
	"fmt"
	"os"
	"strings"
	"testing"

	"laufzettel/transfer/permanent"
	"laufzettel/transfer/record"
)

var update = flag.Bool("update", false, "write docs/nie-vernichtet.md anew")

const pageHead = `# Was nie vernichtet wird

Erzeugt aus ` + "`transfer/permanent/permanent.json`" + `; nicht von Hand ändern.

Eine Entscheidung V auf eine dieser Lieferarten wird sofort abgelehnt: im Fenster, auf der Kommandozeile, bei der Auswahl nach Regel und beim Abgleich mit anderen Arbeitsplätzen; auch ein
Auftrag zur Vernichtung entsteht dort nicht. Was *nach Konzept* ganz übernommen wird, kann das unterschriebene Profil zur Bewertung freigeben (Angabe ` + "`appraised`" + `, mit Begründung); was das Gesetz
verlangt, nicht. Eine doppelte, misslungene oder falsche Lieferung wird zurückgegeben oder verworfen, nie mit V bewertet. Nicht in der Tabelle: Belegakten des Handelsregisters, Datenbanken als solche.

| Lieferart | Was | Grund | Quelle | Ausnahme |
|---|---|---|---|---|
`

// The page of the handbook says what the table says.
func TestDocs_Permanent(t *testing.T) {
	const name = "../../docs/nie-vernichtet.md"
	var b strings.Builder
	b.WriteString(pageHead)
	for _, r := range permanent.Rows() {
		fmt.Fprintf(&b, "| `%s` | %s | %s | %s | %s |\n", r.Kind, r.What,
			map[permanent.Basis]string{permanent.Law: "Gesetz", permanent.Concept: "Konzept"}[r.Basis], r.Source, r.Except)
	}
	if *update {
		if err := os.WriteFile(name, []byte(b.String()), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if got, err := os.ReadFile(name); err != nil || string(got) != b.String() {
		t.Errorf("%s is not what the table says (%v); run: go test ./transfer/permanent -run Docs -update", name, err)
	}
}

// Every row names its source, and only law and concept are grounds.
func TestRows(t *testing.T) {
	seen := map[string]bool{}
	for _, r := range permanent.Rows() {
		if r.Source == "" || r.What == "" || seen[r.Kind] || r.Basis != permanent.Law && r.Basis != permanent.Concept {
			t.Errorf("row %+v", r)
		}
		seen[r.Kind] = true
	}
	for _, free := range []string{"handelsregister", "siard", "files", "xdomea-0503", ""} {
		if _, ok := permanent.Of(free); ok {
			t.Errorf("%q is in the table; what-stays leaves it out", free)
		}
	}
}

// Only what the kind puts up for a decision is excepted, and only where the row says so.
func TestHolds(t *testing.T) {
	root := &record.Object{ID: "r", Kind: record.Dossier, Rating: record.RatingArchive, Origin: record.OriginKind}
	old := &record.Object{ID: "old", Kind: record.Case, Rating: record.RatingAppraise, Origin: record.OriginKind}
	note, entry := &record.Object{ID: "n", Kind: record.Document}, &record.Object{ID: "e", Kind: record.Document}
	root.Add(old)
	old.Add(note)
	root.Add(entry)
	register, _ := permanent.Of("register")
	norm, _ := permanent.Of("norm")
	for o, want := range map[*record.Object]bool{root: true, old: false, note: false, entry: true,
		{ID: "stray", Rating: record.RatingDestroy}: true} {
		if got := register.Holds(o); got != want {
			t.Errorf("register holds %s: %v", o.ID, got)
		}
		if !norm.Holds(o) {
			t.Errorf("norm does not hold %s", o.ID)
		}
	}
}
