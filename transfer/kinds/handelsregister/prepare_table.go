package handelsregister

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strconv"

	"laufzettel/transfer/kind"
)

// Table implements Tabler: a row for each deleted company with its Belegakten
// (D1, D2).
func (b companiesBuilder) Table(ctx context.Context, src kind.Source, t kind.Table) (*kind.Plan, error) {
	t.Columns(kind.Column{Key: "number", Label: "Firmennummer", LabelEN: "Number"},
		kind.Column{Key: "name", Label: "Firmenname", LabelEN: "Name", Wide: true},
		kind.Column{Key: "seat", Label: "Sitz", LabelEN: "Seat"}, kind.Column{Key: "opened", Label: "Eröffnet", LabelEN: "Opened"},
		kind.Column{Key: "deleted", Label: "Gelöscht", LabelEN: "Deleted"},
		kind.Column{Key: "papers", Label: "Belegakten", LabelEN: "Files", Right: true})
	s, err := Look(ctx, src.Tree)
	if err != nil {
		return nil, err
	}
	if s.List != nil {
		companyRows(s, src.Values.Get("selection") == "integral", t)
	}
	for _, p := range s.Loose {
		t.Add(kind.Row{Cells: []string{"", p, "", "", "", ""}, Files: []string{p},
			Faults: []kind.RowFault{kind.Warn("Der Name dieser Belegakte nennt keine Firma der Liste.")}})
	}
	for _, p := range s.Odd {
		if p != companiesMetadata && p != companiesSums {
			t.Add(kind.Row{Cells: []string{"", p, "", "", "", ""}, Files: []string{p},
				Faults: []kind.RowFault{kind.Warn("Belegakten sind PDF oder TIFF; diese Datei ist es nicht.")}})
		}
	}
	plan, err := b.Plan(ctx, src)
	if err == nil && len(s.Manuals) == 0 {
		t.Lack("Im Material liegt keine Dokumentation zur Liste. Sie darf auf Papier sein; dann bitte in der Beschreibung nennen.")
	}
	return plan, err
}

// companyRows gives the rows of the list with what is wrong at their lines.
func companyRows(s *Survey, integral bool, t kind.Table) {
	byLine := map[int][]kind.RowFault{}
	for _, f := range s.Findings {
		byLine[f.Line] = append(byLine[f.Line], kind.FaultOf(f))
	}
	for _, c := range s.List.Companies {
		papers := s.Papers[c.Number]
		r := kind.Row{Cells: []string{c.Number, c.Name, c.Seat, c.Opened, c.Deleted, strconv.Itoa(len(papers))}, Files: papers,
			Faults: byLine[c.Line]}
		delete(byLine, c.Line)
		if integral && len(papers) == 0 {
			r.Faults = append(r.Faults, kind.Warn("Zu dieser Firma liegt keine Belegakte bei; angegeben sind alle („integral“)."))
		}
		t.Add(r)
	}
	for _, line := range slices.Sorted(maps.Keys(byLine)) {
		name := s.At
		if line > 0 {
			name = fmt.Sprintf("%s, Zeile %d", s.At, line)
		}
		t.Add(kind.Row{Cells: []string{"", name, "", "", "", ""}, Files: []string{s.At}, Faults: byLine[line]})
	}
}
