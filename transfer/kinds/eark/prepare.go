package eark

import (
	"cmp"
	"context"
	"encoding/json"
	"slices"
	"strings"

	"laufzettel/transfer/check"
	"laufzettel/transfer/container"
	"laufzettel/transfer/fixity"
	"laufzettel/transfer/kind"
)

// sipBuilder prepares E-ARK SIPs: the folders dokumentation, metadaten and schemas
// of the source go where the specification wants them, folders below
// representations or repraesentationen are representations, everything else is one.
type sipBuilder struct{}

func (sipBuilder) Kind() string { return "eark" }

func (sipBuilder) Fields() []kind.Field {
	fields := append(append(kind.OfficeFields(), kind.NameField(), kind.TitleField()), kind.SpanFields(false)...)
	return append(fields,
		kind.Field{Key: "rights", Label: "Rechtsgrundlage", LabelEN: "Legal basis", Help: "Nach welcher Regel abgegeben wird",
			HelpEN: "By which rule the delivery is made", Form: kind.Text, Default: "Anbietungspflicht nach dem Archivgesetz",
			Step: kind.StepContent},
		kind.Field{Key: "creator", Label: "Aktenbildner", LabelEN: "Creator of the records",
			Help:   "Bei wem die Unterlagen entstanden sind; leer = die abgebende Stelle",
			HelpEN: "Where the records came about; empty = the delivering agency", Form: kind.Text, Step: kind.StepContent},
		kind.Field{Key: "creatorId", Label: "Kennung des Aktenbildners", LabelEN: "Id of the creator",
			Help:   "Behördenkennung des Aktenbildners; leer = die der abgebenden Stelle",
			HelpEN: "Agency id of the creator; empty = that of the delivering agency", Form: kind.Text, Step: kind.StepContent},
		kind.Field{Key: "reference", Label: "Kennzeichen", LabelEN: "Reference code",
			Help:   "Aktenzeichen oder Bestand bei der abgebenden Stelle; leer = Name der Portion",
			HelpEN: "Reference or fonds at the delivering agency; empty = name of the portion", Form: kind.Text, Step: kind.StepContent},
		kind.Field{Key: "previousReference", Label: "Früheres Kennzeichen", LabelEN: "Previous reference code",
			Help: "Unter dem die Unterlagen vorher geführt wurden", HelpEN: "Under which the records were kept before", Form: kind.Text,
			Default: none, Step: kind.StepContent},
		kind.Field{Key: "agreement", Label: "Abgabevereinbarung", LabelEN: "Submission agreement",
			Help: "Nummer oder Datum der Vereinbarung; leer = Profilkennung", HelpEN: "Number or date of the agreement; empty = profile id",
			Form: kind.Text, Step: kind.StepOffice},
		kind.Field{Key: "previousAgreement", Label: "Frühere Abgabevereinbarung", LabelEN: "Previous submission agreement",
			Help: "Die vor der geltenden galt", HelpEN: "That held before the present one", Form: kind.Text, Default: none,
			Step: kind.StepOffice},
		kind.Field{Key: "archive", Label: "Archiv", LabelEN: "Archive", Help: "Wer die Unterlagen übernimmt",
			HelpEN: "Who takes the records over", Form: kind.Text, Default: "zuständiges Archiv", Step: kind.StepOffice},
		kind.Field{Key: "archiveId", Label: "Kennung des Archivs", LabelEN: "Id of the archive", Help: "Behördenkennung des Archivs",
			HelpEN: "Agency id of the archive", Form: kind.Text, Default: none, Step: kind.StepOffice})
}

// none says that there is nothing to state, which is a statement too.
const none = "keine"

// places of an E-ARK SIP by the first folder of the source.
var sipPlaces = map[string]string{"dokumentation": "documentation/", "documentation": "documentation/",
	"metadaten": "metadata/descriptive/", "metadata": "metadata/descriptive/", "schemas": "schemas/"}

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

func (sipBuilder) Plan(ctx context.Context, src kind.Source) (*kind.Plan, error) {
	copies, err := kind.Everything(ctx, src, sipPlace)
	if err != nil {
		return nil, err
	}
	for i := range copies {
		copies[i].Look = src.Formats != nil
	}
	v := src.Values
	return &kind.Plan{Name: v.Get("name"), Root: v.Get("name"), Copies: copies, Algorithms: []fixity.Algorithm{fixity.SHA256},
		Inspect: recognise(src.Formats), Finish: func(_ context.Context, s kind.Site) error {
			plan := sipPlan(v)
			plan.Created = src.Now
			if err := kind.WriteFile(s, describedName, DublinCore([2]string{"title", v.Get("title")},
				[2]string{"identifier", v.Get("name")},
				[2]string{"creator", plan.Provenance.Creator},
				[2]string{"contributor", v.Get("person")}, [2]string{"date",
					strings.Trim(kind.Date(v.Get("from"))+"/"+kind.Date(v.Get("to")), "/")}, [2]string{"language", "de"})); err != nil {
				return err
			}
			for f := range s.Files() {
				sipMember(&plan, f)
			}
			members, err := Build(plan)
			if err != nil {
				return err
			}
			for _, m := range members {
				if m.Known != nil {
					continue // in place
				}
				if err := kind.WriteFile(s, strings.TrimPrefix(m.Name, plan.Name+"/"), m.Data); err != nil {
					return err
				}
			}
			return nil
		}}, nil
}

// sipPlan is the package without its files.
func sipPlan(v kind.Values) BuildPlan {
	p := Provenance{Agreement: v.Or("agreement", v.Get("profile")), PreviousAgreement: v.Or("previousAgreement", none),
		Reference: v.Or("reference", v.Get("name")), PreviousReference: v.Or("previousReference", none),
		Creator: v.Or("creator", v.Get("agency")), CreatorID: v.Get("creatorId"),
		Archive: v.Get("archive"), ArchiveID: v.Or("archiveId", none), ContactAt: v.Get("contact"), Rights: v.Get("rights"),
		Formats: map[string]check.Format{}}
	if p.CreatorID == "" && p.Creator == v.Get("agency") {
		p.CreatorID = v.Get("agencyId")
	}
	p.CreatorID = cmp.Or(p.CreatorID, none)
	return BuildPlan{Name: v.Get("name"), Title: v.Get("title"), Agency: v.Get("agency"), AgencyID: v.Get("agencyId"),
		Contact: v.Get("person"), Provenance: &p}
}

// recognise notes the format of a file while it is read. A file nothing is learned
// of is delivered as unknown; what is agreed is for the check to judge.
func recognise(formats check.Identifier) func(context.Context, kind.Copy, container.Content) (kind.Inspected, error) {
	return func(ctx context.Context, x kind.Copy, content container.Content) (kind.Inspected, error) {
		f, err := formats.Identify(x.From, content)
		if err != nil {
			return kind.Inspected{}, ctx.Err()
		}
		note, err := json.Marshal(f)
		return kind.Inspected{Note: string(note)}, err
	}
}

// sipMember puts a file that is in place into the plan.
func sipMember(plan *BuildPlan, f kind.File) {
	m := Member{Known: &fixity.Known{Size: f.Size, Digests: f.Digests}}
	var format check.Format
	if err := json.Unmarshal([]byte(f.Note), &format); err == nil { // looked at
		plan.Provenance.Formats[f.Path] = format
	}
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
		i := slices.IndexFunc(plan.Representations, func(r Representation) bool { return r.Name == name })
		if i < 0 {
			plan.Representations = append(plan.Representations, Representation{Name: name})
			i = len(plan.Representations) - 1
		}
		plan.Representations[i].Data = append(plan.Representations[i].Data, m)
	}
}
