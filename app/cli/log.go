package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"runtime/debug"
	"strings"
	"time"

	"laufzettel/app/newer"
	"laufzettel/app/receiver"
	"laufzettel/app/settings"
	"laufzettel/app/work"
	"laufzettel/app/work/office"
	"laufzettel/sync/channel"
	"laufzettel/sync/ledger"
	"laufzettel/sync/receipt"
	"laufzettel/sync/sign"
	"laufzettel/transfer/durable"
	"laufzettel/transfer/failure"
	"laufzettel/transfer/formatid"
	"laufzettel/transfer/wording"
)

// withRead is with for what only reads: a workspace that cannot be written is read from
// a copy of its database.
func withRead(ctx context.Context, e *env, fn func(*work.House) error) error {
	if e.data == "" || work.Writable(e.data) {
		return e.with(ctx, fn)
	}
	w, done, err := work.OpenAside(ctx, e.data, workOptions(e))
	if err != nil {
		return err
	}
	if err := w.Office.Staff("run " + e.command); err != nil {
		return errors.Join(err, done())
	}
	e.say("cli.log.aside")
	return errors.Join(fn(w), done())
}

func runLogCheckpoint(ctx context.Context, e *env, args []string) error {
	fs := e.flags("log checkpoint")
	since, tiles := fs.String("since", "", ""), fs.String("tiles", "", "")
	rest, err := e.parse(fs, args, 1)
	if err != nil {
		return err
	}
	var old []byte
	if *since != "" {
		if old, err = readNamed(*since, ledger.MaxCheckpoint); err != nil {
			return err
		}
	}
	return e.with(ctx, func(w *work.House) error {
		r, h, err := w.Log.Checkpoint(ctx, old)
		if err != nil {
			return err
		}
		if err := writeNamed(rest[0], r.Marshal()); err != nil {
			return err
		}
		if *tiles != "" {
			if err := w.Log.Tiles(ctx, *tiles, h, r.Checkpoint); err != nil {
				return err
			}
		}
		return e.result(map[string]any{"origin": h.Origin, "size": h.Size, "root": h.Root.String(), "file": rest[0]}, func(out io.Writer) {
			fmt.Fprintln(out, e.text("cli.log.checkpoint", h.Size, rest[0]))
		})
	})
}

func runLogTake(ctx context.Context, e *env, args []string) error {
	fs := e.flags("log take")
	key := fs.String("key", "", "")
	rest, err := e.parse(fs, args, 1)
	if err != nil {
		return err
	}
	raw, err := readNamed(rest[0], ledger.MaxCheckpoint)
	if err != nil {
		return err
	}
	var witness []sign.PublicKey
	if *key != "" {
		trust, err := receipt.LoadTrust(ctx, *key)
		if err != nil {
			return err
		}
		witness = trust.All()
	}
	return e.with(ctx, func(w *work.House) error {
		h, err := w.Log.KeepCosigned(ctx, raw, witness...)
		if err != nil {
			return err
		}
		return e.result(map[string]any{"origin": h.Origin, "size": h.Size}, func(out io.Writer) {
			fmt.Fprintln(out, e.text("cli.log.taken", h.Size))
		})
	})
}

func runLogRestate(ctx context.Context, e *env, args []string) error {
	fs := e.flags("log restate")
	state := fs.Bool("state", false, "")
	if _, err := e.parse(fs, args, 0); err != nil {
		return err
	}
	return e.with(ctx, func(w *work.House) error {
		r, err := w.Office.Witness.RestateColumns(ctx, !*state)
		if err != nil {
			return err
		}
		return e.result(r, func(out io.Writer) {
			for _, d := range r.Rows {
				fmt.Fprintln(out, d.In(e.words.language))
			}
			fmt.Fprintln(out, e.text(map[bool]string{true: "cli.log.restated", false: "cli.log.would-restate"}[r.Done ||
				len(r.Rows) == 0], len(r.Rows)))
		})
	})
}

// runLogArchive holds the log of the archive against what was seen of it, or takes it
// as the first one seen once a person has spoken with the archive.
func runLogArchive(ctx context.Context, e *env, args []string) error {
	fs := e.flags("log archive")
	take, note := fs.Bool("take", false, ""), fs.String("note", "", "")
	if _, err := e.parse(fs, args, 0); err != nil {
		return err
	}
	return e.with(ctx, func(w *work.House) error {
		if *take {
			o, err := w.Keys.TakeArchiveLog(ctx, *note)
			if err != nil {
				return err
			}
			return e.result(map[string]any{"last": o.Last, "now": o.Now}, func(out io.Writer) {
				fmt.Fprintln(out, e.text("cli.log.archive-taken", o.Now.Size, o.Last.Size))
			})
		}
		at, err := w.Keys.WatchArchive(ctx)
		if err != nil {
			return err
		}
		err = e.result(at, func(out io.Writer) {
			switch {
			case !at.Kept:
				fmt.Fprintln(out, e.text("cli.log.archive-none"))
			case at.Broken == "":
				fmt.Fprintln(out, e.text("cli.log.archive-sound", at.Last.Size, e.words.moment(at.Last.Seen)))
			default:
				fmt.Fprintln(out, wording.Recognised("hint.", at.Broken).In(e.words.language))
				fmt.Fprintln(out, e.text("cli.log.archive-other", at.Last.Size, at.Last.Root, at.Now.Size, at.Now.Root))
			}
		})
		if err == nil && at.Broken != "" {
			return errMaterial
		}
		return err
	})
}

func runArchiveWitness(ctx context.Context, e *env, args []string) error {
	fs := e.flags("archive witness")
	db, dir := fs.String("db", "", ""), fs.String("store", "", "")
	place, fingerprint := fs.String("key-store", "keyring", ""), fs.String("fingerprint", "", "")
	rest, err := e.parse(fs, args, 1)
	if err != nil {
		return err
	}
	if *db == "" || *dir == "" {
		return errUsage{e.text("cli.too-few", "archive witness") + "\n" + e.usage("archive witness")}
	}
	request, err := readNamed(rest[0], ledger.MaxProof)
	if err != nil {
		return err
	}
	c, err := receiver.Witness(ctx, *db, *dir, receiptKeys(e, *dir, *place), request, *fingerprint, clockOf(e))
	if err != nil {
		return err
	}
	to := rest[0] + ".checkpoint"
	if err := writeNamed(to, c.Raw); err != nil {
		return err
	}
	if err := writeNamed(rest[0]+".key", []byte(c.By+"\n")); err != nil {
		return err
	}
	return e.result(c, func(out io.Writer) { fmt.Fprintln(out, e.text("cli.archive.witnessed", c.Size, to)) })
}

func clockOf(e *env) time.Time {
	if e.now == nil {
		return time.Now().UTC()
	}
	return e.now()
}

func readNamed(path string, limit int64) ([]byte, error) {
	st, err := os.Stat(path)
	if err == nil && st.Size() > limit {
		err = fmt.Errorf("%s has %d bytes", filepath.Base(path), st.Size())
	}
	var raw []byte
	if err == nil {
		raw, err = os.ReadFile(path)
	}
	return raw, failure.Wrap(failure.Refused, "read file", wording.Say("hint.cli.log-file-unreadable"), err)
}

func writeNamed(path string, data []byte) error {
	return failure.Wrap(failure.Setup, "write file", wording.Say("hint.cli.log-file-not-written"), durable.WriteFile(path, data, 0o600))
}

func supportCommands() []command {
	return []command{
		{"support", "[--json] [--out FILE.zip]", "cli.help.support", runSupport, free},
		{"policy", "[--json]", "cli.help.policy", runPolicy, free},
		{"version", "[--json] [--newer]", "cli.help.version", runVersion, free},
	}
}

// runSupport shows the facts, and writes them with log and crash files as a ZIP.
func runSupport(ctx context.Context, e *env, args []string) error {
	fs := e.flags("support")
	out := fs.String("out", "", "")
	if _, err := e.parse(fs, args, 0); err != nil {
		return err
	}
	return e.with(ctx, func(w *work.House) error {
		if *out != "" {
			if err := w.Office.SupportPack(ctx, *out); err != nil {
				return err
			}
			e.say("cli.support.written", *out)
		}
		facts, err := w.Office.SupportFacts(ctx)
		if err != nil {
			return err
		}
		return e.result(facts, func(to io.Writer) {
			fmt.Fprintln(to, e.text("cli.support.program", facts.Program, facts.System))
			fmt.Fprintln(to, e.text("cli.support.database", facts.Database))
			fmt.Fprintln(to, e.text("cli.support.log", facts.Events, facts.Log))
		})
	})
}

// runPolicy shows which settings the administrator's policy governs.
func runPolicy(ctx context.Context, e *env, args []string) error {
	if _, err := e.parse(e.flags("policy"), args, 0); err != nil {
		return err
	}
	return e.with(ctx, func(w *work.House) error {
		p, fixed, values := w.Office.Settings.Policy(), w.Office.Settings.Fixed(), map[string]string{}
		for _, r := range p.Ruled() {
			values[r.Name] = r.Value
		}
		return e.result(struct {
			Path   string            `json:"path"`
			Digest string            `json:"sha256"`
			Fixed  []string          `json:"fixed"`
			Values map[string]string `json:"values"`
		}{p.Path, p.Digest, fixed, values}, func(to io.Writer) {
			if p.Path == "" {
				fmt.Fprintln(to, e.text("cli.policy.none"))
				return
			}
			fmt.Fprintln(to, e.text("cli.policy.path", p.Path))
			for _, r := range p.Ruled() {
				fmt.Fprintf(to, "  %s: %s\n", r.Name, r.Value)
			}
		})
	})
}

// runVersion names the program's version and what its answers rest on. It opens
// nothing; only with --newer it asks the address of the policy for a newer version.
func runVersion(ctx context.Context, e *env, args []string) error {
	fs := e.flags("version")
	ask := fs.Bool("newer", false, "")
	if _, err := e.parse(fs, args, 0); err != nil {
		return err
	}
	if *ask {
		return askNewer(ctx, e)
	}
	pronom, err := formatid.Compiled()
	if err != nil {
		return err
	}
	v := versionFacts{Program: office.Program, Version: office.Version, Go: runtime.Version(), PRONOM: pronom}
	v.Commit, v.Changed = strings.CutSuffix(office.Commit, "-dirty")
	v.Date = office.CommitDate
	if built, ok := debug.ReadBuildInfo(); ok {
		v.fill(built)
	}
	return e.result(v, func(out io.Writer) {
		fmt.Fprintln(out, v.Program, v.Version)
		fmt.Fprintln(out, e.text("cli.version.rests", v.PRONOM, v.PDFium))
		if v.Commit != "" {
			fmt.Fprintln(out, e.text("cli.version.source", v.Commit, v.Date))
		}
		if v.Changed {
			fmt.Fprintln(out, e.text("cli.version.changed"))
		}
	})
}

// versionFacts is what the program says of itself.
type versionFacts struct {
	Program string `json:"program"`
	Version string `json:"version"`
	Commit  string `json:"commit,omitempty"` // of the source, where the build knew it
	Date    string `json:"date,omitempty"`   // of the commit
	Changed bool   `json:"changed,omitempty"`
	Go      string `json:"go"`
	PRONOM  string `json:"pronom"`           // program and set the format table was compiled from
	PDFium  string `json:"pdfium,omitempty"` // module that brings it
}

// fill takes from the build what it knew of the source and the modules.
func (v *versionFacts) fill(built *debug.BuildInfo) {
	for _, s := range built.Settings {
		switch {
		case v.Commit != "" && v.Date != "": // said by the build already
		case s.Key == "vcs.revision":
			v.Commit = s.Value
		case s.Key == "vcs.time":
			v.Date = s.Value
		case s.Key == "vcs.modified":
			v.Changed = s.Value == "true"
		}
	}
	for _, m := range built.Deps {
		if m.Path == "github.com/klippa-app/go-pdfium" {
			v.PDFium = m.Path + " " + m.Version
		}
	}
}

// askNewer asks where the administrator's policy says; without one nobody is asked.
func askNewer(ctx context.Context, e *env) error {
	p, err := settings.SystemPolicy()
	if err != nil {
		return err
	}
	said := func(s *string) string {
		if s == nil {
			return ""
		}
		return *s
	}
	route, err := channel.RouteOf(said(p.Proxy))
	if err != nil {
		return err
	}
	client, err := channel.NewHTTP(channel.TLSOptions{CAFile: said(p.CAFile), CertFile: said(p.CertFile), KeyFile: said(p.CertKey),
		Proxy: route.Proxy})
	if err != nil {
		return err
	}
	client.Timeout = newerTime
	a, err := newer.Ask(ctx, client, said(p.Updates), said(p.UpdatesKey), office.Version)
	if err != nil {
		return err
	}
	return e.result(a, func(out io.Writer) {
		key := "cli.version.newest"
		if a.Newer {
			key = "cli.version.newer"
		}
		fmt.Fprintln(out, e.text(key, office.Version, a.Version, a.Date))
		if a.Supported != "" {
			fmt.Fprintln(out, e.text("cli.version.supported", office.Version, a.Supported))
		}
		if a.Notes != "" {
			fmt.Fprintln(out, e.text("cli.version.notes", a.Notes))
		}
		if !a.Signed {
			fmt.Fprintln(out, e.text("cli.version.unsigned"))
		}
	})
}

// newerTime bounds the question for a newer version.
const newerTime = 30 * time.Second
