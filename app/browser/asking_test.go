package browser_test

import (
	"bufio"
	"context"
	"errors"
	"net/http"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"laufzettel/app/browser"
	"laufzettel/app/settings"
	"laufzettel/app/work"
	"laufzettel/app/work/office"
	"laufzettel/transfer/failure"
	"laufzettel/transfer/generate"
	"laufzettel/transfer/people"
	"laufzettel/transfer/samples"
)

// A passphrase an act needs is asked for on a page; an empty one is told at the field,
// none at all refuses the act, the right one lets it go on.
func TestAsker_OnAPage(t *testing.T) {
	dir, asks := t.TempDir(), browser.NewAsker()
	first := house(t, dir, "M. Ahrens", settings.Archivist)
	must(t, first.Office.May(t.Context(), people.Receive)) // enters and makes the key
	x := taken(t, first, generate.Plan{Seed: 3, Documents: 1})
	unknown := errors.New("nobody knows")
	pass, person := asks.Or(func() (string, error) { return "", unknown },
		func(_ string, fresh bool) (string, error) { return "", unknown })
	c := &clock{start: time.Date(2026, 11, 21, 10, 0, 0, 0, time.UTC)}
	h, err := work.Open(context.Background(), dir, office.Options{Now: c.now, Person: "M. Ahrens", KeyWork: 4, PDFium: samples.PDFium(),
		Passphrase: pass, PersonPass: person})
	must(t, err)
	t.Cleanup(func() { must(t, h.Close()) })
	p := visit(t, browser.Options{House: h, Asker: asks})
	page := p.get("portion?id=" + x.ID)
	ask := p.send(page, "portion/act", map[string]string{"verb": "receipt"})
	p.judge(ask, "de")
	if byID(ask.doc, "pass") == nil {
		t.Fatalf("nobody asks: %s %q", ask.url, ask.said())
	}
	empty := p.send(ask, "unlock", map[string]string{"pass": ""})
	p.judge(empty, "de")
	if empty.status != http.StatusUnprocessableEntity || !has(byID(empty.doc, "pass"), "aria-invalid") {
		t.Errorf("an empty one: %d", empty.status)
	}
	later := p.send(empty, "unlock", map[string]string{"later": "1"})
	if attr(byID(later.doc, "message"), "role") != "alert" {
		t.Errorf("without one: %q", later.said())
	}
	ask = p.send(page, "portion/act", map[string]string{"verb": "receipt"})
	done := p.send(ask, "unlock", map[string]string{"pass": "nur für die Prüfung"})
	if !strings.Contains(done.said(), "Geschrieben") {
		t.Errorf("with the right one: %q", done.said())
	}
}

// A question ends when it is withdrawn or the pages are closed; nobody waits for ever.
func TestAsker_GivesUp(t *testing.T) {
	a := browser.NewAsker()
	answered := make(chan error, 1)
	go func() { _, err := a.Ask("M. Ahrens"); answered <- err }()
	for {
		a.Withdraw()
		select {
		case err := <-answered:
			if failure.KindOf(err) != failure.Refused {
				t.Errorf("withdrawn: %v", err)
			}
			return
		default:
		}
	}
}

// A page that listens is told of a change and of the end.
func TestEvents_TellChangesAndTheEnd(t *testing.T) {
	h := house(t, t.TempDir(), "M. Ahrens", settings.Archivist)
	o := beside(t, h)
	p := visit(t, o)
	p.client.Timeout = 0
	res, err := p.client.Get(p.area + "events")
	must(t, err)
	defer res.Body.Close()
	if got := res.Header.Get("Content-Type"); got != "text/event-stream" {
		t.Fatalf("type %q", got)
	}
	lines := bufio.NewScanner(res.Body)
	next := func(want string) {
		t.Helper()
		for lines.Scan() {
			if event, ok := strings.CutPrefix(lines.Text(), "event: "); ok && event == want {
				return
			}
		}
		t.Fatalf("never told %q: %v", want, lines.Err())
	}
	next("beat")
	o.Hub.Notify()
	next("change")
	go func() { _ = p.s.Close() }()
	next("over")
}

// A session that is idle warns in time, and says for how long.
func TestEvents_WarnBeforeTheEnd(t *testing.T) {
	now := &clock{start: time.Date(2026, 11, 21, 9, 0, 0, 0, time.UTC)}
	o := browser.Options{House: house(t, t.TempDir(), "M. Ahrens", settings.Archivist), Now: now.now, Idle: 90 * time.Second}
	p := visit(t, o)
	p.client.Timeout = 0
	r, err := http.NewRequestWithContext(t.Context(), http.MethodGet, p.area+"events", nil)
	must(t, err)
	r.Header.Set("X-Live", "1")
	res, err := p.client.Do(r)
	must(t, err)
	defer res.Body.Close()
	lines := bufio.NewScanner(res.Body)
	for lines.Scan() {
		if data, ok := strings.CutPrefix(lines.Text(), "data: "); ok {
			if data != "89" && data != "90" {
				t.Errorf("told %q seconds", data)
			}
			return
		}
	}
	t.Fatal(lines.Err())
}

// While changes are told without end, what a form sends is kept whole: no presenter of a
// page is read anew in the middle of it.
func TestPages_StandStillWhileWritten(t *testing.T) {
	h := house(t, t.TempDir(), "M. Ahrens", settings.Clerk)
	o := beside(t, h)
	p := visit(t, o)
	office := p.send(p.get("deliver"), "deliver/begin", map[string]string{"kind": "files"})
	done := make(chan struct{})
	var told sync.WaitGroup
	told.Go(func() {
		for {
			select {
			case <-done:
				return
			default:
				o.Hub.Notify()
			}
		}
	})
	for n := range 40 {
		values := map[string]string{}
		for _, in := range all(form(office, "deliver/save"), "input") {
			if strings.HasPrefix(attr(in, "name"), "value-") {
				values[attr(in, "name")] = "Wert " + strconv.Itoa(n)
			}
		}
		p.send(office, "deliver/save", values)
		now := p.get(office.url.String())
		for name, want := range values {
			if got := fields(form(now, "deliver/save")).Get(name); got != want {
				t.Fatalf("round %d: %s is %q, want %q", n, name, got, want)
			}
		}
	}
	close(done)
	told.Wait()
}
