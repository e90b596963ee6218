package prepare

import (
	"bytes"
	"context"
	"encoding/xml"
	"slices"
	"strings"

	"laufzettel/transfer/eark"
	"laufzettel/transfer/fixity"
)

// sipBuilder prepares E-ARK SIPs: the folders dokumentation, metadaten and schemas
// of the source go where the specification wants them, folders below
// representations or repraesentationen are representations, everything else is one.
type sipBuilder struct{}

func (sipBuilder) Kind() string { return "eark" }

func (sipBuilder) Fields() []Field {
	return append(append(officeFields(), nameField(), titleField()), spanFields(false)...)
}

// places of an E-ARK SIP by the first folder of the source.
var sipPlaces = map[string]string{"dokumentation": "documentation/", "documentation": "documentation/", "metadaten": "metadata/descriptive/", "metadata": "metadata/descriptive/", "schemas": "schemas/"}

// describedName is the description this program makes.
const describedName = "metadata/descriptive/dc.xml"

func sipPlace(p string) string {
	first, rest, nested := strings.Cut(p, "/")
	if to := sipPlaces[strings.ToLower(first)]; nested && to != "" {
		return to + rest
	}
	if low := strings.ToLower(first); nested && (low == "representations" || low == "repraesentationen" || low == "repräsentationen") {
		if name, file, deep := strings.Cut(rest, "/"); deep {
			return "representations/" + name + "/data/" + strings.TrimPrefix(file, "data/")
		}
	}
	return "representations/rep1/data/" + p
}

func (sipBuilder) Plan(ctx context.Context, src Source) (*Plan, error) {
	copies, err := everything(ctx, src, sipPlace)
	if err != nil {
		return nil, err
	}
	v := src.Values
	return &Plan{Name: v.Get("name"), Root: v.Get("name"), Copies: copies, Algorithms: []fixity.Algorithm{fixity.SHA256}, Finish: func(_ context.Context, s *Site) error {
		plan := eark.BuildPlan{Name: v.Get("name"), Title: v.Get("title"), Agency: v.Get("agency"), AgencyID: v.Get("agencyId"), Contact: v.Get("person"), Created: src.Now}
		if err := s.WriteFile(describedName, dublinCore(v)); err != nil {
			return err
		}
		for f := range s.Files() {
			sipMember(&plan, f)
		}
		members, err := eark.Build(plan)
		if err != nil {
			return err
		}
		for _, m := range members {
			if m.Known != nil {
				continue // in place
			}
			if err := s.WriteFile(strings.TrimPrefix(m.Name, plan.Name+"/"), m.Data); err != nil {
				return err
			}
		}
		return nil
	}}, nil
}

// sipMember puts a file that is in place into the plan.
func sipMember(plan *eark.BuildPlan, f File) {
	m := eark.Member{Known: &eark.Known{Size: f.Size, Digests: f.Digests}}
	name, rest, _ := strings.Cut(strings.TrimPrefix(f.Path, "representations/"), "/")
	switch {
	case strings.HasPrefix(f.Path, "documentation/"):
		m.Name = strings.TrimPrefix(f.Path, "documentation/")
		plan.Documentation = append(plan.Documentation, m)
	case strings.HasPrefix(f.Path, "schemas/"):
		m.Name = strings.TrimPrefix(f.Path, "schemas/")
		plan.Schemas = append(plan.Schemas, m)
	case strings.HasPrefix(f.Path, "metadata/descriptive/"):
		m.Name = strings.TrimPrefix(f.Path, "metadata/descriptive/")
		plan.Descriptive = append(plan.Descriptive, m)
	default:
		m.Name = strings.TrimPrefix(rest, "data/")
		i := slices.IndexFunc(plan.Representations, func(r eark.Representation) bool { return r.Name == name })
		if i < 0 {
			plan.Representations = append(plan.Representations, eark.Representation{Name: name})
			i = len(plan.Representations) - 1
		}
		plan.Representations[i].Data = append(plan.Representations[i].Data, m)
	}
}

// dublinCore describes the package in the fifteen elements of Dublin Core.
func dublinCore(v Values) []byte {
	var b bytes.Buffer
	b.WriteString(xml.Header + `<metadata xmlns:dc="http://purl.org/dc/elements/1.1/">` + "\n")
	for _, e := range [][2]string{{"title", v.Get("title")}, {"identifier", v.Get("name")}, {"creator", v.Get("agency")}, {"contributor", v.Get("person")},
		{"date", strings.Trim(Date(v.Get("from"))+"/"+Date(v.Get("to")), "/")}, {"language", "de"}} {
		if e[1] != "" {
			b.WriteString(" <dc:" + e[0] + ">")
			_ = xml.EscapeText(&b, []byte(e[1])) // a bytes.Buffer does not fail
			b.WriteString("</dc:" + e[0] + ">\n")
		}
	}
	b.WriteString("</metadata>\n")
	return b.Bytes()
}
