package prepare

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"path"
	"regexp"
	"slices"
	"strings"

	"laufzettel/transfer/check"
	"laufzettel/transfer/container"
	"laufzettel/transfer/failure"
	"laufzettel/transfer/kinds/handelsregister"
	"laufzettel/transfer/kinds/norm"
	"laufzettel/transfer/signature"
)

// table implements tabler: a row for each deleted company with its Belegakten
// (D1, D2).
func (b companiesBuilder) table(ctx context.Context, src Source, t *tabling) (*Plan, error) {
	t.columns(Column{Key: "number", Label: "Firmennummer", LabelEN: "Number"}, Column{Key: "name", Label: "Firmenname", LabelEN: "Name", Wide: true},
		Column{Key: "seat", Label: "Sitz", LabelEN: "Seat"}, Column{Key: "opened", Label: "Eröffnet", LabelEN: "Opened"}, Column{Key: "deleted", Label: "Gelöscht", LabelEN: "Deleted"},
		Column{Key: "papers", Label: "Belegakten", LabelEN: "Files", Right: true})
	s, err := handelsregister.Look(ctx, src.Tree)
	if err != nil {
		return nil, err
	}
	if s.List != nil {
		companyRows(s, src.Values.Get("selection") == "integral", t)
	}
	for _, p := range s.Loose {
		t.add(Row{Cells: []string{"", p, "", "", "", ""}, Files: []string{p}, Faults: []RowFault{warn("Der Name dieser Belegakte nennt keine Firma der Liste.")}})
	}
	for _, p := range s.Odd {
		if p != companiesMetadata && p != companiesSums {
			t.add(Row{Cells: []string{"", p, "", "", "", ""}, Files: []string{p}, Faults: []RowFault{warn("Belegakten sind PDF oder TIFF; diese Datei ist es nicht.")}})
		}
	}
	plan, err := b.Plan(ctx, src)
	if err == nil && len(s.Manuals) == 0 {
		t.out.Missing = append(t.out.Missing, "Im Material liegt keine Dokumentation zur Liste. Sie darf auf Papier sein; dann bitte in der Beschreibung nennen.")
	}
	return plan, err
}

// companyRows gives the rows of the list with what is wrong at their lines.
func companyRows(s *handelsregister.Survey, integral bool, t *tabling) {
	byLine := map[int][]RowFault{}
	for _, f := range s.Findings {
		byLine[f.Line] = append(byLine[f.Line], faultOf(f))
	}
	for _, c := range s.List.Companies {
		papers := s.Papers[c.Number]
		r := Row{Cells: []string{c.Number, c.Name, c.Seat, c.Opened, c.Deleted, itoa(len(papers))}, Files: papers, Faults: byLine[c.Line]}
		delete(byLine, c.Line)
		if integral && len(papers) == 0 {
			r.Faults = append(r.Faults, warn("Zu dieser Firma liegt keine Belegakte bei; angegeben sind alle („integral“)."))
		}
		t.add(r)
	}
	for _, line := range slices.Sorted(maps.Keys(byLine)) {
		name := s.At
		if line > 0 {
			name = fmt.Sprintf("%s, Zeile %d", s.At, line)
		}
		t.add(Row{Cells: []string{"", name, "", "", "", ""}, Files: []string{s.At}, Faults: byLine[line]})
	}
}

// table implements tabler: a row for each file of the two editions with its part
// in the delivery and who signed it (E3, E6).
func (b normBuilder) table(ctx context.Context, src Source, t *tabling) (*Plan, error) {
	t.columns(Column{Key: "edition", Label: "Ausgabe", LabelEN: "Edition"}, fileColumn, Column{Key: "part", Label: "Was sie ist", LabelEN: "What it is"},
		Column{Key: "format", Label: "Format", LabelEN: "Format"}, Column{Key: "size", Label: "Größe", LabelEN: "Size", Right: true},
		Column{Key: "signer", Label: "Unterschrieben von", LabelEN: "Signed by", Wide: true}, Column{Key: "signed", Label: "am", LabelEN: "on"})
	rows, err := t.files(ctx, src.Tree, func(e container.Entry, c container.Content) Row { return normRow(ctx, src, t, e, c) })
	if err != nil {
		return nil, err
	}
	for _, r := range slices.Concat(rows, missingNormFiles(rows)) {
		t.add(r)
	}
	return b.Plan(ctx, src)
}

// issueName is the pattern of the files of an Ausgabenorm (E3).
var issueName = regexp.MustCompile(`^.+?__an(|__report|__pdfa1a|__anlg__.+)\.pdf$`)

// Parts a file of a norm may play.
const (
	partMetadata  = "Metadaten"
	partRevision  = "Revisionsdaten"
	partSignature = "Signatur"
	partText      = "Text der Norm"
	partAnnex     = "Anlage"
	partReport    = "Prüfbericht"
	partDocument  = "Dokument"
)

func normRow(ctx context.Context, src Source, t *tabling, e container.Entry, c container.Content) Row {
	dir, _, _ := strings.Cut(e.Path, "/")
	edition := ""
	for _, name := range []string{norm.Original, norm.Issue} {
		if strings.EqualFold(name, dir) && strings.Count(e.Path, "/") == 1 {
			edition = name
		}
	}
	format, faults := t.format(e, c)
	part, more := normPart(edition, path.Base(e.Path))
	faults = append(faults, more...)
	results, err := signaturesOf(ctx, src, e, c)
	if err != nil {
		faults = append(faults, wrong(cmp.Or(failure.HintOf(err), "Die Signatur lässt sich nicht lesen.")))
	}
	var n note
	for _, r := range results {
		n.Signatures = append(n.Signatures, signed{Name: r.Signer, Signed: r.Signed, Form: string(r.Form), Result: r.Summary()})
		for _, f := range r.Findings(e.Path) {
			faults = append(faults, faultOf(f))
		}
	}
	return Row{Cells: []string{edition, path.Base(e.Path), part, format, sizeText(e.Size), n.signers(), n.day()}, Files: []string{e.Path}, Faults: faults}
}

// normPart tells what a file is by its name.
func normPart(edition, name string) (string, []RowFault) {
	low := strings.ToLower(name)
	switch {
	case low == "metadaten.xml" || low == "metadata.xml":
		return partMetadata, nil
	case low == "originalnorm.xml" || low == "orginalnorm.xml" || low == "ausgabenorm.xml":
		return partRevision, nil
	case strings.HasSuffix(low, ".p7s") || strings.HasSuffix(low, ".p7m"):
		return partSignature, nil
	case strings.HasSuffix(low, ".xml"):
		return partDocument, nil
	case !strings.HasSuffix(low, ".pdf"):
		return partDocument, []RowFault{wrong("Zulässig sind nur PDF/A und XML.")}
	case edition != norm.Issue:
		return partDocument, nil
	}
	m := issueName.FindStringSubmatch(name)
	switch {
	case m == nil:
		return partDocument, []RowFault{warn("Der Name folgt nicht der Vereinbarung für die Ausgabenorm (<Name>__an….pdf).")}
	case m[1] == "__report":
		return partReport, nil
	case strings.HasPrefix(m[1], "__anlg"):
		return partAnnex, nil
	}
	return partText, nil
}

// signaturesOf verifies what signs a file: inside a PDF, or beside another file.
func signaturesOf(ctx context.Context, src Source, e container.Entry, c container.Content) ([]signature.Result, error) {
	reader := &certificates{src: src}
	switch strings.ToLower(path.Ext(e.Path)) {
	case ".pdf":
		return reader.inside(ctx, c)
	case ".p7s":
		return reader.beside(ctx, e.Path, c)
	case ".p7m":
		data, err := bytesOf(c)
		if err != nil {
			return nil, err
		}
		_, results, err := openAttached(data, src)
		return results, err
	}
	return nil, nil
}

// missingNormFiles are rows for what an edition lacks.
func missingNormFiles(rows []Row) (out []Row) {
	for _, edition := range []string{norm.Original, norm.Issue} {
		have := map[string]bool{}
		signed := false
		for _, r := range rows {
			if r.Cells[0] == edition {
				have[r.Cells[2]] = true
				signed = signed || r.Cells[5] != ""
			}
		}
		lack := func(name, part, text string, severity check.Severity) {
			out = append(out, Row{Cells: []string{edition, name, part, "", "", "", ""}, Faults: []RowFault{{Severity: severity, Text: text}}})
		}
		if !have[partMetadata] {
			lack("metadaten.xml", partMetadata, "Die Metadaten fehlen im Ordner „"+edition+"“.", check.Error)
		}
		if !have[partRevision] {
			lack(edition+".xml", partRevision, "Die Revisionsdaten fehlen im Ordner „"+edition+"“.", check.Error)
		}
		if edition == norm.Issue && !have[partText] {
			lack("<Name>__an.pdf", partText, "Der Text der Ausgabenorm fehlt.", check.Error)
		}
		if edition == norm.Original && !signed {
			lack("", partSignature, "Keine Datei der Originalnorm trägt eine lesbare Signatur.", check.Warning)
		}
	}
	return out
}
