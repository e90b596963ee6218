package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"laufzettel/app/settings"
	"laufzettel/app/work"
	"laufzettel/app/work/office"
	"laufzettel/transfer/events"
	"laufzettel/transfer/failure"
	"laufzettel/transfer/generate"
	"laufzettel/transfer/people"
	"laufzettel/transfer/profile"
	"laufzettel/transfer/schema"
	"laufzettel/transfer/wording"
)

func setupCommands() []command {
	return []command{
		{"schemas add", "FILE|DIR|ZIP...", "cli.help.schemas-add", runSchemasAdd, people.Tools},
		{"schemas list", "[--json]", "cli.help.schemas-list", runSchemasList, free},
		{"profile add", "FILE...", "cli.help.profile-add", runProfileAdd, people.Profile},
		{"profile list", "[--json]", "cli.help.profile-list", runProfileList, free},
		{"profile show", "[--json] ID", "cli.help.profile-show", runProfileShow, free},
		{"settings", "[--json] [NAME=WERT]...", "cli.help.settings", runSettings, people.Tools},
		{"log verify", "[--json] [--head HASH]", "cli.help.log", runLogVerify, free},
		{"log checkpoint", "[--json] [--since FILE] [--tiles DIR] FILE", "cli.help.log-checkpoint", runLogCheckpoint, free},
		{"log take", "[--json] [--key FILE] FILE", "cli.help.log-take", runLogTake, free},
		{"log restate", "[--json] [--state] [--confirm]", "cli.help.log-restate", runLogRestate, free},
		{"log archive", "[--json] [--take] [--note TEXT] [--confirm]", "cli.help.log-archive", runLogArchive, people.Send},
		{"log rebuild", "[--json] [--dry]", "cli.help.log-rebuild", runLogRebuild, free},
		{"events", "[--json] [ID]", "cli.help.events", runEvents, free},
		{"generate", "KIND --out DIR [--version V] [--seed N] [--dossiers N] [--cases N] [--documents N] [--size BYTES] [--mix pdf,eml,…] [--ratings A,B,V] [--folder] [--slip] [--profile ID] [--defect CODE]...", "cli.help.generate", runGenerate, free},
	}
}

func runSchemasAdd(ctx context.Context, e *env, args []string) error {
	paths, err := e.parse(e.flags("schemas add"), args, 1)
	if err != nil {
		return err
	}
	return e.with(ctx, func(w *work.House) error {
		for _, path := range paths {
			p, err := w.Outbox.TakeSchemas(ctx, path)
			if err != nil {
				return err
			}
			if err := e.result(p, func(out io.Writer) { fmt.Fprintln(out, strings.Join(p.Namespaces, "\n")) }); err != nil {
				return err
			}
		}
		return nil
	})
}

// schemaView is what schemas list prints: what is at hand and what is known.
type schemaView struct {
	AtHand   []schema.Entry    `json:"atHand"`
	Official []schema.Official `json:"official"`
}

func runSchemasList(ctx context.Context, e *env, _ []string) error {
	return e.with(ctx, func(w *work.House) error {
		have, err := w.Intake.Schemas.List()
		if err != nil {
			return err
		}
		v := schemaView{AtHand: have, Official: schema.Officials()}
		if v.AtHand == nil {
			v.AtHand = []schema.Entry{}
		}
		return e.result(v, func(out io.Writer) {
			held := map[string]bool{}
			for _, h := range have {
				held[h.Namespace] = true
				fmt.Fprintf(out, "%s  %s  %s\n", e.text("cli.schemas.here"), h.Namespace, h.Source)
			}
			for _, o := range v.Official {
				if !held[o.Namespace] {
					fmt.Fprintf(out, "%s  %s  %s\n", e.text("cli.schemas.missing"), o.Namespace, o.Name)
				}
			}
		})
	})
}

func runProfileAdd(ctx context.Context, e *env, args []string) error {
	paths, err := e.parse(e.flags("profile add"), args, 1)
	if err != nil {
		return err
	}
	return e.with(ctx, func(w *work.House) error {
		for _, path := range paths {
			p, err := profile.ReadFile(path)
			if err != nil {
				return err
			}
			if err := w.Office.May(ctx, people.Profile); err != nil {
				return err
			}
			n, err := w.Intake.Profiles.Save(ctx, *p, w.Office.Person())
			if err != nil {
				return err
			}
			if err := e.result(p, func(out io.Writer) { fmt.Fprintf(out, "%s  %s  (%d)\n", p.ID, p.Agency, n) }); err != nil {
				return err
			}
		}
		return nil
	})
}

func runProfileList(ctx context.Context, e *env, _ []string) error {
	return e.with(ctx, func(w *work.House) error {
		all, err := w.Intake.Profiles.List(ctx)
		if err != nil {
			return err
		}
		if all == nil {
			all = []profile.Profile{}
		}
		return e.result(all, func(out io.Writer) {
			for _, p := range all {
				fmt.Fprintf(out, "%s  %s  %s\n", p.ID, p.AgencyID, p.Agency)
			}
		})
	})
}

func runProfileShow(ctx context.Context, e *env, args []string) error {
	ids, err := e.parse(e.flags("profile show"), args, 1)
	if err != nil {
		return err
	}
	return e.with(ctx, func(w *work.House) error {
		p, err := w.Intake.Profiles.Get(ctx, ids[0])
		if errors.Is(err, profile.ErrNotFound) {
			return failure.New(failure.Refused, "find profile "+ids[0], wording.Say("hint.cli.no-such-profile", ids[0]))
		}
		if err != nil {
			return err
		}
		if e.json {
			return e.result(p, nil)
		}
		if err := p.Write(e.out); err != nil {
			return err
		}
		for _, field := range p.Unwritten() {
			fmt.Fprintln(e.errs, e.text("cli.profile.unwritten", field))
		}
		return nil
	})
}

// runSettings shows the settings or changes the named ones.
func runSettings(ctx context.Context, e *env, args []string) error {
	args, err := e.parse(e.flags("settings"), args, 0)
	if err != nil {
		return err
	}
	return e.with(ctx, func(w *work.House) error {
		for _, a := range args {
			name, value, ok := strings.Cut(a, "=")
			if !ok {
				return errUsage{e.text("cli.too-few", "settings") + "\n" + e.usage("settings")}
			}
			if err := changeSetting(ctx, w, name, value); err != nil {
				return err
			}
		}
		e.json = true
		return e.result(w.Office.Settings.Get(), nil)
	})
}

func changeSetting(ctx context.Context, w *work.House, name, value string) error {
	role := settings.Role("")
	if name == "role" {
		role = settings.Role(value)
	}
	if err := w.Office.MayChangePlace(ctx, role); err != nil {
		return err
	}
	if name == "virus-scanner" {
		return w.Intake.SetScanner(ctx, value)
	}
	if name == "accession-number" {
		return w.Books.SetNumberPattern(ctx, value)
	}
	if name == "parallel" && value != "1" && value != "2" {
		return failure.New(failure.Refused, "change setting parallel", wording.Say("hint.cli.parallel-one-two"))
	}
	rate, err := strconv.ParseInt(value, 10, 64)
	if name == "rate-limit" && err != nil {
		return failure.New(failure.Refused, "change setting rate-limit", wording.Say("hint.cli.bandwidth-number"))
	}
	set := map[string]func(*settings.Settings){
		"archive":    func(s *settings.Settings) { s.Archive = value },
		"person":     func(s *settings.Settings) { s.Person.Name = value },
		"unit":       func(s *settings.Settings) { s.Person.Unit = value },
		"role":       func(s *settings.Settings) { s.Person.Role = settings.Role(value) },
		"language":   func(s *settings.Settings) { s.Look.Language = value },
		"variant":    func(s *settings.Settings) { s.Look.Variant = value },
		"url":        func(s *settings.Settings) { s.Channel.URL = value },
		"key-store":  func(s *settings.Settings) { s.Channel.KeyStore = value },
		"parallel":   func(s *settings.Settings) { s.Channel.Parallel, _ = strconv.Atoi(value) },
		"proxy":      func(s *settings.Settings) { s.Channel.Proxy = value },
		"ca-file":    func(s *settings.Settings) { s.Channel.CAFile = value },
		"cert-file":  func(s *settings.Settings) { s.Channel.CertFile = value },
		"cert-key":   func(s *settings.Settings) { s.Channel.CertKey = value },
		"rate-limit": func(s *settings.Settings) { s.Channel.RateLimit = rate },
		"verapdf":    func(s *settings.Settings) { s.Tools.VeraPDF = value },
		"signatures": func(s *settings.Settings) { s.Tools.Signatures = value },
	}[name]
	if set == nil {
		return failure.New(failure.Refused, "change setting "+name, wording.Say("hint.cli.no-such-setting", name))
	}
	return w.Office.ChangeSettings(ctx, set)
}

func runLogVerify(ctx context.Context, e *env, args []string) error {
	fs := e.flags("log verify")
	head := fs.String("head", "", "")
	if _, err := e.parse(fs, args, 0); err != nil {
		return err
	}
	return withRead(ctx, e, func(w *work.House) error {
		v, err := w.Log.VerifyLogSigned(ctx, *head)
		if err != nil {
			return err
		}
		err = e.result(v, func(out io.Writer) {
			if v.Sound {
				fmt.Fprintln(out, e.text("cli.log.sound", v.Events))
				fmt.Fprintln(out, e.text("cli.log.signed", v.Signed))
				for _, seq := range v.ClockBack {
					fmt.Fprintln(out, e.text("cli.log.clock-back", seq))
				}
				if v.Statements > 0 {
					fmt.Fprintln(out, e.text("cli.log.statements", v.Statements))
				}
				fmt.Fprintln(out, e.text("cli.log.tree", v.Tree.Leaves, v.Tree.Heads))
				for _, w := range v.Tree.Witnesses {
					fmt.Fprintln(out, e.text("cli.log.witness", w.Size, w.Key, e.words.instant(w.At)))
				}
				if v.Tree.Unknown > 0 {
					fmt.Fprintln(out, e.text("cli.log.unknown-witness", v.Tree.Unknown))
				}
				logStanding(e, out, v)
				return
			}
			if v.Break != nil {
				fmt.Fprintln(out, wording.Recognised("log.", v.Break.Reason).In(e.words.language))
				return
			}
			fmt.Fprintln(out, v.Says().In(e.words.language))
			for _, u := range v.Uncounted {
				fmt.Fprintln(out, e.text("cli.log.uncounted", wording.Recognised("log.", u).In(e.words.language)))
			}
		})
		if err == nil && !v.Sound {
			return errMaterial
		}
		return err
	})
}

// logStanding says on what the tables stand: one by one witnessed, taken over, or not
// at all.
func logStanding(e *env, out io.Writer, v office.LogVerdict) {
	for _, u := range v.Uncounted {
		fmt.Fprintln(out, e.text("cli.log.uncounted", wording.Recognised("log.", u).In(e.words.language)))
	}
	if v.Founding != nil {
		fmt.Fprintln(out, v.Founding.In(e.words.language))
	}
	switch {
	case v.Unfounded:
		fmt.Fprintln(out, e.text("cli.log.unfounded"))
		return
	case v.Keyless:
		fmt.Fprintln(out, e.text("cli.log.keyless"))
	default:
		fmt.Fprintln(out, e.text("cli.log.tables"))
	}
	if v.TakenOver > 0 {
		fmt.Fprintln(out, e.text("cli.log.taken-over", v.TakenOver))
	}
}

func runLogRebuild(ctx context.Context, e *env, args []string) error {
	fs := e.flags("log rebuild")
	dry := fs.Bool("dry", false, "")
	if _, err := e.parse(fs, args, 0); err != nil {
		return err
	}
	return e.with(ctx, func(w *work.House) error {
		r, err := w.Office.Witness.RebuildTables(ctx, *dry)
		if err != nil {
			return err
		}
		err = e.result(r, func(out io.Writer) {
			for _, d := range r.Changed {
				fmt.Fprintln(out, d.In(e.words.language))
			}
			for _, d := range r.Left {
				fmt.Fprintln(out, e.text("cli.log.left", d.In(e.words.language)))
			}
			switch {
			case r.Done:
				fmt.Fprintln(out, e.text("cli.log.rebuilt", len(r.Changed)))
			case len(r.Changed) > 0:
				fmt.Fprintln(out, e.text("cli.log.would", len(r.Changed)))
			default:
				fmt.Fprintln(out, e.text("cli.log.same"))
			}
		})
		if err == nil && len(r.Left) > 0 {
			return errMaterial
		}
		return err
	})
}

func runEvents(ctx context.Context, e *env, args []string) error {
	rest, err := e.parse(e.flags("events"), args, 0)
	if err != nil {
		return err
	}
	subject := strings.Join(rest, " ")
	return e.with(ctx, func(w *work.House) error {
		all, err := w.Office.Events(ctx, subject)
		if err != nil {
			return err
		}
		if all == nil {
			all = []events.Event{}
		}
		return e.result(all, func(out io.Writer) {
			for _, v := range all {
				fmt.Fprintf(out, "%5d  %s  %-11s %s %s  %s  %s\n", v.Seq, e.words.instant(v.At), v.Type, v.Subject,
					v.Object, v.Outcome, v.Actor)
			}
		})
	})
}

func runGenerate(ctx context.Context, e *env, args []string) error {
	fs := e.flags("generate")
	var p generate.Plan
	var mix, ratings string
	out := fs.String("out", "", "")
	fs.StringVar(&p.Version, "version", "", "")
	fs.Uint64Var(&p.Seed, "seed", 1, "")
	fs.IntVar(&p.Dossiers, "dossiers", 0, "")
	fs.IntVar(&p.Cases, "cases", 0, "")
	fs.IntVar(&p.Documents, "documents", 0, "")
	fs.Int64Var(&p.Size, "size", 0, "")
	fs.StringVar(&mix, "mix", "", "")
	fs.StringVar(&ratings, "ratings", "", "") // of the cases in turn: A,B,V
	fs.BoolVar(&p.Folder, "folder", false, "")
	fs.BoolVar(&p.Slip, "slip", false, "")
	fs.StringVar(&p.Profile, "profile", "", "")
	fs.Var((*list)(&p.Defects), "defect", "")
	kinds, err := e.parse(fs, args, 1)
	if err != nil {
		return err
	}
	if *out == "" {
		return errUsage{e.text("cli.too-few", "generate") + "\n" + e.usage("generate")}
	}
	p.Kind = kinds[0]
	if mix != "" {
		p.Mix = strings.Split(mix, ",")
	}
	if ratings != "" {
		p.Ratings = strings.Split(ratings, ",")
	}
	parcel, err := generate.Make(work.Kinds(time.Now), p)
	if err != nil {
		return err
	}
	if err := writable(*out); err != nil {
		return err
	}
	path, err := parcel.Write(ctx, *out)
	if err != nil {
		if os.IsPermission(err) {
			return failure.Wrap(failure.Setup, "write delivery", wording.Say("hint.cli.place-not-writable"), err)
		}
		return err
	}
	return e.result(path, func(o io.Writer) { fmt.Fprintln(o, path) })
}

// writable makes the folder that is to be written to; one that the system does
// not allow (a reserved name on Windows, no rights) is told to the user.
func writable(dir string) error {
	volume := filepath.VolumeName(dir)
	for _, part := range strings.FieldsFunc(dir[len(volume):], func(r rune) bool { return os.IsPathSeparator(uint8(r&0x7f)) && r < 0x80 }) {
		if part != ".." && !filepath.IsLocal(part) { // CON, NUL, COM1: devices, no folders
			return failure.New(failure.Refused, "write to "+dir, wording.Say("hint.cli.device-name", part))
		}
	}
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return failure.Wrap(failure.Refused, "write to "+dir, wording.Say("hint.cli.folder-not-made", dir), err)
	}
	return nil
}
