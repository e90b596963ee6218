package window

import (
	"cmp"
	"slices"
	"strings"
	"sync"

	"laufzettel/transfer/aip"
	"laufzettel/transfer/mapping"
	"laufzettel/transfer/record"
	"laufzettel/transfer/wording"
	"laufzettel/viewer/catalog"
	reader "laufzettel/views/reader/model"
	"laufzettel/views/words"
)

// german are the words of a reader that was given none.
var german = sync.OnceValue(func() *words.Words {
	texts, err := words.Load(wording.German)
	if err != nil {
		return words.Of(wording.German, nil) // then the names of the fields are shown
	}
	return texts
})

// says gives the words of the language the window speaks.
func (s *Reader) says() *words.Words { return cmp.Or(s.Words, german()) }

// label is the word for a MAPPING-3 field; others are shown by their name.
func label(w *words.Words, name string) string {
	if key := "described." + name; w.Has(key) {
		return w.T(key)
	}
	return name
}

// describePackage lays the description of the packaged object out.
func describePackage(w *words.Words, meta aip.Description, closure catalog.Closure) reader.Package {
	out := reader.Package{ReferenceCode: meta.ReferenceCode, Closure: closure, Portions: meta.AccessionID}
	if out.ReferenceCode == "" {
		out.ReferenceCode = meta.PID
	}
	main, parents := principal(meta.Objects, nil)
	archive, agency := "", ""
	for _, v := range meta.Administrative {
		switch v.Name {
		case "archive":
			archive = v.Value
		case "agency":
			agency = v.Value
		}
	}
	for _, p := range parents {
		word := "described.kind.dossier"
		if p.Called() == aip.KindFolder {
			word = "described.kind.folder"
		}
		out.Context = strings.TrimSpace(w.T(word) + " " + p.Field("reference").Value + " " + p.Field("subject").Value)
	}
	out.Citation = strings.Join(filled(archive, out.ReferenceCode), ", ")
	pairs := []reader.Pair{{Label: w.T("described.code"), Value: meta.ReferenceCode, Missing: meta.ReferenceCode == ""}}
	if main != nil {
		kind := label(w, "kind."+main.Called())
		out.Title = strings.TrimSpace(kind+" "+main.Number) + ": " + main.Field("subject").Value
		from, to := main.Field("from"), main.Field("to")
		span := pair(w, record.DateSpan{From: record.Date(from.Value), To: record.Date(to.Value), Derived: from.Derived || to.Derived})
		pairs = append(pairs, reader.Pair{Label: w.T("described.span"), Value: span, Missing: span == ""})
		for _, f := range main.Fields {
			if f.Name != "from" && f.Name != "to" && f.Name != "subject" && f.Value != "" {
				pairs = append(pairs, reader.Pair{Label: label(w, f.Name), Value: value(w, f)})
			}
		}
	}
	if agency != "" {
		pairs = append(pairs, reader.Pair{Label: w.T("described.agency"), Value: agency})
	}
	pairs = append(pairs, reader.Pair{Label: w.T("described.closure"), Value: closureWords(w, closure)},
		reader.Pair{Label: w.T("described.id"), Value: meta.PID})
	out.Groups = []reader.Group{{Title: w.T("described.unit"), Pairs: pairs}}
	var decided []reader.Pair
	for _, d := range meta.Decisions {
		decided = append(decided, reader.Pair{Label: w.Date(d.Time),
			Value: strings.Join(filled(strings.TrimRight(d.Text, ". "), d.Person), ", ")})
	}
	if len(decided) > 0 {
		out.Groups = append(out.Groups, reader.Group{Title: w.T("described.decisions"), Pairs: decided})
	}
	return out
}

func closureWords(w *words.Words, c catalog.Closure) string {
	switch {
	case c.Grade == catalog.Open:
		return w.T("described.closure.none")
	case c.Until.IsZero():
		return w.T("described.closure.endless")
	}
	return w.T("described.until", w.Date(c.Until))
}

func value(w *words.Words, v mapping.Value) string {
	s := words.Written(w, v.Value)
	if v.Derived {
		s = w.T("described.derived", s)
	}
	return s
}

func filled(list ...string) []string {
	var out []string
	for _, s := range list {
		if s != "" {
			out = append(out, s)
		}
	}
	return out
}

// principal finds the packaged object below its context parents.
func principal(entries []*aip.Entry, parents []*aip.Entry) (*aip.Entry, []*aip.Entry) {
	for _, e := range entries {
		if !e.Context {
			return e, parents
		}
		if found, p := principal(e.Children, append(parents, e)); found != nil {
			return found, p
		}
	}
	return nil, parents
}

// packageDocuments lists the documents by date; aip gives them in that order.
func packageDocuments(w *words.Words, docs []aip.Document, files []aip.Listed,
	unseen func(name, puid, mime string) string) []reader.Document {
	mime := map[string]string{}
	for _, l := range files {
		mime[l.Path] = l.MIME
	}
	var out []reader.Document
	for _, d := range docs {
		doc := reader.Document{ID: d.Entry.ID, Date: d.Date, Title: d.Entry.Field("subject").Value, Folder: d.Folder()}
		if doc.Title == "" {
			doc.Title = d.Entry.Field("reference").Value
		}
		for _, f := range d.Entry.Fields {
			if f.Name != "subject" && f.Name != "date" && f.Value != "" {
				doc.Pairs = append(doc.Pairs, reader.Pair{Label: label(w, f.Name), Value: value(w, f)})
			}
		}
		archive, original := renditions(d.Entry.Files, mime)
		if archive >= 0 {
			doc.Format = formatOf(d.Entry.Files[archive])
			doc.Unseen = unseen(d.Entry.Files[archive].Path, strings.TrimPrefix(fileValue(d.Entry.Files[archive], "registry"), "PRONOM "),
				mime[d.Entry.Files[archive].Path])
		} else {
			doc.Length = w.T("described.nofile")
		}
		if original >= 0 {
			doc.Original = formatOf(d.Entry.Files[original])
		}
		out = append(out, doc)
	}
	slices.SortStableFunc(out, func(a, b reader.Document) int { return strings.Compare(a.Date, b.Date) })
	return out
}

// renditions picks the file to be shown (a PDF where there is one) and the other
// one as the original; -1: none.
func renditions(files []aip.FileEntry, mime map[string]string) (archive, original int) {
	archive, original = -1, -1
	for i, f := range files {
		if mime[f.Path] == "application/pdf" {
			archive = i
			break
		}
	}
	if archive < 0 && len(files) > 0 {
		archive = 0
	}
	for i := range files {
		if i != archive {
			return archive, i
		}
	}
	return archive, original
}

func fileValue(f aip.FileEntry, name string) string {
	for _, v := range f.Fields {
		if v.Name == name {
			return v.Value
		}
	}
	return ""
}

func formatOf(f aip.FileEntry) string {
	if i := strings.LastIndexByte(f.Path, '.'); i >= 0 && len(f.Path)-i <= 6 {
		ext := strings.ToUpper(f.Path[i+1:])
		if n := fileValue(f, "formatName"); ext == "PDF" && strings.Contains(n, "PDF/A") {
			return "PDF/A"
		}
		return ext
	}
	return fileValue(f, "formatName")
}
