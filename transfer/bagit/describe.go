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
	m := &check.Manifest{Kind: "bagit", Standard: r.decl.version, ListsAll: true, Fields: r.tags, Title: value(r.tags, "External-Description", "Internal-Sender-Description"),
		Agency: check.Agency{Name: value(r.tags, "Source-Organization"), ID: value(r.tags, "Organization-Identifier")}, Process: value(r.tags, "External-Identifier", "Internal-Sender-Identifier")}
	if m.Title == "" {
		m.Title = path.Base(join(r.root, "."))
		if r.root == "" {
			m.Title = r.t.Name()
		}
	}
	if day := value(r.tags, "Bagging-Date", "Packing-Date"); len(day) >= 10 {
		if at, err := time.Parse(time.DateOnly, day[:10]); err == nil {
			m.Created = at
		}
	}
	slices.Sort(r.order)
	for _, p := range r.order {
		f := r.files[p]
		if r.isData(p) && f.in == 0 && !f.optional {
			continue // delivered but in no manifest: the engine tells it
		}
		m.Listed = append(m.Listed, check.Listed{Path: p, Role: r.role(p), Size: -1, By: f.by, Line: f.line, Optional: f.optional, Digests: f.digests})
	}
	m.Roots = []*record.Object{r.dossier(m.Title)}
	m.Checks = r.checks
	if r.oxumChecked {
		m.Checks = append(m.Checks, check.Done{Name: "counts", State: check.Full, Tool: "Laufzettel"})
	}
	return m
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

// dossier shows the bag as one Akte with a document per payload file.
func (r *reader) dossier(title string) *record.Object {
	d := &record.Object{ID: "bag", Kind: record.Dossier, Reference: value(r.tags, "External-Identifier", "Internal-Sender-Identifier"), Subject: title, Fields: r.tags, Retention: record.Retention{Years: -1}}
	for _, p := range r.order {
		f := r.files[p]
		if !r.isData(p) || f.size < 0 {
			continue
		}
		prime := record.PrimaryFile{Name: p, Original: path.Base(p)}
		for _, x := range f.digests {
			prime.Digests = append(prime.Digests, record.Digest{Algorithm: x.Algorithm, Value: x.Value})
		}
		d.Add(&record.Object{ID: p, Kind: record.Document, Subject: strings.TrimPrefix(p, r.at("data")+"/"), Retention: record.Retention{Years: -1},
			Versions: []record.Version{{Number: "1", Renditions: []record.Rendition{{File: prime}}}}})
	}
	return d
}
