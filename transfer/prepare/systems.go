package prepare

import (
	"context"
	"io"
	"path"
	"slices"
	"strings"

	"laufzettel/transfer/container"
	"laufzettel/transfer/fixity"
	"laufzettel/transfer/kinds/export"
	"laufzettel/transfer/kinds/handelsregister"
)

// companiesBuilder prepares deliveries of deleted companies (D1–D4).
type companiesBuilder struct{}

// Names of what the kind's room reads back.
const (
	companiesMetadata = "metadata.xml"
	companiesSums     = "pruefsummen.md5"
)

func (companiesBuilder) Kind() string { return handelsregister.Name }

func (companiesBuilder) Fields() []Field {
	return append(officeFields(), nameField(),
		Field{Key: "provenance", Label: "Provenienzstelle", LabelEN: "Provenance", Help: "Das Registeramt, aus dem die Daten stammen", Form: Text, Required: true, Step: StepContent},
		Field{Key: "extracted", Label: "Zeitpunkt der Extraktion", LabelEN: "Moment of extraction", Help: "Datum und Uhrzeit, zu der die Daten gezogen wurden (JJJJ-MM-TT hh:mm)", Form: Moment, Required: true, Step: StepContent},
		Field{Key: "queries", Label: "Benutzte Abfragen", LabelEN: "Queries used", Help: "Je Zeile eine Abfrage", Form: Long, Required: true, Step: StepContent},
		Field{Key: "system", Label: "Quellapplikation", LabelEN: "Source application", Help: "Name des Programms, aus dem exportiert wurde", Form: Text, Required: true, Step: StepContent},
		Field{Key: "release", Label: "Version der Quellapplikation", LabelEN: "Version of the source application", Help: "Version des Programms", Form: Text, Required: true, Step: StepContent},
		Field{Key: "selection", Label: "Umfang der Belegakten", LabelEN: "Extent of the files", Help: "Ob alle Belegakten beiliegen", Form: Choice, Choices: []string{"integral", "Auswahl"}, Default: "integral", Required: true, Step: StepContent},
	)
}

func (companiesBuilder) Plan(ctx context.Context, src Source) (*Plan, error) {
	copies, err := everything(ctx, src, func(p string) string {
		if p == companiesMetadata || p == companiesSums {
			return "" // written anew
		}
		return p
	})
	if err != nil {
		return nil, err
	}
	v := src.Values
	st := handelsregister.Statements{Provenance: v.Get("provenance"), Extracted: When(v.Get("extracted")).Format("2006-01-02T15:04:05"),
		Source: v.Get("system"), Version: v.Get("release"), Selection: v.Get("selection")}
	for q := range strings.SplitSeq(v.Get("queries"), "\n") {
		if q = strings.TrimSpace(q); q != "" {
			st.Queries = append(st.Queries, q)
		}
	}
	// The list is read before anything is copied, so that a folder without one is
	// told at once.
	first, err := handelsregister.Gather(ctx, src.Tree, st)
	if err != nil {
		return nil, err
	}
	read := []Read{{Label: "Ältestes Gründungsdatum", Value: first.From}, {Label: "Jüngstes Löschdatum", Value: first.To}}
	for _, r := range first.Records {
		read = append(read, Read{Label: "Gelöschte Firmen", Value: r.Count, From: r.Name})
	}
	return &Plan{Name: v.Get("name"), Copies: copies, Algorithms: []fixity.Algorithm{fixity.MD5}, Read: read, Finish: func(ctx context.Context, s *Site) error {
		tree, err := s.Tree(ctx)
		if err != nil {
			return err
		}
		full, err := handelsregister.Gather(ctx, tree, st)
		if err = closed(tree, err); err != nil {
			return err
		}
		if err := s.Write(companiesMetadata, func(w io.Writer) error { return handelsregister.WriteStatements(w, full, nil) }); err != nil {
			return err
		}
		return s.Write(companiesSums, func(w io.Writer) error { return fixity.Write(w, fixity.WriteMD5Summer, s.entries(fixity.MD5)) })
	}}, nil
}

// exportBuilder prepares exports of specialist systems (B1, B2).
type exportBuilder struct{}

func (exportBuilder) Kind() string { return export.Name }

func (exportBuilder) Fields() []Field {
	fields := append(officeFields(), nameField(),
		Field{Key: "system", Label: "Name des Verfahrens", LabelEN: "Name of the system", Help: "Das Fachverfahren, aus dem exportiert wurde", Form: Text, Required: true, Step: StepContent},
		Field{Key: "short", Label: "Kurzname des Verfahrens", LabelEN: "Short name of the system", Help: "Die übliche Abkürzung", Form: Text, Required: true, Step: StepContent},
		Field{Key: "program", Label: "Programm", LabelEN: "Program", Help: "Produkt hinter dem Verfahren", Form: Text, Step: StepContent},
		Field{Key: "release", Label: "Version des Programms", LabelEN: "Version of the program", Help: "Version des Produkts", Form: Text, Step: StepContent})
	fields = append(fields, spanFields(true)...)
	return append(fields,
		Field{Key: "exported", Label: "Zeitpunkt des Exports", LabelEN: "Moment of the export", Help: "Datum und Uhrzeit (JJJJ-MM-TT hh:mm); leer = jetzt", Form: Moment, Step: StepContent},
		Field{Key: "about", Label: "Beschreibung", LabelEN: "Description", Help: "Anlass und Umfang des Exports", Form: Long, Step: StepContent})
}

func (exportBuilder) Plan(ctx context.Context, src Source) (*Plan, error) {
	own := []string{export.DocumentName, SlipName, ListName}
	copies, err := everything(ctx, src, func(p string) string {
		if slices.Contains(own, p) {
			return "" // written anew
		}
		return p
	})
	if err != nil {
		return nil, err
	}
	v := src.Values
	at := When(v.Get("exported"))
	if at.IsZero() {
		at = src.Now
	}
	d := export.Description{System: v.Get("system"), ShortName: v.Get("short"), Program: v.Get("program"), Release: v.Get("release"), Agency: v.Get("agency"),
		AgencyID: v.Get("agencyId"), From: Date(v.Get("from")), To: Date(v.Get("to")), Created: at.Format("2006-01-02T15:04:05Z07:00"), About: v.Get("about")}
	read, err := kinds(ctx, src.Tree)
	if err != nil {
		return nil, err
	}
	return &Plan{Name: v.Get("name"), Copies: copies, Read: read, Finish: func(ctx context.Context, s *Site) error {
		tree, err := s.Tree(ctx)
		if err != nil {
			return err
		}
		full, err := export.Gather(ctx, tree, d)
		if err = closed(tree, err); err != nil {
			return err
		}
		if err := s.Write(export.DocumentName, func(w io.Writer) error { return export.WriteDescription(w, full) }); err != nil {
			return err
		}
		return papers(s, v, src.Now, whole(v.Get("name"), v, v.Get("system")))
	}}, nil
}

// kinds counts the files of a source by extension, for people.
func kinds(ctx context.Context, t container.Tree) ([]Read, error) {
	counts := map[string]int{}
	err := t.Files(ctx, func(e container.Entry) error {
		counts[strings.ToLower(path.Ext(e.Path))]++
		return nil
	})
	return byCount(counts), err
}
