// Package files is the kind of plain files with a checksum list: it prepares and makes
// them. The check needs no kind for what no other kind takes.
package files

import (
	"context"
	"io"

	"laufzettel/transfer/fixity"
	"laufzettel/transfer/kind"
)

// filesBuilder prepares plain files with a checksum list.
type filesBuilder struct{}

// listName is the name of the checksum list the archive's check finds.
const listName = "pruefsummen.sha512"

func (filesBuilder) Kind() string { return "files" }

func (filesBuilder) Fields() []kind.Field {
	return append(append(kind.OfficeFields(), kind.NameField(), kind.TitleField()), kind.SpanFields(false)...)
}

func (filesBuilder) Plan(ctx context.Context, src kind.Source) (*kind.Plan, error) {
	copies, err := kind.Everything(ctx, src, kind.Same)
	if err != nil {
		return nil, err
	}
	return &kind.Plan{Name: src.Values.Get("name"), Copies: copies, Finish: func(_ context.Context, s kind.Site) error {
		return s.Write(listName, func(w io.Writer) error { return fixity.Write(w, fixity.WriteSHA512sum, kind.Sums(s, fixity.SHA512)) })
	}}, nil
}
