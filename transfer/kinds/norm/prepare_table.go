package norm

import (
	"cmp"
	"context"
	"path"
	"slices"
	"strings"

	"laufzettel/transfer/check"
	"laufzettel/transfer/container"
	"laufzettel/transfer/failure"
	"laufzettel/transfer/kind"
	"laufzettel/transfer/signature"
	"laufzettel/transfer/wording"
)

// Table implements Tabler: a row for each file of the two editions with its part
// in the delivery and who signed it (E3, E6).
func (b normBuilder) Table(ctx context.Context, src kind.Source, t kind.Table) (*kind.Plan, error) {
	t.Columns(kind.Column{Key: "edition", Label: "Ausgabe", LabelEN: "Edition"}, kind.FileColumn,
		kind.Column{Key: "part", Label: "Was sie ist", LabelEN: "What it is"},
		kind.Column{Key: "format", Label: "Format", LabelEN: "Format"},
		kind.Column{Key: "size", Label: "Größe", LabelEN: "Size", Right: true},
		kind.Column{Key: "signer", Label: "Unterschrieben von", LabelEN: "Signed by", Wide: true},
		kind.Column{Key: "signed", Label: "am", LabelEN: "on"})
	rows, err := t.Files(ctx, src.Tree, func(e container.Entry, c container.Content) kind.Row { return normRow(ctx, src, t, e, c) })
	if err != nil {
		return nil, err
	}
	for _, r := range slices.Concat(rows, missingNormFiles(rows)) {
		t.Add(r)
	}
	return b.Plan(ctx, src)
}

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

func normRow(ctx context.Context, src kind.Source, t kind.Table, e container.Entry, c container.Content) kind.Row {
	dir, _, _ := strings.Cut(e.Path, "/")
	edition := ""
	for _, name := range []string{Original, Issue} {
		if strings.EqualFold(name, dir) && strings.Count(e.Path, "/") == 1 {
			edition = name
		}
	}
	format, faults := t.Format(e, c)
	part, more := normPart(edition, path.Base(e.Path))
	faults = append(faults, more...)
	results, err := signaturesOf(ctx, src, e, c)
	if err != nil {
		faults = append(faults, kind.Wrong(cmp.Or(failure.HintOf(err).In(wording.German), "Die Signatur lässt sich nicht lesen.")))
	}
	var signed kind.Signatures
	for _, r := range results {
		signed = append(signed, kind.Signed{Name: r.Signer, Signed: r.Signed, Form: string(r.Form), Result: r.Summary()})
		for _, f := range r.Findings(e.Path) {
			faults = append(faults, kind.FaultOf(f))
		}
	}
	return kind.Row{Cells: []string{edition, path.Base(e.Path), part, format, kind.SizeText(e.Size), signed.Signers(), signed.Day()},
		Files: []string{e.Path}, Faults: faults}
}

// normPart tells what a file is by its name.
func normPart(edition, name string) (string, []kind.RowFault) {
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
		return partDocument, []kind.RowFault{kind.Wrong("Zulässig sind nur PDF/A und XML.")}
	case edition != Issue:
		return partDocument, nil
	}
	m := issueName.FindStringSubmatch(name)
	switch {
	case m == nil:
		return partDocument, []kind.RowFault{kind.Warn("Der Name folgt nicht der Vereinbarung für die Ausgabenorm (<Name>__an….pdf).")}
	case m[2] == "__report":
		return partReport, nil
	case strings.HasPrefix(m[2], "__anlg"):
		return partAnnex, nil
	}
	return partText, nil
}

// signaturesOf verifies what signs a file: inside a PDF, or beside another file.
func signaturesOf(ctx context.Context, src kind.Source, e container.Entry, c container.Content) ([]signature.Result, error) {
	switch strings.ToLower(path.Ext(e.Path)) {
	case ".pdf":
		return kind.SignedInside(ctx, src, c)
	case ".p7s":
		return kind.SignedBeside(ctx, src, e.Path, c)
	case ".p7m":
		data, err := kind.BytesOf(c)
		if err != nil {
			return nil, err
		}
		_, results, err := kind.OpenAttached(data, src)
		return results, err
	}
	return nil, nil
}

// missingNormFiles are rows for what an edition lacks.
func missingNormFiles(rows []kind.Row) (out []kind.Row) {
	for _, edition := range []string{Original, Issue} {
		have := map[string]bool{}
		signed := false
		for _, r := range rows {
			if r.Cells[0] == edition {
				have[r.Cells[2]] = true
				signed = signed || r.Cells[5] != ""
			}
		}
		lack := func(name, part, text string, severity check.Severity) {
			out = append(out, kind.Row{Cells: []string{edition, name, part, "", "", "", ""},
				Faults: []kind.RowFault{{Severity: severity, Text: text}}})
		}
		if !have[partMetadata] {
			lack("metadaten.xml", partMetadata, "Die Metadaten fehlen im Ordner „"+edition+"“.", check.Error)
		}
		if !have[partRevision] {
			lack(edition+".xml", partRevision, "Die Revisionsdaten fehlen im Ordner „"+edition+"“.", check.Error)
		}
		if edition == Issue && !have[partText] {
			lack("<Name>__an.pdf", partText, "Der Text der Ausgabenorm fehlt.", check.Error)
		}
		if edition == Original && !signed {
			lack("", partSignature, "Keine Datei der Originalnorm trägt eine lesbare Signatur.", check.Warning)
		}
	}
	return out
}
