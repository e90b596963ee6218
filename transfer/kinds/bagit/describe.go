package bagit

import (
	"path"
	"slices"
	"strings"
	"time"

	"laufzettel/transfer/check"
	"laufzettel/transfer/record"
)

// manifest gives what the engine works on.
func (r *reader) manifest() *check.Manifest {
	m := &check.Manifest{Kind: "bagit", Standard: r.decl.version, ListsAll: true, ExactNames: true, Fields: r.tags,
		Title:   value(r.tags, "External-Description", "Internal-Sender-Description"),
		Agency:  check.Agency{Name: value(r.tags, "Source-Organization"), ID: value(r.tags, "Organization-Identifier")},
		Process: value(r.tags, "External-Identifier", "Internal-Sender-Identifier")}
	m.Payload = []string{r.at("data") + "/"}
	if m.Title == "" {
		m.Title = path.Base(join(r.root, "."))
		if r.root == "" {
			m.Title = r.t.Name()
		}
	}
	m.Created, _ = time.Parse(time.DateOnly, packed(r.tags))
	slices.Sort(r.order)
	for _, p := range r.order {
		f := r.files[p]
		if r.isData(p) && f.in == 0 && !f.optional {
			continue // delivered but in no manifest: the engine tells it
		}
		m.Listed = append(m.Listed, check.Listed{Path: p, Role: r.role(p), Size: -1, By: f.by, Line: f.line, Optional: f.optional,
			Digests: f.digests})
	}
	m.Roots = []*record.Object{r.dossier(m.Title)}
	m.Checks = r.checks
	if r.oxumChecked {
		m.Checks = append(m.Checks, check.Done{Name: "counts", State: check.Full, Tool: "Laufzettel"})
	}
	return m
}

// packed is the day the bag was made, "" where it names none.
func packed(tags []record.Field) string {
	day := value(tags, "Bagging-Date", "Packing-Date")
	if len(day) >= len(time.DateOnly) {
		day = day[:len(time.DateOnly)]
	}
	if _, err := time.Parse(time.DateOnly, day); err != nil {
		return ""
	}
	return day
}

func (r *reader) role(p string) check.Role {
	_, list := manifestOf(p)
	switch {
	case r.isData(p):
		return check.RoleContent
	case list:
		return check.RoleManifest
	case p == r.at("bagit.txt"), p == r.infoAt:
		return check.RoleMessage
	}
	return check.RoleOther
}

// dossier shows the bag as one Akte with one Vorgang, which is kept as a whole:
// a document per payload file, and one for the papers of the bag itself.
func (r *reader) dossier(title string) *record.Object {
	object := func(kind record.Kind, id string) *record.Object {
		return &record.Object{ID: id, Kind: kind, Reference: value(r.tags, "External-Identifier", "Internal-Sender-Identifier"),
			Subject:  title,
			LeadUnit: value(r.tags, "Source-Organization"), Fields: r.tags, Retention: record.Retention{Years: -1}}
	}
	d, all := object(record.Dossier, "bag"), object(record.Case, "bag-inhalt")
	d.Add(all)
	tags := &record.Object{ID: "bag-angaben", Kind: record.Document, Subject: "Angaben und Prüfsummenlisten des Pakets",
		Date:     record.Date(packed(r.tags)),
		Versions: []record.Version{{Number: "1"}}, Retention: record.Retention{Years: -1}}
	all.Add(tags)
	for _, p := range r.order {
		f := r.files[p]
		if !r.isData(p) {
			if _, there := r.t.Stat(p); there {
				tags.Versions[0].Renditions = append(tags.Versions[0].Renditions,
					record.Rendition{File: record.PrimaryFile{Name: p, Original: path.Base(p)}})
			}
			continue
		}
		if f.size < 0 {
			continue
		}
		prime := record.PrimaryFile{Name: p, Original: path.Base(p)}
		for _, x := range f.digests {
			prime.Digests = append(prime.Digests, record.Digest{Algorithm: x.Algorithm, Value: x.Value})
		}
		all.Add(&record.Object{ID: p, Kind: record.Document, Subject: strings.TrimPrefix(p, r.at("data")+"/"),
			Retention: record.Retention{Years: -1},
			Versions:  []record.Version{{Number: "1", Renditions: []record.Rendition{{File: prime}}}}})
	}
	return d
}
