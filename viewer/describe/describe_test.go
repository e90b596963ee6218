package describe_test

import (
	"bytes"
	"encoding/csv"
	"encoding/json"
	"fmt"
	"io"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode/utf16"

	"golang.org/x/text/encoding/charmap"

	"laufzettel/viewer/describe"
)

var laws = []string{"bund", "sachsen"}

// rowsOf makes the rows of n objects as they stand.
func rowsOf(n int) ([]describe.Row, map[string]describe.Row) {
	var list []describe.Row
	stands := map[string]describe.Row{}
	for i := range n {
		r := describe.Row{describe.PID: fmt.Sprintf("urn:uuid:%05d", i), describe.Code: fmt.Sprintf("LZ/%d", i),
			describe.Title: fmt.Sprintf("Bauakte %d, „Grünfläche“; Süd", i), describe.From: "2001", describe.To: "2009-11"}
		if i%3 == 0 {
			r[describe.Law], r[describe.Personal], r[describe.Until], r[describe.Basis] = "bund", "ja", "2069-12-31",
				"§ 11 Abs. 2 BArchG, 60 Jahre"
		}
		list, stands[r[describe.PID]] = append(list, r), r
	}
	return list, stands
}

// table writes rows as the program does and gives the cells back for a person to change.
func table(t *testing.T, rows []describe.Row) [][]string {
	t.Helper()
	var out bytes.Buffer
	if err := describe.Write(&out, rows); err != nil {
		t.Fatal(err)
	}
	r := csv.NewReader(strings.NewReader(strings.TrimPrefix(out.String(), "\ufeff")))
	r.Comma = ';'
	cells, err := r.ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	return cells
}

// saved writes cells as a spreadsheet does.
func saved(t *testing.T, cells [][]string, sep rune) string {
	t.Helper()
	var out bytes.Buffer
	w := csv.NewWriter(&out)
	w.Comma, w.UseCRLF = sep, true
	if err := w.WriteAll(cells); err != nil {
		t.Fatal(err)
	}
	return out.String()
}

func read(t *testing.T, text string, stands map[string]describe.Row) describe.Table {
	t.Helper()
	got, err := describe.Read(strings.NewReader(text), stands, laws)
	if err != nil {
		t.Fatal(err)
	}
	return got
}

// What spreadsheets make of the table without anybody changing a word changes nothing.
func TestRead_AsSpreadsheetsSave(t *testing.T) {
	list, stands := rowsOf(5)
	cells := table(t, list)
	plain := saved(t, cells, ';')
	latin, err := charmap.Windows1252.NewEncoder().String(plain)
	if err != nil {
		t.Fatal(err)
	}
	wide := []byte{0xff, 0xfe}
	for _, u := range utf16.Encode([]rune(saved(t, cells, '\t'))) {
		wide = append(wide, byte(u), byte(u>>8))
	}
	german := table(t, list)
	for _, row := range german[1:] {
		row[describe.To] = "01.11.2009" // a spreadsheet takes a month for its first day
		if row[describe.Until] != "" {
			row[describe.Until], row[describe.Personal] = "31.12.2069", "WAHR"
		}
	}
	trailing := table(t, list)
	for i := range trailing {
		trailing[i] = append(trailing[i], "", "")
	}
	trailing = append(trailing, make([]string, len(trailing[0])))
	turned := table(t, list)
	for i := range turned {
		slices.Reverse(turned[i])
	}
	slices.Reverse(turned[1:])
	for name, c := range map[string]struct{ text, set string }{
		"UTF-8 with mark":    {"\ufeff" + plain, "UTF-8"},
		"UTF-8":              {plain, "UTF-8"},
		"Windows-1252":       {latin, "Windows-1252"},
		"UTF-16 with tabs":   {string(wide), "UTF-16"},
		"commas":             {saved(t, cells, ','), "UTF-8"},
		"separator named":    {"sep=;\r\n" + plain, "UTF-8"},
		"old Macintosh":      {strings.ReplaceAll(plain, "\r\n", "\r"), "UTF-8"},
		"German days, WAHR":  {saved(t, german, ';'), "UTF-8"},
		"empty columns":      {saved(t, trailing, ';'), "UTF-8"},
		"other order":        {saved(t, turned, ';'), "UTF-8"},
		"heads in capitals":  {strings.ToUpper(plain[:strings.Index(plain, "\r\n")]) + plain[strings.Index(plain, "\r\n"):], "UTF-8"},
		"a blank line below": {plain + "\r\n", "UTF-8"},
	} {
		t.Run(name, func(t *testing.T) {
			got := read(t, c.text, stands)
			if len(got.Faults) > 0 || len(got.Entries) > 0 || got.Same != 5 || got.Set != c.set {
				t.Errorf("got %+v, want 5 rows as they were, in %s", got, c.set)
			}
		})
	}
}

// planted is a fault: what a person did to a row, and what is said of it.
type planted struct {
	do     func(row []string)
	column string
	says   string // in the sentence
}

func put(c int, s string) func([]string) { return func(row []string) { row[c] = s } }

var faults = []planted{
	{put(describe.To, "2009-13-40"), "Laufzeit bis", "kein Tag"},
	{put(describe.From, "Mai 01"), "Laufzeit von", "kein Tag"},
	{put(describe.To, "29.02.2001"), "Laufzeit bis", "Kalender"},
	{put(describe.To, "1999"), "Laufzeit bis", "liegt vor"},
	{put(describe.Title, ""), "Titel", "durch Leeren"},
	{put(describe.Title, strings.Repeat("x", 1001)), "Titel", "höchstens 1000"},
	{put(describe.Title, "a\x07b"), "Titel", "Steuerzeichen"},
	{put(describe.Personal, "vielleicht"), "personenbezogen", "weder ja noch nein"},
	{put(describe.Law, "mars"), "Gesetz", "bund, sachsen"},
	{put(describe.Until, "bald"), "geschlossen bis", "kein Ende"},
	{put(describe.PID, "urn:uuid:fremd"), "Kennung", "gehört nicht"},
	{put(describe.PID, ""), "Kennung", "fehlt"},
	{func(row []string) { row[describe.Stand], row[describe.Title] = "s0", "neu" }, "Titel", "seit dem Ausgeben"},
	{func(row []string) { row[describe.Title] = twisted(row[describe.Title]) }, "Titel", "Zeichenpaaren"},
	{func(row []string) { row[describe.Title] = strings.ReplaceAll(row[describe.Title], "ü", "?") }, "Titel", "verloren"},
	{func(row []string) { row[describe.Law], row[describe.Secret] = "", "ja" }, "Gesetz", ""},
	{func(row []string) { row[describe.Basis] = "§ 99" }, "", ""},
	{func(row []string) {
		row[describe.Law], row[describe.Published], row[describe.Until] = "bund", "ja", "2070-12-31"
	}, "geschlossen bis", "keine Schutzfrist"},
	{func(row []string) {
		row[describe.Law], row[describe.Hidden], row[describe.Until] = "bund", "ja", "offen"
	}, "Titel geschlossen", "offen"},
	{func(row []string) { row[describe.Law], row[describe.Born], row[describe.Died] = "bund", "1950", "1949" }, "gestorben", "liegt vor"},
}

// twisted is a text in UTF-8 that was opened as Windows-1252.
func twisted(s string) string {
	out, err := charmap.Windows1252.NewDecoder().String(s)
	if err != nil {
		panic(err)
	}
	return out
}

// Ten thousand rows with fifty faults: every one is named by row and column, with what to
// do, and nothing else is.
func TestRead_FiftyFaultsInTenThousandRows(t *testing.T) {
	list, stands := rowsOf(10_000)
	cells := table(t, list)
	cells[5][describe.Title] = "Ein Titel\nmit \"Zitat\"; und Umbruch" // rows count as a spreadsheet counts them
	want := map[int]planted{}
	for i := range 50 {
		row := 20 + i*199
		f := faults[i%len(faults)]
		f.do(cells[row])
		want[row+1] = f
	}
	got := read(t, saved(t, cells, ';'), stands)
	if len(got.Faults) != 50 || got.More != 0 || got.Rows != 10_000 {
		t.Fatalf("%d faults in %d rows, want 50", len(got.Faults), got.Rows)
	}
	for _, f := range got.Faults {
		p, ok := want[f.Row]
		if !ok || p.column != "" && p.column != f.Column || !strings.Contains(f.Says.In("de"), p.says) || f.Column == "" {
			t.Errorf("%s: %s; want column %q, %q", f.Place(), f.Says, p.column, p.says)
		}
		if !strings.Contains(f.Says.In("de"), "itte") || !strings.Contains(f.Says.In("en"), "lease") {
			t.Errorf("%s has no remedy", f.Says)
		}
		delete(want, f.Row)
	}
	if len(want) > 0 {
		t.Errorf("not named: rows %v", want)
	}
	if len(got.Entries) != 1 || got.Entries[0].Now[describe.Title] != `Ein Titel mit "Zitat"; und Umbruch` {
		t.Errorf("changes %+v, want one title on one line", got.Entries)
	}
}

// What is wrong with the file as a whole is told at its place, and no row is read.
func TestRead_FaultsOfTheFile(t *testing.T) {
	list, stands := rowsOf(3)
	cells := table(t, list)
	with := func(do func([][]string) [][]string) string {
		return saved(t, do(table(t, list)), ';')
	}
	for name, c := range map[string]struct {
		text   string
		row    int
		column string
		says   string
	}{
		"a workbook":      {"PK\x03\x04\x14\x00", 0, "", "Arbeitsmappe"},
		"nothing":         {"  \r\n", 0, "", "leer"},
		"no text":         {"a\x00b;c\x01", 0, "", "keine Textdatei"},
		"other heads":     {"Name;Wert\r\na;b\r\n", 1, "", "Kopfzeile"},
		"column missing":  {with(func(x [][]string) [][]string { return without(x, describe.Until) }), 1, "geschlossen bis", "fehlt"},
		"column twice":    {with(func(x [][]string) [][]string { x[0][describe.Code] = "Titel"; return x }), 1, "Titel", "zweimal"},
		"foreign column":  {with(func(x [][]string) [][]string { x[0] = append(x[0], "Bemerkung"); return x }), 1, "", "Bemerkung"},
		"row twice":       {with(func(x [][]string) [][]string { return append(x, x[1]) }), 5, "Kennung", "Zeile 2"},
		"cells missing":   {with(func(x [][]string) [][]string { x[2] = x[2][:4]; return x }), 3, "", "4 Zellen"},
		"cells too many":  {with(func(x [][]string) [][]string { x[2] = append(x[2], "Süd"); return x }), 3, "", "19 Zellen"},
		"quotes wrong":    {strings.Replace(saved(t, cells, ';'), "urn:uuid:00001", `urn"uuid:00001`, 1), 3, "", "Anführungszeichen"},
		"quotes not shut": {saved(t, cells, ';') + `"urn:uuid:00001;`, 5, "", "Anführungszeichen"},
	} {
		t.Run(name, func(t *testing.T) {
			got := read(t, c.text, stands)
			i := slices.IndexFunc(got.Faults, func(f describe.Fault) bool {
				return f.Row == c.row && f.Column == c.column && strings.Contains(f.Says.In("de"), c.says)
			})
			if i < 0 {
				t.Errorf("faults %v, want one in row %d, column %q with %q", told(got), c.row, c.column, c.says)
			}
		})
	}
}

func without(x [][]string, c int) [][]string {
	for i := range x {
		x[i] = slices.Delete(x[i], c, c+1)
	}
	return x
}

func told(t describe.Table) (out []string) {
	for _, f := range t.Faults {
		out = append(out, f.Place().String()+": "+f.Says.String())
	}
	return out
}

// A row nobody changed in the table stays as it is here, whatever changed here since.
func TestRead_ChangedHereSince(t *testing.T) {
	list, stands := rowsOf(2)
	text := saved(t, table(t, list), ';')
	moved := stands["urn:uuid:00000"]
	moved[describe.Title] = "hier berichtigt"
	stands["urn:uuid:00000"] = moved
	if got := read(t, text, stands); got.Aside != 1 || got.Same != 1 || len(got.Faults)+len(got.Entries) != 0 {
		t.Errorf("got %+v, want one row left alone", got)
	}
}

// Formulas, apostrophes and numbers come back as they were.
func TestWrite_ReadsBack(t *testing.T) {
	stands := map[string]describe.Row{}
	var list []describe.Row
	for i, title := range []string{`=HYPERLINK("http://x")`, "+49 351", "-12.5", "@SUM(A1)", "'=1", "''-x", "'", "0815", "a;b,c\td", `"`,
		"x\u2009y"} {
		r := describe.Row{describe.PID: fmt.Sprint("p", i), describe.Title: strings.Join(strings.Fields(title), " ")}
		list, stands[r[describe.PID]] = append(list, r), r
	}
	cells := table(t, list)
	for _, row := range cells[1:] {
		if c := row[describe.Title]; strings.ContainsAny(c[:1], "=+@") {
			t.Errorf("a spreadsheet takes %q for a formula", c)
		}
	}
	if got := read(t, saved(t, cells, ';'), stands); got.Same != len(list) || len(got.Faults) > 0 {
		t.Errorf("%d of %d rows came back as they were: %v", got.Same, len(list), told(got))
	}
	cells[8][describe.Title] = "815"
	if got := read(t, saved(t, cells, ';'), stands); len(got.Faults) != 1 || !strings.Contains(told(got)[0], "die Zahl „815“") {
		t.Errorf("faults %v, want the number a spreadsheet made", told(got))
	}
}

// The schema holds what is written and refuses what is a fault of one cell.
func TestSchema(t *testing.T) {
	data, err := json.Marshal(describe.Schema())
	if err != nil {
		t.Fatal(err)
	}
	var s struct {
		Items struct {
			Properties map[string]struct {
				Pattern   string
				MaxLength int
			}
			Required []string
		}
	}
	if err := json.Unmarshal(data, &s); err != nil {
		t.Fatal(err)
	}
	fits := func(column, cell string) bool {
		p, ok := s.Items.Properties[column]
		return ok && len([]rune(cell)) <= p.MaxLength && regexp.MustCompile(p.Pattern).MatchString(cell)
	}
	list, _ := rowsOf(4)
	cells := table(t, list)
	if !slices.Equal(cells[0], s.Items.Required) {
		t.Errorf("columns %v, the schema asks for %v", cells[0], s.Items.Required)
	}
	for _, row := range cells[1:] {
		for i, cell := range row {
			if !fits(cells[0][i], cell) {
				t.Errorf("%s: %q does not fit its schema", cells[0][i], cell)
			}
		}
	}
	for column, cell := range map[string]string{"Laufzeit bis": "Mai 01", "geheim": "vielleicht", "geschlossen bis": "bald",
		"Titel": strings.Repeat("x", 1001)} {
		if fits(column, cell) {
			t.Errorf("%s: the schema takes %.20q", column, cell)
		}
	}
}

// More than the limits is refused, and no table reads past them.
func TestRead_Limits(t *testing.T) {
	if _, err := describe.Read(io.LimitReader(zeros{}, describe.MaxBytes+2), nil, nil); err == nil {
		t.Error("a table above the limit was read")
	}
	heads := saved(t, table(t, nil), ';')
	row := strings.Repeat(";", describe.Columns-1)
	got := read(t, heads+strings.Repeat("x"+row+"\r\n", describe.MaxRows+1), nil)
	if len(got.Faults) != describe.MaxFaults || got.Rows != describe.MaxRows || got.More != 1+describe.MaxRows-describe.MaxFaults {
		t.Errorf("%d rows, %d faults named, %d more", got.Rows, len(got.Faults), got.More)
	}
}

type zeros struct{}

func (zeros) Read(p []byte) (int, error) {
	for i := range p {
		p[i] = '0'
	}
	return len(p), nil
}

func FuzzRead(f *testing.F) {
	list, stands := rowsOf(3)
	var out bytes.Buffer
	if err := describe.Write(&out, list); err != nil {
		f.Fatal(err)
	}
	f.Add(out.Bytes())
	f.Add([]byte("sep=,\n\"Kennung\",Titel\n\"a\nb\",c"))
	f.Add([]byte{0xff, 0xfe, 'K', 0})
	f.Fuzz(func(t *testing.T, data []byte) {
		got, err := describe.Read(bytes.NewReader(data), stands, laws)
		if err != nil {
			t.Fatal(err)
		}
		for _, e := range got.Entries {
			if _, ok := stands[e.Now[describe.PID]]; !ok || len(e.Changed) == 0 {
				t.Errorf("entry %+v changes nothing that stands", e)
			}
		}
	})
}
