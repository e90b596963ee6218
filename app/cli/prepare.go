package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"path/filepath"
	"strings"
	"time"

	"laufzettel/app/work"
	"laufzettel/transfer/check"
	"laufzettel/transfer/failure"
	"laufzettel/transfer/kind"
	"laufzettel/transfer/people"
	"laufzettel/transfer/prepare"
	"laufzettel/transfer/wording"
)

func prepareCommands() []command {
	return append(clerkCommands(), []command{
		{"prepare", "KIND --from DIR --meta FILE --out PATH [--set NAME=VALUE]... [--reason NAME=TEXT]... [--missing NR=TEXT]... [--draft] [--preview] [--faults]", "prepare.cli.help.prepare", runPrepare, people.Prepare},
		{"prepare fields", "[--json] KIND", "prepare.cli.help.fields", runPrepareFields, free},
		{"prepare list", "[--json]", "prepare.cli.help.list", runPrepareList, free},
		{"prepare show", "[--json] ID", "prepare.cli.help.show", runPrepareShow, free},
		{"prepare share", "[--json] [--quick] [--levels N] ORDNER", "cli.help.prepare-share", runPrepareShare, free},
		{"prepare edit", "ID [--from DIR] [--meta FILE] [--out PATH] [--set NAME=VALUE]... [--reason NAME=TEXT]... [--missing NR=TEXT]... [--add NR|NAME=FILE]...", "prepare.cli.help.edit", runPrepareEdit, people.Prepare},
		{"prepare preview", "[--json] [--faults] ID", "prepare.cli.help.preview", runPreparePreview, people.Prepare},
		{"prepare defaults set", "NAME --set ANGABE=WERT [--set ANGABE=WERT]...", "prepare.cli.help.defaults-set", runDefaultsSet,
			people.Prepare},
		{"prepare defaults list", "[--json]", "prepare.cli.help.defaults-list", runDefaultsList, free},
		{"prepare defaults remove", "NAME [--confirm]", "prepare.cli.help.defaults-remove", runDefaultsRemove, people.Prepare},
		{"prepare build", "[--json] ID", "prepare.cli.help.build", runPrepareBuild, people.Prepare},
		{"prepare check", "[--json] ID", "prepare.cli.help.check", runPrepareCheck, people.Prepare},
		{"prepare handover", "ID --to DIR | --channel", "prepare.cli.help.handover", runPrepareHandover, people.Prepare},
		{"prepare confirm", "ID --receipt FILE | --paper NAME --by WHO --day DAY --scan FILE [--note TEXT]", "prepare.cli.help.confirm",
			runPrepareConfirm, people.Prepare},
		{"prepare reopen", "ID --reason TEXT", "prepare.cli.help.reopen", runPrepareReopen, people.Prepare},
		{"prepare deleted", "ID [--note TEXT] [--confirm]", "prepare.cli.help.deleted", runPrepareDeleted, people.Prepare},
		{"profile export", "ID --out FILE", "prepare.cli.help.profile-export", runProfileExport, free},
		{"profile import", "FILE [--fingerprint F]", "prepare.cli.help.profile-import", runProfileImport, people.Prepare},
		{"receive receipt", "ID [--confirmation NAME] [--out DIR]", "prepare.cli.help.receipt", runReceiveReceipt, free},
	}...)
}

// statements are the options by which a clerk says what is to be prepared.
type statements struct {
	from, meta, out string
	set, reason     list
	missing         list // entry=reason: why it is not there
}

func (s *statements) flags(fs flagSet) {
	fs.StringVar(&s.from, "from", "", "")
	fs.StringVar(&s.meta, "meta", "", "")
	fs.StringVar(&s.out, "out", "", "")
	fs.Var(&s.set, "set", "")
	fs.Var(&s.reason, "reason", "")
	fs.Var(&s.missing, "missing", "")
}

// over lays the options over what is known already.
func (s *statements) over(st prepare.Statements, name string) (prepare.Statements, error) {
	shelf := work.Kinds(time.Now)
	b, ok := shelf.Builder(name)
	if !ok {
		return st, failure.New(failure.Refused, "prepare "+name,
			wording.Say("hint.cli.kind-not-prepared", name, strings.Join(shelf.Prepared(), ", ")))
	}
	for _, p := range []struct {
		typed string
		into  *string
	}{{s.from, &st.Source}, {s.out, &st.Target}} {
		if p.typed == "" {
			continue
		}
		abs, err := filepath.Abs(p.typed)
		if err != nil {
			return st, failure.Wrap(failure.Refused, "prepare", wording.Say("hint.cli.path-not-resolved", p.typed), err)
		}
		*p.into = abs
	}
	fields, reason := kind.Values{}, kind.Values{}
	for _, m := range []struct{ to, from kind.Values }{{fields, st.Fields}, {reason, st.Reason}} {
		for k, v := range m.from {
			m.to[k] = v
		}
	}
	st.Fields, st.Reason = fields, reason
	if s.meta != "" {
		f, err := os.Open(s.meta)
		if err != nil {
			return st, failure.Wrap(failure.Refused, "read statements", wording.Say("hint.cli.statements-not-opened", s.meta), err)
		}
		values, err := prepare.ReadValues(f, b.Fields())
		if err := errors.Join(err, f.Close()); err != nil {
			return st, err
		}
		for k, v := range values {
			st.Fields[k] = v
		}
	}
	for _, o := range []struct {
		from list
		to   kind.Values
	}{{s.set, st.Fields}, {s.reason, st.Reason}} {
		for _, a := range o.from {
			name, value, ok := strings.Cut(a, "=")
			if !ok {
				return st, failure.New(failure.Refused, "prepare", wording.Say("hint.cli.not-statement-value", a))
			}
			if key := prepare.KeyOf(name, b.Fields()); value == "" {
				delete(o.to, key)
			} else {
				o.to[key] = value
			}
		}
	}
	for _, m := range s.missing {
		entry, why, ok := strings.Cut(m, "=")
		if !ok {
			return st, failure.New(failure.Refused, "prepare", wording.Say("hint.cli.not-number-reason", m))
		}
		if text := kind.OmitFault(b, entry, why); !text.Empty() {
			return st, failure.New(failure.Refused, "prepare", text)
		}
		if key := kind.OmitKey(entry); strings.TrimSpace(why) == "" {
			delete(st.Reason, key)
		} else {
			st.Reason[key] = why
		}
	}
	return st, nil
}

// runPrepare types, builds and checks in one call; --draft only types.
func runPrepare(ctx context.Context, e *env, args []string) error {
	fs := e.flags("prepare")
	var s statements
	s.flags(fs)
	draft := fs.Bool("draft", false, "")
	look := fs.Bool("preview", false, "")
	faulty := fs.Bool("faults", false, "")
	rest, err := e.parse(fs, args, 1)
	if err != nil {
		return err
	}
	st, err := s.over(prepare.Statements{}, rest[0])
	if err != nil {
		return err
	}
	if *look { // a look that cannot be taken leaves no draft behind (K23)
		if err := prepare.Looked(st.Source); err != nil {
			return err
		}
	}
	return e.with(ctx, func(w *work.House) error {
		p, err := sameDraft(e, ctx, w, rest[0], st)
		if err != nil {
			return err
		}
		e.say("prepare.cli.draft", p.ID)
		if *look {
			return showPreview(e, ctx, w, p.ID, *faulty)
		}
		if *draft {
			return e.result(p, func(out io.Writer) { fmt.Fprintln(out, p.ID) })
		}
		o, err := buildPreparation(e, ctx, w, p.ID)
		if err != nil {
			return err
		}
		if !e.json {
			printOutcome(e, o)
		}
		return selfCheck(e, ctx, w, p.ID)
	})
}

// sameDraft goes on with an unfinished preparation of the same kind, source and
// target, so that a call repeated after a break reads nothing again.
func sameDraft(e *env, ctx context.Context, w *work.House, name string, st prepare.Statements) (prepare.Preparation, error) {
	all, err := w.Clerk.Prepare.List(ctx)
	if err != nil {
		return prepare.Preparation{}, err
	}
	for _, p := range all {
		named := st.Target != "" || st.Source != "" && p.State == prepare.Draft // a look at the material needs no target yet
		// The draft a look left has no target yet; the call that builds names one.
		same := p.Target == st.Target || p.State == prepare.Draft && (p.Target == "" || st.Target == "")
		if p.Kind == name && p.Source == st.Source && same && named && p.State.May(prepare.Draft) && p.State != prepare.HandedOver {
			fields, reason := kind.Values{}, kind.Values{}
			for _, m := range []kind.Values{p.Fields, st.Fields} {
				maps.Copy(fields, m)
			}
			for _, m := range []kind.Values{p.Reason, st.Reason} {
				maps.Copy(reason, m)
			}
			st.Fields, st.Reason, st.Target = fields, reason, cmp.Or(st.Target, p.Target)
			return w.Clerk.TypePreparation(ctx, p.ID, st)
		}
	}
	return w.Clerk.NewPreparation(ctx, name, st)
}

func runPrepareFields(_ context.Context, e *env, args []string) error {
	rest, err := e.parse(e.flags("prepare fields"), args, 1)
	if err != nil {
		return err
	}
	shelf := work.Kinds(time.Now)
	b, ok := shelf.Builder(rest[0])
	if !ok {
		return failure.New(failure.Refused, "prepare "+rest[0],
			wording.Say("hint.cli.kind-not-prepared", rest[0], strings.Join(shelf.Prepared(), ", ")))
	}
	if e.json {
		return e.result(b.Fields(), nil)
	}
	return prepare.WriteTemplate(e.out, b.Fields())
}

func runPrepareList(ctx context.Context, e *env, _ []string) error {
	return e.with(ctx, func(w *work.House) error {
		all, err := w.Clerk.Prepare.List(ctx)
		if err != nil {
			return err
		}
		rows := make([]preparationView, 0, len(all))
		for _, p := range all {
			rows = append(rows, viewOf(w, p))
		}
		return e.result(rows, func(out io.Writer) {
			for _, p := range rows {
				fmt.Fprintf(out, "%s  %-16s %-20s %s\n", p.ID, p.Kind, p.State.In(e.words.language), cmp.Or(p.Name, p.Source))
				if p.Work != nil {
					fmt.Fprintf(out, "            %s\n", p.Work.Sentence().In(e.words.language))
				}
			}
		})
	})
}

// onePreparation opens the workspace and reads one preparation.
func onePreparation(e *env, ctx context.Context, id string, fn func(*work.House, prepare.Preparation) error) error {
	return e.with(ctx, func(w *work.House) error {
		p, err := w.Clerk.Prepare.Get(ctx, id)
		if err != nil {
			return err
		}
		return fn(w, p)
	})
}

func runPrepareShow(ctx context.Context, e *env, args []string) error {
	ids, err := e.parse(e.flags("prepare show"), args, 1)
	if err != nil {
		return err
	}
	return onePreparation(e, ctx, ids[0], func(w *work.House, p prepare.Preparation) error {
		x := viewOf(w, p)
		return e.result(x, func(out io.Writer) {
			printPreparation(e, out, p)
			printStanding(e, out, x)
		})
	})
}

func printPreparation(e *env, out io.Writer, p prepare.Preparation) {
	fmt.Fprintf(out, "%s  %s  %s  %s\n", p.ID, p.Kind, p.State.In(e.words.language), p.Name)
	line := func(key, value string) {
		if value != "" {
			fmt.Fprintf(out, "  %-24s %s\n", e.text(key), value)
		}
	}
	line("prepare.cli.source", p.Source)
	line("prepare.cli.target", p.Target)
	if b, ok := work.Kinds(time.Now).Builder(p.Kind); ok {
		for _, f := range b.Fields() {
			if v := p.Fields.Get(f.Key); v != "" {
				fmt.Fprintf(out, "  %-24s %s\n", f.Label, strings.ReplaceAll(v, "\n", " / "))
			}
		}
	}
	for _, a := range p.Added {
		line("prepare.cli.added", a.As+": "+a.File)
	}
	for _, o := range kind.OmissionsOf(p.Reason) {
		line("prepare.cli.omitted", o.Entry+": "+strings.ReplaceAll(o.Reason, "\n", " / "))
	}
	for _, r := range p.Read {
		fmt.Fprintf(out, "  %-24s %s\n", r.Label, r.Value)
	}
	if p.Files > 0 {
		line("prepare.cli.extent", e.text("prepare.cli.files", p.Files, p.Bytes))
	}
	line("prepare.cli.container", p.Container)
	line("prepare.cli.sha512", p.SHA512)
	line("prepare.cli.accession", p.AccessionID)
	for _, c := range p.Confirmations {
		line("prepare.cli.confirmation", strings.Join(nonEmpty(c.Name, c.By, c.Day, c.Note), ", "))
	}
	for _, n := range p.Missing() {
		line("prepare.cli.missing", n)
	}
	if !p.Deleted.IsZero() {
		line("prepare.cli.deleted", strings.Join(nonEmpty(p.Deleted.Format(time.DateOnly), p.DeletedBy, p.DeletedNote), ", "))
	}
}

func runPrepareEdit(ctx context.Context, e *env, args []string) error {
	fs := e.flags("prepare edit")
	var s statements
	var add list
	s.flags(fs)
	fs.Var(&add, "add", "")
	ids, err := e.parse(fs, args, 1)
	if err != nil {
		return err
	}
	return onePreparation(e, ctx, ids[0], func(w *work.House, p prepare.Preparation) error {
		st, err := s.over(prepare.Statements{Source: p.Source, Target: p.Target, Fields: p.Fields, Reason: p.Reason}, p.Kind)
		if err != nil {
			return err
		}
		p, err = w.Clerk.TypePreparation(ctx, p.ID, st)
		for _, a := range add {
			name, file, ok := strings.Cut(a, "=")
			if err == nil && !ok {
				err = failure.New(failure.Refused, "prepare", wording.Say("hint.cli.not-number-file", a))
			}
			if err == nil {
				p, err = w.Clerk.AddToPreparation(ctx, p.ID, name, file)
			}
		}
		if err != nil {
			return err
		}
		return e.result(p, func(out io.Writer) { printPreparation(e, out, p) })
	})
}

// buildPreparation builds with a line of progress (issue 4, no. 6).
func buildPreparation(e *env, ctx context.Context, w *work.House, id string) (*prepare.Outcome, error) {
	o, err := w.Clerk.BuildPreparation(ctx, id, prepareProgress(e, id))
	e.endProgress()
	if err != nil && o != nil {
		for _, f := range o.Findings {
			printFinding(e, e.errs, f)
		}
	}
	return o, err
}

// prepareProgress gives a hook that tells how far the building of a portion is; nil where
// nobody watches.
func prepareProgress(e *env, name string) func(prepare.Progress) {
	m := meterOf(e, name)
	if m == nil {
		return nil
	}
	return func(p prepare.Progress) {
		m.tell(stage{phase: e.text("prepare.cli.phase." + p.Phase), at: p.PhaseNo, of: p.Phases, done: p.Done, total: p.Total, unit: files})
	}
}

func printOutcome(e *env, o *prepare.Outcome) {
	p := o.Preparation
	fmt.Fprintf(e.out, "%s  %s  %s\n", p.ID, p.Name, p.Target)
	for _, r := range p.Read {
		fmt.Fprintf(e.out, "  %-30s %s\n", r.Label, r.Value)
	}
	if p.Signed > 0 {
		if n := p.Signed - p.Staying(); n > 0 {
			fmt.Fprintf(e.out, "  %s\n", e.text("prepare.cli.signed", n))
		}
		if n := p.Staying(); n > 0 {
			fmt.Fprintf(e.out, "  %s\n", e.text("prepare.cli.kept", n))
		}
		for _, s := range p.Signers {
			fmt.Fprintf(e.out, "    %s  %s\n", s.File, s.Result)
		}
	}
	for _, f := range o.Findings {
		printFinding(e, e.out, f)
	}
}

func runPrepareBuild(ctx context.Context, e *env, args []string) error {
	ids, err := e.parse(e.flags("prepare build"), args, 1)
	if err != nil {
		return err
	}
	return e.with(ctx, func(w *work.House) error {
		o, err := buildPreparation(e, ctx, w, ids[0])
		if err != nil {
			return err
		}
		if e.json {
			return e.result(builtView{o.Preparation, append([]check.Finding{}, o.Findings...), o.Skipped}, nil)
		}
		printOutcome(e, o)
		return nil
	})
}

// builtView is what prepare build --json prints.
type builtView struct {
	prepare.Preparation
	Findings []check.Finding `json:"findings"`
	Skipped  int             `json:"skipped"` // files not read again
}

func selfCheck(e *env, ctx context.Context, w *work.House, id string) error {
	rep, err := w.Clerk.SelfCheck(ctx, id, e.progress(id))
	e.endProgress()
	if err != nil {
		return err
	}
	return reportOut(e, rep)
}

func runPrepareCheck(ctx context.Context, e *env, args []string) error {
	ids, err := e.parse(e.flags("prepare check"), args, 1)
	if err != nil {
		return err
	}
	return e.with(ctx, func(w *work.House) error { return selfCheck(e, ctx, w, ids[0]) })
}
