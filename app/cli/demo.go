package main

import (
	"context"
	"crypto/rand"
	"encoding/hex"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"time"

	"laufzettel/app/receiver"
	"laufzettel/app/settings"
	"laufzettel/app/work"
	"laufzettel/app/work/intake"
	"laufzettel/app/work/office"
	"laufzettel/sync/archive"
	"laufzettel/sync/sign"
	"laufzettel/transfer/failure"
	"laufzettel/transfer/generate"
	"laufzettel/transfer/people"
	"laufzettel/transfer/profile"
	"laufzettel/transfer/wording"
)

func demoCommands() []command {
	return []command{{"demo", "[--out DIR]", "cli.help.demo", runDemo, free}}
}

// demoMark marks a folder as one a demo has made and may make again.
const demoMark = ".laufzettel-demo"

// demoKeyWork is the scrypt work factor of the demo's key files: its keys guard
// nothing, so the demo does not wait a second per signature for them.
const demoKeyWork = 12

// Persons of the demo: who decides and who releases must differ (G18).
const (
	demoPerson = "M. Ahrens"
	demoSecond = "J. Beyer"
)

// demo is one run of the whole path. Every step checks that it did something;
// the first that did not ends the run.
type demo struct {
	*env
	dir  string
	w    *work.House
	pass func() (string, error) // of the key files of both persons
}

// runDemo takes one generated delivery, and one foreign one where the samples
// are at hand, from arrival to a verified receipt. It exits 0 only then.
func runDemo(ctx context.Context, e *env, args []string) error {
	fs := e.flags("demo")
	out := fs.String("out", "demo-out", "")
	if _, err := e.parse(fs, args, 0); err != nil {
		return err
	}
	dir, err := freshDemo(*out)
	if err != nil {
		return err
	}
	d := &demo{env: e, dir: dir}
	pass, err := demoPassphrase(dir)
	if err != nil {
		return err
	}
	ask := func() (string, error) { return pass, nil }
	d.pass = ask
	d.w, err = work.Open(ctx, filepath.Join(dir, "workspace"),
		office.Options{Now: e.now, Passphrase: ask, KeyWork: demoKeyWork, PDFium: e.pdfium})
	if err != nil {
		return err
	}
	r, err := receiver.Open(ctx, receiver.Options{Dir: filepath.Join(dir, "archiv"), DB: filepath.Join(dir, "archiv", "archiv.db"),
		Name:   "Landesarchiv Musterland",
		Listen: archive.ListenOptions{Addr: "127.0.0.1:0"}, Keys: sign.AgeFiles{Dir: filepath.Join(dir, "archiv", "keys"), Passphrase: ask,
			WorkFactor: demoKeyWork}})
	if err != nil {
		return errors.Join(err, d.w.Close())
	}
	serving, stop := context.WithCancel(ctx)
	served := make(chan error, 1)
	go func() { served <- r.Serve(serving) }()
	err = d.run(ctx, r)
	stop()
	return errors.Join(err, <-served, r.Close(), d.w.Close())
}

// freshDemo makes the folder anew; a folder that no demo has made is left alone.
func freshDemo(out string) (string, error) {
	dir, err := filepath.Abs(out)
	if err != nil {
		return "", fmt.Errorf("demo folder: %w", err)
	}
	entries, err := os.ReadDir(dir)
	if err == nil && len(entries) > 0 {
		if _, err := os.Stat(filepath.Join(dir, demoMark)); err != nil {
			return "", failure.New(failure.Refused, "demo in "+dir, wording.Say("hint.cli.demo-folder-foreign"))
		}
		if err := os.RemoveAll(dir); err != nil {
			return "", failure.Wrap(failure.Setup, "clear demo folder", wording.Say("hint.cli.demo-folder-busy"), err)
		}
	}
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return "", failure.Wrap(failure.Setup, "make demo folder", wording.Say("hint.cli.demo-folder-failed"), err)
	}
	return dir, os.WriteFile(filepath.Join(dir, demoMark), []byte("made by laufzettel-cli demo; may be removed\n"), 0o600)
}

// demoPassphrase makes the passphrase of the demo's key files and keeps it
// beside them, so that the window can send from the demo workspace.
func demoPassphrase(dir string) (string, error) {
	b := make([]byte, 16)
	_, _ = rand.Read(b) // never fails (crypto/rand)
	pass := hex.EncodeToString(b)
	return pass, os.WriteFile(filepath.Join(dir, "kennwort.txt"), []byte(pass+"\n"), 0o600)
}

// step prints what happened.
func (d *demo) step(key string, values ...any) { fmt.Fprintln(d.out, d.text(key, values...)) }

func (d *demo) run(ctx context.Context, r *receiver.Receiver) error {
	if err := d.prepare(ctx, r); err != nil {
		return err
	}
	own, err := d.deliver(ctx, "eigene", generate.Plan{Seed: 2026, Dossiers: 2, Cases: 4, Documents: 5, Slip: true, Profile: "bauaufsicht"})
	if err != nil {
		return err
	}
	if err := d.path(ctx, own, demoExpect{cases: 8, both: true}); err != nil {
		return err
	}
	if foreign := foreignSample(); foreign != "" {
		if err := d.path(ctx, foreign, demoExpect{cases: 1}); err != nil {
			return err
		}
	} else {
		d.step("cli.demo.no-foreign")
	}
	if err := leaveWork(ctx, d); err != nil {
		return err
	}
	d.step("cli.demo.done", d.dir)
	return nil
}

// foreignSample is a real 0503 of the shared samples, "" where they are missing.
func foreignSample() string {
	found, err := filepath.Glob(filepath.FromSlash("../shared/testdata/xdomea/beispiele/3.0.0/*0503.zip"))
	if err != nil || len(found) == 0 {
		return ""
	}
	return found[0]
}

// prepare sets archive, profile, key and enrolment up.
func (d *demo) prepare(ctx context.Context, r *receiver.Receiver) error {
	err := d.w.Office.Settings.Change(func(s *settings.Settings) {
		s.Archive, s.Person = "Landesarchiv Musterland", settings.Person{Name: demoPerson, Unit: "Referat 12", Role: settings.Archivist}
		s.Channel.KeyStore = office.FileStore
	})
	if err != nil {
		return err
	}
	second := people.Person{Name: demoSecond, Unit: "Referat 12", Roles: []people.Role{people.Archivist, people.Second}}
	secret, err := d.pass()
	if err != nil {
		return err
	}
	if _, err := d.w.Office.AddPerson(ctx, second, secret); err != nil { // a key of her own: who decides does not release
		return err
	}
	if _, err := d.w.Intake.Profiles.Save(ctx, demoProfile(), demoPerson); err != nil {
		return err
	}
	key, err := d.w.Keys.NewKey(ctx)
	if err != nil {
		return err
	}
	peer, err := d.w.Keys.Enrol(ctx, r.URL())
	if err != nil {
		return err
	}
	if _, err := r.Archive.Confirm(ctx, peer.Code, archive.Consent{Fingerprint: key.Fingerprint,
		Roles: []archive.Role{archive.RoleDeliver}}); err != nil {
		return err
	}
	if _, err := d.w.Outbox.Channel.Refresh(ctx, peer.URL); err != nil {
		return err
	}
	d.step("cli.demo.enrolled", key.Fingerprint, peer.Fingerprint())
	return nil
}

// demoProfile is the agreement with the invented agency.
func demoProfile() profile.Profile {
	return profile.Profile{ID: "bauaufsicht", AgencyID: generate.DefaultAgency.ID, Agency: generate.DefaultAgency.Name,
		Contact: profile.Contact{Name: "Registratur", Unit: "Bauaufsichtsamt", Mail: "registratur@musterkreis.example"},
		Formats: []string{"fmt/354", "fmt/476", "fmt/477", "fmt/478", "fmt/95", "fmt/278", "fmt/950", "fmt/43", "fmt/44", "fmt/1507",
			"fmt/412", "fmt/11", "fmt/12", "fmt/13", "fmt/353", "x-fmt/111", "x-fmt/18", "x-fmt/387", "fmt/101", "fmt/1149", "fmt/155"},
		Source: "Muster-DMS 7.2", Environment: "Windows 11, Muster-DMS 7.2",
		ReferenceCode: profile.ReferenceCode{Pattern: "11842/{n}", From: 1, To: 9999},
		Deadlines:     profile.Deadlines{AppraisalDays: 183, RedeliveryDays: 30, NoticeDays: 14},
		Closure:       profile.Closure{Years: 10}}
}

// deliver writes a generated delivery and gives its container.
func (d *demo) deliver(ctx context.Context, name string, p generate.Plan) (string, error) {
	parcel, err := generate.Make(work.Kinds(time.Now), p)
	if err != nil {
		return "", err
	}
	return parcel.Write(ctx, filepath.Join(d.dir, "lieferungen", name))
}

// leaveWork puts two more deliveries into the workspace, so that the window opens
// on something to do: one to appraise, one with defects.
func leaveWork(ctx context.Context, d *demo) error {
	open, err := d.deliver(ctx, "offen", generate.Plan{Seed: 7, Dossiers: 2, Cases: 6, Documents: 4, Ratings: []string{"B"}, Slip: true,
		Profile: "bauaufsicht"})
	if err != nil {
		return err
	}
	p, _, err := d.taken(ctx, open)
	if err != nil {
		return err
	}
	if _, err := d.w.Intake.Decide(ctx, p.ID, intake.Accept, ""); err != nil {
		return err
	}
	for i, defects := range [][]string{{"VOL-001", "VOL-002", "XDO-030", "FMT-002"}, {"SEC-001"}} {
		bad, err := d.deliver(ctx, fmt.Sprintf("mangelhaft-%d", i+1), generate.Plan{Seed: uint64(11 + i), Documents: 2, Defects: defects})
		if err != nil {
			return err
		}
		if _, _, err := d.taken(ctx, bad); err != nil {
			return err
		}
	}
	return takeShare(ctx, d)
}
