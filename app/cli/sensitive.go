package main

import (
	"context"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"laufzettel/app/work"
	"laufzettel/app/work/appraise"
	"laufzettel/app/work/reading"
	"laufzettel/transfer/people"
	"laufzettel/viewer/access"
	"laufzettel/viewer/sensitivity"
	"laufzettel/viewer/sensitivity/found"
)

func sensitiveCommands() []command {
	return []command{
		{"sensitive rules", "[--json]", "cli.help.sensitive-rules", runSensitiveRules, free},
		{"sensitive map", "ID [--by folder|dossier|case|document|page] [--json]", "cli.help.sensitive-map", runSensitiveMap,
			people.Inspect},
		{"sensitive list", "ID [OBJEKT|KENNZEICHEN] [--folder ORDNER] [--file DATEI] [--page SEITE] [--kind ART] [--all] [--limit N] [--json]", "cli.help.sensitive-list", runSensitiveList,
			people.Inspect},
		{"sensitive recognise", "ID [--json]", "cli.help.sensitive-recognise", runSensitiveRecognise, people.Appraise},
		{"sensitive recognised", "ID [DATEI] [--page SEITE] [--alto] [--json]", "cli.help.sensitive-recognised", runSensitiveRecognised,
			people.Inspect},
		{"sensitive package", "KENNUNG|SIGNATUR --purpose ZWECK [--json]", "cli.help.sensitive-package", runSensitivePackage,
			people.Decide},
		{"sensitive confirm", "ID NUMMER...", "cli.help.sensitive-confirm", judging("sensitive confirm", found.Confirmed), people.Appraise},
		{"sensitive dismiss", "ID NUMMER...", "cli.help.sensitive-dismiss", judging("sensitive dismiss", found.Dismissed), people.Appraise},
		{"sensitive reopen", "ID NUMMER...", "cli.help.sensitive-reopen", judging("sensitive reopen", found.Unjudged), people.Appraise},
	}
}

// ruleView is a rule with what it was measured to find.
type ruleView struct {
	sensitivity.Rule
	Title string `json:"title"`
	Why   string `json:"why"`
	Yield string `json:"yield,omitempty"`
}

func runSensitiveRules(_ context.Context, e *env, args []string) error {
	if _, err := e.parse(e.flags("sensitive rules"), args, 0); err != nil {
		return err
	}
	list := []ruleView{}
	for _, r := range sensitivity.All() {
		list = append(list, ruleView{r, r.Title().In(e.words.language), r.Why().In(e.words.language),
			sensitivity.Yield(r.Kind).In(e.words.language)})
	}
	return e.result(list, func(out io.Writer) {
		for _, r := range list {
			fmt.Fprintf(out, "%-12s %s\n  %s\n", r.ID, r.Title, r.Why)
		}
		fmt.Fprintln(out, e.text("cli.sensitive.special"))
		yields(e, out, sensitivity.Kinds)
	})
}

// yields prints what the rules find of each kind.
func yields(e *env, out io.Writer, kinds []sensitivity.Kind) {
	for _, y := range sensitivity.Yields(e.words.language, kinds...) {
		fmt.Fprintln(out, "  "+y)
	}
	fmt.Fprintln(out, e.text("cli.sensitive.sheets"))
}

// mapView is a map with what has to stand beside it.
type mapView struct {
	*appraise.Map
	Yields []string `json:"yields"`
}

func runSensitiveMap(ctx context.Context, e *env, args []string) error {
	fs := e.flags("sensitive map")
	by := fs.String("by", string(appraise.ByCase), "")
	rest, err := e.parse(fs, args, 1)
	if err != nil {
		return err
	}
	if !slices.Contains(appraise.Levels, appraise.Level(*by)) {
		return errUsage{e.text("cli.sensitive.level", *by)}
	}
	return e.with(ctx, func(w *work.House) error {
		m, err := w.Sensing.MapOf(ctx, rest[0], appraise.Level(*by), counting(e, rest[0], "search", files))
		e.endProgress()
		if err != nil {
			return err
		}
		v := mapView{Map: m, Yields: sensitivity.Yields(e.words.language, sensitivity.Kinds...)}
		return e.result(v, func(out io.Writer) { e.printMap(out, m) })
	})
}

func (e *env) printMap(out io.Writer, m *appraise.Map) {
	for _, r := range m.Rows {
		if r.Places == 0 && r.Unread == 0 && r.Cut == 0 {
			continue
		}
		name := strings.TrimSpace(r.ID + "  " + r.Title)
		if r.Page > 0 {
			name = e.text("cli.sensitive.page", r.ID, r.Page)
		}
		fmt.Fprintln(out, name)
		if r.Places > 0 {
			fmt.Fprintln(out, "  "+e.text("cli.sensitive.row", r.Places, r.Density(), sensitivity.Counted(e.words.language, r.Kinds)))
		}
		if r.Unread > 0 {
			fmt.Fprintln(out, "  "+e.text("cli.sensitive.unread", r.Unread))
		}
		if r.Cut > 0 {
			fmt.Fprintln(out, "  "+e.text("cli.sensitive.cut", r.Cut))
		}
	}
	if m.Places == 0 {
		fmt.Fprintln(out, e.text("cli.sensitive.nothing"))
	} else {
		fmt.Fprintln(out, e.text("cli.sensitive.total", m.Places, m.Confirmed, m.Dismissed, sensitivity.Counted(e.words.language, m.Kinds)))
	}
	fmt.Fprintln(out, e.text("cli.sensitive.searched", m.Searched, m.Files))
	if m.Unread > 0 {
		fmt.Fprintln(out, e.text("cli.sensitive.unread", m.Unread))
	}
	if m.Cut > 0 {
		fmt.Fprintln(out, e.text("cli.sensitive.cut", m.Cut))
	}
	if m.Recognised > 0 {
		fmt.Fprintln(out, e.text("cli.sensitive.recognised", m.Recognised))
	}
	if len(m.Off) > 0 {
		fmt.Fprintln(out, e.text("cli.sensitive.off", strings.Join(m.Off, ", ")))
	}
	yields(e, out, sensitivity.Kinds)
}

func runSensitiveList(ctx context.Context, e *env, args []string) error {
	fs := e.flags("sensitive list")
	kind := fs.String("kind", "", "")
	var n appraise.Narrow
	fs.BoolVar(&n.All, "all", false, "")
	fs.IntVar(&n.Limit, "limit", 0, "")
	fs.StringVar(&n.Folder, "folder", "", "")
	fs.StringVar(&n.File, "file", "", "")
	fs.IntVar(&n.Page, "page", 0, "")
	rest, err := e.parse(fs, args, 1)
	if err != nil {
		return err
	}
	n.Kind, n.Object = sensitivity.Kind(*kind), strings.Join(rest[1:], " ")
	if n.Kind != "" && !slices.Contains(sensitivity.Kinds, n.Kind) || n.Limit < 0 || n.Page < 0 {
		var names []string
		for _, k := range sensitivity.Kinds {
			names = append(names, string(k))
		}
		return errUsage{e.text("cli.sensitive.kind", *kind, strings.Join(names, ", "))}
	}
	return e.with(ctx, func(w *work.House) error {
		places, total, err := w.Sensing.Places(ctx, rest[0], n)
		if err != nil {
			return err
		}
		v := struct {
			Total  int         `json:"total"`
			Places []placeView `json:"places"`
		}{total, make([]placeView, 0, len(places))}
		for _, p := range places {
			v.Places = append(v.Places, placeView{p, p.Why.In(e.words.language)})
		}
		return e.result(v, func(out io.Writer) {
			for _, p := range places {
				fmt.Fprintf(out, "%6d  %-12s %s\n        %s»%s«%s\n", p.ID, p.Kind.Called(1).In(e.words.language),
					e.text("cli.sensitive.page", p.Path, p.Page),
					p.Before, p.Word, p.After)
			}
			if total == 0 {
				fmt.Fprintln(out, e.text("cli.sensitive.nothing"))
			} else {
				fmt.Fprintln(out, e.text("cli.sensitive.shown", len(places), total))
			}
		})
	})
}

// placeView is a place and why it is one.
type placeView struct {
	appraise.Place
	Why string `json:"why"`
}

// judging gives the command that keeps what a person says of places.
func judging(name string, v found.Verdict) func(context.Context, *env, []string) error {
	return func(ctx context.Context, e *env, args []string) error {
		rest, err := e.parse(e.flags(name), args, 2)
		if err != nil {
			return err
		}
		var ids []int64
		for _, word := range rest[1:] {
			id, err := strconv.ParseInt(word, 10, 64)
			if err != nil {
				return errUsage{e.text("cli.sensitive.number", word)}
			}
			ids = append(ids, id)
		}
		return e.with(ctx, func(w *work.House) error {
			if err := w.Sensing.Judge(ctx, rest[0], ids, v); err != nil {
				return err
			}
			return e.result(map[string]int{"places": len(ids)}, func(out io.Writer) {
				fmt.Fprintln(out, e.text("cli.sensitive.judged", len(ids)))
			})
		})
	}
}

// runClosurePropose shows the closure that is proposed by what stands in the documents of a
// package, and decides so where it is told to.
func runClosurePropose(ctx context.Context, e *env, args []string) error {
	fs := e.flags("closure propose")
	law, purpose := fs.String("law", "", ""), fs.String("purpose", "", "")
	personal, take := false, false
	fs.BoolVar(&personal, "personal", false, "")
	fs.BoolVar(&take, "take", false, "")
	rest, err := e.parse(fs, args, 1)
	if err != nil {
		return err
	}
	if *law == "" {
		return errUsage{e.text("cli.too-few", "closure propose") + "\n" + e.usage("closure propose")}
	}
	return e.with(ctx, func(w *work.House) error {
		if take {
			_, err := w.Gate.TakeProposal(ctx, rest[0], *law, *purpose, personal, counting(e, rest[0], "search", files))
			e.endProgress()
			if err != nil {
				return err
			}
			return showClosure(e, ctx, w, rest[0])
		}
		p, err := w.Gate.ProposeClosure(ctx, rest[0], *law, *purpose, personal, counting(e, rest[0], "search", files))
		e.endProgress()
		if err != nil {
			return err
		}
		return e.result(p, func(out io.Writer) { printProposal(e, out, p) })
	})
}

func printProposal(e *env, out io.Writer, p reading.Proposal) {
	switch {
	case p.Facts.Published:
		fmt.Fprintln(out, e.text("cli.propose.published"))
	case p.Marked == "":
		fmt.Fprintln(out, e.text("cli.propose.unmarked"))
	}
	for _, l := range p.Lines {
		fmt.Fprintln(out, e.text("cli.propose.line", sensitivity.Kind(l.Rule).Called(2).In(e.words.language), l.Ground,
			pageNumbers(l.Documents),
			periodText(e, l.Period)))
	}
	fmt.Fprintln(out, e.text("cli.propose.without", periodText(e, p.Without), p.Without.Basis))
	if len(p.Lines) > 0 {
		fmt.Fprintln(out, e.text("cli.propose.proposed", periodText(e, p.Period), p.Period.Basis))
		fmt.Fprintln(out, e.text("cli.propose.decides"))
	}
	printUnread(e, out, p.Evidence)
}

func periodText(e *env, p access.Period) string {
	switch {
	case p.Open:
		return e.text("cli.propose.open")
	case p.Until.IsZero():
		return e.text("cli.propose.endless")
	}
	return e.text("cli.propose.until", e.words.day(p.Until))
}

// printUnread says how many documents were searched, and what the search finds at all.
func printUnread(e *env, out io.Writer, ev reading.Evidence) {
	fmt.Fprintln(out, e.text("cli.sensitive.searched", ev.Searched, ev.Searched))
	if ev.Unread > 0 {
		fmt.Fprintln(out, e.text("cli.sensitive.unread", ev.Unread))
	}
	if ev.Partial > 0 {
		fmt.Fprintln(out, e.text("cli.sensitive.cut", ev.Partial))
	}
	yields(e, out, sensitivity.Kinds)
}

// runSensitivePackage shows where personal data may stand in a package.
func runSensitivePackage(ctx context.Context, e *env, args []string) error {
	fs := e.flags("sensitive package")
	purpose := fs.String("purpose", "", "")
	rest, err := e.parse(fs, args, 1)
	if err != nil {
		return err
	}
	key := strings.Join(rest, " ")
	return e.with(ctx, func(w *work.House) error {
		ev, err := w.Gate.SearchPackage(ctx, key, *purpose, counting(e, key, "search", files))
		e.endProgress()
		if err != nil {
			return err
		}
		return e.result(ev, func(out io.Writer) {
			for _, d := range ev.Documents {
				if d.Places > 0 {
					fmt.Fprintln(out, e.text("cli.propose.document", d.Number, d.ID, d.Title, d.Places,
						sensitivity.Counted(e.words.language, d.Kinds)))
				}
			}
			if ev.Places == 0 {
				fmt.Fprintln(out, e.text("cli.sensitive.nothing"))
			}
			printUnread(e, out, ev)
		})
	})
}

// recognitionView is a run of text recognition and what the first failure said.
type recognitionView struct {
	appraise.Recognition
	Why string `json:"why,omitempty"`
}

func runSensitiveRecognise(ctx context.Context, e *env, args []string) error {
	rest, err := e.parse(e.flags("sensitive recognise"), args, 1)
	if err != nil {
		return err
	}
	return e.with(ctx, func(w *work.House) error {
		r, err := w.Sensing.Recognise(ctx, rest[0], counting(e, rest[0], "read-pictures", files))
		e.endProgress()
		if err != nil {
			return err
		}
		return e.result(recognitionView{r, r.Why.In(e.words.language)}, func(out io.Writer) {
			if r.Files == 0 && r.Failed == 0 {
				fmt.Fprintln(out, e.text("cli.recognise.nothing"))
				return
			}
			fmt.Fprintln(out, e.text("cli.recognise.done", r.Pages, r.Files, r.Words, r.Software))
			if r.Empty > 0 {
				fmt.Fprintln(out, e.text("cli.recognise.empty", r.Empty))
			}
			if r.Failed > 0 {
				fmt.Fprintln(out, e.text("cli.recognise.failed", r.Failed, r.Why.In(e.words.language)))
			}
			fmt.Fprintln(out, e.text("cli.recognise.derived"))
		})
	})
}

func runSensitiveRecognised(ctx context.Context, e *env, args []string) error {
	fs := e.flags("sensitive recognised")
	page := fs.Int("page", 0, "")
	alto := fs.Bool("alto", false, "")
	rest, err := e.parse(fs, args, 1)
	if err != nil {
		return err
	}
	if *page < 0 || len(rest) == 1 && (*page > 0 || *alto) {
		return errUsage{e.text("cli.too-few", "sensitive recognised") + "\n" + e.usage("sensitive recognised")}
	}
	return e.with(ctx, func(w *work.House) error {
		if len(rest) > 1 {
			return showRecognised(ctx, e, w, rest[0], strings.Join(rest[1:], " "), *page, *alto)
		}
		list, err := w.Sensing.RecognisedFiles(ctx, rest[0])
		if err != nil {
			return err
		}
		return e.result(list, func(out io.Writer) {
			for _, f := range list {
				fmt.Fprintf(out, "%s\n  %s\n", f.Path,
					e.text("cli.recognise.file", f.Pages, f.Words, f.At.Local().Format("2006-01-02 15:04"), f.Software))
			}
			if len(list) == 0 {
				fmt.Fprintln(out, e.text("cli.recognise.none"))
			}
		})
	})
}

// showRecognised prints what was read of a file: as lines, or as ALTO.
func showRecognised(ctx context.Context, e *env, w *work.House, id, file string, page int, alto bool) error {
	pages, err := w.Sensing.RecognisedText(ctx, id, file, page)
	if err != nil {
		return err
	}
	return e.result(pages, func(out io.Writer) {
		for _, p := range pages {
			if alto {
				fmt.Fprintln(out, p.ALTO)
				continue
			}
			fmt.Fprintln(out, e.text("cli.sensitive.page", file, p.Page))
			fmt.Fprintln(out, p.Text)
		}
	})
}
