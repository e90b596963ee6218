// Package example makes a small workspace to learn on: one delivery that waits to be
// checked, a second person who may release, and an archive on this machine that gives the
// receipt, so that the whole way can be gone. Nothing in it is real, and it says so.
package example

import (
	"context"
	"crypto/rand"
	"encoding/hex"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"time"

	"laufzettel/app/receiver"
	"laufzettel/app/settings"
	"laufzettel/app/work"
	"laufzettel/app/work/office"
	"laufzettel/sync/archive"
	"laufzettel/sync/sign"
	"laufzettel/transfer/durable"
	"laufzettel/transfer/failure"
	"laufzettel/transfer/generate"
	"laufzettel/transfer/people"
	"laufzettel/transfer/profile"
	"laufzettel/transfer/wording"
)

// Files in the folder of an example.
const (
	Mark       = ".laufzettel-example" // what bears it was made here and may be removed
	Passphrase = "kennwort.txt"        // of the keys of the example, which guard nothing
	workspace  = "workspace"
	store      = "archiv"
	address    = "archiv.adresse"
	deliveries = "lieferung"
)

// Second is the person of the example who may release; the first is who made it.
const Second = "J. Beyer"

// keyWork is the scrypt work factor of its key files: they guard nothing.
const keyWork = 12

// Folder is where the example of a workspace lies: beside it.
func Folder(workspace string) string { return filepath.Clean(workspace) + "-Beispiel" }

// Make makes the example in a folder, if there is none yet, and gives the path of its
// workspace. person is who works in it. Error: Refused where the folder holds something
// else.
func Make(ctx context.Context, dir, person, archiveName string, now func() time.Time) (string, error) {
	space := filepath.Join(dir, workspace)
	if _, err := os.Stat(filepath.Join(dir, Mark)); err == nil {
		return space, nil
	}
	if entries, err := os.ReadDir(dir); err == nil && len(entries) > 0 {
		return "", failure.New(failure.Refused, "make example", wording.Say("hint.window.example-folder-taken", dir))
	}
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return "", failure.Wrap(failure.Setup, "make example", wording.Say("hint.window.example-folder", dir), err)
	}
	secret := make([]byte, 16)
	_, _ = rand.Read(secret) // never fails (crypto/rand)
	pass := hex.EncodeToString(secret)
	if err := durable.WriteFile(filepath.Join(dir, Passphrase), []byte(pass+"\n"), 0o600); err != nil {
		return "", failure.Wrap(failure.Setup, "make example", wording.Say("hint.window.example-folder", dir), err)
	}
	if err := build(ctx, dir, space, person, archiveName, pass, now); err != nil {
		return "", errors.Join(err, os.RemoveAll(dir)) // half an example teaches the wrong way
	}
	return space, durable.WriteFile(filepath.Join(dir, Mark), []byte("made by Laufzettel to learn on; may be removed\n"), 0o600)
}

func build(ctx context.Context, dir, space, person, archiveName, pass string, now func() time.Time) (err error) {
	ask := func() (string, error) { return pass, nil }
	w, err := work.Open(ctx, space, office.Options{Now: now, Passphrase: ask,
		PersonPass: func(string, bool) (string, error) { return pass, nil }, KeyWork: keyWork})
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, w.Close()) }()
	err = w.Office.Settings.Change(func(s *settings.Settings) {
		s.Archive, s.Person, s.Channel.KeyStore = archiveName, settings.Person{Name: person, Role: settings.Archivist}, office.FileStore
	})
	if err != nil {
		return err
	}
	second := people.Person{Name: Second, Roles: []people.Role{people.Archivist, people.Second}}
	if _, err := w.Office.AddPerson(ctx, second, pass); err != nil {
		return err
	}
	if _, err := w.Intake.Profiles.Save(ctx, agreement(), person); err != nil {
		return err
	}
	if err := enrol(ctx, dir, w, ask, now); err != nil {
		return err
	}
	parcel, err := generate.Make(work.Kinds(now), generate.Plan{Seed: 2026, Dossiers: 1, Cases: 3, Documents: 2, Ratings: []string{"B"},
		Slip: true, Profile: agreement().ID})
	if err != nil {
		return err
	}
	container, err := parcel.Write(ctx, filepath.Join(dir, deliveries))
	if err != nil {
		return err
	}
	_, err = w.Intake.Receive(ctx, container, nil)
	return err
}

// enrol makes the example's archive and its key known to one another.
func enrol(ctx context.Context, dir string, w *work.House, ask func() (string, error), now func() time.Time) (err error) {
	r, err := open(ctx, dir, "127.0.0.1:0", ask, now)
	if err != nil {
		return err
	}
	serving, stop := context.WithCancel(ctx)
	served := make(chan error, 1)
	go func() { served <- r.Serve(serving) }()
	defer func() {
		stop()
		err = errors.Join(err, <-served, r.Close())
	}()
	key, err := w.Keys.NewKey(ctx)
	if err != nil {
		return err
	}
	peer, err := w.Keys.Enrol(ctx, r.URL())
	if err != nil {
		return err
	}
	if _, err := r.Archive.Confirm(ctx, peer.Code, archive.Consent{Fingerprint: key.Fingerprint,
		Roles: []archive.Role{archive.RoleDeliver}}); err != nil {
		return err
	}
	if _, err := w.Outbox.Channel.Refresh(ctx, peer.URL); err != nil {
		return err
	}
	return durable.WriteFile(filepath.Join(dir, address), []byte(strings.TrimPrefix(r.URL(), "http://")+"\n"), 0o600)
}

func open(ctx context.Context, dir, addr string, ask func() (string, error), now func() time.Time) (*receiver.Receiver, error) {
	at := filepath.Join(dir, store)
	return receiver.Open(ctx, receiver.Options{Dir: at, DB: filepath.Join(at, "archiv.db"), Name: "Beispielarchiv",
		Listen: archive.ListenOptions{Addr: addr}, Clock: now,
		Keys: sign.AgeFiles{Dir: filepath.Join(at, "keys"), Passphrase: ask, WorkFactor: keyWork}})
}

// Is tells whether a workspace is that of an example, and gives its folder.
func Is(space string) (dir string, ok bool) {
	dir = filepath.Dir(filepath.Clean(space))
	_, err := os.Stat(filepath.Join(dir, Mark))
	return dir, err == nil && filepath.Base(filepath.Clean(space)) == workspace
}

// Serve is the archive of an example until ctx ends. Error: what keeps it from its
// address, another archive on it for one.
func Serve(ctx context.Context, dir string, now func() time.Time) error {
	addr, err := os.ReadFile(filepath.Join(dir, address))
	if err != nil {
		return fmt.Errorf("archive of the example: %w", err)
	}
	r, err := open(ctx, dir, strings.TrimSpace(string(addr)), func() (string, error) {
		raw, err := os.ReadFile(filepath.Join(dir, Passphrase))
		return strings.TrimSpace(string(raw)), err
	}, now)
	if err != nil {
		return err
	}
	return errors.Join(r.Serve(ctx), r.Close())
}

// agreement is the profile of the invented agency.
func agreement() profile.Profile {
	return profile.Profile{ID: "bauaufsicht", AgencyID: generate.DefaultAgency.ID, Agency: generate.DefaultAgency.Name,
		Contact: profile.Contact{Name: "Registratur", Unit: "Bauaufsichtsamt", Mail: "registratur@musterkreis.example"},
		Formats: []string{"fmt/354", "fmt/476", "fmt/477", "fmt/478", "fmt/95", "fmt/278", "fmt/950", "fmt/43", "fmt/44", "fmt/1507",
			"fmt/412", "fmt/11", "fmt/12", "fmt/13", "fmt/353", "x-fmt/111",
			"x-fmt/18", "x-fmt/387", "fmt/101", "fmt/1149", "fmt/155"},
		Source: "Muster-DMS 7.2", Environment: "Windows 11, Muster-DMS 7.2",
		ReferenceCode: profile.ReferenceCode{Pattern: "Beispiel {n}", From: 1, To: 9999},
		Deadlines:     profile.Deadlines{AppraisalDays: 183, RedeliveryDays: 30, NoticeDays: 14}, Closure: profile.Closure{Years: 10}}
}
