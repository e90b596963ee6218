package website

import (
	"context"
	"errors"
	"io"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"laufzettel/transfer/container"
	"laufzettel/transfer/failure"
	"laufzettel/transfer/kind"
	"laufzettel/transfer/stop"
	"laufzettel/transfer/wording"
)

// siteBuilder prepares snapshots of web areas from a crawl folder (B3, F1–F4).
type siteBuilder struct{}

// Choices of representations (P0b.6).
const (
	partsBoth = "Web-PDF und ISO-Abbild"
	partsISO  = "nur ISO-Abbild"
	partsPDF  = "nur Web-PDF"
)

func (siteBuilder) Kind() string { return Name }

func (siteBuilder) Fields() []kind.Field {
	text := func(key, label, en, help, helpEN string) kind.Field {
		return kind.Field{Key: key, Label: label, LabelEN: en, Help: help, HelpEN: helpEN, Form: kind.Text, Step: kind.StepContent}
	}
	return append(kind.OfficeFields(), kind.NameField(),
		text(kind.FieldDefaults, "Satz von Vorgaben", "Set of defaults",
			"Gespeicherte Vorgaben für viele Snapshots (prepare defaults); was Sie hier eintragen, geht vor",
			"Defaults kept for many snapshots (prepare defaults); what you type here goes first"),
		text("domain", "Domain", "Domain", "Leer = wie der Crawl es sagt", "Empty = as the crawl says"),
		text("start", "Adresse der Startseite", "Address of the start page", "Leer = wie der Crawl es sagt", "Empty = as the crawl says"),
		kind.Field{Key: "crawled", Label: "Zeitpunkt des Crawls", LabelEN: "Moment of the crawl",
			Help: "Leer = wie das Protokoll des Crawlers es sagt", HelpEN: "Empty = as the crawler's log says", Form: kind.Moment,
			Step: kind.StepContent},
		text("fonds", "Bestandssignatur", "Fonds", "Bestand, zu dem der Webbereich gehört", "Fonds the web area belongs to"),
		text("provenance", "Provenienz", "Provenance", "Wer den Webbereich verantwortet", "Who is responsible for the web area"),
		text("project", "Projekt", "Project", "Internet, Intranet oder Name des Webprojekts",
			"Internet, intranet or name of the web project"),
		text("occasion", "Anlass", "Occasion", "Turnus oder Ereignis", "Cycle or event"),
		kind.Field{Key: "parts", Label: "Repräsentationen", LabelEN: "Representations", Help: "Was neben dem Crawl gebildet wird",
			HelpEN: "What is made beside the crawl", Form: kind.Choice, Choices: []string{partsBoth, partsISO, partsPDF},
			Default: partsBoth, Required: true, Step: kind.StepContent},
		kind.Field{Key: "quality", Label: "Güte des Crawls", LabelEN: "Quality of the crawl",
			Help: "Nach Augenschein; leer = nicht beurteilt", HelpEN: "Judged by eye; empty = not judged", Form: kind.Choice,
			Choices: []string{string(Good), string(Enough), string(Poor)}, Step: kind.StepContent},
		kind.Field{Key: "pages", Label: "Referenzseiten", LabelEN: "Reference pages",
			Help:   "Eine je Zeile: Adresse|Bezeichnung|was geprüft wird|Ergebnis|Vermerk. Ergebnis: in Ordnung, fehlt, fehlerhaft oder leer",
			HelpEN: "One a line: address|title|what is looked at|outcome|remark. Outcome: in Ordnung, fehlt, fehlerhaft or empty",
			Form:   kind.Pages, Step: kind.StepContent, Wrong: wrongPages},
		text("previous", "Voriger Snapshot", "Snapshot before",
			"Ordner oder Container des vorigen Crawls; daraus werden neue Dateiendungen genannt. Leer = der erste",
			"Folder or container of the crawl before; new file extensions are told from it. Empty = the first"),
		text("converter", "Umwandler in PDF/A", "Converter to PDF/A",
			"Programm mit Argumenten; {folder}, {start} und {out} werden ersetzt. Ohne ihn gibt es kein Web-PDF",
			"Program with arguments; {folder}, {start} and {out} are replaced. Without it there is no web PDF"))
}

func (siteBuilder) Plan(ctx context.Context, src kind.Source) (*kind.Plan, error) {
	v := src.Values
	meta := Meta{Agency: v.Get("agency"), AgencyID: v.Get("agencyId"), Domain: v.Get("domain"), Start: v.Get("start"),
		Crawled: kind.When(v.Get("crawled")),
		Person:  v.Get("person"), Fonds: v.Get("fonds"), Provenance: v.Get("provenance"), Project: v.Get("project"),
		Occasion: v.Get("occasion"), Defaults: numbered(src.Set)}
	var err error
	if meta.Pages, err = pagesOf(v.Get("pages"), v.Get("person"), src.Now.Format(time.DateOnly)); err != nil {
		return nil, kind.Incomplete([]kind.Fault{{Key: "pages", Text: err.Error()}})
	}
	before, err := statisticsBefore(ctx, v.Get("previous"))
	if err != nil {
		return nil, err
	}
	meta.Previous = before
	if q := v.Get("quality"); q != "" {
		meta.Quality = &Quality{Verdict: Verdict(q), Person: v.Get("person"), Date: src.Now.Format(time.DateOnly)}
	}
	crawl, err := Gather(ctx, src.Tree, meta)
	if err != nil {
		return nil, err
	}
	d := crawl.Description
	p := &kind.Plan{Name: v.Get("name"), Read: []kind.Read{{Label: "Domain", Value: d.Domain, Key: "domain"},
		{Label: "Startseite", Value: d.Start, Key: "start"},
		{Label: "Crawl vom", Value: d.Crawled, Key: "crawled"}, {Label: "Dateien im Crawl", Value: strconv.Itoa(crawl.Files)}}}
	build := Plan{Folder: src.Dir, Meta: meta, Clock: src.Now, Parts: map[string][]PartKind{
		partsBoth: {PartPDF, PartISO}, partsISO: {PartISO}, partsPDF: {PartPDF}}[v.Get("parts")]}
	if words := strings.Fields(v.Get("converter")); len(words) > 0 {
		build.Converter = Command{Path: words[0], Args: words[1:], Limit: time.Hour}
	}
	if more := d.Stated(28); more != "" && meta.Previous != nil {
		p.Read = append(p.Read, kind.Read{Label: "Neue Dateiendungen", Value: more})
	}
	if n := len(meta.Pages); n > 0 {
		p.Read = append(p.Read, kind.Read{Label: "Referenzseiten", Value: strconv.Itoa(n)})
	}
	p.Finish = func(ctx context.Context, s kind.Site) error {
		if err := layOut(ctx, s, build); err != nil {
			return err
		}
		return kind.Papers(s, v, src.Now, kind.Whole(p.Name, v, d.Domain))
	}
	return p, nil
}

// wrongPages tells what is wrong with typed reference pages.
func wrongPages(text string) string {
	if _, err := pagesOf(text, "", ""); err != nil {
		return err.Error()
	}
	return ""
}

// layOut lets the room of web areas make the submission and lays its files out in
// the portion, where they get their digests.
func layOut(ctx context.Context, s kind.Site, build Plan) error {
	var err error
	if build.Out, err = s.Beside("webbereich.zip"); err != nil {
		return err
	}
	built, err := Build(ctx, build)
	if err != nil {
		return err
	}
	tree, err := s.Open(ctx, built.Path)
	if err != nil {
		return errors.Join(err, os.Remove(built.Path))
	}
	err = tree.Files(ctx, func(e container.Entry) error {
		return s.Write(e.Path, func(w io.Writer) error {
			rc, err := tree.Open(ctx, e.Path)
			if err != nil {
				return err
			}
			_, err = io.Copy(w, stop.Reader(ctx, rc))
			return kind.Closed(rc, err)
		})
	})
	return errors.Join(err, tree.Close(), os.Remove(built.Path))
}

// statisticsBefore counts the snapshot before, so that new extensions show; nil
// where none is named.
func statisticsBefore(ctx context.Context, place string) (*Statistics, error) {
	if place == "" {
		return nil, nil
	}
	refuse := func(err error) error {
		return failure.Wrap(failure.Refused, "read snapshot before", wording.Say("hint.website.previous-snapshot-unreadable", place), err)
	}
	if !filepath.IsAbs(place) {
		return nil, refuse(errors.New("no full path"))
	}
	tree, err := container.Open(ctx, place, container.Options{})
	if err != nil {
		return nil, refuse(err)
	}
	crawl, err := Gather(ctx, tree, Meta{})
	if err := kind.Closed(tree, err); err != nil {
		return nil, refuse(err)
	}
	return &crawl.Statistics, nil
}
