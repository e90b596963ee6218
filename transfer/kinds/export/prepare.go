package export

import (
	"context"
	"io"
	"path"
	"slices"
	"strings"

	"laufzettel/transfer/container"
	"laufzettel/transfer/kind"
)

// exportBuilder prepares exports of specialist systems (B1, B2).
type exportBuilder struct{}

func (exportBuilder) Kind() string { return Name }

func (exportBuilder) Fields() []kind.Field {
	fields := append(kind.OfficeFields(), kind.NameField(),
		kind.Field{Key: "system", Label: "Name des Verfahrens", LabelEN: "Name of the system",
			Help: "Das Fachverfahren, aus dem exportiert wurde", HelpEN: "The specialist system that exported", Form: kind.Text,
			Required: true, Step: kind.StepContent},
		kind.Field{Key: "short", Label: "Kurzname des Verfahrens", LabelEN: "Short name of the system", Help: "Die übliche Abkürzung",
			HelpEN: "The usual abbreviation", Form: kind.Text, Required: true, Step: kind.StepContent},
		kind.Field{Key: "program", Label: "Programm", LabelEN: "Program", Help: "Produkt hinter dem Verfahren",
			HelpEN: "Product behind the system", Form: kind.Text, Step: kind.StepContent},
		kind.Field{Key: "release", Label: "Version des Programms", LabelEN: "Version of the program", Help: "Version des Produkts",
			HelpEN: "Version of the product", Form: kind.Text, Step: kind.StepContent})
	fields = append(fields, kind.SpanFields(true)...)
	return append(fields,
		kind.Field{Key: "exported", Label: "Zeitpunkt des Exports", LabelEN: "Moment of the export",
			Help: "Datum und Uhrzeit (JJJJ-MM-TT hh:mm); leer = jetzt", HelpEN: "Date and time (YYYY-MM-DD hh:mm); empty = now",
			Form: kind.Moment, Step: kind.StepContent},
		kind.Field{Key: "about", Label: "Beschreibung", LabelEN: "Description", Help: "Anlass und Umfang des Exports",
			HelpEN: "Occasion and extent of the export", Form: kind.Long, Step: kind.StepContent})
}

func (exportBuilder) Plan(ctx context.Context, src kind.Source) (*kind.Plan, error) {
	own := []string{DocumentName, kind.SlipName, kind.ListName}
	copies, err := kind.Everything(ctx, src, func(p string) string {
		if slices.Contains(own, p) {
			return "" // written anew
		}
		return p
	})
	if err != nil {
		return nil, err
	}
	v := src.Values
	at := kind.When(v.Get("exported"))
	if at.IsZero() {
		at = src.Now
	}
	d := Description{System: v.Get("system"), ShortName: v.Get("short"), Program: v.Get("program"), Release: v.Get("release"),
		Agency:   v.Get("agency"),
		AgencyID: v.Get("agencyId"), From: kind.Date(v.Get("from")), To: kind.Date(v.Get("to")),
		Created: at.Format("2006-01-02T15:04:05Z07:00"), About: v.Get("about")}
	read, err := countedTypes(ctx, src.Tree)
	if err != nil {
		return nil, err
	}
	return &kind.Plan{Name: v.Get("name"), Copies: copies, Read: read, Finish: func(ctx context.Context, s kind.Site) error {
		tree, err := s.Tree(ctx)
		if err != nil {
			return err
		}
		full, err := Gather(ctx, tree, d)
		if err = kind.Closed(tree, err); err != nil {
			return err
		}
		if err := s.Write(DocumentName, func(w io.Writer) error { return WriteDescription(w, full) }); err != nil {
			return err
		}
		return kind.Papers(s, v, src.Now, kind.Whole(v.Get("name"), v, v.Get("system")))
	}}, nil
}

// countedTypes counts the files of a source by extension, for people.
func countedTypes(ctx context.Context, t container.Tree) ([]kind.Read, error) {
	counts := map[string]int{}
	err := t.Files(ctx, func(e container.Entry) error {
		counts[strings.ToLower(path.Ext(e.Path))]++
		return nil
	})
	return kind.ByCount(counts), err
}
