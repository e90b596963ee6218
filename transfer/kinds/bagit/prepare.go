package bagit

import (
	"context"
	"strings"

	"laufzettel/transfer/fixity"
	"laufzettel/transfer/kind"
	"laufzettel/transfer/record"
)

// bagBuilder prepares a BagIt bag (RFC 8493).
type bagBuilder struct{}

func (bagBuilder) Kind() string { return "bagit" }

func (bagBuilder) Fields() []kind.Field {
	return append(append(kind.OfficeFields(), kind.NameField(), kind.TitleField()), kind.SpanFields(false)...)
}

func (bagBuilder) Plan(ctx context.Context, src kind.Source) (*kind.Plan, error) {
	copies, err := kind.Everything(ctx, src, func(p string) string { return "data/" + p })
	if err != nil {
		return nil, err
	}
	v := src.Values
	info := []record.Field{{Name: "Source-Organization", Value: v.Get("agency")}, {Name: "Organization-Address", Value: v.Get("agencyId")},
		{Name: "Contact-Name", Value: v.Get("person")}, {Name: "Contact-Phone", Value: v.Get("contact")},
		{Name: "External-Description", Value: v.Get("title")}, {Name: "External-Identifier", Value: v.Get("name")},
		{Name: "Bag-Software-Agent", Value: "Laufzettel"}}
	return &kind.Plan{Name: v.Get("name"), Root: v.Get("name"), Copies: copies, Finish: func(_ context.Context, s kind.Site) error {
		plan := BuildPlan{Created: src.Now}
		for _, f := range info {
			if f.Value != "" {
				plan.Info = append(plan.Info, record.Field{Name: f.Name, Value: strings.Join(strings.Fields(f.Value), " ")})
			}
		}
		for f := range s.Files() {
			plan.Payload = append(plan.Payload, Member{Name: strings.TrimPrefix(f.Path, "data/"),
				Known: &fixity.Known{Size: f.Size, Digests: f.Digests}})
		}
		members, err := Build(plan)
		if err != nil {
			return err
		}
		for _, m := range members {
			if m.Known != nil {
				continue // in place
			}
			if err := kind.WriteFile(s, m.Name, m.Data); err != nil {
				return err
			}
		}
		return nil
	}}, nil
}
