package prepare

import (
	"context"
	"path"
	"strings"
	"time"

	"laufzettel/transfer/check"
	"laufzettel/transfer/container"
	"laufzettel/transfer/failure"
	"laufzettel/transfer/kinds/xdomea"
	"laufzettel/transfer/record"
	"laufzettel/transfer/slip"
)

// recordsBuilder prepares e-file deliveries from an existing message 0503: the
// container with slip and list (A1, A2, A6). The message itself is never changed.
type recordsBuilder struct{}

// recordsKind is the name on the command line; the check names the message.
const recordsKind = "xdomea"

func (recordsBuilder) Kind() string { return recordsKind }

func (recordsBuilder) Fields() []Field {
	fields := officeFields()
	fields[0].Required, fields[0].Help = false, "Wird aus der Nachricht gelesen; leer lassen, wenn es stimmt"
	fields[1].Required, fields[1].Help = false, "Wird aus der Nachricht gelesen; leer lassen, wenn es stimmt"
	return fields
}

func (recordsBuilder) Plan(ctx context.Context, src Source) (*Plan, error) {
	own := map[string]bool{SlipName: true, ListName: true}
	copies, err := everything(ctx, src, func(p string) string {
		if own[p] {
			return "" // written anew beside the container
		}
		return p
	})
	if err != nil {
		return nil, err
	}
	m, err := xdomea.Delivered(ctx, src.Tree)
	if err != nil {
		return nil, failure.Wrap(failure.Refused, "read message", "Im Ordner liegt keine lesbare xdomea-Nachricht. Bitte die Ausgabe des Systems (0503 mit ihren Primärdateien) angeben.", err)
	}
	if m.Type != "0503" {
		return nil, failure.New(failure.Refused, "read message", "Die Nachricht ist eine "+m.Type+", keine 0503. Abgegeben wird eine Aussonderung (0503) mit ihren Primärdateien.")
	}
	counts := record.Count(m.Objects)
	read := []Read{{Label: "Abgebende Stelle", Value: m.Head.Sender.Name, Key: "agency"}, {Label: "Behördenkennung", Value: m.Head.Sender.ID, Key: "agencyId"},
		{Label: "xdomea-Version", Value: m.Version}, {Label: "Prozess-ID", Value: m.Head.ProcessID}, {Label: "Akten", Value: itoa(counts.Dossiers)},
		{Label: "Vorgänge", Value: itoa(counts.Cases)}, {Label: "Dokumente", Value: itoa(counts.Documents)}, {Label: "Dateien im Material", Value: itoa(len(copies))}}
	var faults []Fault
	for i, f := range (recordsBuilder{}).Fields()[:2] {
		if src.Values.Get(f.Key) == "" && read[i].Value == "" {
			faults = append(faults, Fault{f.Key, "„" + f.Label + "“ fehlt und steht auch nicht in der Nachricht. Bitte eintragen."})
		}
	}
	if len(faults) > 0 {
		return nil, refused(faults)
	}
	name := strings.TrimSuffix(xdomea.ContainerName(m.Version, m.Head.ProcessID, m.Type, m.Head.Number), ".zip")
	if !portionName(name) {
		return nil, failure.New(failure.Refused, "name container", "Die Prozess-ID der Nachricht taugt nicht als Dateiname. Bitte die Nachricht neu ausgeben.")
	}
	return &Plan{Name: name, Copies: copies, Read: read}, nil
}

// portionName reports whether a name read from outside may become a file name.
func portionName(s string) bool {
	return s != "" && len(s) < 200 && s == path.Base(s) && s[0] != '.' && !strings.ContainsAny(s, `\:*?"<>|`)
}

// list implements lister: the cases the message rates A or B, with the digests of
// their files.
func (recordsBuilder) list(ctx context.Context, v Values, tree container.Tree, files []File, created time.Time) (slip.List, error) {
	m, err := xdomea.Delivered(ctx, tree)
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
