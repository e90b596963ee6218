package prepare

import (
	"context"
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"time"

	"laufzettel/transfer/container"
	"laufzettel/transfer/failure"
	"laufzettel/transfer/kinds/website"
	"laufzettel/transfer/stop"
)

// siteBuilder prepares snapshots of web areas from a crawl folder (B3, F1–F4).
type siteBuilder struct{}

// Choices of representations (P0b.6).
const (
	partsBoth = "Web-PDF und ISO-Abbild"
	partsISO  = "nur ISO-Abbild"
	partsPDF  = "nur Web-PDF"
)

func (siteBuilder) Kind() string { return website.Name }

func (siteBuilder) Fields() []Field {
	text := func(key, label, en, help string) Field {
		return Field{Key: key, Label: label, LabelEN: en, Help: help, Form: Text, Step: StepContent}
	}
	return append(officeFields(), nameField(),
		text(fieldDefaults, "Satz von Vorgaben", "Set of defaults", "Gespeicherte Vorgaben für viele Snapshots (prepare defaults); was Sie hier eintragen, geht vor"),
		text("domain", "Domain", "Domain", "Leer = wie der Crawl es sagt"),
		text("start", "Adresse der Startseite", "Address of the start page", "Leer = wie der Crawl es sagt"),
		Field{Key: "crawled", Label: "Zeitpunkt des Crawls", LabelEN: "Moment of the crawl", Help: "Leer = wie das Protokoll des Crawlers es sagt", Form: Moment, Step: StepContent},
		text("fonds", "Bestandssignatur", "Fonds", "Bestand, zu dem der Webbereich gehört"),
		text("provenance", "Provenienz", "Provenance", "Wer den Webbereich verantwortet"),
		text("project", "Projekt", "Project", "Internet, Intranet oder Name des Webprojekts"),
		text("occasion", "Anlass", "Occasion", "Turnus oder Ereignis"),
		Field{Key: "parts", Label: "Repräsentationen", LabelEN: "Representations", Help: "Was neben dem Crawl gebildet wird", Form: Choice, Choices: []string{partsBoth, partsISO, partsPDF}, Default: partsBoth, Required: true, Step: StepContent},
		Field{Key: "quality", Label: "Güte des Crawls", LabelEN: "Quality of the crawl", Help: "Nach Augenschein; leer = nicht beurteilt", Form: Choice, Choices: []string{string(website.Good), string(website.Enough), string(website.Poor)}, Step: StepContent},
		Field{Key: "pages", Label: "Referenzseiten", LabelEN: "Reference pages", Help: "Eine je Zeile: Adresse|Bezeichnung|was geprüft wird|Ergebnis|Vermerk. Ergebnis: in Ordnung, fehlt, fehlerhaft oder leer", Form: Pages, Step: StepContent},
		text("previous", "Voriger Snapshot", "Snapshot before", "Ordner oder Container des vorigen Crawls; daraus werden neue Dateiendungen genannt. Leer = der erste"),
		text("converter", "Umwandler in PDF/A", "Converter to PDF/A", "Programm mit Argumenten; {folder}, {start} und {out} werden ersetzt. Ohne ihn gibt es kein Web-PDF"))
}

func (siteBuilder) Plan(ctx context.Context, src Source) (*Plan, error) {
	v := src.Values
	meta := website.Meta{Agency: v.Get("agency"), AgencyID: v.Get("agencyId"), Domain: v.Get("domain"), Start: v.Get("start"), Crawled: When(v.Get("crawled")),
		Person: v.Get("person"), Fonds: v.Get("fonds"), Provenance: v.Get("provenance"), Project: v.Get("project"), Occasion: v.Get("occasion"), Defaults: src.Set.numbered()}
	var err error
	if meta.Pages, err = pagesOf(v.Get("pages"), v.Get("person"), src.Now.Format(time.DateOnly)); err != nil {
		return nil, refused([]Fault{{"pages", err.Error()}})
	}
	before, err := statisticsBefore(ctx, v.Get("previous"))
	if err != nil {
		return nil, err
	}
	meta.Previous = before
	if q := v.Get("quality"); q != "" {
		meta.Quality = &website.Quality{Verdict: website.Verdict(q), Person: v.Get("person"), Date: src.Now.Format(time.DateOnly)}
	}
	crawl, err := website.Gather(ctx, src.Tree, meta)
	if err != nil {
		return nil, err
	}
	d := crawl.Description
	p := &Plan{Name: v.Get("name"), Read: []Read{{Label: "Domain", Value: d.Domain, Key: "domain"}, {Label: "Startseite", Value: d.Start, Key: "start"},
		{Label: "Crawl vom", Value: d.Crawled, Key: "crawled"}, {Label: "Dateien im Crawl", Value: itoa(crawl.Files)}}}
	build := website.Plan{Folder: src.Dir, Meta: meta, Clock: src.Now, Parts: map[string][]website.PartKind{
		partsBoth: {website.PartPDF, website.PartISO}, partsISO: {website.PartISO}, partsPDF: {website.PartPDF}}[v.Get("parts")]}
	if words := strings.Fields(v.Get("converter")); len(words) > 0 {
		build.Converter = website.Command{Path: words[0], Args: words[1:], Limit: time.Hour}
	}
	if more := d.Statement(28).Value; more != "" {
		p.Read = append(p.Read, Read{Label: "Neue Dateiendungen", Value: more})
	}
	if n := len(meta.Pages); n > 0 {
		p.Read = append(p.Read, Read{Label: "Referenzseiten", Value: itoa(n)})
	}
	p.Finish = func(ctx context.Context, s *Site) error {
		if err := layOut(ctx, s, build); err != nil {
			return err
		}
		return papers(s, v, src.Now, whole(p.Name, v, d.Domain))
	}
	return p, nil
}

// layOut lets the room of web areas make the submission and lays its files out in
// the portion, where they get their digests.
func layOut(ctx context.Context, s *Site, build website.Plan) error {
	if err := os.MkdirAll(s.dir, 0o700); err != nil {
		return disk("make portion", err)
	}
	build.Out = filepath.Join(filepath.Dir(s.dir), "webbereich.zip")
	if err := os.RemoveAll(build.Out); err != nil {
		return disk("make web area", err)
	}
	built, err := website.Build(ctx, build)
	if err != nil {
		return err
	}
	tree, err := container.Open(ctx, built.Path, s.open)
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
			return closed(rc, err)
		})
	})
	return errors.Join(err, tree.Close(), os.Remove(built.Path))
}

// statisticsBefore counts the snapshot before, so that new extensions show; nil
// where none is named.
func statisticsBefore(ctx context.Context, place string) (*website.Statistics, error) {
	if place == "" {
		return nil, nil
	}
	refuse := func(err error) error {
		return failure.Wrap(failure.Refused, "read snapshot before", "Der vorige Snapshot „"+place+"“ lässt sich nicht als Crawl lesen. Bitte den Ordner oder Container angeben oder das Feld leeren.", err)
	}
	if !filepath.IsAbs(place) {
		return nil, refuse(errors.New("no full path"))
	}
	tree, err := container.Open(ctx, place, container.Options{})
	if err != nil {
		return nil, refuse(err)
	}
	crawl, err := website.Gather(ctx, tree, website.Meta{})
	if err := closed(tree, err); err != nil {
		return nil, refuse(err)
	}
	return &crawl.Statistics, nil
}
