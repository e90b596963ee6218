package prepare_test

import (
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"runtime/debug"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"laufzettel/app/store"
	"laufzettel/transfer/check"
	"laufzettel/transfer/container"
	"laufzettel/transfer/kinds/register"
	"laufzettel/transfer/prepare"
)

// A register of 70,000 entries (140,000 certificate files) is built, checked and
// sealed within the memory promise. It takes minutes: LAUFZETTEL_LARGE=1 or
// "make prepare-large" runs it; LAUFZETTEL_LARGE_ENTRIES changes the number.
func TestRegister_Large(t *testing.T) {
	if os.Getenv("LAUFZETTEL_LARGE") == "" {
		t.Skip("LAUFZETTEL_LARGE is not set")
	}
	entries := 70_000
	if s := os.Getenv("LAUFZETTEL_LARGE_ENTRIES"); s != "" {
		if _, err := fmt.Sscan(s, &entries); err != nil {
			t.Fatal(err)
		}
	}
	// The program's own soft limit (app/cli) and what must not be passed under it.
	const soft, promise = 320 << 20, 450 << 20
	defer debug.SetMemoryLimit(debug.SetMemoryLimit(soft))
	source := largeSource(t, entries)
	var peak atomic.Uint64
	stop := make(chan struct{})
	done := make(chan struct{})
	go func() {
		defer close(done)
		tick := time.NewTicker(100 * time.Millisecond)
		defer tick.Stop()
		var m runtime.MemStats
		for {
			select {
			case <-stop:
				return
			case <-tick.C:
				runtime.ReadMemStats(&m)
				if m.HeapInuse > peak.Load() {
					peak.Store(m.HeapInuse)
				}
			}
		}
	}()
	st, err := store.Open(t.Context(), filepath.Join(t.TempDir(), "test.db"),
		store.Room{Name: prepare.Room, Migrations: prepare.Migrations}, store.Room{Name: check.Room, Migrations: check.Migrations})
	if err != nil {
		t.Fatal(err)
	}
	defer st.Close()
	s := prepare.NewStore(st, func() time.Time { return clock }, shelf)
	p, err := s.New(t.Context(), prepare.Preparation{Kind: "register", Source: source, Target: filepath.Join(t.TempDir(), "portion"),
		Fields: registerMaterial(t, 1).fields}, nil)
	if err != nil {
		t.Fatal(err)
	}
	began := time.Now()
	o := build(t, s, p.ID)
	t.Logf("built %d files in %s, peak %d MB", o.Preparation.Files, time.Since(began).Round(time.Second), peak.Load()>>20)
	now := func() time.Time { return clock }
	e := &check.Engine{Kinds: []check.Kind{register.Kind{Now: now}}, Now: now}
	began = time.Now()
	out, err := e.CheckPath(t.Context(), o.Preparation.Folder(), check.Input{NoPDFA: true, Journal: check.NewSQLJournal(st)},
		container.Options{})
	if err != nil || out.Report.Verdict != check.Accepted {
		t.Fatalf("%v %v", err, out.Report.Findings[:min(len(out.Report.Findings), 5)])
	}
	if err := out.Close(); err != nil {
		t.Error(err)
	}
	t.Logf("checked in %s, peak %d MB", time.Since(began).Round(time.Second), peak.Load()>>20)
	began = time.Now()
	seal(t, s, o.Preparation)
	t.Logf("sealed in %s, peak %d MB", time.Since(began).Round(time.Second), peak.Load()>>20)
	close(stop)
	<-done
	if got := peak.Load(); got > promise {
		t.Errorf("%d MB of heap in use, promised %d MB", got>>20, promise>>20)
	}
}

// largeSource writes many small certificates.
func largeSource(t *testing.T, entries int) string {
	t.Helper()
	m := registerMaterial(t, 1)
	var index strings.Builder
	index.WriteString("Nummer;Verfügungsnummer;Signierender;Signaturdatum\n")
	dir := t.TempDir()
	write := func(name string, data []byte) {
		if err := os.WriteFile(filepath.Join(dir, name), data, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	for _, name := range []string{"muster-xpsr.xsd", "muster-xpsr-dokumentation.pdf", "623456-S-1989-Abschlussvermerk.pdf"} {
		write(name, m.files[name])
	}
	certificate := string(m.files["623456-S-1989-1-U0.xml"])
	for i := 1; i <= entries; i++ {
		stem := fmt.Sprintf("623456-S-1989-%d-U0", i)
		write(stem+".xml", []byte(strings.Replace(certificate, "<Eintrag>1<", fmt.Sprintf("<Eintrag>%d<", i), 1)))
		write(stem+".pdf", []byte("%PDF-1.4\n% Platzhalter\n1 0 obj<</Type/Page>>endobj\n%%EOF\n"))
		fmt.Fprintf(&index, "%d;V-%d;K. Berger;1989-02-01\n", i, i)
	}
	write("index.csv", []byte(index.String()))
	return dir
}
