package handelsregister

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"path"
	"slices"
	"strconv"
	"strings"
	"time"

	"laufzettel/transfer/check"
	"laufzettel/transfer/container"
	"laufzettel/transfer/failure"
	"laufzettel/transfer/record"
	"laufzettel/transfer/vocab"
	"laufzettel/transfer/wording"
)

// Kind is the delivery kind handelsregister (check.Kind). The zero value checks
// the readability of every file.
type Kind struct {
	// Sample > 0 checks the readability of that many documents, drawn with Seed;
	// a profile may set both (layout keys readability.sample, readability.seed).
	Sample int
	Seed   uint64
}

var (
	_ check.Kind        = Kind{}
	_ check.Describing  = Kind{}
	_ check.NearMissing = Kind{}
)

// Name is the kind's name (cli.md).
const Name = "handelsregister"

const (
	sniffBytes = 8 << 10
	maxSniffed = 64
	maxLists   = 20
	maxList    = 256 << 20 // bytes of a checksum list
)

// Names implements check.Kind.
func (Kind) Names() []string { return []string{Name} }

// found are the descriptive files of a delivery.
type found struct {
	list, metadata  string
	checksums       []string
	manuals, others []string // documentation and code lists; the rest
	sizes           map[string]int64
}

// Recognise implements check.Kind: a list of companies or metadata of our
// vocabulary at the top of the tree or one folder below.
func (Kind) Recognise(ctx context.Context, t container.Tree) (check.Match, error) {
	f := new(found)
	err := f.look(ctx, t)
	at := orElse(f.list, f.metadata)
	if err != nil || at == "" {
		return check.Match{}, err
	}
	root := path.Dir(at)
	if root == "." {
		root = ""
	}
	return check.Match{Kind: Name, Confidence: 100, Root: root, Note: "Liste oder Metadaten " + at}, nil
}

func orElse(a, b string) string {
	if a == "" {
		return b
	}
	return a
}

// look sorts the files of a delivery by what they are.
func look(ctx context.Context, t container.Tree) (found, error) {
	f := found{sizes: map[string]int64{}}
	if err := f.look(ctx, t); err != nil {
		return found{}, err
	}
	return f, nil
}

// look finds the descriptive files of a delivery; content decides for list and metadata, names
// for the rest. Without a map of sizes the other files are passed over: whoever only recognises
// would hold a million paths for nothing.
func (f *found) look(ctx context.Context, t container.Tree) error {
	sniffed, headless, about := 0, "", false
	rest := func(p string) {
		if f.sizes != nil {
			f.others = append(f.others, p)
		}
	}
	err := t.Files(ctx, func(e container.Entry) error {
		if f.sizes != nil {
			f.sizes[e.Path] = e.Size
		}
		base, ext := strings.ToLower(path.Base(e.Path)), strings.ToLower(path.Ext(e.Path))
		about = about || strings.Contains(strings.ToLower(e.Path), "belegakte")
		text := slices.Contains([]string{".txt", ".tsv", ".tab", ".csv", ".xml", ""}, ext)
		var head []byte
		if top := strings.Count(e.Path, "/") <= 1; text && top && sniffed < maxSniffed {
			sniffed++
			head = first(ctx, t, e.Path)
			about = about || bytes.Contains(bytes.ToLower(head), []byte("handelsregister"))
		}
		switch {
		case f.list == "" && isList(head):
			f.list = e.Path
		case headless == "" && rowsOnly(head):
			headless = e.Path
		case checksumName(base):
			f.checksums = append(f.checksums, e.Path)
		case f.metadata == "" && isMetadata(base, head):
			f.metadata = e.Path
		case isMetadata(base, head) && isDocumentation(f.metadata) && !isDocumentation(e.Path):
			f.manuals = append(f.manuals, f.metadata) // those of the office in an archive package (D6)
			f.metadata = e.Path
		case isMetadata(base, head) && bytes.Contains(first(ctx, t, f.metadata), []byte(Namespace)):
			f.manuals = append(f.manuals, e.Path) // the same in another form beside ours
		case isDocumentation(e.Path):
			f.manuals = append(f.manuals, e.Path)
		default:
			rest(e.Path)
		}
		return nil
	})
	if err != nil {
		return fmt.Errorf("look through delivery: %w", err)
	}
	switch {
	case headless == "":
	case f.list == "" && about:
		f.list = headless // rows without headings beside what speaks of a commercial register
	default:
		rest(headless)
	}
	// A metadata file alone is a mark only in our own vocabulary.
	if f.list == "" && !bytes.Contains(first(ctx, t, f.metadata), []byte(Namespace)) {
		f.metadata = ""
	}
	return ctx.Err()
}

// first gives the first bytes of a file; one that cannot be read gives none, the
// one read tells why.
func first(ctx context.Context, t container.Tree, p string) []byte {
	if p == "" {
		return nil
	}
	rc, err := t.Open(ctx, p)
	if err != nil {
		return nil
	}
	defer rc.Close()
	head := make([]byte, sniffBytes)
	n, _ := io.ReadFull(rc, head)
	return head[:n]
}

// isList reports whether the first bytes of a file look like a list of companies with
// its headings, whatever separates them; rowsOnly, whether like one without.
func isList(head []byte) bool {
	f, ok := formOf(head)
	return ok && !f.headless
}

func rowsOnly(head []byte) bool {
	f, ok := formOf(head)
	return ok && f.headless
}

func checksumName(base string) bool {
	if path.Ext(base) == ".md5" {
		return true
	}
	for _, word := range []string{"md5", "checksum", "pruefsumme", "prüfsumme", "hashcode"} {
		if strings.Contains(base, word) {
			return true
		}
	}
	return false
}

func isMetadata(base string, head []byte) bool {
	if bytes.Contains(head, []byte(Namespace)) {
		return true
	}
	return len(head) > 0 && (strings.HasPrefix(base, "metadat") || strings.HasPrefix(base, "metadaten"))
}

// isDocumentation goes by the words people name such files and folders with.
func isDocumentation(p string) bool {
	p = strings.ToLower(p)
	for _, word := range []string{"dokumentation", "documentation", "codelist", "abkuerzung", "abkürzung", "rechtsgrundlage", "liesmich",
		"readme", "handbuch"} {
		if strings.Contains(p, word) {
			return true
		}
	}
	return false
}

// NearMisses implements check.NearMissing: metadata that speak of a commercial register
// without a list of companies, a list in columns of its own or without headings.
func (Kind) NearMisses(ctx context.Context, t container.Tree) ([]check.Finding, error) {
	at, sniffed := "", 0
	err := t.Files(ctx, func(e container.Entry) error {
		base := strings.ToLower(path.Base(e.Path))
		if at != "" || sniffed == maxSniffed || strings.Count(e.Path, "/") > 1 || !strings.HasPrefix(base, "metadat") {
			return nil
		}
		sniffed++
		if bytes.Contains(bytes.ToLower(first(ctx, t, e.Path)), []byte("handelsregister")) {
			at = e.Path
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	foreign, err := foreignLists(ctx, t)
	if err != nil || len(foreign) > 0 {
		return foreign, err
	}
	if rows, err := headlessList(ctx, t); err != nil || rows != "" {
		return []check.Finding{check.NearMiss(rows, wording.Say("said.handelsregister.register"),
			wording.Say("said.handelsregister.headless"))}, err
	}
	if at == "" {
		return nil, nil
	}
	return []check.Finding{check.NearMiss(at, wording.Say("said.handelsregister.register"), wording.Say("said.handelsregister.no-list"))},
		nil
}

// headlessList finds rows of companies without headings, "" where there are none.
func headlessList(ctx context.Context, t container.Tree) (string, error) {
	files, _, err := check.NearText(ctx, t, ".txt", ".tsv", ".tab", ".csv")
	if err != nil {
		return "", err
	}
	for _, f := range files {
		if rowsOnly(f.Head[:min(len(f.Head), sniffBytes)]) {
			return f.Path, nil
		}
	}
	return "", ctx.Err()
}

// delivery is what the rules work on.
type delivery struct {
	found
	l      *List
	s      *Statements
	sample int
	seed   uint64
	docs   []string // Belegakten
}

// Read implements check.Kind.
func (k Kind) Read(ctx context.Context, t container.Tree, m check.Match, in check.ReadInput) (*check.Manifest, []check.Finding, error) {
	f, err := look(ctx, t)
	if err != nil {
		return nil, nil, err
	}
	if f.list == "" {
		return unread(ctx, t, f, []check.Finding{codeNoList.At(m.Root)})
	}
	d := &delivery{found: f, sample: k.Sample, seed: k.Seed}
	var layout map[string]string
	if in.Profile != nil {
		layout = in.Profile.Layout
		d.fromProfile(layout)
	}
	var findings []check.Finding
	if d.l, findings, err = readList(ctx, t, f.list); err != nil {
		return nil, nil, err
	}
	if d.l == nil {
		return unread(ctx, t, f, findings)
	}
	told, err := d.readStatements(ctx, t, layout)
	if err != nil {
		return nil, nil, err
	}
	return d.finish(ctx, t, append(findings, told...))
}

// finish makes the manifest of a delivery whose list was read.
func (d *delivery) finish(ctx context.Context, t container.Tree, findings []check.Finding) (*check.Manifest, []check.Finding, error) {
	man := &check.Manifest{Kind: Name, Standard: Standard, Agency: check.Agency{Name: d.s.Provenance}, Detail: d,
		Title: strings.TrimSpace("Handelsregister, gelöschte Firmen, " + d.s.Provenance)}
	if at, ok := moment(d.s.Extracted); ok {
		man.Created = at
	}
	told, err := d.listing(ctx, t, man)
	if err != nil {
		return nil, nil, err
	}
	findings = append(findings, told...)
	man.Roots, man.Fields = d.tree(), d.fields()
	if d.s.fromOurs {
		told, tool, err := vocab.Validate(ctx, Schema, d.metadata, t)
		if err != nil {
			return nil, nil, err
		}
		findings = append(findings, told...)
		man.Checks = append(man.Checks, check.Done{Name: "schema", State: check.Full, Tool: tool})
	}
	return man, findings, nil
}

// fromProfile takes the sample a profile states.
func (d *delivery) fromProfile(layout map[string]string) {
	if n, err := strconv.Atoi(layout["readability.sample"]); err == nil && n > 0 {
		d.sample = n
	}
	if n, err := strconv.ParseUint(layout["readability.seed"], 10, 64); err == nil {
		d.seed = n
	}
}

func readList(ctx context.Context, t container.Tree, at string) (*List, []check.Finding, error) {
	rc, err := t.Open(ctx, at)
	if err == nil {
		defer rc.Close()
		var l *List
		var findings []check.Finding
		if l, findings, err = ReadList(rc); err == nil {
			for i := range findings {
				findings[i].Path = at
			}
			return l, findings, ctx.Err()
		}
	}
	if ctx.Err() != nil {
		return nil, nil, ctx.Err()
	}
	return nil, []check.Finding{codeNoList.At(at).Want("", check.FaultWords(err))}, nil
}

func (d *delivery) readStatements(ctx context.Context, t container.Tree, layout map[string]string) ([]check.Finding, error) {
	d.s = &Statements{}
	if d.metadata == "" {
		return []check.Finding{codeNoMetadata.At("")}, nil
	}
	rc, err := t.Open(ctx, d.metadata)
	if err == nil {
		defer rc.Close()
		var s *Statements
		if s, err = ReadStatements(rc, layout); err == nil {
			d.s = s
		}
	}
	switch {
	case ctx.Err() != nil:
		return nil, ctx.Err()
	case err != nil:
		return []check.Finding{codeNoMetadata.At(d.metadata).Want("", check.FaultWords(err))}, nil
	case d.s.empty():
		return []check.Finding{codeNoMetadata.At(d.metadata).Want(statements[0].label, wording.Say("found.handelsregister.no-statement"))},
			nil
	}
	return nil, nil
}

// fields are the statements for people, index and receipt letter (D5, D6).
func (d *delivery) fields() (out []record.Field) {
	add := func(name, v string) {
		if v != "" {
			out = append(out, record.Field{Name: name, Value: v})
		}
	}
	for _, st := range statements {
		add(st.label, *st.at(d.s))
	}
	for _, q := range d.s.Queries {
		add(queryLabel, q)
	}
	add(fieldCompanies, strconv.Itoa(len(d.l.Companies)))
	add(fieldDocuments, strconv.Itoa(len(d.docs)))
	add(fieldPeriod, record.DateSpan{From: iso(d.l.From), To: iso(d.l.To)}.String())
	return out
}

func iso(t time.Time) record.Date {
	if t.IsZero() {
		return ""
	}
	return record.Date(t.Format(time.DateOnly))
}

// Describe implements check.Describing with the one metadata.xml of the archive
// package (D6), written from the statements and the files as delivered.
func (k Kind) Describe(ctx context.Context, t container.Tree) (check.Describer, error) {
	man, findings, err := k.Read(ctx, t, check.Match{}, check.ReadInput{})
	if err != nil {
		return nil, err
	}
	if man == nil {
		return nil, failure.Wrap(failure.Damaged, "read list of companies", wording.Say("hint.handelsregister.list-lost"),
			errors.New(findings[0].Code))
	}
	d, ok := man.Detail.(*delivery)
	if !ok {
		return nil, failure.Wrap(failure.Damaged, "read list of companies", wording.Say("hint.handelsregister.list-lost"),
			errors.New(findings[0].Code))
	}
	return d.describer()
}

// describer writes the one metadata file of the package.
func (d *delivery) describer() (check.Describer, error) {
	d.s.Records = []FileRecords{{Name: d.list, Count: strconv.Itoa(d.l.Rows)}}
	var b bytes.Buffer
	if err := WriteStatements(&b, d.known(), d.sizes); err != nil {
		return nil, err
	}
	return describer(b.Bytes()), nil
}

// known are the statements of the office; what it did not state and the data say (period,
// size, number of files) stands as the data say, so that the package of a delivery
// accepted without metadata describes itself (K8). What nobody knows is left out.
func (d *delivery) known() Statements {
	s := *d.s
	s.From, s.To = orElse(s.From, string(iso(d.l.From))), orElse(s.To, string(iso(d.l.To)))
	if s.Files == "" {
		s.Files = strconv.Itoa(len(d.sizes))
	}
	if s.Megabytes == "" {
		var sum int64
		for _, n := range d.sizes {
			sum += n
		}
		s.Megabytes = strconv.FormatFloat(float64(sum)/1e6, 'f', 2, 64)
	}
	return s
}

type describer []byte

// Description implements check.Describer.
func (d describer) Description(string) (name, standard string, data []byte, err error) {
	return "metadata.xml", Standard, d, nil
}

// Mark implements check.Marked.
func (Kind) Mark() wording.Text {
	return wording.Say("said.mark.handelsregister")
}
