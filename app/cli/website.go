package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"laufzettel/app/work"
	"laufzettel/app/work/reading"
	"laufzettel/transfer/failure"
	"laufzettel/transfer/kinds/website"
	"laufzettel/transfer/people"
	"laufzettel/transfer/snapshot"
	"laufzettel/transfer/wording"
)

// crawlArgs are the options that say what a crawl is.
const crawlArgs = "[--agency-id ID] [--fonds TEXT] [--project TEXT] [--occasion TEXT] [--crawled TAG] [--start URL] [--domain NAME]" +
	" [--quality TEXT] [--provenance TEXT] [--previous TEXT] [--page URL]... [--set N=TEXT]... [--defaults NAME]"

func websiteCommands() []command {
	return []command{
		{"website stats", "[--json] FILE|FOLDER|PORTION|AIP", "cli.help.website-stats", runWebsiteStats, people.Inspect},
		{"website compare", "[--json] A B...", "cli.help.website-compare", runWebsiteCompare, free},
		{"website describe", "[--json] [--out FILE] [--agency NAME] " + crawlArgs + " CRAWL|AIP", "cli.help.website-describe",
			runWebsiteDescribe, people.Inspect},
		{"website pages", "[--json] [--page URL]... FILE|FOLDER|PORTION|AIP", "cli.help.website-pages", runWebsitePages, people.Inspect},
		{"website build", "--out ZIP --agency NAME [--converter COMMAND | --no-pdf] [--no-iso] " + crawlArgs + " CRAWL",
			"cli.help.website-build", runWebsiteBuild, free},
		{"website serve", "[--for 10m] FILE|FOLDER|PORTION|AIP...", "cli.help.website-serve", runWebsiteServe, people.Inspect},
		{"website due", "[--json] [--days N]", "cli.help.website-due", runWebsiteDue, free},
	}
}

// withWebsite opens the web area of a call.
func withWebsite(e *env, ctx context.Context, key string, fn func(*reading.Website) error) error {
	return e.with(ctx, func(w *work.House) error {
		s, err := openWebsite(ctx, w, key)
		if err != nil {
			return err
		}
		return errors.Join(fn(s), s.Close())
	})
}

// openWebsite opens the web area of a file, folder, portion or package.
func openWebsite(ctx context.Context, w *work.House, key string) (*reading.Website, error) {
	if err := w.Office.Staff("open web area"); err != nil {
		return nil, err
	}
	o, err := w.Room.Open(ctx, key, reading.Asker{})
	if errors.Is(err, reading.ErrNoSuchPackage) {
		return nil, failure.Wrap(failure.Refused, "open web area "+key, wording.Say("hint.cli.not-a-website", key), err)
	}
	if err != nil {
		return nil, err
	}
	s, err := o.Website(ctx)
	if err != nil {
		return nil, errors.Join(err, o.Close())
	}
	return s, nil
}

func websiteStatistics(e *env, ctx context.Context, key string) (s website.Statistics, err error) {
	err = withWebsite(e, ctx, key, func(x *reading.Website) (err error) {
		s, err = x.Statistics(ctx)
		return err
	})
	return s, err
}

func runWebsiteStats(ctx context.Context, e *env, args []string) error {
	rest, err := e.parse(e.flags("website stats"), args, 1)
	if err != nil {
		return err
	}
	s, err := websiteStatistics(e, ctx, rest[0])
	if err != nil {
		return err
	}
	return e.result(s, func(out io.Writer) {
		fmt.Fprintln(out, e.text("cli.website.sums", s.Files, s.Folders, s.Bytes))
		for _, x := range s.Extensions {
			name := x.Name
			if name == "" {
				name = e.text("cli.website.none")
			}
			fmt.Fprintf(out, "  %-12s %8d %14d\n", name, x.Files, x.Bytes)
		}
		l := s.Links
		fmt.Fprintln(out, e.text("cli.website.links", l.Pages, l.Total, l.Internal, l.External, l.DistinctExternal, l.Mail))
		fmt.Fprintln(out, e.text("cli.website.errors", l.SearchForms, l.ErrorPages))
		for _, u := range l.Errors {
			fmt.Fprintln(out, "  "+u)
		}
		if l.Partial {
			fmt.Fprintln(out, e.text("cli.website.partial"))
		}
	})
}

func runWebsiteCompare(ctx context.Context, e *env, args []string) error {
	rest, err := e.parse(e.flags("website compare"), args, 2)
	if err != nil {
		return err
	}
	var list []website.Statistics
	names := make([]string, len(rest))
	for i, key := range rest {
		s, err := websiteStatistics(e, ctx, key)
		if err != nil {
			return err
		}
		names[i], list = filepath.Base(key), append(list, s)
	}
	c := website.Compare(names, list)
	return e.result(c, func(out io.Writer) {
		fmt.Fprintf(out, "%-16s", "")
		for _, n := range c.Names {
			fmt.Fprintf(out, " %20.20s", n)
		}
		fmt.Fprintln(out)
		for _, r := range c.Rows {
			fmt.Fprintf(out, "%-16s", r.Label)
			for _, n := range r.Counts {
				fmt.Fprintf(out, " %20d", n)
			}
			fmt.Fprintln(out)
		}
		fmt.Fprintln(out, e.text("cli.website.new", listed(e, c.New)))
		fmt.Fprintln(out, e.text("cli.website.gone", listed(e, c.Gone)))
	})
}

func listed(e *env, list []string) string {
	if len(list) == 0 {
		return "–"
	}
	out := slices.Clone(list)
	for i := range out {
		if out[i] == "" {
			out[i] = e.text("cli.website.none")
		}
	}
	return strings.Join(out, ", ")
}

// siteOptions are the options that state what only a person knows of a snapshot.
type siteOptions struct {
	meta     website.Meta
	crawled  string
	quality  string
	defaults string
	previous string
}

func (o *siteOptions) add(fs flagSet) {
	m := &o.meta
	m.Fields = map[int]string{}
	for name, into := range map[string]*string{"agency": &m.Agency, "agency-id": &m.AgencyID, "domain": &m.Domain, "start": &m.Start,
		"fonds": &m.Fonds, "provenance": &m.Provenance,
		"project": &m.Project, "occasion": &m.Occasion, "crawled": &o.crawled, "quality": &o.quality, "defaults": &o.defaults,
		"previous": &o.previous} {
		fs.StringVar(into, name, "", "")
	}
	fs.Func("set", "", func(s string) error {
		n, value, ok := strings.Cut(s, "=")
		number, err := strconv.Atoi(strings.TrimSpace(n))
		if !ok || err != nil {
			return errors.New("N=TEXT")
		}
		m.Fields[number] = value
		return nil
	})
	fs.Func("page", "", func(s string) error { m.Pages = append(m.Pages, pageOf(s)); return nil })
}

// pageOf reads a reference page: address|title|what is looked at|outcome|remark.
func pageOf(s string) website.Page {
	f := strings.SplitN(s+"||||", "|", 6)
	return website.Page{URL: strings.TrimSpace(f[0]), Title: strings.TrimSpace(f[1]), Checks: strings.TrimSpace(f[2]),
		Outcome: strings.TrimSpace(f[3]), Note: strings.TrimSpace(f[4])}
}

// settle turns the options into statements.
func (o *siteOptions) settle(ctx context.Context, e *env) error {
	m := &o.meta
	m.Person = e.person
	today := time.Now().Format(time.DateOnly)
	if o.crawled != "" {
		at, err := time.Parse("2006-01-02T15:04:05", o.crawled)
		if err != nil {
			at, err = time.Parse(time.DateOnly, o.crawled)
		}
		if err != nil {
			return failure.Wrap(failure.Refused, "read --crawled", wording.Say("cli.website.bad-date", o.crawled), err)
		}
		m.Crawled = at
	}
	switch v := website.Verdict(o.quality); v {
	case "":
	case website.Good, website.Enough, website.Poor:
		m.Quality = &website.Quality{Verdict: v, Person: e.person, Date: today}
	default:
		return failure.New(failure.Refused, "read --quality", wording.Say("cli.website.bad-quality", o.quality))
	}
	for i := range m.Pages {
		if m.Pages[i].Outcome != "" {
			m.Pages[i].Person, m.Pages[i].Date = e.person, today
		}
	}
	if o.previous != "" {
		s, err := websiteStatistics(e, ctx, o.previous)
		if err != nil {
			return err
		}
		m.Previous = &s
	}
	return o.readDefaults(e)
}

// readDefaults reads a set of defaults: a JSON object of number and text.
func (o *siteOptions) readDefaults(e *env) error {
	if o.defaults == "" {
		return nil
	}
	data, err := os.ReadFile(o.defaults)
	if err == nil {
		err = json.Unmarshal(data, &o.meta.Defaults)
	}
	if err != nil {
		return failure.Wrap(failure.Refused, "read --defaults", wording.Say("cli.website.bad-defaults", o.defaults), err)
	}
	return nil
}

func runWebsiteDescribe(ctx context.Context, e *env, args []string) error {
	fs := e.flags("website describe")
	var o siteOptions
	o.add(fs)
	target := fs.String("out", "", "")
	rest, err := e.parse(fs, args, 1)
	if err != nil {
		return err
	}
	if err := o.settle(ctx, e); err != nil {
		return err
	}
	return e.with(ctx, func(w *work.House) error {
		s, err := openWebsite(ctx, w, rest[0])
		if _, there := os.Stat(rest[0]); err != nil && there != nil {
			return err
		}
		if err == nil { // a delivery that brings its description
			d := s.Description
			if err := s.Close(); err != nil {
				return err
			}
			if d != nil {
				return e.result(d, func(out io.Writer) { printDescription(e, out, d) })
			}
		}
		folder, err := w.Room.Open(ctx, rest[0], reading.Asker{})
		if err != nil {
			return err
		}
		defer folder.Close()
		crawl, err := folder.DescribeWebsite(ctx, o.meta, *target)
		if err != nil {
			return err
		}
		return e.result(crawl.Description, func(out io.Writer) { printDescription(e, out, &crawl.Description) })
	})
}

// printDescription writes the 81 statements by step.
func printDescription(e *env, out io.Writer, d *website.Description) {
	fmt.Fprintln(out, e.text("cli.website.head", d.Agency, d.Domain, d.Crawled))
	for _, step := range snapshot.Steps {
		fmt.Fprintf(out, "%s %s\n", step.ID, step.Title)
		for _, s := range d.Statements {
			switch {
			case s.Step != step.ID:
			case s.Omitted != "":
				fmt.Fprintf(out, "  %2d %s %s: %s\n", s.Number, s.Type, s.Label, e.text("cli.website.omitted", s.Omitted))
			default:
				fmt.Fprintf(out, "  %2d %s %s: %s\n", s.Number, s.Type, s.Label, s.Value)
			}
		}
	}
	for _, p := range d.Pages {
		fmt.Fprintf(out, "  %s  %s  %s\n", p.URL, p.Title, p.Outcome)
	}
}

func runWebsitePages(ctx context.Context, e *env, args []string) error {
	fs := e.flags("website pages")
	var pages []website.Page
	fs.Func("page", "", func(s string) error { pages = append(pages, pageOf(s)); return nil })
	rest, err := e.parse(fs, args, 1)
	if err != nil {
		return err
	}
	return withWebsite(e, ctx, rest[0], func(s *reading.Website) error {
		states, err := s.Pages(ctx, pages)
		if err != nil {
			return err
		}
		err = e.result(states, func(out io.Writer) {
			for _, p := range states {
				outcome := p.Page.Outcome
				if outcome == "" {
					outcome = e.text("cli.website.to-look-at")
				}
				fmt.Fprintf(out, "%-12s %s  %s  %s\n", outcome, p.Page.URL, p.Title, p.Page.Checks)
			}
		})
		bad := slices.ContainsFunc(states, func(p website.PageState) bool {
			return p.Page.Outcome == website.PageMissing || p.Page.Outcome == website.PageBroken
		})
		if err == nil && bad {
			return errMaterial
		}
		return err
	})
}

// builtSite is what website build prints.
type builtSite struct {
	Path     string         `json:"path"`
	Verdict  string         `json:"verdict"`
	Parts    []website.Part `json:"parts"`
	Findings int            `json:"findings"`
}

func runWebsiteBuild(ctx context.Context, e *env, args []string) error {
	fs := e.flags("website build")
	var o siteOptions
	o.add(fs)
	target := fs.String("out", "", "")
	converter := fs.String("converter", "", "")
	noPDF, noISO := fs.Bool("no-pdf", false, ""), fs.Bool("no-iso", false, "")
	rest, err := e.parse(fs, args, 1)
	if err != nil {
		return err
	}
	if *target == "" {
		return errUsage{e.text("cli.too-few", "website build") + "\n" + e.usage("website build")}
	}
	if err := o.settle(ctx, e); err != nil {
		return err
	}
	p := website.Plan{Out: *target, Meta: o.meta, Parts: []website.PartKind{}}
	if !*noPDF {
		p.Parts = append(p.Parts, website.PartPDF)
	}
	if !*noISO {
		p.Parts = append(p.Parts, website.PartISO)
	}
	return e.with(ctx, func(w *work.House) error {
		folder, err := w.Room.Open(ctx, rest[0], reading.Asker{})
		if err != nil {
			return err
		}
		defer folder.Close()
		built, rep, err := folder.BuildWebsite(ctx, p, *converter)
		if err != nil {
			return err
		}
		row := builtSite{built.Path, string(rep.Verdict), built.Description.Parts, len(rep.Findings)}
		return e.result(row, func(out io.Writer) {
			fmt.Fprintf(out, "%s: %s\n", built.Path, e.text("cli.verdict."+string(rep.Verdict)))
			for _, f := range rep.Findings {
				printFinding(e, out, f)
			}
		})
	})
}

func runWebsiteServe(ctx context.Context, e *env, args []string) error {
	fs := e.flags("website serve")
	limit := fs.Duration("for", 0, "")
	rest, err := e.parse(fs, args, 1)
	if err != nil {
		return err
	}
	return e.with(ctx, func(w *work.House) error {
		all, err := openWebsites(ctx, w, rest)
		if err != nil {
			return err
		}
		served, err := all[0].ServeBeside(ctx, all[1:]...)
		if err != nil {
			return err
		}
		for _, s := range served {
			err = errors.Join(err, e.result(map[string]string{"url": s.URL()}, func(out io.Writer) { fmt.Fprintln(out, s.URL()) }))
		}
		if !e.json {
			fmt.Fprintln(e.out, e.text("cli.website.serving"))
		}
		var over <-chan time.Time // never, where no limit is set
		if *limit > 0 {
			over = time.After(*limit)
		}
		select {
		case <-ctx.Done():
		case <-over:
		}
		for _, s := range served {
			err = errors.Join(err, s.Close())
		}
		return err
	})
}

// openWebsites opens several web areas; those opened are closed where one is refused.
func openWebsites(ctx context.Context, w *work.House, keys []string) (all []*reading.Website, err error) {
	for _, key := range keys {
		s, err := openWebsite(ctx, w, key)
		if err != nil {
			for _, before := range all {
				err = errors.Join(err, before.Close())
			}
			return nil, err
		}
		all = append(all, s)
	}
	return all, nil
}

// defaultCycle is how many days lie between two snapshots where nobody says.
const defaultCycle = 30

func runWebsiteDue(ctx context.Context, e *env, args []string) error {
	fs := e.flags("website due")
	days := fs.Int("days", defaultCycle, "")
	if _, err := e.parse(fs, args, 0); err != nil {
		return err
	}
	if *days < 1 {
		return errUsage{e.text("cli.bad-option", "website due", "--days")}
	}
	return e.with(ctx, func(w *work.House) error {
		list, err := w.Room.OpenHoldings(reading.Asker{}).WebsitesDue(ctx, *days)
		if err != nil {
			return err
		}
		return e.result(list, func(out io.Writer) {
			for _, s := range list {
				word := e.text("cli.website.due", s.Due)
				if s.Overdue {
					word = e.text("cli.website.overdue", s.Due)
				}
				fmt.Fprintf(out, "%-40s %s  %-12s %4d  %s\n", s.Domain, s.Last, s.Occasion, s.Shots, word)
			}
			if len(list) == 0 {
				fmt.Fprintln(out, e.text("cli.website.no-sites"))
			}
		})
	})
}
