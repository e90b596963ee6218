package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"strings"

	"laufzettel/app/work"
	"laufzettel/app/work/intake"
	"laufzettel/app/work/reading"
	"laufzettel/transfer/check"
	"laufzettel/transfer/record"
)

func checkCommands() []command {
	return []command{
		{"check", "[--json] [--profile ID|FILE] [--manifest FILE]... [--kind K] [--no-pdfa] [--junit FILE] [--html FILE] PATH...",
			"cli.help.check", runCheck, free},
		{"identify", "[--json] PATH...", "cli.help.identify", runIdentify, free},
		{"pdfa", "[--json] [--flavour 1b|2b|…] [--checker own|verapdf|auto] PATH...", "cli.help.pdfa", runPDFA, free},
		{"manifest verify", "[--json] MANIFEST [--root DIR]", "cli.help.manifest-verify", runManifestVerify, free},
		{"manifest write", "--style sha256sum|md5summer|bagit|… DIR", "cli.help.manifest-write", runManifestWrite, free},
		{"findings", "[--json]", "cli.help.findings", runFindings, free},
	}
}

// list collects an option that may be given several times.
type list []string

func (l *list) String() string     { return strings.Join(*l, ",") }
func (l *list) Set(s string) error { *l = append(*l, s); return nil }

func runCheck(ctx context.Context, e *env, args []string) error {
	fs := e.flags("check")
	var o intake.CheckOptions
	fs.StringVar(&o.Profile, "profile", "", "")
	fs.StringVar(&o.Kind, "kind", "", "")
	fs.BoolVar(&o.NoPDFA, "no-pdfa", false, "")
	fs.Var((*list)(&o.Extra), "manifest", "")
	papers := stepFlags(fs)
	paths, err := e.parse(fs, args, 1)
	if err != nil {
		return err
	}
	if err := papers.ready(); err != nil {
		return err
	}
	return e.with(ctx, func(w *work.House) error {
		var ends []error
		rows := make([]batched, len(paths))
		for i, path := range paths {
			rows[i].path = path
		}
		for i, path := range paths {
			rows[i].rep, rows[i].pieces, rows[i].err = checkOne(e, ctx, w, path, o)
			ends = append(ends, rows[i].err)
			if ctx.Err() != nil {
				break
			}
		}
		printBatch(e, rows)
		if err := papers.write(e, rows); err != nil {
			ends = append(ends, err)
		}
		return worstOf(e, ends)
	})
}

// worstOf tells every error of several inputs and gives one that stands for the
// worst exit code, so that one bad input never hides the others.
func worstOf(e *env, ends []error) error {
	if len(ends) == 1 {
		return ends[0]
	}
	var out error
	code := exitDone
	for _, err := range ends {
		if c := codeOf(err); worst(code, c) != code || out == nil {
			code, out = worst(code, c), err
		}
		if err != nil && !errors.Is(err, errMaterial) {
			e.tell(err)
		}
	}
	if out != nil && !errors.Is(out, errMaterial) {
		return told{out}
	}
	return out
}

// told marks an error the user has already read.
type told struct{ error }

func (t told) Unwrap() error { return t.error }

// checkOne checks what lies at a path and prints it; of several deliveries together it
// gives the report of the whole and those of its pieces.
func checkOne(e *env, ctx context.Context, w *work.House, path string, o intake.CheckOptions) (whole *check.Report, pieces []*check.Report,
	err error) {
	o.Progress = e.progress(filepath.Base(path))
	var drop *intake.Drop
	drop, pieces, err = intake.Drops{Intake: w.Intake}.CheckDrop(ctx, path, o)
	e.endProgress()
	if err != nil {
		return nil, nil, err
	}
	if drop == nil {
		return pieces[0], nil, reportOut(e, pieces[0])
	}
	if err := e.result(drop, func(out io.Writer) {
		fmt.Fprintf(out, "%s: %s, %s\n", drop.Portion, e.text("cli.verdict."+string(drop.Verdict)), e.text("cli.drop", len(pieces)))
		printFindings(e, out, drop.Own())
	}); err != nil {
		return nil, nil, err
	}
	for _, rep := range pieces {
		if err := reportOut(e, rep); err != nil && !errors.Is(err, errMaterial) {
			return nil, nil, err
		}
	}
	if drop.Verdict != check.Accepted {
		return &drop.Report, pieces, errMaterial
	}
	return &drop.Report, pieces, nil
}

// reportOut prints a report and gives errMaterial unless it is accepted.
func reportOut(e *env, rep *check.Report) error {
	if err := e.result(rep, func(out io.Writer) { printReport(e, out, rep) }); err != nil {
		return err
	}
	if rep.Verdict != check.Accepted {
		return errMaterial
	}
	return nil
}

// cases says how many Vorgänge there are, and how many Teilvorgänge, which are decided with
// theirs.
func (e *env) cases(o record.Counts) string {
	if o.Subcases == 0 {
		return e.text("cli.report.cases", o.Cases)
	}
	return e.text("cli.report.subcases", o.Cases, o.Subcases)
}

// maxShown bounds the findings of one code printed for people; --json has all.
const maxShown = 20

func printReport(e *env, out io.Writer, rep *check.Report) {
	fmt.Fprintf(out, "%s: %s\n", rep.Portion, e.text("cli.verdict."+string(rep.Verdict)))
	kind := strings.TrimSpace(rep.Kind + " " + rep.Standard)
	head := e.text("cli.report.head", rep.Files.Delivered, rep.Files.Listed, rep.Files.Bytes)
	fmt.Fprintf(out, "  %s\n", strings.Join(nonEmpty(kind, rep.Agency.Name, head), ", "))
	if o := rep.Objects; o.Dossiers+o.Cases+o.Documents > 0 {
		fmt.Fprintf(out, "  %s\n", e.text("cli.report.objects", o.Dossiers, e.cases(o), o.Documents, o.Appraise))
	}
	printFindings(e, out, rep.Findings)
	for _, c := range rep.Checks {
		line := e.text("cli.check." + string(c.State))
		detail := strings.Join(nonEmpty(c.Tool, c.In(e.words.language)), "; ")
		if detail != "" {
			detail = " (" + detail + ")"
		}
		fmt.Fprintf(out, "  %-12s %s%s\n", c.Name, line, detail)
	}
}

// printFindings prints the first of every code and says how many more there are; what one
// printed stands for is told with it.
func printFindings(e *env, out io.Writer, list []check.Finding) {
	shown, left := map[string]int{}, map[string]int{}
	for _, f := range list {
		if shown[f.Code] == maxShown {
			left[f.Code] += f.Weight()
			continue
		}
		printFinding(e, out, f)
		shown[f.Code]++
	}
	for _, f := range list {
		if n := left[f.Code]; n > 0 {
			fmt.Fprintf(out, "  %s\n", e.text("cli.report.more", n, f.Code))
			left[f.Code] = 0
		}
	}
}

func nonEmpty(values ...string) []string {
	var out []string
	for _, v := range values {
		if v != "" {
			out = append(out, v)
		}
	}
	return out
}

// wanted says what was expected and what was found, as far as either is known.
func (e *env) wanted(expected, found string) string {
	switch {
	case expected == "":
		return e.text("cli.report.found", found)
	case found == "":
		return e.text("cli.report.expected", expected)
	}
	return e.text("cli.report.want", expected, found)
}

func printFinding(e *env, out io.Writer, f check.Finding) {
	f = f.In(e.words.language)
	place := f.Path
	if f.Line > 0 {
		place = fmt.Sprintf("%s:%d", place, f.Line)
	}
	if f.Place != "" {
		place = f.Place
	}
	if n := len(f.Paths); n > 1 {
		place += " " + e.text("cli.report.and", n-1)
	}
	fmt.Fprintf(out, "  %s %s %s\n", e.text("cli.severity."+string(f.Severity)), f.Code, f.Message)
	if place != "" {
		fmt.Fprintf(out, "      %s\n", place)
	}
	// A standard's clause is what was expected where the rule names nothing else.
	if expected := cmp.Or(f.Expected, f.Rule); expected != "" || f.Found != "" {
		fmt.Fprintf(out, "      %s\n", e.wanted(expected, f.Found))
	}
	if f.Severity != check.Note {
		fmt.Fprintf(out, "      %s %s\n", e.text("cli.report.remedy"), f.Remedy)
	}
}

// runFindings prints every finding the program can utter.
func runFindings(_ context.Context, e *env, _ []string) error {
	reg, err := work.Codes()
	if err != nil {
		return err
	}
	if !e.json {
		return check.WriteFindingsDoc(e.out, reg, e.words.language)
	}
	rows := []codeView{}
	for _, c := range reg.All() {
		rows = append(rows, codeView{c.ID, c.Severity, c.Title().In(e.words.language), c.Remedy().In(e.words.language), c.Source, c.Ways})
	}
	return e.result(rows, nil)
}

// codeView is one finding code as findings --json prints it.
type codeView struct {
	Code     string         `json:"code"`
	Severity check.Severity `json:"severity"`
	Message  string         `json:"message"`
	Remedy   string         `json:"remedy"`
	Source   string         `json:"source"`
	Ways     []check.WayOut `json:"ways"`
}

// batched is one line of the overview over several deliveries.
type batched struct {
	path string
	rep  *check.Report // nil: not checked
	err  error         // why not

	pieces []*check.Report // of several deliveries together
}

// printBatch prints one line per delivery and the totals after a check of several,
// for people only: with --json every report is a line of its own already.
func printBatch(e *env, rows []batched) {
	if e.json || len(rows) < 2 {
		return
	}
	count := map[check.Verdict]int{}
	fmt.Fprintf(e.out, "\n%s\n", e.text("cli.batch.title", len(rows)))
	for _, r := range rows {
		name := filepath.Base(r.path)
		if r.rep == nil {
			hint := ""
			if r.err != nil {
				hint = e.hint(r.err)
			}
			fmt.Fprintf(e.out, "  %-40s %s\n", name, strings.TrimSpace(e.text("cli.batch.not-checked")+" "+hint))
			continue
		}
		count[r.rep.Verdict]++
		fmt.Fprintf(e.out, "  %-40s %-16s %-16s %s\n", name, r.rep.Kind, e.text("cli.verdict."+string(r.rep.Verdict)),
			e.text("cli.batch.findings", r.rep.Count(check.Error), r.rep.Count(check.Warning), r.rep.Count(check.Note)))
	}
	checked := count[check.Accepted] + count[check.Rejected] + count[check.Unreadable]
	fmt.Fprintf(e.out, "  %s\n", e.text("cli.batch.total", count[check.Accepted], count[check.Rejected], count[check.Unreadable],
		len(rows)-checked))
}

// runHalt stops a checked portion with a reason: nobody goes on with it before that is
// cleared up, and what is classified ends here (G15).
func runHalt(ctx context.Context, e *env, args []string) error {
	fs := e.flags("receive halt")
	reason := fs.String("reason", "", "")
	ids, err := e.parse(fs, args, 1)
	if err != nil {
		return err
	}
	return e.with(ctx, func(w *work.House) error {
		if err := w.Intake.Halt(ctx, ids[0], *reason); err != nil {
			return err
		}
		p, err := w.Intake.Portions.Get(ctx, ids[0])
		if err != nil {
			return err
		}
		return e.result(p, func(out io.Writer) { fmt.Fprintln(out, p.ID, p.Fault) })
	})
}

// shownFiles is how many delivered files are listed where nobody says how many.
const shownFiles = 1000

// runFiles lists what was delivered, with what the check found out about each file.
func runFiles(ctx context.Context, e *env, args []string) error {
	fs := e.flags("receive files")
	from, limit := fs.Int("from", 0, ""), fs.Int("limit", shownFiles, "")
	ids, err := e.parse(fs, args, 1)
	if err != nil {
		return err
	}
	if *from < 0 || *limit < 1 {
		return errUsage{e.text("cli.files.range") + "\n" + e.usage("receive files")}
	}
	return e.with(ctx, func(w *work.House) error {
		o, err := w.Room.OpenPortion(ctx, ids[0], reading.Asker{})
		if err != nil {
			return err
		}
		all, err := o.Delivered(ctx, *from, *limit)
		if err != nil {
			return err
		}
		if all == nil {
			all = []check.FileFact{}
		}
		return e.result(all, func(out io.Writer) {
			for _, f := range all {
				fmt.Fprintf(out, "%12d  %-10s  %s\n", f.Size, f.Format.PUID, f.Path)
			}
		})
	})
}
