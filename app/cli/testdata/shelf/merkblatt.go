// Package merkblatt is a kind nobody delivers: the smallest that can be recognised,
// checked, prepared and generated. TestShelf_oneLineAddsAKind puts it on the shelf.
package merkblatt

import (
	"context"
	"errors"
	"io"
	"strings"

	"laufzettel/transfer/check"
	"laufzettel/transfer/container"
	"laufzettel/transfer/kind"
	"laufzettel/transfer/kind/sample"
)

const (
	name  = "merkblatt"
	sheet = "merkblatt.txt"
)

var codeUntitled = check.Code{ID: "MBL-001", Severity: check.Error, Source: "erfunden",
	Ways: []check.WayOut{check.ReturnAll}}

// New is the kind for the shelf.
func New() kind.Kind {
	return kind.Kind{Name: name, Check: sheets{}, Codes: []check.Code{codeUntitled}, Builder: builder{}, Samples: []sample.Maker{{
		Name: name,
		Make: func(o *sample.Order) (*sample.Parcel, error) {
			title := sample.Member{Name: sheet, Data: []byte("Titel: " + o.Roots[0].Subject + "\n")}
			return &sample.Parcel{Name: name, Members: []sample.Member{title}}, nil
		},
		Defects: map[string]sample.Defect{"MBL-001": {What: "der Titel fehlt", Apply: sample.Replace(sheet, "Titel: ", "")}},
	}}}
}

type sheets struct{}

func (sheets) Names() []string { return []string{name} }

func (sheets) Recognise(_ context.Context, t container.Tree) (check.Match, error) {
	if _, ok := t.Stat(sheet); !ok {
		return check.Match{}, nil
	}
	return check.Match{Kind: name, Confidence: check.Certain, Note: sheet}, nil
}

func (sheets) Read(ctx context.Context, t container.Tree, _ check.Match, _ check.ReadInput) (*check.Manifest, []check.Finding, error) {
	r, err := t.Open(ctx, sheet)
	if err != nil {
		return nil, nil, err
	}
	text, err := io.ReadAll(io.LimitReader(r, 1<<10))
	if err := errors.Join(err, r.Close()); err != nil {
		return nil, nil, err
	}
	title, titled := strings.CutPrefix(string(text), "Titel: ")
	man := &check.Manifest{Kind: name, Title: strings.TrimSpace(title)}
	if !titled {
		return man, []check.Finding{codeUntitled.At(sheet)}, nil
	}
	return man, nil, nil
}

func (sheets) Rules(*check.Manifest) []check.Rule { return nil }

type builder struct{}

func (builder) Kind() string { return name }

func (builder) Fields() []kind.Field {
	return []kind.Field{kind.NameField(), {Key: "topic", Label: "Gegenstand des Merkblatts", LabelEN: "Topic", Form: kind.Text,
		Required: true, Step: kind.StepContent}}
}

func (builder) Plan(ctx context.Context, src kind.Source) (*kind.Plan, error) {
	copies, err := kind.Everything(ctx, src, kind.Same)
	return &kind.Plan{Name: src.Values.Get("name"), Copies: copies}, err
}
