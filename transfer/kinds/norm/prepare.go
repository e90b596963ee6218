package norm

import (
	"bytes"
	"cmp"
	"context"
	"crypto/sha256"
	"fmt"
	"io"
	"path"
	"slices"
	"strconv"
	"strings"

	"laufzettel/transfer/container"
	"laufzettel/transfer/failure"
	"laufzettel/transfer/kind"
	"laufzettel/transfer/kind/message"
	zip "laufzettel/transfer/pack"
	"laufzettel/transfer/record"
	"laufzettel/transfer/wording"
)

// normBuilder prepares the two containers of a promulgated norm (E1–E3): from a
// folder with the sub-folders Originalnorm and Ausgabenorm.
type normBuilder struct{ messages message.Standard }

// messageVersion is the version of the messages of EL.UZA.
const messageVersion = "2.3.0"

func (normBuilder) Kind() string { return Name }

func (normBuilder) Fields() []kind.Field {
	return append(kind.OfficeFields(), kind.NameField(),
		kind.Field{Key: "title", Label: "Titel der Norm", LabelEN: "Title of the norm",
			Help: "Amtlicher Titel; er wird Betreff des Vorgangs", HelpEN: "Official title; it becomes the subject of the case",
			Form: kind.Text, Required: true, Step: kind.StepContent},
		kind.Field{Key: "part", Label: "Teil", LabelEN: "Part", Help: "Gesetz oder Verordnung", HelpEN: "Law or ordinance",
			Form: kind.Choice, Choices: []string{"I_Gesetze", "II_Verordnungen"}, Default: "I_Gesetze", Required: true,
			Step: kind.StepContent},
		kind.Field{Key: "reference", Label: "Fundstelle", LabelEN: "Reference", Help: "Kennzeichen des Vorgangs, etwa GVBl_I_07_2012",
			HelpEN: "Reference of the case, for example GVBl_I_07_2012", Form: kind.Name, Required: true, Step: kind.StepContent},
		kind.Field{Key: "promulgated", Label: "Verkündet am", LabelEN: "Promulgated on",
			Help: "Wird aus metadaten.xml gelesen, wo es dort steht", HelpEN: "Read from metadaten.xml where it stands there",
			Form: kind.Day, Step: kind.StepContent},
		kind.Field{Key: "begun", Label: "Vorgang begonnen am", LabelEN: "Case begun on",
			Help: "Erster Tag des Vorgangs; leer = Tag der Verkündung", HelpEN: "First day of the case; empty = day of promulgation",
			Form: kind.Day, Step: kind.StepContent},
		kind.Field{Key: "archive", Label: "Archiv", LabelEN: "Archive", Help: "Empfänger der Nachricht", HelpEN: "Receiver of the message",
			Form: kind.Text, Required: true, Step: kind.StepOffice},
		kind.Field{Key: "archiveId", Label: "Kennung des Archivs", LabelEN: "Id of the archive", Help: "Behördenkennung des Archivs",
			HelpEN: "Agency id of the archive", Form: kind.Name, Required: true, Step: kind.StepOffice},
		kind.Field{Key: "system", Label: "Herkunftssystem", LabelEN: "Source system", Help: "Programm, aus dem die Norm kommt",
			HelpEN: "Program the norm comes from", Form: kind.Text, Required: true, Step: kind.StepContent},
		kind.Field{Key: "release", Label: "Version des Herkunftssystems", LabelEN: "Version of the source system",
			Help: "Version des Programms", HelpEN: "Version of the program", Form: kind.Text, Step: kind.StepContent})
}

// edition is one of the two containers.
type edition struct {
	name    string   // norm.Original or norm.Issue
	files   []string // paths in the source
	process string
}

func (b normBuilder) Plan(ctx context.Context, src kind.Source) (*kind.Plan, error) {
	editions := []*edition{{name: Original}, {name: Issue}}
	p := &kind.Plan{Name: src.Values.Get("name")}
	err := src.Tree.Files(ctx, func(e container.Entry) error {
		dir, _, nested := strings.Cut(e.Path, "/")
		i := slices.IndexFunc(editions, func(x *edition) bool { return strings.EqualFold(x.name, dir) })
		if i < 0 || !nested || strings.Count(e.Path, "/") > 1 {
			p.Findings = append(p.Findings, kind.CodeLeftOut.At(e.Path))
			return nil
		}
		editions[i].files = append(editions[i].files, e.Path)
		return nil
	})
	if err != nil {
		return nil, err
	}
	day := kind.Date(src.Values.Get("promulgated"))
	for _, x := range editions {
		if len(x.files) == 0 {
			return nil, failure.New(failure.Refused, "plan norm", wording.Say("hint.norm.folder-missing", x.name))
		}
		for _, f := range x.files {
			if b := strings.ToLower(path.Base(f)); day == "" && (b == "metadaten.xml" || b == "metadata.xml") {
				if day, err = promulgated(ctx, src.Tree, f); err != nil {
					return nil, err
				}
			}
		}
		x.process = uuid(src.Values.Get("agencyId"), src.Values.Get("reference"), src.Values.Get("title"), x.name)
	}
	if day == "" {
		return nil, kind.Incomplete([]kind.Fault{{Key: "promulgated",
			Text: "Der Tag der Verkündung fehlt und steht auch nicht in metadaten.xml. Bitte eintragen."}})
	}
	p.Read = []kind.Read{{Label: "Verkündet am", Value: day, Key: "promulgated"},
		{Label: "Dateien der Originalnorm", Value: strconv.Itoa(len(editions[0].files))},
		{Label: "Dateien der Ausgabenorm", Value: strconv.Itoa(len(editions[1].files))}}
	p.Finish = func(ctx context.Context, s kind.Site) error {
		for _, x := range editions {
			if err := x.write(ctx, b.messages, src, s, day); err != nil {
				return err
			}
		}
		return nil
	}
	return p, nil
}

func promulgated(ctx context.Context, t container.Tree, name string) (string, error) {
	rc, err := t.Open(ctx, name)
	if err != nil {
		return "", kind.Unreadable(name, err)
	}
	return Promulgated(rc), rc.Close()
}

// uuid makes a stable id out of what a thing is, so that a second build gives the
// same bytes (RFC 9562, version 8).
func uuid(parts ...string) string {
	u := sha256.Sum256([]byte(strings.Join(parts, "\n")))
	u[6], u[8] = u[6]&0x0f|0x80, u[8]&0x3f|0x80
	return fmt.Sprintf("%x-%x-%x-%x-%x", u[:4], u[4:6], u[6:8], u[8:10], u[10:16])
}

// write packs one edition: the message and its files. Revision data travel along
// without being named (E3).
func (x *edition) write(ctx context.Context, messages message.Standard, src kind.Source, s kind.Site, day string) error {
	text, err := x.message(messages, src, day)
	if err != nil {
		return err
	}
	stem := x.process + "_Aussonderung.Aussonderung.0503"
	return s.Write(stem+".zip", func(w io.Writer) error {
		z := zip.New(w, src.Now)
		if err := z.Add(ctx, zip.Member{Name: stem + ".xml"}, bytes.NewReader(text)); err != nil {
			return err
		}
		for _, f := range x.files {
			rc, err := src.Tree.Open(ctx, f)
			if err != nil {
				return kind.Unreadable(f, err)
			}
			if err := kind.Closed(rc, z.Add(ctx, zip.Member{Name: path.Base(f)}, rc)); err != nil {
				return err
			}
		}
		return z.Close()
	})
}

func (x *edition) message(messages message.Standard, src kind.Source, day string) ([]byte, error) {
	v := src.Values
	id := func(what string) string { return uuid(x.process, what) }
	span := record.DateSpan{From: record.Date(cmp.Or(kind.Date(v.Get("begun")), day)), To: record.Date(day)}
	dossier := &record.Object{ID: id("dossier"), Kind: record.Dossier, Reference: v.Get("part") + "-" + day[:4], Subject: v.Get("part") +
		"_" + x.name + "_" + day[:4],
		Span: span, Rating: record.RatingArchive, Origin: record.OriginMessage, Retention: record.Retention{Years: -1}}
	law := &record.Object{ID: id("case"), Kind: record.Case, Reference: v.Get("reference"), Subject: v.Get("title"), Span: span,
		Rating: record.RatingArchive, Retention: record.Retention{Years: -1}}
	dossier.Add(law)
	n := 0
	for _, f := range x.files {
		name := path.Base(f)
		switch strings.ToLower(name) {
		case "originalnorm.xml", "orginalnorm.xml", "ausgabenorm.xml":
			continue // revision data are not named
		}
		n++
		file := record.PrimaryFile{Name: name, Original: name}
		law.Add(&record.Object{ID: id(name), Kind: record.Document, Number: strconv.Itoa(n), Reference: v.Get("reference") + "-" +
			strconv.Itoa(n), Subject: name, Date: record.Date(day),
			Versions: []record.Version{{Number: "1",
				Renditions: []record.Rendition{{FormatCode: messages.FormatCode(strings.TrimPrefix(path.Ext(name), "."), true),
					File: file}}}}})
	}
	head := message.Head{Version: messageVersion, Process: x.process, Created: src.Now,
		Sender:   message.Party{Name: v.Get("agency"), ID: v.Get("agencyId")},
		Receiver: message.Party{Name: v.Get("archive"), ID: v.Get("archiveId")},
		System:   message.System{Product: v.Get("system"), Version: v.Or("release", "1")}}
	var b bytes.Buffer
	err := messages.WriteTransfer(&b, head, []*record.Object{dossier})
	return b.Bytes(), err
}
