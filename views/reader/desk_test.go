package reader

import (
	"context"
	"io"
	"slices"
	"strings"
	"testing"

	"laufzettel/views/kit"
	"laufzettel/views/kit/kittest"
	pageview "laufzettel/views/pageview/model"
	"laufzettel/views/route"
)

func (p *play) tap(t *testing.T, name string) {
	t.Helper()
	if err := p.Env.Tap(name); err != nil {
		t.Fatal(err)
	}
	p.Run.Drain()
}

func (p *play) typed(t *testing.T, name, text string) {
	t.Helper()
	e, ok := p.Env.Find(name).(*kit.Entry)
	if !ok {
		t.Fatalf("no field %s", name)
	}
	e.Put(text)
}

func (p *play) did(t *testing.T, want string) {
	t.Helper()
	if !slices.Contains(p.fake.log, want) {
		t.Errorf("not done: %s\n%s", want, strings.Join(p.fake.log, "\n"))
	}
}

func (p *play) toldLast(t *testing.T, want string) {
	t.Helper()
	if n := len(p.host.said); n == 0 || !strings.Contains(p.host.said[n-1], want) {
		t.Errorf("said %q, want %q", p.host.said, want)
	}
}

// A25: closure with legal basis and opening day, applications, copies and exports
// are at hand for the staff on sheets of their own.
func TestDesk(t *testing.T) {
	p := open(t, light, route.Route{ID: "p0"}, nil)
	p.tap(t, "reader.closure")
	p.Shoot(t, "06-lesesaal-schutzfrist-hell")
	if p.Env.Find("reader.law.checked") == nil {
		t.Error("a table that nobody compared is not told")
	}
	p.tap(t, "reader.law.sachsen")
	p.tap(t, "reader.law.checked")
	p.did(t, "confirm sachsen")
	p.toldLast(t, "als verglichen vermerkt")
	p.tap(t, "reader.law.sachsen")
	p.Shoot(t, "06-lesesaal-schutzfrist-geprueft-hell")
	p.typed(t, "reader.end", "gestern")
	p.tap(t, "reader.closure.do")
	p.toldLast(t, "kein Datum")
	if p.Env.Open() == nil {
		t.Error("the sheet closed over a fault")
	}
	p.typed(t, "reader.end", "")
	p.typed(t, "reader.died", "2015-03-02")
	p.tap(t, "reader.law.sachsen")
	p.tap(t, "reader.described")
	p.tap(t, "reader.closure.do")
	p.did(t, "decide p0 sachsen {End: Personal:true Died:2015-03-02 Born: Secret:false Published:false Description:true Evidence: Set: Basis:}")
	p.toldLast(t, "§ 11 Abs. 1 BArchG")
	p.toldLast(t, "01.01.2051")
	if p.Env.Open() != nil {
		t.Error("the sheet stays open")
	}

	p.press("Strg+Umschalt+A")
	p.Shoot(t, "06-lesesaal-antraege-hell")
	p.tap(t, "reader.revoke.2026-318.p3")
	p.did(t, "revoke 2026-318 p3")
	p.typed(t, "reader.grants.number", "2026-400")
	p.typed(t, "reader.grants.reader", "Q. Leser")
	p.typed(t, "reader.grants.day", "irgendwann")
	p.tap(t, "reader.grants.print")
	p.tap(t, "reader.grants.do")
	p.typed(t, "reader.grants.day", "31.12.2026")
	p.tap(t, "reader.grants.do")
	p.did(t, "add p0 2026-400 Q. Leser [read print] 2026-12-31")
	p.press("Esc")
	part := pageview.Part{Name: "person.csv", Write: func(_ context.Context, out io.Writer) error {
		_, err := io.WriteString(out, "nr;name")
		return err
	}}
	p.v.page.Save(part)
	p.Run.Drain()
	p.did(t, "part p0 person.csv false nr;name")
	p.toldLast(t, "7 B gespeichert: /kopien/person.csv")
	part.Copy = true
	p.v.page.Save(part)
	p.Run.Drain()
	p.toldLast(t, "20.11.2026")
	p.press("Strg+Umschalt+H")
	p.tap(t, "reader.handout.zip")
	p.did(t, "handout p0true")
	p.toldLast(t, "nicht signiert")
	p.press("Strg+Umschalt+E")
	p.typed(t, "reader.note.text", " ")
	p.tap(t, "reader.note.do")
	if p.Env.Open() == nil {
		t.Error("an empty note was confirmed")
	}
	p.typed(t, "reader.note.text", "Enthält: Antrag")
	p.tap(t, "reader.note.do")
	p.did(t, "note p0 Enthält: Antrag")
	p.toldLast(t, "ist bestätigt")
	p.tap(t, "reader.note")
	p.tap(t, "reader.note.remove")
	p.did(t, "remove note p0")
	p.press("Strg+Umschalt+D")
	p.typed(t, "reader.fonds", "Landratsamt Musterkreis")
	p.tap(t, "reader.descriptions.ead")
	p.did(t, `descriptions ead "" Landratsamt Musterkreis `)
	if n := strings.Count(strings.Join(p.fake.log, "\n"), "add p0"); n != 1 {
		t.Errorf("a day that is none was noted: %d", n)
	}

	k := open(t, kittest.Variant{Name: "hell", Lang: "de", Mode: light.Mode, Scale: 1, W: 1440, H: 872}, route.Route{ID: "p0"},
		func(f *fake) { f.title = KioskTitle })
	if k.v.page.Save != nil {
		t.Error("parts are saved at a reader's place")
	}
	for _, name := range []string{"reader.closure", "reader.grants", "reader.handout", "reader.note"} {
		if k.Env.Find(name) != nil {
			t.Errorf("%s at a reader's place", name)
		}
	}
	k.press("Strg+Umschalt+S", "Strg+Umschalt+A", "Strg+Umschalt+H", "Strg+Umschalt+D", "Strg+Umschalt+E")
	if k.Env.Open() != nil {
		t.Error("a sheet of the staff opens at a reader's place")
	}
}

// What the documents say is asked for with a purpose, shown with its reasons, and taken by a
// person only.
func TestProposal(t *testing.T) {
	p := open(t, light, route.Route{ID: "p0"}, nil)
	p.press("Strg+Umschalt+S")
	p.tap(t, "reader.personal")
	p.tap(t, "reader.closure.propose")
	p.tap(t, "reader.propose.take")
	if len(p.fake.proposed) != 0 {
		t.Errorf("searched without a purpose: %v", p.fake.proposed)
	}
	p.typed(t, "reader.propose.purpose", "Anfrage 12")
	p.tap(t, "reader.propose.take")
	if want := []string{"bund Anfrage 12"}; !slices.Equal(p.fake.proposed, want) {
		t.Fatalf("did %v, want %v", p.fake.proposed, want)
	}
	p.Shoot(t, "06-lesesaal-vorschlag-hell")
	p.tap(t, "reader.proposal.decide")
	if n := len(p.fake.proposed); n != 2 || p.fake.proposed[1] != "take p0 bund Anfrage 12" {
		t.Errorf("did %v", p.fake.proposed)
	}
}
