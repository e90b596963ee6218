package handelsregister

import (
	"context"
	"io"
	"strings"

	"laufzettel/transfer/fixity"
	"laufzettel/transfer/kind"
)

// companiesBuilder prepares deliveries of deleted companies (D1–D4).
type companiesBuilder struct{}

// Names of what the kind's room reads back.
const (
	companiesMetadata = "metadata.xml"
	companiesSums     = "pruefsummen.md5"
)

func (companiesBuilder) Kind() string { return Name }

func (companiesBuilder) Fields() []kind.Field {
	return append(kind.OfficeFields(), kind.NameField(),
		kind.Field{Key: "provenance", Label: "Provenienzstelle", LabelEN: "Provenance", Help: "Das Registeramt, aus dem die Daten stammen",
			HelpEN: "The register office the data come from", Form: kind.Text, Required: true, Step: kind.StepContent},
		kind.Field{Key: "extracted", Label: "Zeitpunkt der Extraktion", LabelEN: "Moment of extraction",
			Help:   "Datum und Uhrzeit, zu der die Daten gezogen wurden (JJJJ-MM-TT hh:mm)",
			HelpEN: "Date and time the data were drawn (YYYY-MM-DD hh:mm)", Form: kind.Moment, Required: true, Step: kind.StepContent},
		kind.Field{Key: "queries", Label: "Benutzte Abfragen", LabelEN: "Queries used", Help: "Je Zeile eine Abfrage",
			HelpEN: "One query a line", Form: kind.Long, Required: true, Step: kind.StepContent},
		kind.Field{Key: "system", Label: "Quellapplikation", LabelEN: "Source application",
			Help: "Name des Programms, aus dem exportiert wurde", HelpEN: "Name of the program that exported", Form: kind.Text,
			Required: true, Step: kind.StepContent},
		kind.Field{Key: "release", Label: "Version der Quellapplikation", LabelEN: "Version of the source application",
			Help: "Version des Programms", HelpEN: "Version of the program", Form: kind.Text, Required: true, Step: kind.StepContent},
		kind.Field{Key: "selection", Label: "Umfang der Belegakten", LabelEN: "Extent of the files", Help: "Ob alle Belegakten beiliegen",
			HelpEN: "Whether all files are enclosed", Form: kind.Choice, Choices: []string{"integral", "Auswahl"}, Default: "integral",
			Required: true, Step: kind.StepContent},
	)
}

func (companiesBuilder) Plan(ctx context.Context, src kind.Source) (*kind.Plan, error) {
	copies, err := kind.Everything(ctx, src, func(p string) string {
		if p == companiesMetadata || p == companiesSums {
			return "" // written anew
		}
		return p
	})
	if err != nil {
		return nil, err
	}
	v := src.Values
	st := Statements{Provenance: v.Get("provenance"), Extracted: kind.When(v.Get("extracted")).Format("2006-01-02T15:04:05"),
		Source: v.Get("system"), Version: v.Get("release"), Selection: v.Get("selection")}
	for q := range strings.SplitSeq(v.Get("queries"), "\n") {
		if q = strings.TrimSpace(q); q != "" {
			st.Queries = append(st.Queries, q)
		}
	}
	// The list is read before anything is copied, so that a folder without one is
	// told at once.
	first, err := Gather(ctx, src.Tree, st)
	if err != nil {
		return nil, err
	}
	read := []kind.Read{{Label: "Ältestes Gründungsdatum", Value: first.From}, {Label: "Jüngstes Löschdatum", Value: first.To}}
	for _, r := range first.Records {
		read = append(read, kind.Read{Label: "Gelöschte Firmen", Value: r.Count, From: r.Name})
	}
	return &kind.Plan{Name: v.Get("name"), Copies: copies, Algorithms: []fixity.Algorithm{fixity.MD5}, Read: read,
		Finish: func(ctx context.Context, s kind.Site) error {
			tree, err := s.Tree(ctx)
			if err != nil {
				return err
			}
			full, err := Gather(ctx, tree, st)
			if err = kind.Closed(tree, err); err != nil {
				return err
			}
			if err := s.Write(companiesMetadata, func(w io.Writer) error { return WriteStatements(w, full, nil) }); err != nil {
				return err
			}
			return s.Write(companiesSums, func(w io.Writer) error {
				return fixity.Write(w, fixity.WriteMD5Summer,
					kind.Sums(s, fixity.MD5))
			})
		}}, nil
}
