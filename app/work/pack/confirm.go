package pack

import (
	"context"
	"io"
	"slices"

	"laufzettel/app/work/office"
	"laufzettel/transfer"
	"laufzettel/transfer/mapping"
	"laufzettel/transfer/profile"
	"laufzettel/transfer/slip"
)

// controlList writes the Kon_Lis: the transfer list mapped by MAPPING-1 with one
// archive reference code per case (A4). nil where no list came along.
func (b *builder) controlList(ctx context.Context) ([]transfer.Letter, error) {
	found, err := b.packer.Intake.SlipOf(ctx, b.portion)
	if err != nil || found == nil || found.List == nil {
		return nil, err
	}
	packages, err := b.packer.Portions.Packages(ctx, b.portion.ID)
	if err != nil {
		return nil, err
	}
	of := map[string]mapping.Package{}
	for _, p := range packages {
		of[p.Unit] = mapping.Package{PID: p.PID, ReferenceCode: p.ReferenceCode, Ordered: p.Ordered}
	}
	var tables mapping.Tables
	if b.profile != nil {
		tables = b.profile.Mapping
	}
	known := mapping.Scope{Archive: b.packer.Office.Settings.Get().Archive, Profile: b.profile.Reach(),
		Accession: mapping.Accession{ID: found.AccessionID, Number: b.accession.Number, Offered: b.accession.Opened,
			Delivered: b.portion.Arrived}}
	list := slip.NewControlList(found.AccessionID, nameless(*found.List, of, b.profile), tables.InForce().ControlList, known,
		func(_ int, e slip.Entry) mapping.Package { return of[e.ID] })
	l, err := b.packer.Papers.WriteXML(b.portion.ID, office.LetterControl, office.ControlListName,
		func(out io.Writer) error { return slip.WriteControlList(out, list, packages[0].Ordered) })
	return []transfer.Letter{l}, err
}

// nameless takes the titles of cases without a package out of a transfer list: they are
// destroyed, and the control list stays for ever. An Akte all of whose cases go has none
// either; the groups of the Aktenplan that the profile marks keep theirs.
func nameless(l slip.List, of map[string]mapping.Package, prof *profile.Profile) slip.List {
	kept := map[string]bool{}
	for _, e := range l.Entries {
		if of[e.ID].PID != "" {
			kept[e.DossierReference] = true
		}
	}
	l.Entries = slices.Clone(l.Entries)
	for i := range l.Entries {
		e := &l.Entries[i]
		if of[e.ID].PID != "" || prof.MayName(e.DossierReference) {
			continue
		}
		e.Subject = ""
		if !kept[e.DossierReference] {
			e.DossierSubject = ""
		}
	}
	return l
}
