package pack

import (
	"bytes"
	"context"
	"crypto/sha512"
	"database/sql"
	"encoding/hex"
	"errors"
	"io"
	"os"
	"path"
	"slices"
	"strings"
	"time"

	"laufzettel/app/work/office"
	"laufzettel/transfer"
	"laufzettel/transfer/aip"
	"laufzettel/transfer/check"
	"laufzettel/transfer/events"
	"laufzettel/transfer/failure"
	"laufzettel/transfer/people"
	"laufzettel/transfer/record"
	"laufzettel/transfer/report"
	"laufzettel/transfer/wording"
)

// handedOver is the event of a norm that went from the interim to the final archive (E9).
const handedOver events.Type = "handed-over"

// Names of what the package of the final archive gains beside the norm.
const (
	transitionName = "Ueberfuehrungsvermerk.pdf"
	interimPREMIS  = "PREMIS-Zwischenarchiv.xml"
)

// Transition is what handing a norm over to the final archive made.
type Transition struct {
	Earlier       string `json:"earlier"` // package of the interim archive; it stays as it is
	PID           string `json:"pid"`
	ReferenceCode string `json:"referenceCode"`
	Path          string `json:"path"`
	Title         string `json:"title"`
	Repealed      string `json:"repealed"` // day since which the norm is not in force
	Reason        string `json:"reason"`
	Paper         string `json:"paper"` // slash path of the note in the workspace
	Signatures    int    `json:"signatures"`
	Queued        bool   `json:"queued,omitempty"` // put into the outbox: its portion was sent before
}

// handOver is a norm on its way from the interim to the final archive.
type handOver struct {
	day    string // ISO day since which the norm is not in force
	reason string
	at     time.Time
	title  string
	signed []report.Pair // what is known of the signatures, by document
	paper  transfer.Letter
	who    string
}

// Interim gives the packages of Originalnormen that the interim archive still keeps, the
// latest of each reference code.
func (pk *Packer) Interim(ctx context.Context) ([]transfer.Package, error) {
	portions, err := pk.Portions.List(ctx)
	if err != nil {
		return nil, err
	}
	var out []transfer.Package
	for _, p := range portions {
		if p.Kind != "norm" {
			continue
		}
		packages, err := pk.Portions.Packages(ctx, p.ID)
		if err != nil {
			return nil, err
		}
		latest := map[string]transfer.Package{}
		for _, x := range packages {
			if x.Kind == aip.KindAIP && x.State != transfer.PackageOrdered {
				latest[x.ReferenceCode] = x
			}
		}
		for _, x := range packages {
			if latest[x.ReferenceCode].PID != x.PID {
				continue
			}
			if kept, err := pk.custodyOf(ctx, x); err != nil {
				return nil, err
			} else if kept == record.CustodyInterim {
				out = append(out, x)
			}
		}
	}
	return out, nil
}

// custodyOf gives what a package says of its custody, "" for one that is not here or
// cannot be read: it is told where somebody opens it.
func (pk *Packer) custodyOf(ctx context.Context, x transfer.Package) (string, error) {
	pkg, err := aip.Open(ctx, pk.Office.Path(x.Path))
	if err != nil {
		return "", ctx.Err()
	}
	defer pkg.Close() // opened for reading
	return fieldOf(pkg.Metadata().Objects, record.FieldCustody), nil
}

// fieldOf finds a statement in a description, "" where nothing makes it.
func fieldOf(entries []*aip.Entry, name string) string {
	for _, e := range entries {
		if v := e.Field(name); v.Value != "" {
			return v.Value
		}
		if v := fieldOf(e.Children, name); v != "" {
			return v
		}
	}
	return ""
}

// ToFinal hands an Originalnorm over from the interim to the final archive (E9): the norm
// is no longer in force since day, for the reason given (where its repeal stands). It makes
// a package of the final archive under the same reference code with the same files byte
// for byte, the note of the act and the history of the interim package; that one stays as
// it is. From then on its signatures are documented and no longer renewed. Errors:
// failure.Refused for what is no Originalnorm in the interim archive, for a day that is
// none or has not come, and without a reason.
func (pk *Packer) ToFinal(ctx context.Context, key, day, reason string) (Transition, error) {
	const op = "hand over to the final archive"
	person, err := pk.Office.MustPerson(people.Package, op)
	if err != nil {
		return Transition{}, err
	}
	if err := pk.Office.Staff(op); err != nil {
		return Transition{}, err
	}
	at := pk.Office.Now()
	since, err := time.Parse(time.DateOnly, strings.TrimSpace(day))
	if err != nil || since.After(at) {
		return Transition{}, failure.New(failure.Refused, op, wording.Say("hint.pack.final-day"))
	}
	if reason = strings.TrimSpace(reason); reason == "" {
		return Transition{}, failure.New(failure.Refused, op, wording.Say("hint.pack.final-reason"))
	}
	row, err := pk.heldPackage(ctx, key)
	if err != nil {
		return Transition{}, err
	}
	portion, err := pk.Portions.Get(ctx, row.Portion)
	if err != nil {
		return Transition{}, err
	}
	if err := pk.Desk.Uphold(ctx, op, portion); err != nil {
		return Transition{}, err
	}
	pkg, err := aip.Open(ctx, pk.Office.Path(row.Path))
	if err != nil {
		return Transition{}, err
	}
	defer pkg.Close()
	switch fieldOf(pkg.Metadata().Objects, record.FieldCustody) {
	case record.CustodyInterim:
	case record.CustodyFinal:
		return Transition{}, failure.New(failure.Refused, op+" "+row.PID, wording.Say("hint.pack.final-already", row.ReferenceCode))
	default:
		return Transition{}, failure.New(failure.Refused, op+" "+row.PID, wording.Say("hint.pack.final-no-norm", row.ReferenceCode))
	}
	h := &handOver{day: since.Format(time.DateOnly), reason: reason, at: at, who: person}
	c := &conversion{packer: pk, pkg: pkg, person: person, kind: portion.Kind, row: row, listed: map[string]aip.Listed{}, final: h}
	return h.takeAlong(ctx, c)
}

// takeAlong takes every file of the interim package along and seals the new one.
func (h *handOver) takeAlong(ctx context.Context, c *conversion) (Transition, error) {
	content := 0
	for _, l := range c.pkg.Files() {
		c.listed[l.Path] = l
		if strings.Contains(l.Path, "/data/") {
			content++
		}
	}
	for _, d := range c.pkg.Documents() {
		var parts []made
		for _, f := range d.Entry.Files {
			parts = append(parts, made{file: f})
		}
		if err := c.keepAll(ctx, d.Entry, parts); err != nil {
			return Transition{}, err
		}
		for _, v := range d.Entry.Fields {
			if v.Name == "Signatur" || strings.HasPrefix(v.Name, "Signatur ") {
				h.signed = append(h.signed, report.Pair{Label: orID(d.Entry), Value: strings.ReplaceAll(v.Value, "←", "<")})
			}
		}
	}
	c.measures = nil // nothing was converted
	if len(c.files) != content {
		return Transition{}, failure.New(failure.Damaged, "hand over "+c.row.PID,
			wording.Say("hint.pack.final-incomplete", len(c.files), content))
	}
	made, err := c.seal(ctx, Conversion{Earlier: c.row.PID, ReferenceCode: c.row.ReferenceCode})
	if err != nil {
		if h.paper.Path != "" { // of an act that did not come about
			err = errors.Join(err, office.RemovePaper(c.packer.Office, h.paper))
		}
		return Transition{}, err
	}
	return Transition{Earlier: c.row.PID, PID: made.PID, ReferenceCode: c.row.ReferenceCode, Path: made.Path, Title: h.title,
		Repealed: h.day, Reason: h.reason,
		Paper: h.paper.Path, Signatures: len(h.signed), Queued: made.Queued}, nil
}

func orID(e *aip.Entry) string {
	if v := e.Field("subject").Value; v != "" {
		return v
	}
	return e.ID
}

// describeFinal makes the description that of the final archive, adds the event, the note and
// what the interim package says of its own past.
func (h *handOver) describeFinal(ctx context.Context, c *conversion, s *aip.Spec) error {
	for o := range record.All([]*record.Object{s.Object}) {
		i := slices.IndexFunc(o.Fields, func(f record.Field) bool { return f.Name == record.FieldCustody })
		if i < 0 {
			continue
		}
		o.Fields[i].Value = record.CustodyFinal
		o.Fields = append(o.Fields, record.Field{Name: record.FieldRepealed, Value: h.day},
			record.Field{Name: record.FieldHandedOver, Value: h.at.Format(time.DateOnly)},
			record.Field{Name: record.FieldHandOverCause, Value: h.reason})
	}
	h.title = s.Object.Label()
	s.Descriptive = bytes.ReplaceAll(s.Descriptive, []byte(record.CustodyInterim), []byte(record.CustodyFinal))
	detail := wording.Say("hint.pack.final-event", day(h.day), h.reason, c.row.PID).In(wording.German)
	s.Events = append(s.Events, aip.Event{Time: h.at, Type: "transfer", Outcome: "ok", Agent: h.who, Detail: detail})
	if err := h.writeVermerk(ctx, c, s); err != nil {
		return err
	}
	if past := c.pkg.PREMIS(); past != nil {
		s.Documentation = append(s.Documentation, held(interimPREMIS, xmlFormat, past))
	}
	sheet := coverOf(s, c.packer.Contents.KindNamed(c.kind))
	sheet.Findings = detail
	return addCover(s, sheet)
}

// writeVermerk makes the note of the act, kept with the portion and in the package.
func (h *handOver) writeVermerk(ctx context.Context, c *conversion, s *aip.Spec) error {
	portion, err := c.packer.Portions.Get(ctx, c.row.Portion)
	if err != nil {
		return err
	}
	meta, err := c.packer.Papers.Meta(ctx, portion, h.at)
	if err != nil {
		return err
	}
	paper := report.TransitionNote(report.Transition{Meta: meta, Title: h.title, ReferenceCode: s.ReferenceCode,
		Earlier: c.row.PID, PID: s.PID, Digest: c.row.SHA512,
		Promulgated: fieldOf(c.pkg.Metadata().Objects, "Verkündet"), Repealed: h.day, HandedOver: h.at,
		Reason: h.reason, Person: h.who, Files: len(s.Files), Signatures: h.signed})
	name := "ueberfuehrung-" + aip.FolderName(s.PID)
	if h.paper, err = c.packer.Papers.WritePaper(portion.ID, office.LetterTransition, name, paper, true); err != nil {
		return err
	}
	content, err := os.ReadFile(c.packer.Office.Path(h.paper.Path))
	if err != nil {
		return office.Disk("read note", err)
	}
	s.Documentation = append(s.Documentation, held(transitionName, coverFormat, content))
	return nil
}

// xmlFormat is what the history of the interim package is written in.
var xmlFormat = check.Format{PUID: "fmt/101", Name: "Extensible Markup Language", Version: "1.0", MIME: "application/xml"}

// held is a file of a package whose content is at hand.
func held(name string, format check.Format, content []byte) aip.File {
	sum := sha512.Sum512(content)
	return aip.File{Path: name, Format: format, Size: int64(len(content)),
		Digests: map[string]string{"sha-512": hex.EncodeToString(sum[:])}, ViewPath: office.Program + " " + office.Version,
		Open: func() (io.ReadCloser, error) { return io.NopCloser(bytes.NewReader(content)), nil }}
}

// logHandOver writes the act and its paper into the log, in the transaction of the new package.
func (h *handOver) logHandOver(ctx context.Context, tx *sql.Tx, c *conversion, pid string) error {
	if err := transfer.AddLetter(ctx, tx, h.paper); err != nil {
		return err
	}
	told := map[string]string{"person": h.who, "day": h.day, "reason": h.reason,
		"paper": path.Base(h.paper.Path), "sha-256": h.paper.SHA256}
	return c.packer.Log.Entry(ctx, c.packer.Office.Event(handedOver, c.row.PID, pid, "ok", told))(tx)
}
