package main

import (
	"context"
	"encoding/csv"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"laufzettel/app/work"
	"laufzettel/make/corpus/beside"
	"laufzettel/transfer/check"
	"laufzettel/transfer/durable"
	"laufzettel/transfer/generate"
	"laufzettel/transfer/kind"
	"laufzettel/transfer/wording"
)

// row is one code of the index; paths are those below the folder of the corpus.
type row struct {
	generate.Case
	Of                          check.Code
	Right, WrongPath, AlikePath string
	Commands                    []string // what is called in the folder of the wrong one; nil = check
}

// corpus is what was written.
type corpus struct {
	Rows    []row
	Without []check.Code // codes no delivery is made for
}

// inherent are codes that the sound delivery of their kind utters too, with the reason:
// there is no right one to show.
var inherent = map[string]string{
	"XDO-041": "was zu bewerten ist, ist in einer Abgabe der Regelfall",
	"EAR-004": "eine Soll-Angabe fehlt auch der kleinsten richtigen Lieferung",
	"EAR-005": "eine Kann-Angabe fehlt auch der kleinsten richtigen Lieferung",
	"WEB-013": "das Protokoll der richtigen nennt eine Seite, die es nicht gibt",
	"ECH-004": "die veröffentlichten Schemas gehören anderen und liegen nicht bei",
	"EXP-017": "Laufzettel und Abgabeliste liegen neben dem Container, nicht darin",
	"SRD-014": "das veröffentlichte Schema gehört anderen und liegt nicht bei",
	"WEB-020": "Laufzettel und Abgabeliste liegen neben dem Container, nicht darin",
	"WEB-021": "der Schnappschuss hat eine Fehlerseite, wie fast jeder",
}

// write writes deliveries, index, licence and the word to the reader.
func write(ctx context.Context, shelf kind.Shelf, dir string) (*corpus, error) {
	reg, err := work.Codes()
	if err != nil {
		return nil, err
	}
	c, right := &corpus{}, map[string]string{}
	made := func(folder string, p generate.Plan) (string, error) {
		parcel, err := generate.Make(shelf, p)
		if err != nil {
			return "", fmt.Errorf("%s: %w", folder, err)
		}
		path, err := parcel.Write(ctx, filepath.Join(dir, filepath.FromSlash(folder)))
		if err != nil {
			return "", fmt.Errorf("%s: %w", folder, err)
		}
		rel, err := filepath.Rel(dir, path)
		return filepath.ToSlash(rel), err
	}
	for _, x := range generate.Cases(shelf) {
		code, ok := reg.Code(x.Code)
		if !ok {
			return nil, fmt.Errorf("a delivery is made for %s, which no room utters", x.Code)
		}
		r := row{Case: x, Of: code}
		for _, k := range []string{x.Kind, x.AlikeKind} {
			if k == "" || right[k] != "" {
				continue
			}
			if right[k], err = made("richtig/"+k, generate.SmallPlan(k)); err != nil {
				return nil, err
			}
		}
		r.Right = right[x.Kind]
		plan := generate.SmallPlan(x.Kind)
		plan.Defects = []string{x.Code}
		if r.WrongPath, err = made("falsch/"+x.Code, plan); err != nil {
			return nil, err
		}
		if x.AlikeKind != "" {
			plan = generate.SmallPlan(x.AlikeKind)
			plan.Alike = []string{x.Code}
			if r.AlikePath, err = made("beinahe/"+x.Code, plan); err != nil {
				return nil, err
			}
		}
		c.Rows = append(c.Rows, r)
	}
	more, err := writeBeside(ctx, shelf, dir, reg)
	if err != nil {
		return nil, err
	}
	c.Rows = append(c.Rows, more...)
	slices.SortFunc(c.Rows, func(a, b row) int { return strings.Compare(a.Case.Code, b.Case.Code) })
	for _, code := range reg.All() {
		if !slices.ContainsFunc(c.Rows, func(r row) bool { return r.Case.Code == code.ID }) {
			c.Without = append(c.Without, code)
		}
	}
	return c, c.papers(dir)
}

// writeBeside writes the cases that are more than a container, each with its commands.
func writeBeside(ctx context.Context, shelf kind.Shelf, dir string, reg *check.Registry) ([]row, error) {
	var rows []row
	right := map[string]bool{}
	for _, x := range beside.Cases() {
		code, ok := reg.Code(x.Code)
		if !ok {
			return nil, fmt.Errorf("a delivery is made for %s, which no room utters", x.Code)
		}
		r := row{Case: generate.Case{Code: x.Code, Kind: x.Base, Wrong: x.Wrong}, Of: code, Right: "richtig/" + x.Base,
			WrongPath: "falsch/" + x.Code, Commands: x.Commands(beside.Wrong)}
		places := map[string]beside.Variant{r.WrongPath: beside.Wrong}
		if !right[x.Base] {
			right[x.Base], places[r.Right] = true, beside.Right
		}
		if x.Alike != "" {
			r.AlikeKind, r.Alike, r.AlikePath = x.Base, x.Alike, "beinahe/"+x.Code
			places[r.AlikePath] = beside.Near
		}
		for place, v := range places {
			at := filepath.Join(dir, filepath.FromSlash(place))
			if err := os.MkdirAll(at, 0o755); err != nil {
				return nil, fmt.Errorf("write corpus: %w", err)
			}
			if err := x.Write(ctx, shelf, at, v); err != nil {
				return nil, err
			}
		}
		rows = append(rows, r)
	}
	return rows, nil
}

// papers writes index, word to the reader and licence.
func (c *corpus) papers(dir string) error {
	for name, form := range map[string]func(io.Writer) error{"index.csv": c.index, "ohne-fall.csv": c.without, "LIESMICH.md": c.readme} {
		if err := durable.Write(filepath.Join(dir, name), 0o644, form); err != nil {
			return fmt.Errorf("write %s: %w", name, err)
		}
	}
	return nil
}

func (c *corpus) index(w io.Writer) error {
	rows := [][]string{{"code", "schwere", "art", "richtig", "falsch", "beinahe", "was falsch ist", "was beinahe falsch ist", "bedeutung",
		"quelle", "bemerkung", "befehle"}}
	for _, r := range c.Rows {
		remark := ""
		if r.AlikePath == "" {
			remark = noNear(r.Case.Code)
		}
		rows = append(rows, []string{r.Case.Code, r.Of.Severity.In(wording.German), r.Kind, r.Right, r.WrongPath, r.AlikePath, r.Wrong,
			r.Alike, r.Of.Title().In(wording.German), r.Of.Source, remark, strings.Join(r.Commands, " ; ")})
	}
	return table(w, rows)
}

func (c *corpus) without(w io.Writer) error {
	rows := [][]string{{"code", "schwere", "bedeutung", "quelle", "grund"}}
	for _, code := range c.Without {
		rows = append(rows, []string{code.ID, code.Severity.In(wording.German), code.Title().In(wording.German), code.Source, why(code.ID)})
	}
	return table(w, rows)
}

func table(w io.Writer, rows [][]string) error {
	out := csv.NewWriter(w)
	out.Comma = ';'
	if err := out.WriteAll(rows); err != nil {
		return fmt.Errorf("write table: %w", err)
	}
	return nil
}

// counted says in one line what the corpus covers.
func (c *corpus) counted() string {
	near := 0
	for _, r := range c.Rows {
		if r.AlikePath != "" {
			near++
		}
	}
	never := 0
	for _, code := range c.Without {
		if notFromDeliveries[code.ID] != "" {
			never++
		}
	}
	return fmt.Sprintf(
		"%d von %d Codes mit einer falschen Lieferung, %d davon auch mit einer, die beinahe falsch ist; %d Codes ohne Fall, davon %d, "+
			"zu denen keine Lieferung führt (ohne-fall.csv)",
		len(c.Rows), len(c.Rows)+len(c.Without), near, len(c.Without), never)
}

func (c *corpus) readme(w io.Writer) error {
	_, err := fmt.Fprintf(w, `# Fehlerkorpus

Lieferungen an öffentliche Archive, nach Befund geordnet: für jeden Code eine falsche (falsch/CODE), eine richtige derselben
Art (richtig/ART) und, wo es eine gibt, eine, die dem Fehler nahekommt und doch richtig ist (beinahe/CODE). index.csv nennt
sie nach Code, in der Spalte "bemerkung" den Grund, wo keine beinahe falsche beiliegt; ohne-fall.csv nennt die Codes, für
die keine Lieferung gebaut wird, mit dem Grund.

Liegt in einem Ordner die Datei weg.txt, kommt man zum Befund mit den Befehlen, die darin stehen, aufgerufen in diesem
Ordner (laufzettel-cli davor, ein leerer Arbeitsbereich mit --data); den Befund sagt der letzte. PORTION steht darin für die
Nummer, die receive der Lieferung gegeben hat (list zeigt sie). Sonst genügt check.

%s.

Eine falsche Lieferung kann weitere Befunde haben, die aus ihrem Fehler folgen. Prüfen: laufzettel-cli check PFAD

Alle Namen, Stellen und Texte sind erfunden. Der Korpus ist gemeinfrei: CC0 1.0 Universal,
https://creativecommons.org/publicdomain/zero/1.0/. Er darf ohne Nennung und ohne Bedingung verwendet werden.
`, c.counted())
	if err != nil {
		return fmt.Errorf("write the word to the reader: %w", err)
	}
	return nil
}
