package work_test

import (
	"bytes"
	"context"
	"go/ast"
	"go/parser"
	"go/token"
	"html"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"laufzettel/app/work/intake"
	"laufzettel/app/work/reading"
	"laufzettel/transfer/pdf"
	"laufzettel/transfer/pdfa"
	"laufzettel/transfer/report"
)

// paperRow is one kind of PDF the program writes: the function that lays it out, how its
// title begins (several forms with a bar between), and the test that makes one and has it
// judged. A title of "" is that of the document it is made of (titledAfter).
type paperRow struct{ made, title, by string }

// titledAfter is what the document is called of which a test makes a paper without a title of
// its own.
var titledAfter = map[string]string{"app/work/pack.writing.write": "Rückfrage", "app/work/reading.Room.set": "5bcaee8f"}

// allPapers is every report, letter, list and cover sheet. The overview of a portion, the
// founding act on paper and the order to destroy are none of their own: the first is a
// page of the window and the browser, the others are signed statements (JSON), whose list
// is the Kassationsliste.
var allPapers = []paperRow{
	{"transfer/report.CheckReport", "Prüfbericht", "transfer/report TestStructure_Papers"},
	{"transfer/report.Claim.Document", "Nachforderung|Rückgabe", "transfer/report TestStructure_Papers"},
	{"transfer/report.ReceiptLetter", "Empfangsbestätigung", "transfer/report TestStructure_Papers"},
	{"transfer/report.ClearanceLetter", "Freigabe zur Löschung", "transfer/report TestStructure_Papers"},
	{"transfer/report.DestructionList", "Kassationsliste", "transfer/report TestStructure_Papers"},
	{"transfer/report.AppraisalList", "Bewertungsliste", "transfer/report TestStructure_Papers"},
	{"transfer/report.IngestReport", "Übernahmebericht", "transfer/report TestStructure_Papers"},
	{"transfer/report.DraftLetter", "Bewertungsliste (Entwurf", "transfer/report TestStructure_MorePapers"},
	{"transfer/report.VerdictLetter", "Ergebnis der Bewertung", "transfer/report TestStructure_MorePapers"},
	{"transfer/report.PaperLetter", "Nachfrage zu Teilen auf Papier", "transfer/report TestStructure_MorePapers"},
	{"transfer/report.HandoverProtocol", "Übergabeniederschrift", "transfer/report TestStructure_MorePapers"},
	{"transfer/report.ShareReport", "Bewertung einer Fileablage", "transfer/report TestStructure_MorePapers"},
	{"transfer/report.TransitionNote", "Überführung in das Endarchiv", "transfer/report TestStructure_MorePapers"},
	{"transfer/report.Cover.document", "Deckblatt zum Archivpaket", "transfer/report TestCover_OnePage"},
	{"app/work/accession.differencePaper", "Vergleich der Neulieferung", "app/work TestPapers_OfTheRooms"},
	{"app/work/accession.Books.folderIndex", "Akzessionsmappe", "app/work TestPapers_OfTheRooms"},
	{"app/work/accession.Books.yearPaper", "Zugangsbuch", "app/work TestPapers_OfTheRooms"},
	{"app/work/accession.Ending.proofOf", "Nachweis: keine Kopie", "app/work TestYear"},
	{"app/work/pack.writing.write", "", "app/work TestConvert_MailsByOwnMeans"},
	{"app/work/reading.Sheet.document", "Unversehrtheitsblatt", "app/work TestPapers_OfTheRooms"},
	{"app/work/reading.Room.set", "", "app/work TestPapers_OfTheRooms"},
	{"app/work/reading.BlackeningSheet.document", "Schwärzungsblatt", "app/work TestBlackener_FromMarkToCopy"},
	{"app/work/reading.Blackener.draw", reading.CopyTitle, "app/work TestBlackener_FromMarkToCopy"},
}

// inner are functions that make papers for the rows above.
var inner = map[string]string{
	"transfer/report.Meta.document": "what all letters begin with",
	"transfer/report.WriteCover":    "writes Cover.document",
	"transfer/generate.paperPDF":    "documents of made-up deliveries, no papers",
	"app/work/reading.Uses.setText": "a text as pages, which are drawn anew for a blackened copy and not given out",
}

// writers finds the functions that lay out papers.
func writers(t *testing.T) (found []string) {
	t.Helper()
	root := filepath.Join("..", "..")
	for _, top := range []string{"app", "appraisal", "sync", "transfer", "viewer", "views"} {
		err := filepath.WalkDir(filepath.Join(root, top), func(name string, e fs.DirEntry, err error) error {
			if err != nil || !strings.HasSuffix(name, ".go") || strings.HasSuffix(name, "_test.go") {
				return err
			}
			raw, err := os.ReadFile(name)
			if err != nil || !strings.Contains(string(raw), "Document") && !strings.Contains(string(raw), "report.Write") {
				return err
			}
			f, err := parser.ParseFile(token.NewFileSet(), name, raw, parser.SkipObjectResolution)
			if err != nil {
				return err
			}
			local, err := filepath.Rel(root, filepath.Dir(name))
			for _, d := range f.Decls {
				if fn, ok := d.(*ast.FuncDecl); ok && fn.Body != nil && laysOut(fn, f.Name.Name == "report") {
					found = append(found, filepath.ToSlash(local)+"."+called(fn))
				}
			}
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	slices.Sort(found)
	return found
}

// called is the name of a function with the type it belongs to.
func called(fn *ast.FuncDecl) string {
	if fn.Recv == nil {
		return fn.Name.Name
	}
	of := fn.Recv.List[0].Type
	if star, ok := of.(*ast.StarExpr); ok {
		of = star.X
	}
	return of.(*ast.Ident).Name + "." + fn.Name.Name
}

// laysOut tells whether a function gives a document of the report room, holds one, or
// writes one page by page.
func laysOut(fn *ast.FuncDecl, within bool) (yes bool) {
	if within {
		if fn.Type.Results == nil {
			return false
		}
		return slices.ContainsFunc(
			fn.Type.Results.List,
			func(r *ast.Field) bool { id, ok := r.Type.(*ast.Ident); return ok && id.Name == "Document" },
		)
	}
	ast.Inspect(fn.Body, func(n ast.Node) bool {
		lit, ok := n.(*ast.CompositeLit)
		if !ok {
			return true
		}
		if sel, ok := lit.Type.(*ast.SelectorExpr); ok && sel.Sel.Name == "Document" && len(lit.Elts) > 0 {
			from, ok := sel.X.(*ast.Ident)
			yes = yes || ok && from.Name == "report"
		}
		return true
	})
	return yes
}

// Every paper the program lays out stands in the table, and its test is there.
func TestPapers_EveryOneIsListed(t *testing.T) {
	found := writers(t)
	for _, name := range found {
		if inner[name] == "" && !slices.ContainsFunc(allPapers, func(p paperRow) bool { return p.made == name }) {
			t.Errorf("%s lays out a paper that is not in the table", name)
		}
	}
	for _, p := range allPapers {
		if !slices.Contains(found, p.made) {
			t.Errorf("%s lays out nothing", p.made)
		}
		room, test, _ := strings.Cut(p.by, " ")
		files, err := filepath.Glob(filepath.Join("..", "..", filepath.FromSlash(room), "*_test.go"))
		if err != nil {
			t.Fatal(err)
		}
		if !slices.ContainsFunc(files, func(name string) bool {
			raw, err := os.ReadFile(name)
			return err == nil && regexp.MustCompile(`func `+test+`\(`).Match(raw)
		}) {
			t.Errorf("%s: no test %s", p.made, p.by)
		}
	}
	for name := range inner {
		if !slices.Contains(found, name) && name != "transfer/report.WriteCover" {
			t.Errorf("%s lays out nothing", name)
		}
	}
}

// The papers of the rooms themselves: what each of them writes is judged when the
// workspace is closed (keepPapers), and is there.
func TestPapers_OfTheRooms(t *testing.T) {
	h, pid, file := nameInPackage(t)
	ctx := t.Context()
	o, err := h.Room.Open(ctx, pid, reading.Asker{})
	must(t, err)
	_, err = o.HandOut(ctx, filepath.Join(h.Office.Dir, "kopie"))
	must(t, err)
	var printed string
	_, err = o.Print(ctx, file, func(_ context.Context, name, _ string) error { printed = name; return nil })
	must(t, err)
	rows, err := h.Books.BookRows(ctx)
	must(t, err)
	_, _, err = h.Books.YearList(ctx, 2026, "")
	must(t, err)
	_, err = h.Books.AccessionFolder(ctx, rows[0].ID, "")
	must(t, err)
	portions, err := h.Intake.Portions.List(ctx)
	must(t, err)
	_, err = h.Books.DifferencePaper(ctx, &intake.Difference{Older: portions[0].ID, Newer: portions[0].ID, Objects: []intake.Change{{}}})
	must(t, err)
	seen := map[string]bool{}
	must(t, filepath.WalkDir(h.Office.Dir, func(name string, e fs.DirEntry, err error) error {
		if err != nil || filepath.Ext(name) != ".pdf" {
			return err
		}
		raw, err := os.ReadFile(name)
		if err == nil && ours(raw) {
			seen[titleOf(t, raw)] = true
		}
		return err
	}))
	for _, p := range allPapers {
		if p.by == "app/work TestPapers_OfTheRooms" && p.title != "" &&
			!slices.ContainsFunc(slices.Collect(maps.Keys(seen)), func(s string) bool { return strings.HasPrefix(s, p.title) }) {
			t.Errorf("no paper %q among %v", p.title, slices.Sorted(maps.Keys(seen)))
		}
	}
	if printed == "" {
		t.Error("nothing was printed")
	}
}

var inXMP = regexp.MustCompile(`<dc:title>\s*<rdf:Alt>\s*<rdf:li[^>]*>([^<]*)<`)

// LAUFZETTEL_PAPERS names a folder of papers that tests wrote for the foreign judge (make
// test-verapdf): every kind of the table is among them, or the judge has not seen it.
func TestPapers_EveryKindIsAmongThoseJudged(t *testing.T) {
	dir := os.Getenv("LAUFZETTEL_PAPERS")
	if dir == "" {
		t.Skip("LAUFZETTEL_PAPERS not set")
	}
	files, err := filepath.Glob(filepath.Join(dir, "*.pdf"))
	must(t, err)
	var titles []string
	for _, name := range files {
		raw, err := os.ReadFile(name)
		must(t, err)
		if m := inXMP.FindSubmatch(raw); m != nil { // a blackened copy has no other title
			titles = append(titles, html.UnescapeString(string(m[1])))
		}
	}
	kinds := 0
	for _, p := range allPapers {
		for _, title := range strings.Split(p.title+titledAfter[p.made], "|") {
			if kinds++; !slices.ContainsFunc(titles, func(s string) bool { return strings.HasPrefix(s, title) }) {
				t.Errorf("%s: no paper %q among %d", p.made, title, len(titles))
			}
		}
	}
	t.Logf("%d kinds in %d papers", kinds, len(files))
}

// A page without structure is seen by the judge of the papers.
func TestPapers_FaultsAreSeen(t *testing.T) {
	var plain bytes.Buffer
	must(
		t,
		report.Write(
			&plain,
			report.Document{
				Plain:   true,
				Kind:    "x",
				Title:   "Ohne Aufbau",
				Created: time.Unix(0, 0),
				Blocks:  []report.Block{report.Paragraph{Text: "Text"}},
			},
		),
	)
	got := uaFaults(plain.Bytes())
	for _, want := range []string{"no identification", "not marked", "no structure", "page 1: no structure"} {
		if !slices.Contains(got, want) {
			t.Errorf("not seen: %s, only %q", want, got)
		}
	}
}

func titleOf(t *testing.T, raw []byte) string {
	t.Helper()
	f, err := pdf.Open(context.Background(), bytes.NewReader(raw), int64(len(raw)), pdf.DefaultLimits())
	must(t, err)
	title, _ := f.Text(f.Dict(f.Trailer("Info"))["Title"])
	return pdfa.DecodeText(title)
}
