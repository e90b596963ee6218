package aip

import (
	"maps"
	"slices"
	"strings"

	"laufzettel/transfer/check"
	"laufzettel/transfer/mapping"
	"laufzettel/transfer/record"
)

// scope is what the sources of the mappings reach in a package.
type scope mapping.Scope

func (s *Spec) scope() scope {
	return scope{Archive: s.Archive, Top: s.Object, Chain: s.Chain,
		Package: mapping.Package{PID: s.PID, ReferenceCode: s.ReferenceCode, Earlier: s.EarlierPID, Formats: formatsOf(s.Files),
			Ordered: s.Ordered},
		Accession: mapping.Accession{ID: s.Accession.ID, Number: s.Accession.Number, Offered: s.Accession.Offered,
			Delivered: s.Accession.Delivered},
		Profile: s.Profile.Reach()}
}

// of gives the scope of one object and one of its files; both may be nil.
func (sc scope) of(o *record.Object, f *File) mapping.Scope {
	out := mapping.Scope(sc)
	out.Object = o
	if f != nil {
		out.File = &mapping.File{Path: f.Path, Original: f.original(), Object: f.Object, Size: f.Size, SHA512: f.Digests[sha512Name],
			Format:     mapping.Format{Name: f.Format.Name, Version: f.Format.Version, MIME: f.Format.MIME, PUID: f.puid()},
			Properties: f.Properties, ViewPath: f.ViewPath}
	}
	return out
}

func (f *File) original() string { return orElse(f.Original, f.Path) }

func (f *File) puid() string { return puidOf(f.Format) }

func puidOf(f check.Format) string {
	if f.PUID == "UNKNOWN" {
		return ""
	}
	return f.PUID
}

// formatsOf names every format once, in order (MAPPING-2).
func formatsOf(files []File) string {
	set := map[string]bool{}
	for i := range files {
		if puid := files[i].puid(); puid != "" {
			set[puid] = true
		}
	}
	return strings.Join(slices.Sorted(maps.Keys(set)), ", ")
}
