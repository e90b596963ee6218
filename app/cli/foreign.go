package main

import (
	"context"
	"fmt"
	"io"
	"strconv"

	"laufzettel/app/work/reading"
	"laufzettel/transfer/failure"
	"laufzettel/transfer/mapping"
)

// shownForeign is what view prints of a package of others.
type shownForeign struct {
	Name      string             `json:"name"`
	Kind      string             `json:"kind"`
	Standard  string             `json:"standard,omitempty"`
	Title     string             `json:"title,omitempty"`
	Agency    string             `json:"agency,omitempty"`
	Findings  int                `json:"findings"` // of reading the description
	Integrity *reading.Soundness `json:"integrity,omitempty"`
	Evidence  []string           `json:"evidence"`
	Fields    []mapping.Value    `json:"fields"`
	Documents []shownDoc         `json:"documents"`
}

// viewForeign shows a package of others; with verify its integrity, computed now.
func viewForeign(e *env, ctx context.Context, o *reading.Opened, verify bool) error {
	f, err := o.Look(ctx)
	if err != nil {
		return err
	}
	defer f.Close()
	v := shownForeign{Name: f.Name, Kind: f.Kind, Standard: f.Standard, Title: f.Manifest.Title, Agency: f.Manifest.Agency.Name, Findings: len(f.Findings), Fields: []mapping.Value{}, Documents: []shownDoc{}}
	if v.Evidence, err = f.Evidence(ctx); err != nil {
		return err
	}
	for _, x := range f.Manifest.Fields {
		v.Fields = append(v.Fields, mapping.Value{Name: x.Name, Value: x.Value})
	}
	for i, d := range f.Documents {
		row := shownDoc{Number: i + 1, Date: d.Date, Derived: d.Derived, Subject: d.Title, Files: []string{}, Formats: []string{}}
		for _, file := range d.Files {
			row.Files, row.Formats = append(row.Files, file.Path), append(row.Formats, file.Format)
		}
		v.Documents = append(v.Documents, row)
	}
	if verify {
		s, err := f.Verify(ctx, nil)
		if err != nil {
			return err
		}
		v.Integrity = &s
	}
	if err := e.result(v, func(out io.Writer) { printForeign(e, out, v) }); err != nil {
		return err
	}
	if v.Integrity != nil && len(v.Integrity.Broken) > 0 {
		return errMaterial
	}
	return nil
}

func printForeign(e *env, out io.Writer, v shownForeign) {
	fmt.Fprintf(out, "%s  %s %s\n  %s\n  %s\n", v.Name, v.Kind, v.Standard, v.Title, v.Agency)
	for _, f := range v.Fields {
		fmt.Fprintf(out, "  %-28s %s\n", f.Name, f.Value)
	}
	printDocuments(e, out, v.Documents)
	for _, x := range v.Evidence {
		fmt.Fprintln(out, e.text("cli.view.evidence", x))
	}
	if v.Findings > 0 {
		fmt.Fprintln(out, e.text("cli.view.findings", v.Findings))
	}
	if s := v.Integrity; s != nil {
		fmt.Fprintln(out, e.text("cli.view.integrity", s.At.Format("02.01.2006 15:04"), s.Sound, s.Files, fmt.Sprint(s.Algorithms), s.Unlisted))
		for _, b := range s.Broken {
			fmt.Fprintln(out, "  "+b)
		}
	}
}

// foreignFile gives the path of a document number or of that path.
func foreignFile(f *reading.Foreign, doc string) (string, error) {
	if n, err := strconv.Atoi(doc); err == nil && n >= 1 && n <= len(f.Documents) && len(f.Documents[n-1].Files) > 0 {
		return f.Documents[n-1].Files[0].Path, nil
	}
	for _, d := range f.Documents {
		for _, file := range d.Files {
			if file.Path == doc {
				return doc, nil
			}
		}
	}
	return "", failure.New(failure.Refused, "find document "+doc, fmt.Sprintf("Ein Dokument „%s“ gibt es in diesem Paket nicht. „view DATEI“ zeigt alle mit ihrer Nummer.", doc))
}
