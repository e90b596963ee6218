package work_test

import (
	"archive/zip"
	"bytes"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"laufzettel/app/work/intake"
	"laufzettel/transfer"
	"laufzettel/transfer/check"
	"laufzettel/transfer/generate"
)

// Slip and list of an offer as source 004 describes them (P1.1 to P1.8).
const (
	offerSlip = `<?xml version="1.0" encoding="UTF-8"?>
<Laufzettel xmlns="urn:laufzettel:schema:laufzettel:1.0" version="1.0"><Behoerde><Name>Bauamt Neustadt</Name><Kennung>0815</Kennung></Behoerde>` +
		`<Profil>keines</Profil><Abgabeliste>Ab_Lis.xml</Abgabeliste><Prozessstatus>Anbietung</Prozessstatus></Laufzettel>`
	offerList = `<?xml version="1.0" encoding="UTF-8"?>
<Abgabeliste xmlns="urn:laufzettel:schema:laufzettel:1.0" version="1.0"><Behoerde><Name>Bauamt Neustadt</Name><Kennung>0815</Kennung></Behoerde><Profil>keines</Profil>` +
		`<Vorgang id="5f3bf3ce-ab43-4f78-abf0-5e8f1fbd1111" bewertung="A"><Kennzeichen>632.1/1</Kennzeichen><Betreff>Anbau</Betreff>` +
		`<Datei name="Antrag.pdf"></Datei></Vorgang></Abgabeliste>`
)

// zipped packs files by name.
func zipped(t *testing.T, files map[string]string) string {
	t.Helper()
	var b bytes.Buffer
	z := zip.NewWriter(&b)
	for name, text := range files {
		out, err := z.Create(name)
		must(t, err)
		_, err = out.Write([]byte(text))
		must(t, err)
	}
	must(t, z.Close())
	return b.String()
}

// laid puts files into a folder.
func laid(t *testing.T, files map[string]string) string {
	t.Helper()
	dir := t.TempDir()
	for name, text := range files {
		at := filepath.Join(dir, filepath.FromSlash(name))
		must(t, os.MkdirAll(filepath.Dir(at), 0o700))
		must(t, os.WriteFile(at, []byte(text), 0o600))
	}
	return dir
}

// An offer without files is a drop: it is named in the sentence, checked for what it is,
// and opens an accession with its control list (A1, A4; P1.8).
func TestOffer_AsADrop(t *testing.T) {
	papers := map[string]string{"el_Lauf.xml": offerSlip, "Ab_Lis.xml": offerList}
	faulty := strings.Replace(offerList, `bewertung="A"`, `bewertung="X"`, 1)
	inFolder := map[string]string{"mai/el_Lauf.xml": offerSlip, "mai/Ab_Lis.xml": offerList}
	tests := []struct {
		name    string
		files   map[string]string
		in      string // file of the folder that is given, "" = the folder
		want    string // in the sentence
		verdict check.Verdict
		opens   int
	}{
		{"folder", papers, "", "Anbietung von Bauamt Neustadt: 1 Vorgang, 1 Datei laut „Ab_Lis.xml“.", check.Accepted, 1},
		{"container", map[string]string{"a.zip": zipped(t, papers)}, "a.zip", "Anbietung von Bauamt Neustadt: 1 Vorgang",
			check.Accepted, 1},
		{"container in a folder", map[string]string{"a.zip": zipped(t, papers)}, "", "Anbietung von Bauamt Neustadt: 1 Vorgang",
			check.Accepted, 1},
		{"folder in a folder", inFolder, "", "Anbietung von Bauamt Neustadt: 1 Vorgang", check.Accepted, 1},
		{"letter beside it", map[string]string{"el_Lauf.xml": offerSlip, "Ab_Lis.xml": offerList, "Brief.txt": "Guten Tag"}, "",
			"laut „Ab_Lis.xml“, dazu Brief.txt.", check.Accepted, 1},
		{"no list", map[string]string{"el_Lauf.xml": offerSlip}, "", "die Abgabeliste „Ab_Lis.xml“ fehlt", check.Rejected, 0},
		{"faulty list", map[string]string{"el_Lauf.xml": offerSlip, "Ab_Lis.xml": faulty}, "",
			"die Abgabeliste „Ab_Lis.xml“ ist nicht lesbar", check.Rejected, 0},
		{"the files came along", map[string]string{"el_Lauf.xml": offerSlip, "Ab_Lis.xml": offerList, "Antrag.pdf": "%PDF-1.4"}, "",
			"nicht erkannt", check.Unreadable, 0},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			w := open(t, t.TempDir(), "M. Ahrens")
			at := filepath.Join(laid(t, tt.files), tt.in)
			p, err := w.Books.Proposal(t.Context(), at)
			must(t, err)
			if !strings.Contains(p.Sentence.String(), tt.want) {
				t.Errorf("sentence %q, want %q in it", p.Sentence.String(), tt.want)
			}
			d, pieces, err := intake.Drops{Intake: w.Intake}.CheckDrop(t.Context(), at, intake.CheckOptions{NoPDFA: true})
			must(t, err)
			if d != nil || len(pieces) != 1 || pieces[0].Verdict != tt.verdict {
				t.Fatalf("checked as %v, %+v; want one report, %s", d, pieces, tt.verdict)
			}
			taken, err := w.Books.TakeDrop(t.Context(), p, nil, true, func(int64, int64) {})
			if len(taken.Offered) != tt.opens || tt.opens == 0 && tt.verdict == check.Rejected && err == nil {
				t.Fatalf("took %+v, %v; want %d accessions", taken, err, tt.opens)
			}
			if tt.opens == 0 {
				return
			}
			a := taken.Offered[0]
			if a.Origin != transfer.ByOffer || a.State != transfer.Offered || a.TransferID == "" {
				t.Errorf("accession %+v", a)
			}
			if s := paper(t, w, a.ID, "Kon_Lis.xml"); !strings.Contains(s, "5f3bf3ce-ab43-4f78-abf0-5e8f1fbd1111") {
				t.Errorf("control list %s", s)
			}
			if letter, there := tt.files["Brief.txt"]; there {
				kept, err := w.Intake.Portions.AccessionLetters(t.Context(), a.ID)
				must(t, err)
				i := slices.IndexFunc(kept, func(l transfer.Letter) bool { return filepath.Base(l.Path) == "Brief.txt" })
				if i < 0 {
					t.Fatalf("the letter is not kept: %+v", kept)
				}
				raw, err := os.ReadFile(w.Office.Path(kept[i].Path))
				must(t, err)
				if string(raw) != letter {
					t.Errorf("kept as %q", raw)
				}
			}
			again, err := w.Books.Proposal(t.Context(), at)
			must(t, err)
			if !slices.ContainsFunc(again.Doubts, func(x intake.Doubt) bool {
				return x.Code == intake.DoubtKnown && strings.Contains(x.Text.String(), a.Number)
			}) {
				t.Errorf("offered again: %q", again.Sentence)
			}
			if twice, err := w.Books.TakeDrop(t.Context(), again, nil, true, func(int64, int64) {}); err == nil || len(twice.Offered) > 0 {
				t.Errorf("the same list opens a second accession: %+v", twice.Offered)
			}
		})
	}
}

// An offer beside a delivery of another procedure is a piece of its own.
func TestOffer_BesideADelivery(t *testing.T) {
	w := open(t, t.TempDir(), "M. Ahrens")
	dir := laid(t, map[string]string{"anbietung/el_Lauf.xml": offerSlip, "anbietung/Ab_Lis.xml": offerList})
	made := delivery(t, generate.Plan{Seed: 3, Dossiers: 1, Cases: 1, Documents: 1})
	must(t, os.MkdirAll(filepath.Join(dir, "lieferung"), 0o700))
	must(t, os.Rename(made, filepath.Join(dir, "lieferung", filepath.Base(made))))
	p, err := w.Books.Proposal(t.Context(), dir)
	must(t, err)
	for _, want := range []string{"0503", "Anbietung von Bauamt Neustadt"} {
		if !strings.Contains(p.Sentence.String(), want) {
			t.Errorf("%q without %q", p.Sentence, want)
		}
	}
	taken, err := w.Books.TakeDrop(t.Context(), p, nil, true, func(int64, int64) {})
	must(t, err)
	if len(taken.Offered) != 1 || len(taken.Portions) != 1 || taken.Portions[0].AccessionID == taken.Offered[0].ID {
		t.Errorf("taken %+v", taken)
	}
}

// An offer taken in by mistake is taken back: its number stays with the reason, the papers of
// the agency go, and the same list may come again. Once a delivery lies in the accession it
// is no longer the offer that goes.
func TestOffer_Discard(t *testing.T) {
	w := open(t, t.TempDir(), "M. Ahrens")
	at := laid(t, map[string]string{"el_Lauf.xml": offerSlip, "Ab_Lis.xml": offerList, "Brief.txt": "Guten Tag"})
	take := func() transfer.Accession {
		t.Helper()
		p, err := w.Books.Proposal(t.Context(), at)
		must(t, err)
		taken, err := w.Books.TakeDrop(t.Context(), p, nil, true, func(int64, int64) {})
		must(t, err)
		if len(taken.Offered) != 1 {
			t.Fatalf("taken %+v", taken)
		}
		return taken.Offered[0]
	}
	a := take()
	if _, err := w.Clearing.DiscardAccession(t.Context(), a.Number, "  "); err == nil {
		t.Error("discarded without a reason")
	}
	folder := w.Office.Path(filepath.Join("letters", a.ID))
	if _, err := os.Stat(folder); err != nil {
		t.Fatal(err)
	}
	for range 2 { // the second ends what a kill may have left
		gone, err := w.Clearing.DiscardAccession(t.Context(), a.Number, "irrtümlich eingetragen")
		must(t, err)
		if gone.State != transfer.AccessionDiscarded || gone.TransferID != "" {
			t.Errorf("discarded: %+v", gone)
		}
	}
	if _, err := os.Stat(folder); !os.IsNotExist(err) {
		t.Errorf("the papers stay: %v", err)
	}
	e, err := w.Books.BookEntry(t.Context(), a.ID)
	must(t, err)
	if e.Number != a.Number || e.Note != "irrtümlich eingetragen" || len(e.Letters) > 0 || !e.Due.IsZero() || len(e.Remarks) != 1 ||
		e.Empty() {
		t.Errorf("entry %+v", e)
	}
	b := take()
	if b.Number == a.Number || b.TransferID == "" {
		t.Errorf("offered again: %+v", b)
	}
	made := delivery(t, generate.Plan{Seed: 3, Dossiers: 1, Cases: 1, Documents: 1})
	taken, err := w.Books.ReceiveAs(t.Context(), made, "", b.ID, "", func(int64, int64) {})
	must(t, err)
	if _, err := w.Clearing.DiscardAccession(t.Context(), b.ID, "doch nicht"); err == nil {
		t.Error("an accession with a delivery is discarded")
	}
	_, err = w.Intake.Discard(t.Context(), taken[0].ID, "falsch zugeordnet", "beim Amt")
	must(t, err)
	if _, err := w.Clearing.DiscardAccession(t.Context(), b.ID, "zurückgezogen"); err != nil {
		t.Errorf("an accession whose only delivery was discarded: %v", err)
	}
	if _, broken, err := w.Log.VerifyLog(t.Context(), ""); err != nil || broken != nil {
		t.Errorf("log: %v %v", broken, err)
	}
}

// Discarding the message of an offer (0501) leaves no offer standing that holds nothing, and
// the same one may come again. An offer with papers of its own stands until a person lets it
// go with what came in the same drop.
func TestOffer_DiscardedWithItsMessage(t *testing.T) {
	papers := map[string]string{"el_Lauf.xml": offerSlip, "Ab_Lis.xml": offerList}
	for _, tt := range []struct {
		name    string
		papers  map[string]string // that came in the same drop
		offer   bool              // the offer is to go as well
		refused bool
		left    bool // says that an offer stands empty
		want    transfer.AccessionState
	}{
		{name: "message alone", want: transfer.AccessionDiscarded},
		{name: "message alone, no offer to let go", offer: true, refused: true, want: transfer.Offered},
		{name: "with papers", papers: papers, left: true, want: transfer.Offered},
		{name: "with papers, all of it", papers: papers, offer: true, want: transfer.AccessionDiscarded},
	} {
		t.Run(tt.name, func(t *testing.T) {
			w := open(t, t.TempDir(), "M. Ahrens")
			into := ""
			if tt.papers != nil {
				p, err := w.Books.Proposal(t.Context(), laid(t, tt.papers))
				must(t, err)
				taken, err := w.Books.TakeDrop(t.Context(), p, nil, true, func(int64, int64) {})
				must(t, err)
				into = taken.Offered[0].ID
			}
			made := delivery(t, generate.Plan{Kind: "xdomea-0501", Seed: 3, Dossiers: 1, Cases: 1, Documents: 1})
			taken, err := w.Books.ReceiveAs(t.Context(), made, "", into, "", func(int64, int64) {})
			must(t, err)
			p := taken[0]
			_, err = w.Intake.Check(t.Context(), p.ID, intake.CheckOptions{NoPDFA: true})
			must(t, err)
			p, err = w.Clearing.DiscardDelivery(t.Context(), p.ID, "falsche Stelle", "zurückgegeben", tt.offer)
			if (err != nil) != tt.refused {
				t.Fatalf("refused: %v", err)
			}
			if !tt.refused && p.State != transfer.Discarded {
				t.Errorf("portion %s", p.State)
			}
			a, left, err := w.Clearing.LeftOffer(t.Context(), p)
			must(t, err)
			if left != tt.left || a.State != tt.want {
				t.Errorf("accession %s, an offer left %v, want %s %v", a.State, left, tt.want, tt.left)
			}
			waiting, err := w.Books.Waiting(t.Context())
			must(t, err)
			if tt.want == transfer.AccessionDiscarded && len(waiting) > 0 {
				t.Errorf("something waits: %+v", waiting)
			}
		})
	}
}
