package work_test

import (
	"archive/zip"
	"bytes"
	"context"
	"encoding/json"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"laufzettel/app/settings"
	"laufzettel/app/work"
	"laufzettel/app/work/clerk"
	"laufzettel/app/work/intake"
	"laufzettel/app/work/office"
	"laufzettel/transfer/check"
	"laufzettel/transfer/events"
	"laufzettel/transfer/failure"
	"laufzettel/transfer/kind"
	"laufzettel/transfer/mapping"
	"laufzettel/transfer/pdfa"
	"laufzettel/transfer/prepare"
	"laufzettel/transfer/profile"
	"laufzettel/transfer/samples"
)

// keyed opens a workspace with a key of its own.
func keyed(t *testing.T, archive, person string) *work.House {
	t.Helper()
	clock := &ticking{t: time.Date(2026, 11, 21, 9, 0, 0, 0, time.UTC)}
	dir := t.TempDir()
	w, err := work.Open(context.Background(), dir, office.Options{Now: clock.now, Person: person, KeyWork: 10,
		Passphrase: func() (string, error) { return "nur für den Test", nil }, PDFium: samples.PDFium()})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		keepPapers(t, dir)
		if err := w.Close(); err != nil {
			t.Error(err)
		}
	})
	if err := w.Office.Settings.Change(func(s *settings.Settings) {
		s.Archive = archive
		s.Channel.KeyStore = office.FileStore
	}); err != nil {
		t.Fatal(err)
	}
	if _, err := w.Keys.NewKey(t.Context()); err != nil {
		t.Fatal(err)
	}
	return w
}

// TestKeyOpenedOnce: the key of a workspace is opened once a run, however much is
// signed with it (E16); also by a channel that was made before the rooms were wired.
func TestKeyOpenedOnce(t *testing.T) {
	w := keyed(t, "Landesarchiv Musterland", "M. Ahrens")
	for _, reopened := range []bool{true, false} {
		if !reopened {
			dir := w.Office.Path("")
			if err := w.Close(); err != nil {
				t.Fatal(err)
			}
			again, err := work.Open(t.Context(), dir, office.Options{Person: "M. Ahrens", KeyWork: 10,
				Passphrase: func() (string, error) { return "nur für den Test", nil }})
			if err != nil {
				t.Fatal(err)
			}
			defer func() { _ = again.Close() }()
			w = again
		}
		first, err := w.Keys.Channel.ActiveKey(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		for range 3 {
			if k, err := w.Keys.Channel.ActiveKey(t.Context()); err != nil || k != first {
				t.Errorf("reopened %v: opened anew, %v", reopened, err)
			}
		}
	}
}

var agreed = profile.Profile{ID: "MUSTER-1", AgencyID: "09999", Agency: "Landratsamt Musterkreis", Kinds: []string{"export", "files"},
	Confirmations: []string{"Fachabteilung"}}

// agree lets the archive save a profile and the office take it as a signed file.
func agree(t *testing.T, archive, office *work.House, p profile.Profile, version int) {
	t.Helper()
	if _, err := archive.Intake.Profiles.Save(t.Context(), p, "Archiv"); err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(t.TempDir(), "profil.json")
	fingerprint, n, err := archive.Clerk.ExportProfile(t.Context(), p.ID, file)
	if err != nil || n != version {
		t.Fatal(n, err)
	}
	in, err := office.Clerk.ImportProfile(t.Context(), file, fingerprint)
	if err != nil || in.Version != version || in.Profile != p.ID {
		t.Fatal(in, err)
	}
}

// handedOver prepares plain files at the office and hands them over; it gives the
// id and the container.
func handedOver(t *testing.T, office *work.House) (id, container string) {
	t.Helper()
	source := t.TempDir()
	for name, text := range map[string]string{"brief.txt": "Grüße aus Musterstadt\n", "plan.csv": "Nummer;Ort\n1;Nord\n"} {
		if err := os.WriteFile(filepath.Join(source, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	p, err := office.Clerk.NewPreparation(t.Context(), "files",
		prepare.Statements{Source: source, Target: filepath.Join(t.TempDir(), "portion"),
			Fields: kind.Values{"agency": agreed.Agency, "agencyId": agreed.AgencyID, "profile": agreed.ID, "name": "plaene-2026",
				"title": "Pläne"}})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := office.Handover.HandOver(t.Context(), p.ID, t.TempDir(), nil); failure.KindOf(err) != failure.Refused {
		t.Errorf("handed over a draft: %v", err)
	}
	if _, err := office.Clerk.BuildPreparation(t.Context(), p.ID, nil); err != nil {
		t.Fatal(err)
	}
	rep, err := office.Clerk.SelfCheck(t.Context(), p.ID, nil)
	if err != nil || rep.Verdict != check.Accepted || len(rep.Findings) > 0 {
		t.Fatalf("%v %+v", err, rep)
	}
	dir, err := office.Handover.HandOver(t.Context(), p.ID, t.TempDir(), nil)
	if err != nil {
		t.Fatalf("%v\n%s", err, failure.HintOf(err).In("de"))
	}
	return p.ID, filepath.Join(dir, "plaene-2026.zip")
}

func archiveCheck(t *testing.T, archive *work.House, container string) (codes []string, note string) {
	t.Helper()
	rep, err := archive.Intake.CheckOnly(t.Context(), container, intake.CheckOptions{})
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range rep.Findings {
		codes = append(codes, f.Code)
	}
	for _, c := range rep.Checks {
		if c.Name == "self-check" {
			note = c.Reason
		}
	}
	return codes, note
}

// The same rules on both sides (G6): nothing differs where nothing changed; an
// older profile, a changed rule and a changed file are told apart.
func TestPreparing_Difference(t *testing.T) {
	archive, office := keyed(t, "Landesarchiv Musterland", "Dr. K. Weiß"), keyed(t, "", "M. Ahrens")
	agree(t, archive, office, agreed, 1)
	_, container := handedOver(t, office)
	if codes, note := archiveCheck(t, archive, container); len(codes) > 0 || !strings.Contains(note, "kein Unterschied") ||
		!strings.Contains(note, "unterschrieben mit dem Schlüssel") {
		t.Errorf("%v %q", codes, note)
	}
	t.Run("changed rule", func(t *testing.T) {
		sidecar := prepare.Beside(container, prepare.SuffixSidecar)
		signed, err := os.ReadFile(sidecar)
		if err != nil {
			t.Fatal(err)
		}
		defer func() {
			if err := os.WriteFile(sidecar, signed, 0o644); err != nil {
				t.Error(err)
			}
		}()
		var envelope struct {
			Payload []byte `json:"payload"`
		}
		if err := json.Unmarshal(signed, &envelope); err != nil {
			t.Fatal(err)
		}
		r, err := prepare.DecodeResult(envelope.Payload)
		if err != nil {
			t.Fatal(err)
		}
		r.Rules["NAM-007"], r.PublicKey = "älter", ""
		plain, err := r.Encode()
		if err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(sidecar, plain, 0o644); err != nil {
			t.Fatal(err)
		}
		if codes, note := archiveCheck(t, archive, container); !slices.Equal(codes, []string{"PRE-021"}) ||
			!strings.Contains(note, "ohne Unterschrift") {
			t.Errorf("%v %q", codes, note)
		}
		// A reason for an entry that is not there reaches the archive's report.
		r.Rules, r.Omitted = prepare.RulesOf(archive.Intake.Registry), []kind.Omitted{{Entry: "207", Reason: "Nummer nicht vergeben"}}
		if plain, err = r.Encode(); err == nil {
			err = os.WriteFile(sidecar, plain, 0o644)
		}
		if err != nil {
			t.Fatal(err)
		}
		if codes, _ := archiveCheck(t, archive, container); !slices.Equal(codes, []string{"PRE-029"}) {
			t.Errorf("%v", codes)
		}
		// One letter of the signature changed: it tells.
		at := strings.Index(string(signed), `"sig":"`) + len(`"sig":"`)
		spoiled := bytes.Clone(signed)
		spoiled[at] = map[bool]byte{true: 'B', false: 'A'}[spoiled[at] == 'A']
		if err := os.WriteFile(sidecar, spoiled, 0o644); err != nil {
			t.Fatal(err)
		}
		if codes, _ := archiveCheck(t, archive, container); !slices.Equal(codes, []string{"PRE-025"}) {
			t.Errorf("%v", codes)
		}
		if err := os.WriteFile(sidecar, []byte("{}"), 0o644); err != nil {
			t.Fatal(err)
		}
		if codes, _ := archiveCheck(t, archive, container); !slices.Equal(codes, []string{"PRE-024"}) {
			t.Errorf("%v", codes)
		}
	})
	t.Run("older profile", func(t *testing.T) {
		newer := agreed
		newer.Formats = []string{"x-fmt/111", "x-fmt/18", "fmt/1149", "fmt/101", "UNKNOWN"}[:2]
		if _, err := archive.Intake.Profiles.Save(t.Context(), newer, "Archiv"); err != nil {
			t.Fatal(err)
		}
		defer func() {
			if _, err := archive.Intake.Profiles.Save(t.Context(), agreed, "Archiv"); err != nil {
				t.Error(err)
			}
		}()
		codes, _ := archiveCheck(t, archive, container)
		if !slices.Contains(codes, "PRE-020") || slices.Contains(codes, "PRE-021") || slices.Contains(codes, "PRE-022") {
			t.Errorf("%v", codes)
		}
	})
	t.Run("changed file", func(t *testing.T) {
		repack(t, container, "brief.txt", "Grüße aus Musterdorf\n")
		codes, note := archiveCheck(t, archive, container)
		if !slices.Contains(codes, "PRE-022") || slices.Contains(codes, "PRE-021") || !strings.Contains(note, "Dateien 1") {
			t.Errorf("%v %q", codes, note)
		}
	})
}

// repack changes one file of a container on the way.
func repack(t *testing.T, name, file, text string) {
	t.Helper()
	in, err := zip.OpenReader(name)
	if err != nil {
		t.Fatal(err)
	}
	out, err := os.Create(name + ".neu")
	if err != nil {
		t.Fatal(err)
	}
	z := zip.NewWriter(out)
	for _, f := range in.File {
		w, err := z.Create(f.Name)
		if err != nil {
			t.Fatal(err)
		}
		r, err := f.Open()
		if err != nil {
			t.Fatal(err)
		}
		if f.Name == file {
			_, err = io.WriteString(w, text)
		} else {
			_, err = io.Copy(w, r)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	for _, done := range []func() error{z.Close, out.Close, in.Close, func() error { return os.Rename(name+".neu", name) }} {
		if err := done(); err != nil {
			t.Fatal(err)
		}
	}
}

// The way back: only the archive's own receipt for this very container turns the
// portion green; paper, deletion, the log.
func TestPreparing_ReceiptsComeBack(t *testing.T) {
	archive, office := keyed(t, "Landesarchiv Musterland", "Dr. K. Weiß"), keyed(t, "", "M. Ahrens")
	agree(t, archive, office, agreed, 1)
	id, container := handedOver(t, office)
	portion, err := archive.Intake.Receive(t.Context(), container, nil)
	if err != nil {
		t.Fatal(err)
	}
	if rep, err := archive.Intake.Check(t.Context(), portion.ID, intake.CheckOptions{}); err != nil || len(rep.Findings) > 0 {
		t.Fatalf("%v %+v", err, rep)
	}
	good, err := archive.Clerk.SealPortionReceipt(t.Context(), portion.ID, "", t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	data, err := os.ReadFile(good)
	if err != nil {
		t.Fatal(err)
	}
	bad := filepath.Join(t.TempDir(), "bad.json")
	foreign := keyed(t, "Fremdarchiv", "X. Fremd")
	other, err := foreign.Intake.Receive(t.Context(), container, nil)
	if err != nil {
		t.Fatal(err)
	}
	foreignReceipt, err := foreign.Clerk.SealPortionReceipt(t.Context(), other.ID, "", t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	_, second := handedOver(t, office)
	otherPortion, err := archive.Intake.Receive(t.Context(), second, nil)
	if err != nil {
		t.Fatal(err)
	}
	otherReceipt, err := archive.Clerk.SealPortionReceipt(t.Context(), otherPortion.ID, "", t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(bad, []byte(strings.Replace(string(data), `"payload":"`, `"payload":"A`, 1)), 0o644); err != nil {
		t.Fatal(err)
	}
	var env struct {
		PayloadType string            `json:"payloadType"`
		Payload     string            `json:"payload"`
		Signatures  []json.RawMessage `json:"signatures"`
	}
	if err := json.Unmarshal(data, &env); err != nil || len(env.Signatures) != 2 {
		t.Fatalf("the archive and the person sign: %d signatures, %v", len(env.Signatures), err)
	}
	env.Signatures = env.Signatures[:1]
	stripped, err := json.Marshal(env)
	if err != nil {
		t.Fatal(err)
	}
	alone := filepath.Join(t.TempDir(), "alone.json")
	if err := os.WriteFile(alone, stripped, 0o644); err != nil {
		t.Fatal(err)
	}
	for name, file := range map[string]string{"changed": bad, "without the person": alone, "of another archive": foreignReceipt,
		"for another container": otherReceipt, "missing": bad + "x"} {
		if _, err := office.Clerk.ConfirmByReceipt(t.Context(), id, file); err == nil || !failure.Explained(err) {
			t.Errorf("receipt %s: %v", name, err)
		}
	}
	if p, err := office.Clerk.Prepare.Get(t.Context(), id); err != nil || p.State != prepare.HandedOver {
		t.Fatalf("%s, %v", p.State, err)
	}
	p, err := office.Clerk.ConfirmByReceipt(t.Context(), id, good)
	if err != nil || p.State != prepare.Confirmed || !strings.HasSuffix(p.Confirmations[0].By, ", Dr. K. Weiß") {
		t.Fatalf("%s, %v", p.State, err)
	}
	if _, err := office.Clerk.RecordDeletion(t.Context(), id, ""); failure.KindOf(err) != failure.Refused {
		t.Errorf("deletion before the confirmation of the profile: %v", err)
	}
	for name, in := range map[string]clerk.PaperConfirmation{"no scan": {Name: "Fachabteilung", By: "Dr. K. Weiß", Day: "3.11.2026"},
		"no day": {Name: "Fachabteilung", By: "Dr. K. Weiß", Scan: good}, "nobody": {Name: "Fachabteilung", Day: "3.11.2026", Scan: good}} {
		if _, err := office.Clerk.ConfirmByPaper(t.Context(), id, in); failure.KindOf(err) != failure.Refused {
			t.Errorf("%s: %v", name, err)
		}
	}
	p, err = office.Clerk.ConfirmByPaper(t.Context(), id, clerk.PaperConfirmation{Name: "Fachabteilung", By: "Dr. K. Weiß",
		Day: "3.11.2026", Scan: good})
	if err != nil || p.State != prepare.Deletable {
		t.Fatalf("%s, %v", p.State, err)
	}
	if p, err = office.Clerk.RecordDeletion(t.Context(), id, "Protokoll 12"); err != nil || p.Deleted.IsZero() {
		t.Errorf("%+v, %v", p, err)
	}
	if _, err := os.Stat(p.Source); err != nil {
		t.Errorf("the program deleted the material: %v", err)
	}
	if log, err := office.Office.Events(t.Context(), id); err != nil || len(log) < 6 {
		t.Errorf("%d events, %v", len(log), err)
	}
}

// A profile whose key nobody compared is not taken; nor a changed or older file.
func TestPreparing_ImportProfile(t *testing.T) {
	archive, office := keyed(t, "Landesarchiv Musterland", "Dr. K. Weiß"), keyed(t, "", "M. Ahrens")
	if _, err := archive.Intake.Profiles.Save(t.Context(), agreed, "Archiv"); err != nil {
		t.Fatal(err)
	}
	first, second := filepath.Join(t.TempDir(), "1.json"), filepath.Join(t.TempDir(), "2.json")
	fingerprint, _, err := archive.Clerk.ExportProfile(t.Context(), agreed.ID, first)
	if err != nil {
		t.Fatal(err)
	}
	newer := agreed
	newer.Contact.Name = "Dr. K. Weiß"
	if _, err := archive.Intake.Profiles.Save(t.Context(), newer, "Archiv"); err != nil {
		t.Fatal(err)
	}
	if _, _, err := archive.Clerk.ExportProfile(t.Context(), agreed.ID, second); err != nil {
		t.Fatal(err)
	}
	for _, f := range []string{"", "FALSCH"} {
		if _, err := office.Clerk.ImportProfile(t.Context(), first, f); failure.KindOf(err) != failure.Refused ||
			!strings.Contains(failure.HintOf(err).In("de"), fingerprint) {
			t.Errorf("fingerprint %q: %v", f, err)
		}
	}
	if in, err := office.Clerk.ImportProfile(t.Context(), second, strings.ToLower(fingerprint)); err != nil || !in.Pinned ||
		in.Version != 2 {
		t.Fatalf("%+v, %v", in, err)
	}
	if _, err := office.Clerk.ImportProfile(t.Context(), first, ""); failure.KindOf(err) != failure.Refused {
		t.Errorf("older: %v", err)
	}
	if in, err := office.Clerk.ImportProfile(t.Context(), second, ""); err != nil || in.Pinned {
		t.Errorf("again: %+v, %v", in, err)
	}
	data, err := os.ReadFile(second)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(first, []byte(strings.Replace(string(data), `"payload":"`, `"payload":"A`, 1)), 0o644); err != nil {
		t.Fatal(err)
	}
	if _, err := office.Clerk.ImportProfile(t.Context(), first, fingerprint); failure.KindOf(err) != failure.Refused {
		t.Errorf("changed: %v", err)
	}
}

// A profile that was signed before its mappings were checked is taken and opened;
// what it would never write is said.
func TestPreparing_ProfileWithFieldsNeverWritten(t *testing.T) {
	archive, office := keyed(t, "Landesarchiv Musterland", "Dr. K. Weiß"), keyed(t, "", "M. Ahrens")
	p := agreed
	p.Mapping = mapping.Tables{Descriptive: map[string]string{"case.subject": "object.betref"}}
	_, err := archive.Intake.Profiles.Take(t.Context(), p, "0.1.0") // as the program stored it before
	must(t, err)
	file := filepath.Join(t.TempDir(), "profil.json")
	fingerprint, _, err := archive.Clerk.ExportProfile(t.Context(), p.ID, file)
	must(t, err)
	in, err := office.Clerk.ImportProfile(t.Context(), file, fingerprint)
	if err != nil || len(in.Unwritten) != 1 || !strings.Contains(in.Unwritten[0], "„case.subject“") ||
		!strings.Contains(in.Unwritten[0], "„object.subject“") {
		t.Fatalf("import says %q, %v", in.Unwritten, err)
	}
	got, err := office.Clerk.Profiles.Get(t.Context(), p.ID)
	if err != nil || !got.Mapping.Equal(p.Mapping) {
		t.Errorf("opened %+v, %v", got, err)
	}
}

// The Übergabeniederschrift is PDF/A-2b and names person, container and files (C6).
func TestPreparing_Protocol(t *testing.T) {
	office := keyed(t, "", "M. Ahrens")
	if _, err := office.Intake.Profiles.Save(t.Context(), agreed, "x"); err != nil {
		t.Fatal(err)
	}
	_, container := handedOver(t, office)
	f, err := os.Open(prepare.Beside(container, prepare.SuffixPaper))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		t.Fatal(err)
	}
	if res := pdfa.Check(t.Context(), f, info.Size(), pdfa.Options{}); res.Verdict == pdfa.Invalid || res.Verdict == pdfa.NotCheckable ||
		res.Claim != "2a" || len(res.Clauses) > 0 {
		t.Errorf("%+v", res)
	}
}

// Two programs never build one portion at once.
func TestPreparing_OneAtATime(t *testing.T) {
	office := keyed(t, "", "M. Ahrens")
	source := t.TempDir()
	for _, name := range []string{"a.txt", "b.txt"} {
		if err := os.WriteFile(filepath.Join(source, name), []byte("x\n"), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	p, err := office.Clerk.NewPreparation(t.Context(), "files",
		prepare.Statements{Source: source, Target: filepath.Join(t.TempDir(), "portion"),
			Fields: kind.Values{"agency": "Amt", "agencyId": "1", "name": "a", "title": "A"}})
	if err != nil {
		t.Fatal(err)
	}
	var second error
	_, err = office.Clerk.BuildPreparation(t.Context(), p.ID, func(now prepare.Progress) {
		if now.Phase == prepare.PhaseWrite {
			_, second = office.Clerk.BuildPreparation(t.Context(), p.ID, nil)
		}
	})
	if err != nil || failure.KindOf(second) != failure.Refused {
		t.Errorf("%v, the second: %v", err, second)
	}
}

// While a portion is built everybody sees who works on it, and nothing can be
// typed (F2); a note that a killed program left means nothing.
func TestPreparing_UnderWay(t *testing.T) {
	office := keyed(t, "", "M. Ahrens")
	source := t.TempDir()
	if err := os.WriteFile(filepath.Join(source, "a.txt"), []byte("x\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	st := prepare.Statements{Source: source, Target: filepath.Join(t.TempDir(), "portion"),
		Fields: kind.Values{"agency": "Amt", "agencyId": "1", "person": "M. Ahrens", "name": "a", "title": "A"}}
	p, err := office.Clerk.NewPreparation(t.Context(), "files", st)
	if err != nil {
		t.Fatal(err)
	}
	var said string
	var typing error
	_, err = office.Clerk.BuildPreparation(t.Context(), p.ID, func(now prepare.Progress) {
		if now.Phase == prepare.PhaseWrite {
			u, _ := office.Clerk.UnderWay(p.ID)
			said = u.Sentence().In("de")
			_, typing = office.Clerk.TypePreparation(t.Context(), p.ID, st)
		}
	})
	if err != nil || !strings.HasPrefix(said, "In Arbeit seit 21.11.2026") || !strings.HasSuffix(said, "durch M. Ahrens: Bauen") {
		t.Errorf("%v %q", err, said)
	}
	if failure.KindOf(typing) != failure.Refused || !strings.Contains(failure.HintOf(typing).In("de"), "durch M. Ahrens") {
		t.Errorf("typed while in work: %v", typing)
	}
	if u, ok := office.Clerk.UnderWay(p.ID); ok {
		t.Errorf("%+v", u)
	}
	left := filepath.Join(office.Office.Dir, "cache", p.ID+".arbeit")
	if err := os.WriteFile(left, []byte(`{"what":"Bauen"}`), 0o600); err != nil {
		t.Fatal(err)
	}
	if u, ok := office.Clerk.UnderWay(p.ID); ok {
		t.Errorf("%+v", u)
	}
	if _, err := os.Stat(left); err == nil {
		t.Error("the note without a lock is still there")
	}
}

// A receipt by which the archive gives back makes a draft again, once, with the
// log and a sentence (C7).
func TestPreparing_Returned(t *testing.T) {
	archive, office := keyed(t, "Landesarchiv Musterland", "Dr. K. Weiß"), keyed(t, "", "M. Ahrens")
	agree(t, archive, office, agreed, 1)
	id, container := handedOver(t, office)
	// What a claim can name: a self-check nobody can read.
	if err := os.WriteFile(prepare.Beside(container, prepare.SuffixSidecar), []byte("{}"), 0o600); err != nil {
		t.Fatal(err)
	}
	portion, err := archive.Intake.Receive(t.Context(), container, nil)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := archive.Intake.Check(t.Context(), portion.ID, intake.CheckOptions{}); err != nil {
		t.Fatal(err)
	}
	if _, err := archive.Intake.Decide(t.Context(), portion.ID, intake.Return, "Eine Datei fehlt."); err != nil {
		t.Fatal(err, failure.HintOf(err).In("de"))
	}
	file, err := archive.Clerk.SealPortionReceipt(t.Context(), portion.ID, "", t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	p, err := office.Clerk.ConfirmByReceipt(t.Context(), id, file)
	if err != nil || p.State != prepare.Draft || p.Returned == nil ||
		!strings.Contains(p.Returned.Sentence().In("de"), "Landesarchiv Musterland (Dr. K. Weiß)") {
		t.Fatalf("%+v, %v", p, err)
	}
	log, err := office.Office.Events(t.Context(), id)
	if err != nil || !slices.ContainsFunc(log, func(e events.Event) bool { return e.Outcome == "returned by the archive" }) {
		t.Errorf("%+v, %v", log, err)
	}
	if _, err := office.Clerk.ConfirmByReceipt(t.Context(), id, file); err == nil {
		t.Error("the same receipt reopened twice")
	}
	if _, err := office.Clerk.BuildPreparation(t.Context(), id, nil); err != nil {
		t.Fatal(err)
	}
	if p, err = office.Clerk.Prepare.Get(t.Context(), id); err != nil || p.Returned != nil {
		t.Errorf("%+v, %v", p, err)
	}
}
