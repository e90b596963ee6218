package xdomea

import (
	"context"
	"path"
	"strconv"
	"strings"
	"time"

	"laufzettel/transfer/check"
	"laufzettel/transfer/container"
	"laufzettel/transfer/failure"
	"laufzettel/transfer/kind"
	"laufzettel/transfer/record"
	"laufzettel/transfer/slip"
	"laufzettel/transfer/wording"
)

// recordsBuilder prepares e-file deliveries from an existing message 0503: the
// container with slip and list (A1, A2, A6). The message itself is never changed.
type recordsBuilder struct{}

// recordsKind is the name on the command line; the check names the message.
const recordsKind = "xdomea"

func (recordsBuilder) Kind() string { return recordsKind }

func (recordsBuilder) Fields() []kind.Field {
	fields := kind.OfficeFields()
	for i := range fields[:2] {
		fields[i].Required, fields[i].Help, fields[i].HelpEN = false, "Wird aus der Nachricht gelesen; leer lassen, wenn es stimmt",
			"Read from the message; leave empty if it is right"
	}
	return fields
}

func (recordsBuilder) Plan(ctx context.Context, src kind.Source) (*kind.Plan, error) {
	own := map[string]bool{kind.SlipName: true, kind.ListName: true}
	copies, err := kind.Everything(ctx, src, func(p string) string {
		if own[p] {
			return "" // written anew beside the container
		}
		return p
	})
	if err != nil {
		return nil, err
	}
	m, err := Delivered(ctx, src.Tree)
	if err != nil {
		return nil, failure.Wrap(failure.Refused, "read message", wording.Say("hint.xdomea.no-message-found"), err)
	}
	if m.Type != TypeTransfer {
		return nil, failure.New(failure.Refused, "read message", wording.Say("hint.xdomea.not-a-transfer", m.Type))
	}
	counts := record.Count(m.Objects)
	read := []kind.Read{{Label: "Abgebende Stelle", Value: m.Head.Sender.Name, Key: "agency"},
		{Label: "Behördenkennung", Value: m.Head.Sender.ID, Key: "agencyId"},
		{Label: "xdomea-Version", Value: m.Version}, {Label: "Prozess-ID", Value: m.Head.ProcessID},
		{Label: "Akten", Value: strconv.Itoa(counts.Dossiers)},
		{Label: "Vorgänge", Value: strconv.Itoa(counts.Cases)}, {Label: "Dokumente", Value: strconv.Itoa(counts.Documents)},
		{Label: "Dateien im Material", Value: strconv.Itoa(len(copies))}}
	var faults []kind.Fault
	for i, f := range (recordsBuilder{}).Fields()[:2] {
		if src.Values.Get(f.Key) == "" && read[i].Value == "" {
			faults = append(faults, kind.Fault{Key: f.Key, Text: "„" + f.Label +
				"“ fehlt und steht auch nicht in der Nachricht. Bitte eintragen."})
		}
	}
	if len(faults) > 0 {
		return nil, kind.Incomplete(faults)
	}
	name := strings.TrimSuffix(ContainerName(m.Version, m.Head.ProcessID, m.Type, m.Head.Number), ".zip")
	if !portionName(name) {
		return nil, failure.New(failure.Refused, "name container", wording.Say("hint.xdomea.procedure-id-unusable"))
	}
	return &kind.Plan{Name: name, Copies: copies, Read: read}, nil
}

// portionName reports whether a name read from outside may become a file name.
func portionName(s string) bool {
	return s != "" && len(s) < 200 && s == path.Base(s) && s[0] != '.' && !strings.ContainsAny(s, `\:*?"<>|`)
}

// List implements Lister: the cases the message rates A or B, with the digests of
// their files.
func (recordsBuilder) List(ctx context.Context, v kind.Values, tree container.Tree, files []kind.File, created time.Time) (slip.List,
	error) {
	m, err := Delivered(ctx, tree)
	if err != nil {
		return slip.List{}, err
	}
	digests := make(map[string]string, len(files))
	for _, f := range files {
		digests[path.Base(f.Path)] = f.Digests["sha-512"]
	}
	for o := range record.All(m.Objects) {
		for i := range o.Versions {
			for k := range o.Versions[i].Renditions {
				f := &o.Versions[i].Renditions[k].File
				if d := digests[path.Base(f.Name)]; d != "" {
					f.Digests = []record.Digest{{Algorithm: "sha-512", Value: d}}
				}
			}
		}
	}
	agency := check.Agency{Name: v.Or("agency", m.Head.Sender.Name), ID: v.Or("agencyId", m.Head.Sender.ID)}
	return slip.ListOf(agency, v.Get("profile"), created, m.Objects), nil
}
