package window

import (
	"cmp"
	"context"
	"errors"
	"path"
	"slices"
	"strings"

	"github.com/ncruces/zenity"

	"laufzettel/app/work/reading"
	"laufzettel/transfer/aip"
	"laufzettel/transfer/failure"
	"laufzettel/transfer/fixity"
	"laufzettel/transfer/record"
	"laufzettel/transfer/wording"
	"laufzettel/viewer"
	inbox "laufzettel/views/inbox/model"
	reader "laufzettel/views/reader/model"
	"laufzettel/views/words"
)

// keptForeign is how many packages of others stay open: the one in view and the
// one before it, to which the way back leads.
const keptForeign = 2

// foreign gives the open package of others behind a key, or nil.
func (s *Reader) foreign(key string) *reading.Foreign { return s.other(key).f }

// other gives the open package of others behind a key, the zero value for none.
func (s *Reader) other(key string) other {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, o := range s.others {
		if o.key == key {
			return o
		}
	}
	return other{}
}

// Pick implements reader.Source with the dialog of the operating system.
func (s *Reader) Pick(ctx context.Context, title string) (string, error) {
	if s.w.Office.Kiosk() {
		return "", errKiosk
	}
	name, err := zenity.SelectFile(zenity.Context(ctx), zenity.Title(title),
		zenity.FileFilter{Name: "TAR, ZIP, TAR.GZ, SIARD, XML",
			Patterns: []string{"*.tar", "*.zip", "*.tar.gz", "*.tgz", "*.siard", "*.xml"}, CaseFold: true})
	if errors.Is(err, zenity.ErrCanceled) {
		return "", context.Canceled
	}
	return name, inbox.Undrawn(err)
}

// other is an open package of others.
type other struct {
	key  string
	f    *reading.Foreign
	from *reading.Opened
}

// openForeign opens a package of others and gives its key.
func (s *Reader) openForeign(ctx context.Context, from *reading.Opened) (string, error) {
	f, err := from.Look(ctx)
	if err != nil {
		return "", err
	}
	key := "foreign:" + from.Key()
	s.mu.Lock()
	defer s.mu.Unlock()
	for i, o := range s.others {
		if o.key == key {
			s.others = slices.Delete(s.others, i, i+1)
			_ = o.f.Close() // read only
			break
		}
	}
	s.others = append(s.others, other{key, f, from})
	for len(s.others) > keptForeign {
		_ = s.others[0].f.Close()
		s.others = s.others[1:]
	}
	return key, nil
}

// Close releases what is open.
func (s *Reader) Close() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, o := range s.others {
		_ = o.f.Close() // read only
	}
	s.others = nil
	return nil
}

// describeForeign lays out what a package of others says of itself.
func (s *Reader) describeForeign(ctx context.Context, key string, f *reading.Foreign) (reader.Package, error) {
	m, w := f.Manifest, s.says()
	out := reader.Package{PID: key, ReferenceCode: f.Name, Title: m.Title, Context: strings.TrimSpace(f.Kind + " " + f.Standard),
		Citation: strings.Join(filled(m.Agency.Name, m.Process, f.Name), ", ")}
	pairs := []reader.Pair{{Label: w.T("described.kind"), Value: strings.TrimSpace(f.Kind + " " + f.Standard)}}
	if m.Agency.Name != "" {
		pairs = append(pairs, reader.Pair{Label: w.T("described.agency"), Value: m.Agency.Name})
	}
	for _, x := range m.Fields {
		if x.Value != "" && len(pairs) < 60 {
			pairs = append(pairs, reader.Pair{Label: x.Name, Value: x.Value})
		}
	}
	if len(f.Findings) > 0 {
		pairs = append(pairs, reader.Pair{Label: w.T("described.findings"), Value: w.T("described.findings.text")})
	}
	out.Groups = []reader.Group{{Title: w.T("described.foreign"), Pairs: pairs}}
	for _, r := range m.Roots {
		if len(out.Groups) > 20 {
			break
		}
		out.Groups = append(out.Groups, reader.Group{Title: objectWord(w, r), Pairs: objectPairs(w, r)})
	}
	for _, d := range f.Documents {
		doc := reader.Document{ID: d.ID, Date: d.Date, Title: d.Title, Pairs: objectPairs(w, d.Object)}
		for _, p := range d.Parents {
			doc.Pairs = append(doc.Pairs, reader.Pair{Label: objectWord(w, p), Value: p.Label()})
		}
		archive, original := foreignRenditions(d.Files)
		if archive < 0 {
			doc.Length = w.T("described.nofile")
		} else {
			doc.Format = d.Files[archive].Format
		}
		if original >= 0 {
			doc.Original = d.Files[original].Format
		}
		out.Documents = append(out.Documents, doc)
	}
	slices.SortStableFunc(out.Documents, func(a, b reader.Document) int { return strings.Compare(a.Date, b.Date) })
	sizes := map[string]int64{}
	entries, err := f.Files(ctx)
	if err != nil {
		return out, err
	}
	for _, e := range entries {
		sizes[e.Path] = e.Size
	}
	var shares []reader.FormatShare
	for _, d := range f.Documents {
		for _, x := range d.Files {
			shares = addShare(shares, x.Format, sizes[x.Path])
		}
	}
	out.Formats = sortedShares(shares)
	evidence, err := f.Evidence(ctx)
	for _, e := range evidence {
		out.Evidence = append(out.Evidence, reader.Evidence{ID: e, Title: w.T("described.table", path.Base(e)), Icon: "list"})
	}
	return out, err
}

func objectWord(w *words.Words, o *record.Object) string {
	nested := o.Parent != nil && o.Parent.Kind == o.Kind
	key := "document"
	switch {
	case o.Kind == record.Dossier && nested:
		key = "subdossier"
	case o.Kind == record.Dossier:
		key = "dossier"
	case o.Kind == record.Case && nested:
		key = "subcase"
	case o.Kind == record.Case:
		key = "case"
	case nested:
		key = "attachment"
	}
	return w.T("described.kind." + key)
}

// objectPairs are the statements on an object, as in a records system.
func objectPairs(w *words.Words, o *record.Object) []reader.Pair {
	var out []reader.Pair
	for _, x := range []struct{ key, value string }{{"reference", o.Reference}, {"subject", o.Subject}, {"span", pair(w, o.Span)},
		{"date", words.Written(w, string(o.Date))},
		{"received", words.Written(w, string(o.Received))},
		{"type", o.Type}, {"plan", strings.TrimSpace(o.Plan.Reference + " " + o.Plan.Title)},
		{"leadUnit", o.LeadUnit},
		{"confidentiality", o.Confidentiality}, {"medium", o.Medium}, {"note", o.Note}, {"archivalCode", o.ReferenceCode}} {
		if x.value != "" {
			out = append(out, reader.Pair{Label: w.T("described." + x.key), Value: x.value})
		}
	}
	for _, f := range o.Fields {
		if f.Value != "" && len(out) < 60 {
			out = append(out, reader.Pair{Label: f.Name, Value: f.Value})
		}
	}
	return out
}

// foreignRenditions picks the file to be shown (a PDF where there is one) and
// another one as the original; -1: none.
func foreignRenditions(files []reading.ForeignFile) (archive, original int) {
	archive = slices.IndexFunc(files, func(f reading.ForeignFile) bool { return strings.EqualFold(path.Ext(f.Path), ".pdf") })
	if archive < 0 && len(files) > 0 {
		archive = 0
	}
	for i := range files {
		if i != archive {
			return archive, i
		}
	}
	return archive, -1
}

// foreignPath gives the file of a document of a package of others.
func foreignPath(f *reading.Foreign, document string, wantOriginal bool) (string, error) {
	for _, d := range f.Documents {
		if d.ID != document {
			continue
		}
		archive, original := foreignRenditions(d.Files)
		if wantOriginal && original >= 0 {
			archive = original
		}
		if archive >= 0 {
			return d.Files[archive].Path, nil
		}
	}
	return "", failure.New(failure.Refused, "open document", wording.Say("hint.window.document-without-file"))
}

// foreignFile opens a file of a package of others.
func (s *Reader) foreignFile(ctx context.Context, f *reading.Foreign, name string) (viewer.Document, error) {
	doc, done, err := f.Document(ctx, name)
	if err != nil {
		return nil, err
	}
	return viewer.OnClose(doc, done), nil
}

// verifyForeign compares the package with the checksums it brings, now.
func (s *Reader) verifyForeign(ctx context.Context, f *reading.Foreign, step func(done, total int)) (reader.Integrity, error) {
	v, err := f.Verify(ctx, step)
	if err != nil {
		return reader.Integrity{}, err
	}
	names := make([]string, len(v.Algorithms))
	for i, a := range v.Algorithms {
		if x, ok := fixity.ParseAlgorithm(a); ok {
			a = string(x)
		}
		names[i] = strings.ToUpper(a)
	}
	algorithm := strings.Join(names, ", ")
	if algorithm == "" {
		algorithm = s.says().T("reader.no-digests")
	}
	return reader.Integrity{Files: v.Files, Sound: v.Sound, Algorithm: algorithm, At: v.At, Broken: v.Broken}, nil
}

// maxShares bounds the picture of the formats.
const maxShares = 12

// addShare counts one file of a format.
func addShare(list []reader.FormatShare, name string, size int64) []reader.FormatShare {
	if name == "" {
		name = "unbekannt"
	}
	i := slices.IndexFunc(list, func(s reader.FormatShare) bool { return s.Name == name })
	if i < 0 {
		list = append(list, reader.FormatShare{Name: name})
		i = len(list) - 1
	}
	list[i].Files++
	list[i].Bytes += size
	return list
}

// sortedShares puts the largest first and joins what is beyond the bound.
func sortedShares(list []reader.FormatShare) []reader.FormatShare {
	slices.SortFunc(list, func(a, b reader.FormatShare) int {
		return cmp.Or(cmp.Compare(b.Bytes, a.Bytes), cmp.Compare(a.Name, b.Name))
	})
	if len(list) <= maxShares {
		return list
	}
	rest := reader.FormatShare{Name: "weitere"}
	for _, s := range list[maxShares-1:] {
		rest.Files += s.Files
		rest.Bytes += s.Bytes
	}
	return append(list[:maxShares-1:maxShares-1], rest)
}

// packageFormats counts the formats of a package of ours.
func packageFormats(meta aip.Description, files []aip.Listed) []reader.FormatShare {
	sizes := map[string]int64{}
	for _, l := range files {
		sizes[l.Path] = l.Size
	}
	var out []reader.FormatShare
	for f := range meta.AllFiles() {
		out = addShare(out, fileValue(f, "formatName"), sizes[f.Path])
	}
	return sortedShares(out)
}
