package handelsregister

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"path"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"laufzettel/transfer/check"
	"laufzettel/transfer/container"
	"laufzettel/transfer/filename"
	"laufzettel/transfer/record"
	"laufzettel/transfer/wording"
)

// Rules implements check.Kind.
func (Kind) Rules(m *check.Manifest) []check.Rule {
	d, ok := m.Detail.(*delivery)
	if !ok {
		return nil
	}
	return []check.Rule{
		{Name: "statements", Run: func(context.Context, check.Facts) ([]check.Finding, error) { return d.statements(), nil }},
		{Name: "counts", Run: d.counts},
		{Name: "documents", Run: func(context.Context, check.Facts) ([]check.Finding, error) { return d.documents(), nil }},
		{Name: "readability", Run: d.readability},
	}
}

// statements tells what 1.1.2 asks for and is missing or not readable, and
// compares the period with the list.
func (d *delivery) statements() (out []check.Finding) {
	if d.metadata == "" || d.s.empty() {
		return nil // told while reading
	}
	missing := func(label string) {
		out = append(out, codeStatementMissing.At(d.metadata).Want(label, "").Saying(wording.Say("said.kinds.missing", label)))
	}
	for _, st := range statements {
		if *st.at(d.s) == "" && !st.optional {
			missing(st.label)
		}
	}
	if len(d.s.Queries) == 0 {
		missing(queryLabel)
	}
	if s := d.s.Selection; !strings.EqualFold(s, "integral") && !strings.EqualFold(s, "Auswahl") {
		out = append(out, codeSelection.At(d.metadata).Want(wording.Say("want.handelsregister.selection"), s))
	}
	out = append(out, d.period("Zeitraum (ältestes Gründungsdatum)", d.s.From, d.l.From)...)
	out = append(out, d.period("Zeitraum (jüngstes Löschdatum)", d.s.To, d.l.To)...)
	return append(out, d.extraction()...)
}

func (d *delivery) period(label, stated string, got time.Time) []check.Finding {
	if stated == "" {
		return nil
	}
	want, ok := day(stated)
	switch {
	case !ok:
		return []check.Finding{codeStatementForm.At(d.metadata).Want(wording.Say("want.handelsregister.as-date", label), stated)}
	case !got.IsZero() && !want.Equal(got):
		return []check.Finding{codePeriod.At(d.metadata).Want(label+": "+want.Format(time.DateOnly), string(iso(got)))}
	}
	return nil
}

func (d *delivery) extraction() []check.Finding {
	if d.s.Extracted == "" {
		return nil
	}
	at, ok := moment(d.s.Extracted)
	switch {
	case !ok:
		return []check.Finding{codeStatementForm.At(d.metadata).Want(wording.Say("want.handelsregister.moment"), d.s.Extracted)}
	case at.Before(d.l.To):
		return []check.Finding{codeExtraction.At(d.metadata).Want(wording.Say("want.handelsregister.after", string(iso(d.l.To))),
			d.s.Extracted)}
	}
	return nil
}

// counts recomputes number of files, size and records (D3, D5).
func (d *delivery) counts(ctx context.Context, f check.Facts) (out []check.Finding, err error) {
	files, papers := 0, 0
	var bytes, paperBytes int64
	err = f.EachFile(ctx, func(file check.FileFact) error {
		files++
		bytes += file.Size
		if file.Path == d.metadata || slices.Contains(d.checksums, file.Path) || filename.Litter(file.Path) {
			papers++
			paperBytes += file.Size
		}
		return nil
	})
	if err != nil {
		return nil, fmt.Errorf("count files: %w", err)
	}
	out = append(out, d.fileCount(files, papers)...)
	out = append(out, d.megabytes(bytes, paperBytes)...)
	for _, r := range d.s.Records {
		n, err := strconv.Atoi(r.Count)
		if path.Base(r.Name) != path.Base(d.list) {
			continue // records of other files are not counted
		}
		if err != nil || n != d.l.Rows {
			out = append(out, codeRecords.At(d.list).Want(wording.Say("want.handelsregister.records", r.Count),
				wording.Say("want.handelsregister.records", d.l.Rows)))
		}
	}
	return out, nil
}

// fileCount takes both readings: with and without metadata and checksum list,
// which are written when the count is already made.
func (d *delivery) fileCount(files, papers int) []check.Finding {
	if d.s.Files == "" {
		return nil
	}
	n, err := strconv.Atoi(d.s.Files)
	switch {
	case err != nil:
		return []check.Finding{codeStatementForm.At(d.metadata).Want(wording.Say("want.handelsregister.count"), d.s.Files)}
	case n > files || n < files-papers:
		return []check.Finding{codeFiles.At(d.metadata).Want(d.s.Files, strconv.Itoa(files))}
	}
	return nil
}

// megabytes compares with 10^6 and 2^20 bytes, with and without the papers, to
// the precision stated or one per cent.
func (d *delivery) megabytes(bytes, papers int64) []check.Finding {
	if d.s.Megabytes == "" {
		return nil
	}
	text := strings.Replace(strings.TrimSpace(strings.TrimSuffix(strings.TrimSpace(d.s.Megabytes), "MB")), ",", ".", 1)
	stated, err := strconv.ParseFloat(text, 64)
	if err != nil || stated < 0 || math.IsInf(stated, 0) || math.IsNaN(stated) {
		return []check.Finding{codeStatementForm.At(d.metadata).Want(wording.Say("want.handelsregister.size"), d.s.Megabytes)}
	}
	decimals := 0
	if i := strings.IndexByte(text, '.'); i >= 0 {
		decimals = len(text) - i - 1
	}
	tolerance := max(math.Pow10(-decimals), stated/100)
	for _, n := range []int64{bytes, bytes - papers} {
		for _, unit := range []float64{1e6, 1 << 20} {
			if math.Abs(float64(n)/unit-stated) <= tolerance {
				return nil
			}
		}
	}
	return []check.Finding{codeMegabytes.At(d.metadata).Want(strings.TrimSpace(strings.TrimSuffix(strings.TrimSpace(d.s.Megabytes), "MB"))+
		" MB", fmt.Sprintf("%.2f MB", float64(bytes)/1e6))}
}

// documents looks at the Belegakten and what belongs to them (1.1.1).
func (d *delivery) documents() (out []check.Finding) {
	for _, p := range d.docs {
		if documentKind(p) == "" {
			out = append(out, codeDocumentFormat.At(p).Want(wording.Say("want.handelsregister.formats"), path.Ext(p)))
		}
	}
	if len(d.docs) == 0 {
		out = append(out, codeNoDocuments.At(""))
	}
	if len(d.manuals) == 0 {
		out = append(out, codeNoDocumentation.At(""))
	}
	return append(out, d.owners()...)
}

// maxFirms bounds the companies named in the one finding about them.
const maxFirms = 50

// owners compares companies and Belegakten in both directions (1.1.1): a company without
// one, of which a selection may know, and one whose name names no company.
func (d *delivery) owners() (out []check.Finding) {
	byNumber := map[string]*record.Object{}
	for _, c := range d.l.Companies {
		if key := plainNumber(c.Number); key != "" && byNumber[key] == nil {
			byNumber[key] = &record.Object{Reference: c.Number}
		}
	}
	has, documents := map[string]bool{}, 0
	var loose []check.Finding
	for _, p := range d.docs {
		if documentKind(p) == "" {
			continue
		}
		documents++
		if o := owner(byNumber, p); o != nil {
			has[o.Reference] = true
		} else {
			loose = append(loose, codeLoose.At(p))
		}
	}
	if documents == 0 || len(has) == 0 {
		return nil // none at all is told; names that follow no rule we know compare with nothing
	}
	var without []string
	for _, c := range d.l.Companies {
		if c.Number != "" && !has[c.Number] {
			has[c.Number] = true
			without = append(without, c.Number)
		}
	}
	if n := len(without); n > 0 {
		var said any = strings.Join(without[:min(n, maxFirms)], ", ")
		if n > maxFirms {
			said = wording.Say("found.handelsregister.and-more", said, n-maxFirms)
		}
		c := codeWithout
		if strings.EqualFold(d.s.Selection, "Auswahl") {
			c.Severity = check.Note
		}
		out = append(out, c.At(d.list).Want(wording.Say("want.handelsregister.one-file"),
			wording.Say("found.handelsregister.without", n, said)))
	}
	return append(out, check.Together(loose)...)
}

func documentKind(p string) string {
	switch strings.ToLower(path.Ext(p)) {
	case ".pdf":
		return "pdf"
	case ".tif", ".tiff":
		return "tiff"
	}
	return ""
}

// readability parses every page of every PDF and every directory of every TIFF,
// or of a sample that states its size, seed and names (D5). The rows of the list
// were all split while reading.
func (d *delivery) readability(ctx context.Context, f check.Facts) ([]check.Finding, error) {
	chosen, total := d.choose()
	var mu sync.Mutex
	var out []check.Finding
	say := func(c check.Code, p string, err error) {
		mu.Lock()
		defer mu.Unlock()
		out = append(out, c.At(p).Want("", check.FaultWords(err)))
	}
	want := func(e container.Entry) bool { return chosen[e.Path] }
	err := f.Tree().Visit(ctx, 2, want, func(ctx context.Context, e container.Entry, c container.Content, readErr error) error {
		if readErr != nil {
			return nil // the one read told it
		}
		switch documentKind(e.Path) {
		case "pdf":
			if _, err := readPDF(ctx, c); err != nil {
				say(codePDF, e.Path, err)
			}
		case "tiff":
			if _, err := readTIFF(c, c.Size()); err != nil {
				say(codeTIFF, e.Path, err)
			}
		}
		return ctx.Err()
	})
	if err != nil {
		return nil, fmt.Errorf("check readability: %w", err)
	}
	slices.SortFunc(out, func(a, b check.Finding) int { return strings.Compare(a.Path, b.Path) })
	if len(chosen) < total {
		m := f.Manifest()
		m.Checks = append(m.Checks, check.Done{Name: "readability"}.As(check.Partial, d.sampleText(chosen, total)))
	}
	return out, nil
}

// choose gives the documents to open.
func (d *delivery) choose() (chosen map[string]bool, total int) {
	var all []string
	for _, p := range d.docs {
		if documentKind(p) != "" {
			all = append(all, p)
		}
	}
	total = len(all)
	if d.sample > 0 && d.sample < total {
		slices.Sort(all)
		r := rand.New(rand.NewPCG(d.seed, 0x485247))
		r.Shuffle(len(all), func(i, j int) { all[i], all[j] = all[j], all[i] })
		all = all[:d.sample]
	}
	chosen = make(map[string]bool, len(all))
	for _, p := range all {
		chosen[p] = true
	}
	return chosen, total
}

// sampleText states size, seed and names of the sample.
func (d *delivery) sampleText(chosen map[string]bool, total int) wording.Text {
	var names []string
	for p := range chosen {
		names = append(names, p)
	}
	slices.Sort(names)
	return wording.Say("why.sample", len(names), total, d.seed, strings.Join(names, ", "))
}
