package main

import (
	"context"
	"fmt"
	"io"
	"math"
	"slices"
	"strconv"
	"strings"

	"laufzettel/app/work"
	"laufzettel/app/work/appraise"
	"laufzettel/appraisal/sample"
	"laufzettel/appraisal/sift"
	"laufzettel/transfer/failure"
	"laufzettel/transfer/profile"
	"laufzettel/transfer/record"
	"laufzettel/transfer/wording"
)

// narrow holds the options that narrow and sort a list.
type narrow struct {
	f              sift.Filter
	o              sift.Order
	least, most    string
	show, proposed *string
}

// narrowing declares the options on fs.
func narrowing(fs flagSet) *narrow {
	n := &narrow{}
	n.show, n.proposed = fs.String("show", "", ""), fs.String("suggestion", "", "")
	for name, into := range map[string]*string{"text": &n.f.Text, "word": &n.f.Word, "plan": &n.f.Plan, "agency": &n.f.Agency,
		"format": &n.f.Format,
		"min":    &n.least, "max": &n.most, "sort": &n.o.By, "model": &n.f.Model, "free": &n.f.Free} {
		fs.StringVar(into, name, "", "")
	}
	fs.IntVar(&n.f.From, "from", 0, "")
	fs.IntVar(&n.f.To, "to", 0, "")
	for name, into := range map[string]*bool{"unreasoned": &n.f.Unreasoned, "differs": &n.f.Differs, "paper": &n.f.Paper,
		"duplicates": &n.f.Twin,
		"gaps":       &n.f.Gap, "remarks": &n.f.Remark, "changed": &n.f.Changed, "down": &n.o.Down} {
		fs.BoolVar(into, name, false, "")
	}
	return n
}

// filter checks the options.
func (n *narrow) filter(e *env) (sift.Filter, sift.Order, error) {
	f := n.f
	switch s := strings.ToUpper(*n.show); s {
	case "", "A", "V":
		f.Show = s
	case "OPEN", "B":
		f.Show = "open"
	default:
		return f, n.o, errUsage{e.text("cli.appraise.show", *n.show)}
	}
	f.Suggestion, f.Model = strings.ToUpper(*n.proposed), strings.ToUpper(f.Model)
	for _, s := range []string{f.Suggestion, f.Model} {
		if !slices.Contains([]string{"", "A", "B", "V", "-"}, s) {
			return f, n.o, errUsage{e.text("cli.appraise.rating", s)}
		}
	}
	if n.o.By != "" && !slices.Contains(sift.Columns, n.o.By) {
		return f, n.o, errUsage{e.text("cli.appraise.sort", n.o.By, strings.Join(sift.Columns, ", "))}
	}
	var err error
	if f.MinBytes, err = sizeOf(e, n.least); err != nil {
		return f, n.o, err
	}
	f.MaxBytes, err = sizeOf(e, n.most)
	return f, n.o, err
}

// sizeOf reads 500, 20KB, 1,5MB or 2GB.
func sizeOf(e *env, s string) (int64, error) {
	if s == "" {
		return 0, nil
	}
	digits := strings.TrimRight(strings.ToUpper(strings.TrimSpace(s)), "KMGB ")
	unit := strings.TrimSpace(strings.ToUpper(strings.TrimSpace(s))[len(digits):])
	factor, ok := map[string]float64{"": 1, "B": 1, "K": 1e3, "KB": 1e3, "M": 1e6, "MB": 1e6, "G": 1e9, "GB": 1e9}[unit]
	n, err := strconv.ParseFloat(strings.Replace(digits, ",", ".", 1), 64)
	if err != nil || !ok || !(n >= 0 && n < 1e12) {
		return 0, errUsage{e.text("cli.appraise.size", s)}
	}
	return int64(n * factor), nil
}

// writePapers runs what writes papers and prints their names.
func writePapers(e *env, ctx context.Context, id string, args []string,
	write func(*work.House, context.Context, string, string) ([]string, error)) error {
	fs := e.flags("appraise")
	out := fs.String("out", "", "")
	if _, err := e.parse(fs, args, 0); err != nil {
		return err
	}
	return e.with(ctx, func(w *work.House) error {
		files, err := write(w, ctx, id, *out)
		if err != nil {
			return err
		}
		return e.result(files, func(o io.Writer) { fmt.Fprintln(o, strings.Join(files, "\n")) })
	})
}

func appraiseDraft(ctx context.Context, e *env, id string, args []string) error {
	return writePapers(e, ctx, id, args, func(h *work.House, ctx context.Context, id, dir string) ([]string, error) {
		return h.Desk.DraftOut(ctx, id, dir)
	})
}

func appraisePaper(ctx context.Context, e *env, id string, args []string) error {
	return writePapers(e, ctx, id, args, func(h *work.House, ctx context.Context, id, dir string) ([]string, error) {
		return h.Desk.AskPaper(ctx, id, dir)
	})
}

func appraiseLetter(ctx context.Context, e *env, id string, args []string) error {
	return writePapers(e, ctx, id, args, func(h *work.House, ctx context.Context, id, dir string) ([]string, error) {
		return h.Desk.AppraisalLetter(ctx, id, dir)
	})
}

func appraiseRemarks(ctx context.Context, e *env, id string, args []string) error {
	files, err := e.parse(e.flags("appraise"), args, 1)
	if err != nil {
		return err
	}
	return e.with(ctx, func(w *work.House) error {
		total := 0
		for _, f := range files {
			n, err := w.Desk.RemarksIn(ctx, id, f)
			if err != nil {
				return err
			}
			total += n
		}
		return e.result(map[string]int{"remarks": total}, func(o io.Writer) { fmt.Fprintln(o, e.text("cli.appraise.remarks", total)) })
	})
}

func appraiseIndex(ctx context.Context, e *env, id string, _ []string) error {
	return e.with(ctx, func(w *work.House) error {
		n, tell := 0, counting(e, id, "index", files)
		err := w.Desk.IndexTexts(ctx, id, func(done, total int) {
			if n = done; tell != nil {
				tell(done, total)
			}
		})
		e.endProgress()
		if err != nil {
			return err
		}
		return e.result(map[string]int{"files": n}, func(o io.Writer) { fmt.Fprintln(o, e.text("cli.appraise.indexed", n)) })
	})
}

func appraiseHistory(ctx context.Context, e *env, id string, args []string) error {
	rest, err := e.parse(e.flags("appraise"), args, 0)
	if err != nil {
		return err
	}
	object := strings.Join(rest, " ")
	return e.with(ctx, func(w *work.House) error {
		var err error
		if object != "" {
			if object, err = w.Intake.Portions.ObjectNamed(ctx, id, object); err != nil {
				return err
			}
		}
		list, err := w.Desk.History(ctx, id, object)
		if err != nil {
			return err
		}
		return e.result(list, func(o io.Writer) {
			for _, x := range list {
				line := fmt.Sprintf("%s  %-7s %-2s %s  %s  %s", e.words.instant(x.At), x.Act, x.Rating, x.Object,
					x.Actor, x.Reason)
				if x.Portion != "" {
					line += "  " + e.text("cli.appraise.history.from", x.Portion)
				}
				fmt.Fprintln(o, line)
			}
		})
	})
}

func appraiseCompare(ctx context.Context, e *env, id string, args []string) error {
	rest, err := e.parse(e.flags("appraise"), args, 0)
	if err != nil {
		return err
	}
	older := strings.Join(rest, " ")
	return e.with(ctx, func(w *work.House) error {
		n, err := w.Desk.Beside(ctx, id, older)
		if err != nil {
			return err
		}
		return e.result(n, func(o io.Writer) {
			fmt.Fprintln(o, e.text("cli.appraise.beside", n.Newer, n.Older, n.Agency))
			fmt.Fprintln(o, e.text("cli.appraise.beside.units", n.NewerUnits, n.NewerYears, n.OlderUnits, n.OlderYears))
			line := func(text, values string) {
				if values != "" {
					fmt.Fprintln(o, text, values)
				}
			}
			line(e.text("cli.appraise.beside.formats"), strings.Join(n.NewFormats, ", "))
			line(e.text("cli.appraise.beside.years"), strings.Trim(fmt.Sprint(n.MissingYears), "[]"))
			line(e.text("cli.appraise.beside.plans"), strings.Join(n.NewPlans, ", "))
			line(e.text("cli.appraise.beside.gone"), strings.Join(n.GonePlans, ", "))
			for _, c := range n.ChangedPlans {
				line(e.text("cli.appraise.beside.changed"), fmt.Sprintf("%s „%s“, „%s“", c.Plan, c.Before, c.After))
			}
		})
	})
}

// appraiseSelect selects by rule among the open units of the narrowed list; with
// --set it decides on them, the rule in the reason.
func appraiseSelect(ctx context.Context, e *env, id string, args []string) error {
	fs := e.flags("appraise")
	n := narrowing(fs)
	also, set, reason := fs.String("also", "", ""), fs.String("set", "", ""), fs.String("reason", "", "")
	start, seed := fs.String("start", "1", ""), fs.String("seed", "0", "")
	asked, rest := fs.Bool("as-proposed", false, ""), fs.String("rest", "", "")
	values := map[sift.RuleKind]*string{}
	for _, k := range sift.RuleKinds {
		values[k] = fs.String(string(k), "", "")
	}
	if _, err := e.parse(fs, args, 0); err != nil {
		return err
	}
	rule := sift.Rule{Exceptions: *also}
	for _, k := range sift.RuleKinds {
		if *values[k] == "" {
			continue
		}
		if rule.Kind != "" {
			return errUsage{e.text("cli.appraise.rule.one")}
		}
		rule.Kind, rule.A = k, *values[k]
	}
	switch rule.Kind {
	case "":
		if !*asked {
			return errUsage{e.text("cli.appraise.rule.one")}
		}
	case sift.EveryNth:
		rule.B = *start
	case sift.ByChance:
		rule.B = *seed
	case sift.TimeSlice:
		rule.A, rule.B, _ = strings.Cut(strings.ReplaceAll(rule.A, "–", "-"), "-")
	}
	if *asked && rule.Kind != "" {
		return errUsage{e.text("cli.appraise.rule.one")}
	}
	if rule.Kind != "" && rule.Problem() != "" {
		return errUsage{e.text("cli.appraise.rule.bad", string(rule.Kind))}
	}
	order := sampling{rule: rule, reason: *reason, seed: *seed}
	for word, into := range map[*string]*record.Rating{set: &order.rating, rest: &order.rest} {
		if *word == "" {
			continue
		}
		var err error
		if *into, err = ratingOf(e, *word); err != nil {
			return err
		}
	}
	if order.rest != "" && order.rating == "" {
		return errUsage{e.text("cli.appraise.rule.rest")}
	}
	if *n.show == "" {
		*n.show = "open"
	}
	return e.with(ctx, func(w *work.House) error { return selectBy(e, ctx, w, id, n, order) })
}

// sampling is what is asked of a selection: the rule, or (no kind) that of the message,
// what is decided on the selected and on the rest, "" nothing.
type sampling struct {
	rule         sift.Rule
	rating, rest record.Rating
	reason, seed string
}

// asProposed takes the rule the message asks for; it must ask for one alone.
func (s *sampling) asProposed(items []*sift.Item) ([]*sift.Item, error) {
	all := sift.Proposals(items)
	if len(all) != 1 {
		var texts []string
		for _, p := range all {
			texts = append(texts, fmt.Sprintf("„%s“ (%d)", p.Text, p.Units))
		}
		if len(all) == 0 {
			return nil, failure.New(failure.Refused, "select by rule", wording.Say("cli.appraise.rule.unasked"))
		}
		return nil, failure.New(failure.Refused, "select by rule", wording.Say("cli.appraise.rule.many", strings.Join(texts, ", ")))
	}
	exceptions := s.rule.Exceptions
	if s.rule = all[0].Rule; s.rule.Kind == sift.ByChance {
		s.rule.B = s.seed
	}
	s.rule.Exceptions = exceptions
	return slices.DeleteFunc(slices.Clone(items), func(it *sift.Item) bool { return it.Free != all[0].Text }), nil
}

func selectBy(e *env, ctx context.Context, w *work.House, id string, n *narrow, s sampling) error {
	l, err := narrowUnits(e, ctx, w, id, n)
	if err != nil {
		return err
	}
	if s.rule.Kind == "" {
		if l.items, err = s.asProposed(l.items); err != nil {
			return err
		}
	}
	population := len(l.items)
	picked := s.rule.Pick(l.items)
	var ids, left []string
	var chosen []*sift.Item
	for i, it := range l.items {
		if _, in := slices.BinarySearch(picked, i); in {
			ids, chosen = append(ids, it.ID), append(chosen, it)
		} else {
			left = append(left, it.ID)
		}
	}
	sentence := strings.TrimSpace(s.rule.Sentence(len(ids), population) + " " + s.reason)
	if s.rating != "" && len(ids) == 0 {
		return failure.New(failure.Refused, "select by rule", wording.Say("cli.appraise.rule.none"))
	}
	if s.rating != "" {
		if err := w.Desk.Set(ctx, id, ids, s.rating, sentence); err != nil {
			return err
		}
	}
	if s.rest != "" && len(left) > 0 {
		if err := w.Desk.Set(ctx, id, left, s.rest, strings.TrimSpace(s.rule.Rest(len(ids), population)+" "+s.reason)); err != nil {
			return err
		}
	}
	l.items = chosen
	return e.result(struct {
		Reason     string        `json:"reason"`
		Rating     record.Rating `json:"rating,omitempty"`
		Rest       record.Rating `json:"rest,omitempty"`
		Population int           `json:"population"`
		Objects    []unitView    `json:"objects"`
	}{sentence, s.rating, s.rest, population, l.rows()}, func(o io.Writer) {
		for _, it := range chosen {
			fmt.Fprintf(o, "%s  %s %s\n", it.ID, it.Number, it.Title)
		}
		fmt.Fprintln(o, sentence)
	})
}

// runModel shows, adds to or takes from the appraisal model of a profile.
func runModel(ctx context.Context, e *env, args []string) error {
	fs := e.flags("profile model")
	title, reason, remove := fs.String("title", "", ""), fs.String("reason", "", ""), fs.Bool("remove", false, "")
	rest, err := e.parse(fs, args, 1)
	if err != nil {
		return err
	}
	rule := profile.ModelRule{Title: *title, Reason: *reason}
	if len(rest) > 1 {
		rule.Plan = rest[1]
	}
	switch {
	case len(rest) > 3 || len(rest) == 2 && !*remove || len(rest) == 3 && *remove || len(rest) == 1 && *remove:
		return errUsage{e.text("cli.too-few", fs.Name()) + "\n" + e.usage(fs.Name())}
	case len(rest) == 3:
		r, err := ratingOf(e, rest[2])
		if err != nil {
			return err
		}
		rule.Rating = string(r)
	}
	return e.with(ctx, func(w *work.House) error {
		if len(rest) > 1 {
			if err := w.Desk.SetModel(ctx, rest[0], rule); err != nil {
				return err
			}
		}
		p, err := w.Intake.Profiles.Get(ctx, rest[0])
		if err != nil {
			return failure.Wrap(failure.Refused, "find profile "+rest[0], wording.Say("cli.appraise.profile", rest[0]), err)
		}
		if p.Model == nil {
			p.Model = []profile.ModelRule{}
		}
		return e.result(p.Model, func(o io.Writer) {
			for _, r := range p.Model {
				fmt.Fprintf(o, "%-12s %s  %s  %s\n", r.Plan, r.Rating, r.Title, r.Reason)
			}
		})
	})
}

// runReasons shows or changes the text blocks for reasons, of a profile or of the
// settings.
func runReasons(ctx context.Context, e *env, args []string) error {
	fs := e.flags("profile reasons")
	add, remove := fs.String("add", "", ""), fs.Int("remove", 0, "")
	rest, err := e.parse(fs, args, 0)
	if err != nil {
		return err
	}
	id := ""
	if len(rest) > 0 {
		id = rest[0]
	}
	return e.with(ctx, func(w *work.House) error {
		list := slices.Clone(w.Office.Settings.Get().Reasons)
		if id != "" {
			p, err := w.Intake.Profiles.Get(ctx, id)
			if err != nil {
				return failure.Wrap(failure.Refused, "find profile "+id, wording.Say("cli.appraise.profile", id), err)
			}
			list = slices.Clone(p.Reasons)
		}
		if *remove < 0 || *remove > len(list) {
			return errUsage{e.text("cli.appraise.reason", *remove)}
		}
		if *remove > 0 {
			list = slices.Delete(list, *remove-1, *remove)
		}
		if *add != "" {
			list = append(list, *add)
		}
		if *add != "" || *remove > 0 {
			if err := w.Desk.SetReasons(ctx, id, list); err != nil {
				return err
			}
		}
		if list == nil {
			list = []string{}
		}
		return e.result(list, func(o io.Writer) {
			for i, r := range list {
				fmt.Fprintf(o, "%2d  %s\n", i+1, r)
			}
		})
	})
}

// sampleView is a sample with how its strata stand.
type sampleView struct {
	*sample.Sample
	Standing []sample.Standing `json:"standing"` // of the strata, in their order
	Open     int               `json:"open"`     // drawn units nobody has looked at
}

// appraiseSample draws a sample of what is to be destroyed, shows the next unit without
// what was decided on it, or keeps what a second person says of one.
func appraiseSample(ctx context.Context, e *env, id string, args []string) error {
	fs := e.flags("appraise")
	most, sure := fs.String("most", "", ""), fs.String("confidence", "", "")
	rest, err := e.parse(fs, args, 0)
	if err != nil {
		return err
	}
	plan := sample.Usual
	for _, x := range []struct {
		said string
		to   *int
	}{{*most, &plan.Most}, {*sure, &plan.Confidence}} {
		if x.said == "" {
			continue
		}
		p, err := strconv.ParseFloat(strings.Replace(x.said, ",", ".", 1), 64)
		if err != nil || !(p >= 0 && p <= 100) {
			return errUsage{e.text("cli.sample.percent", x.said)}
		}
		*x.to = int(math.Round(p * 10))
	}
	act := ""
	if len(rest) > 0 {
		act, rest = rest[0], rest[1:]
	}
	switch {
	case act == "look" && len(rest) == 2:
		rating, err := ratingOf(e, rest[1])
		if err != nil {
			return err
		}
		return printSample(e, ctx, func(w *work.House) (*sample.Sample, error) { return w.Sampling.LookAtDrawn(ctx, id, rest[0], rating) })
	case act == "begin" && len(rest) == 0:
		return printSample(e, ctx, func(w *work.House) (*sample.Sample, error) { return w.Sampling.DrawSample(ctx, id, plan) })
	case act == "" && len(rest) == 0:
		return printSample(e, ctx, func(w *work.House) (*sample.Sample, error) { return w.Sampling.SampleOf(ctx, id) })
	case act == "next" && len(rest) == 0:
		return e.with(ctx, func(w *work.House) error {
			d, err := w.Sampling.NextDrawn(ctx, id)
			if err != nil {
				return err
			}
			return e.result(d, func(out io.Writer) { printDrawn(e, out, d) })
		})
	}
	return errUsage{e.text("cli.sample.act", strings.Join(args, " "))}
}

func printDrawn(e *env, out io.Writer, d *appraise.Drawn) {
	if d == nil {
		fmt.Fprintln(out, e.text("cli.sample.done"))
		return
	}
	fmt.Fprintln(out, strings.TrimSpace(e.text("cli.sample.drawn", d.Object, d.Reference, d.Subject, d.Span)))
	if d.Plan != "" {
		fmt.Fprintln(out, "  "+d.Plan)
	}
	for _, f := range d.Files {
		fmt.Fprintln(out, "  "+f)
	}
	fmt.Fprintln(out, e.text("cli.sample.open", d.Left))
}

var standingKeys = map[sample.Standing]string{
	sample.Waiting: "cli.sample.waiting", sample.Passed: "cli.sample.passed", sample.Back: "cli.sample.back",
}

// printSample prints a sample as it stands after an act; never what was decided.
func printSample(e *env, ctx context.Context, do func(w *work.House) (*sample.Sample, error)) error {
	return e.with(ctx, func(w *work.House) error {
		s, err := do(w)
		if err != nil {
			return err
		}
		if s == nil {
			return e.result(nil, func(out io.Writer) { fmt.Fprintln(out, e.text("cli.sample.none")) })
		}
		v := sampleView{Sample: s, Open: len(s.Open())}
		for _, x := range s.Strata {
			v.Standing = append(v.Standing, s.Stands(x.Number))
		}
		percent := func(thousandth int) string { return strconv.FormatFloat(float64(thousandth)/10, 'f', 1, 64) }
		return e.result(v, func(out io.Writer) {
			seed, sure := s.Seed[:min(16, len(s.Seed))], percent(int(s.Sure()*1000))
			fmt.Fprintln(out, e.text("cli.sample.head", s.Number, seed, s.Seq, percent(s.Plan.Most), sure))
			for i, x := range s.Strata {
				fmt.Fprintln(out, e.text("cli.sample.stratum", x.Number, x.Units, len(x.Drawn), e.text(standingKeys[v.Standing[i]])))
			}
			if v.Open > 0 {
				fmt.Fprintln(out, e.text("cli.sample.open", v.Open))
			} else {
				fmt.Fprintln(out, e.text("cli.sample.done"))
			}
		})
	})
}
