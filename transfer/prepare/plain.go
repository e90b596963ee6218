package prepare

import (
	"context"
	"io"
	"maps"
	"path"
	"slices"
	"strconv"
	"strings"
	"time"

	"laufzettel/transfer/container"
	"laufzettel/transfer/failure"
	"laufzettel/transfer/fixity"
	"laufzettel/transfer/kinds/bagit"
	"laufzettel/transfer/record"
	"laufzettel/transfer/slip"
)

// everything plans to take every file of the source, with to giving its place.
func everything(ctx context.Context, src Source, to func(p string) string) (out []Copy, err error) {
	err = src.Tree.Files(ctx, func(e container.Entry) error {
		if at := to(e.Path); at != "" {
			out = append(out, Copy{From: e.Path, To: at})
		}
		return nil
	})
	if err == nil && len(out) == 0 {
		err = failure.New(failure.Refused, "plan portion", "Im Ordner mit dem Material liegt keine Datei. Bitte den richtigen Ordner angeben.")
	}
	return out, err
}

func same(p string) string { return p }

// nameField is the name of the portion where no rule makes it.
func nameField() Field {
	return Field{Key: "name", Label: "Name der Portion", LabelEN: "Name of the portion", Help: "Kurz und eindeutig; so heißt der Container", Form: Name, Required: true, Step: StepContent}
}

func titleField() Field {
	return Field{Key: "title", Label: "Titel", LabelEN: "Title", Help: "Was abgegeben wird, in einem Satz", Form: Text, Required: true, Step: StepContent}
}

func spanFields(required bool) []Field {
	return []Field{
		{Key: "from", Label: "Laufzeit von", LabelEN: "Period from", Help: "Erster Tag, auf den sich die Unterlagen beziehen", Form: Day, Required: required, Step: StepContent},
		{Key: "to", Label: "Laufzeit bis", LabelEN: "Period to", Help: "Letzter Tag, auf den sich die Unterlagen beziehen", Form: Day, Required: required, Step: StepContent},
	}
}

func span(v Values) record.DateSpan {
	return record.DateSpan{From: record.Date(Date(v.Get("from"))), To: record.Date(Date(v.Get("to")))}
}

// filesBuilder prepares plain files with a checksum list.
type filesBuilder struct{}

// listName is the name of the checksum list the archive's check finds.
const listName = "pruefsummen.sha512"

func (filesBuilder) Kind() string { return "files" }

func (filesBuilder) Fields() []Field {
	return append(append(officeFields(), nameField(), titleField()), spanFields(false)...)
}

func (filesBuilder) Plan(ctx context.Context, src Source) (*Plan, error) {
	copies, err := everything(ctx, src, same)
	if err != nil {
		return nil, err
	}
	return &Plan{Name: src.Values.Get("name"), Copies: copies, Finish: func(_ context.Context, s *Site) error {
		return s.Write(listName, func(w io.Writer) error { return fixity.Write(w, fixity.WriteSHA512sum, s.entries(fixity.SHA512)) })
	}}, nil
}

// entries gives the lines of a checksum list over every file in place.
func (s *Site) entries(a fixity.Algorithm) (out []fixity.Entry) {
	for f := range s.Files() {
		out = append(out, fixity.Entry{Path: f.Path, Algorithm: a, Digest: f.Digests[string(a)], Size: f.Size})
	}
	return out
}

// bagBuilder prepares a BagIt bag (RFC 8493).
type bagBuilder struct{}

func (bagBuilder) Kind() string { return "bagit" }

func (bagBuilder) Fields() []Field {
	return append(append(officeFields(), nameField(), titleField()), spanFields(false)...)
}

func (bagBuilder) Plan(ctx context.Context, src Source) (*Plan, error) {
	copies, err := everything(ctx, src, func(p string) string { return "data/" + p })
	if err != nil {
		return nil, err
	}
	v := src.Values
	info := []record.Field{{Name: "Source-Organization", Value: v.Get("agency")}, {Name: "Organization-Address", Value: v.Get("agencyId")},
		{Name: "Contact-Name", Value: v.Get("person")}, {Name: "Contact-Phone", Value: v.Get("contact")},
		{Name: "External-Description", Value: v.Get("title")}, {Name: "External-Identifier", Value: v.Get("name")}, {Name: "Bag-Software-Agent", Value: "Laufzettel"}}
	return &Plan{Name: v.Get("name"), Root: v.Get("name"), Copies: copies, Finish: func(_ context.Context, s *Site) error {
		plan := bagit.BuildPlan{Created: src.Now}
		for _, f := range info {
			if f.Value != "" {
				plan.Info = append(plan.Info, record.Field{Name: f.Name, Value: strings.Join(strings.Fields(f.Value), " ")})
			}
		}
		for f := range s.Files() {
			plan.Payload = append(plan.Payload, bagit.Member{Name: strings.TrimPrefix(f.Path, "data/"), Known: &fixity.Known{Size: f.Size, Digests: f.Digests}})
		}
		members, err := bagit.Build(plan)
		if err != nil {
			return err
		}
		for _, m := range members {
			if m.Known != nil {
				continue // in place
			}
			if err := s.WriteFile(m.Name, m.Data); err != nil {
				return err
			}
		}
		return nil
	}}, nil
}

// Names of the papers of a delivery (A1).
const (
	SlipName = "el_Lauf.xml"
	ListName = "Ab_Lis.xml"
)

// whole is the entry of a transfer list that stands for a portion as one.
func whole(name string, v Values, title string) slip.Entry {
	return slip.Entry{ID: name, Rating: record.RatingArchive, Reference: name, Subject: title, Span: span(v)}
}

// papers writes routing slip and transfer list into the portion itself, where its
// kind asks for them there (B2; 004 P0a.7).
func papers(s *Site, v Values, created time.Time, e slip.Entry) error {
	list := slip.List{Agency: v.Get("agency"), AgencyID: v.Get("agencyId"), ProfileID: v.Get("profile"), Created: created, Entries: []slip.Entry{e}}
	if err := s.Write(ListName, func(w io.Writer) error { return slip.WriteList(w, list) }); err != nil {
		return err
	}
	return s.Write(SlipName, func(w io.Writer) error {
		return slip.WriteSlip(w, slip.RoutingSlip{Agency: v.Get("agency"), AgencyID: v.Get("agencyId"), ProfileID: v.Get("profile"), ListFile: ListName, Status: slip.Offered, Created: created})
	})
}

// base gives the file name of a path without folder and extension.
func base(p string) string { return strings.TrimSuffix(path.Base(p), path.Ext(p)) }

// byCount makes lines "Dateien .csv: 12" of counts by extension.
func byCount(counts map[string]int) (out []Read) {
	for _, ext := range slices.Sorted(maps.Keys(counts)) {
		label := "Dateien " + ext
		if ext == "" {
			label = "Dateien ohne Endung"
		}
		out = append(out, Read{Label: label, Value: strconv.Itoa(counts[ext])})
	}
	return out[:min(len(out), MaxShown)]
}
