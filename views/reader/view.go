// Package reader is the reading room (Magazin, Lesesaal): search over what was
// kept, results with context, and the view of one package: documents by date,
// page, description and integrity, computed now. Closed objects show what may be
// known of them and no more (A25); what the search gives is filtered below, in
// viewer/catalog, this screen only shows it.
// Requirements A21, A22, A24, A25; look.md 4; mockup 06.
package reader

import (
	"context"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"

	"laufzettel/transfer/failure"
	"laufzettel/viewer"
	"laufzettel/viewer/catalog"
	"laufzettel/views/kit"
	"laufzettel/views/nav"
	"laufzettel/views/pageview"
	pageviewmodel "laufzettel/views/pageview/model"
	"laufzettel/views/reader/model"
	"laufzettel/views/route"
)

// KioskTitle is the title under which readers themselves sit at the screen: then
// nothing can be dropped or opened outside, printed only as granted, and nobody can note an
// application to open what is closed.
const KioskTitle = "reader.title"

// Screen registers the reading room. title is "nav.reader" (Magazin) for the
// archive's staff, KioskTitle for the reading room. now gives the time.
func Screen(src model.Source, title string, now func() time.Time, roles ...route.Role) nav.Screen {
	return nav.Screen{Key: route.Reader, Title: title, Icon: "book", Roles: roles,
		Build: func(h nav.Host) *nav.View { return newView(src, h, title, now).nav() }}
}

// view draws what the presenter holds.
type view struct {
	src   model.Source
	host  nav.Host
	env   *kit.Env
	p     *model.Presenter
	title string
	now   func() time.Time
	class kit.Class

	head              *kit.PageHead
	cite, print, copy *kit.Button
	pick, done, place *kit.Button
	descriptions      *kit.Button
	blackened         *kit.Button
	blacken           *kit.Button

	hits *hitList
	pack *packView
	page *pageview.Pane

	body  *fyne.Container
	root  *fyne.Container
	built string
	// carried is the package and the words that were carried into it last.
	carried string
}

func newView(src model.Source, h nav.Host, title string, now func() time.Time) *view {
	v := &view{src: src, host: h, env: h.Env(), title: title, now: now, class: kit.ClassM}
	v.p = model.NewPresenter(src, v.env.Run, v.env.Words, v)
	t := v.env.T
	v.head = kit.NewPageHead(v.env, t(title))
	v.cite = kit.NewButton(v.env, "reader.cite", "", t("reader.cite"), v.copyCitation)
	v.blacken = kit.NewButton(v.env, "reader.blacken", "shield", t("reader.blacken"), v.goBlacken)
	v.print = kit.NewButton(v.env, "reader.print", "print", t("reader.print"), v.askPrint)
	v.copy = kit.NewPrimary(v.env, "reader.primary", "package", t("reader.copy"), v.askCopy)
	v.pick = kit.NewButton(v.env, "reader.pick", "folder", t("reader.pick"), v.openPicked)
	v.blackened = kit.NewButton(v.env, "reader.blackened", "shield", t("reader.blackened"), v.goBlacken)
	v.descriptions = kit.NewButton(v.env, "reader.descriptions", "list", t("reader.descriptions.button"), v.askDescriptions)
	if v.kiosk() {
		v.done = kit.NewButton(v.env, "reader.leave", "", t("reader.leave"), v.leave)
		v.place = kit.NewIconButton(v.env, "reader.place", "lock", t("reader.place.title"), v.askPlace)
	}
	v.hits = newHitList(v)
	v.page = pageview.New(v.env, "reader.page")
	v.page.OpenSource = src.OpenSource
	v.page.Said = func(s string) { h.Toast(s, nil) }
	v.page.Across(v.p.Onward, h.Tell)
	if v.saves() != nil {
		v.page.Save = v.savePart
	}
	if !v.kiosk() {
		v.page.Outside = func(pageviewmodel.Ref) { v.outside() }
	}
	v.pack = newPackView(v)
	v.body = container.NewStack()
	v.root = kit.Panel(kit.ColorSurface, kit.Col(0, v.head.Object(), kit.Grow(v.body)))
	return v
}

func (v *view) nav() *nav.View {
	return &nav.View{Object: v.root, Actions: v.actions(), Regions: v.regions,
		Show: func(r route.Route) {
			v.p.Start()
			if r.ID != "" {
				v.p.Chosen, v.p.Trail = -1, nil
				v.p.OpenPackage(r.ID, "")
			}
			v.Refresh()
		},
		Resized: func(c kit.Class) {
			v.class = c
			v.built = ""
			v.Refresh()
		},
		Dropped: func(paths []string) {
			switch {
			case v.kiosk():
				v.host.Tell(v.env.T("reader.kiosk.drop"))
			case len(paths) > 0:
				v.p.OpenFile(paths[0])
			}
		},
		Close: func() {
			v.p.Close()
			v.page.Close()
		}}
}

// kiosk tells whether a reader sits here.
func (v *view) kiosk() bool { return v.title == KioskTitle }

func (v *view) regions() []fyne.Focusable {
	if v.built != "package" {
		return []fyne.Focusable{v.hits.search.Entry, v.hits.list}
	}
	return append([]fyne.Focusable{v.pack.docs}, v.page.Regions()...)
}

// actions are the keys of the screen; F1 shows what stands here.
func (v *view) actions() []kit.Action {
	search, pack := v.env.T("reader.group.search"), v.env.T("reader.group.package")
	p := v.p
	open := func() bool { return p.Open != nil }
	act := func(group, id string, when func() bool, do func(), keys ...string) kit.Action {
		return kit.Action{ID: "reader." + id, Title: v.env.T("reader.action." + id), Group: group, Keys: keys, When: when, Do: do}
	}
	acts := []kit.Action{
		act(search, "search", nil, v.toSearch, "/"),
		act(search, "pick", func() bool { return !v.kiosk() }, v.openPicked, "Strg+O"),
		act(search, "leave", v.kiosk, v.leave, "Strg+Umschalt+Q"),
		act(search, "place", v.kiosk, v.askPlace, "Strg+Umschalt+V"),
		act(search, "back", func() bool { return p.Open != nil || p.OpenErr != nil }, v.backToHits, "Esc"),
		act(search, "nexthit", open, func() { p.Neighbour(1) }, "O"),
		act(search, "prevhit", open, func() { p.Neighbour(-1) }, "I"),
		act(pack, "primary", nil, v.primary, "Strg+Enter"),
		act(pack, "nextdoc", open, func() { p.Turn(1) }, "D", "J"),
		act(pack, "prevdoc", open, func() { p.Turn(-1) }, "S", "K"),
		act(pack, "rendition", open, func() { p.Rendition(!p.Original) }, "F"),
		act(pack, "verify", open, p.Verify, "F5"),
		act(pack, "cite", open, v.copyCitation, "Strg+Umschalt+C"),
		act(pack, "print", open, v.askPrint, "Strg+P"),
		act(pack, "closure", func() bool { return open() && v.desk() != nil }, v.askClosure, "Strg+Umschalt+S"),
		act(pack, "grants", func() bool { return v.desk() != nil }, v.showGrants, "Strg+Umschalt+A"),
		act(pack, "handout", func() bool { return open() && v.desk() != nil }, v.askHandOut, "Strg+Umschalt+H"),
		act(pack, "blacken", func() bool { return v.canBlacken() || v.canLookBlackened() }, v.goBlacken, "Strg+Umschalt+B"),
		act(pack, "note", func() bool { return open() && v.desk() != nil && !p.Open.Closed }, v.askNote, "Strg+Umschalt+E"),
		act(search, "descriptions", func() bool { return v.desk() != nil }, v.askDescriptions, "Strg+Umschalt+D"),
		act(pack, "meta", func() bool { return open() && v.class == kit.ClassS }, v.pack.showMeta, "M"),
	}
	for _, a := range v.page.Actions() {
		if !v.kiosk() || a.ID != "page.copy" && a.ID != "page.outside" {
			acts = append(acts, a)
		}
	}
	return acts
}

// primary is the next step of what is shown: search, or a copy for the reader.
func (v *view) primary() {
	switch {
	case v.p.Open == nil:
		v.p.SetText(v.hits.search.Entry.Text)
	case v.kiosk():
	case v.p.Open.Closed:
		v.pack.askGrant()
	default:
		v.askCopy()
	}
}

// forWhom gives the buttons to the archive's staff; readers get the one that ends
// their session.
func (v *view) forWhom(list ...fyne.CanvasObject) []fyne.CanvasObject {
	if v.kiosk() {
		if v.built == "search" {
			return []fyne.CanvasObject{v.done, v.place}
		}
		return []fyne.CanvasObject{v.done}
	}
	return list
}

// openPicked opens a package file of ours or of others by the system's dialog.
func (v *view) openPicked() {
	if v.kiosk() {
		v.host.Tell(v.env.T("reader.kiosk.drop"))
		return
	}
	v.env.Run.Background(func() {
		path, err := v.src.Pick(context.Background(), v.env.T("reader.pick.title"))
		v.env.Run.UI(func() {
			switch {
			case failure.Canceled(err):
			case err != nil:
				v.Refuse(err)
			default:
				v.p.OpenFile(path)
			}
		})
	})
}

func (v *view) toSearch() {
	v.p.Back()
	v.env.Focus(v.hits.search.Entry)
}

func (v *view) backToHits() {
	if v.p.StepBack() {
		return
	}
	v.toHits()
}

func (v *view) toHits() {
	v.p.Back()
	v.env.Focus(v.hits.list)
}

// Refresh implements screen.
func (v *view) Refresh() {
	state := "search"
	if v.p.Open != nil || v.p.Opening || v.p.OpenErr != nil {
		state = "package"
	}
	if state != v.built {
		v.built = state
		var o fyne.CanvasObject
		if state == "search" {
			o = v.hits.build()
		} else {
			o = v.pack.build()
		}
		v.body.Objects = []fyne.CanvasObject{o}
		v.body.Refresh()
		if state == "package" {
			v.pack.rows = v.p.Rows() // not those of the package before
			v.env.Focus(v.pack.docs)
		}
	}
	v.refreshHead()
	if state == "search" {
		v.hits.refresh()
	} else {
		v.pack.refresh()
	}
}

func (v *view) refreshHead() {
	t := v.env.T
	home := kit.Crumb{Text: t(v.title), Go: v.toHits}
	if v.built == "search" {
		v.head.SetCrumbs()
		v.head.SetTitle(t(v.title))
		v.head.SetStamp("", kit.ToneNote, "")
		v.blackened.Hidden = v.desk() == nil
		v.head.SetButtons(v.forWhom(v.blackened, v.descriptions, v.pick)...)
		return
	}
	crumbs := []kit.Crumb{home}
	if at, of := v.p.Place(); of > 0 {
		key := "reader.crumb.search"
		if v.p.Query.Text == "" {
			key = "reader.crumb.list"
		}
		crumbs = append(crumbs, kit.Crumb{Text: t(key, v.p.Query.Text, at, of), Go: v.toHits})
	}
	if n := len(v.p.Trail); n > 0 {
		crumbs = append(crumbs, kit.Crumb{Text: v.p.Trail[n-1].Reference, Go: v.backToHits})
	}
	v.head.SetCrumbs(crumbs...)
	if v.p.Open == nil {
		v.head.SetTitle(t(v.title))
		v.head.SetStamp("", kit.ToneNote, "")
		v.head.SetButtons(v.forWhom()...)
		return
	}
	v.head.SetTitle(v.p.Open.ReferenceCode)
	v.host.Title(v.p.Open.ReferenceCode)
	if v.p.Open.Closed {
		v.head.SetStamp(v.closedWord(v.p.Open.Closure), kit.ToneWarn, "lock")
		v.head.SetButtons(append([]fyne.CanvasObject{v.cite}, v.forWhom()...)...)
		return
	}
	v.head.SetStamp(t("reader.free"), kit.ToneOK, "")
	if v.kiosk() {
		v.head.SetButtons(append([]fyne.CanvasObject{v.cite, v.print}, v.forWhom()...)...)
		return
	}
	if v.class == kit.ClassS {
		v.head.SetButtons(v.copy)
		return
	}
	if v.canBlacken() {
		v.head.SetButtons(v.cite, v.blacken, v.print, v.copy)
		return
	}
	v.head.SetButtons(v.cite, v.print, v.copy)
}

func (v *view) closedWord(c catalog.Closure) string {
	if c.Until.IsZero() {
		return v.env.T("reader.closed")
	}
	return v.env.T("reader.closed.until", c.Until)
}

// Document implements screen.
func (v *view) Document(d *model.Document, original bool) {
	if d == nil || v.p.Open == nil {
		v.page.Show(pageviewmodel.Ref{})
		return
	}
	if from := v.p.Open.PID + "\x00" + v.p.Sought(); from != v.carried {
		v.carried = from
		v.page.Carry(v.p.Sought())
	}
	v.page.Show(v.ref(*d, original))
}

// Expect implements screen.
func (v *view) Expect(d model.Document) { v.page.Expect(v.ref(d, false)) }

// Evidence implements screen.
func (v *view) Evidence(e model.Evidence) {
	pid := v.p.Open.PID
	v.page.Show(pageviewmodel.Ref{Key: pid + "!" + e.ID, Title: e.Title,
		Open: func(ctx context.Context) (viewer.Document, error) { return v.src.Evidence(ctx, pid, e.ID) }})
}

func (v *view) ref(d model.Document, original bool) pageviewmodel.Ref {
	pid := v.p.Open.PID
	key := pid + "/" + d.ID
	if original {
		key += "?original"
	}
	return pageviewmodel.Ref{Key: key, Title: d.Title, Open: func(ctx context.Context) (viewer.Document,
		error) {
		return v.src.Document(ctx, pid, d.ID, original)
	}}
}

// Say implements screen.
func (v *view) Say(text string) { v.host.Toast(text, nil) }

// Refuse implements screen.
func (v *view) Refuse(err error) { v.host.Refuse(err, v.p.Hint(err)) }

func (v *view) copyCitation() {
	if v.p.Open != nil {
		fyne.CurrentApp().Clipboard().SetContent(v.p.Open.Citation)
		v.host.Toast(v.env.T("reader.cited"), nil)
	}
}

func (v *view) outside() {
	if v.p.Open == nil || v.p.Current == "" {
		return
	}
	pid, doc := v.p.Open.PID, v.p.Current
	v.env.Run.Background(func() {
		err := v.src.Outside(context.Background(), pid, doc)
		v.env.Run.UI(func() {
			if err != nil {
				v.Refuse(err)
			}
		})
	})
}

func (v *view) askCopy() {
	if v.p.Open == nil || v.p.Open.Closed || v.kiosk() {
		return
	}
	kit.Form{Name: "reader.copy", Title: v.env.T("reader.copy.title"), Text: v.env.T("reader.copy.text"),
		Above: kit.Bold(v.p.Open.ReferenceCode), Width: 540,
		Buttons: []kit.FormButton{{Name: "reader.copy.do", Icon: "package", Text: v.env.T("reader.copy.do"), Primary: true,
			Do: func(map[string]string) { v.p.UseCopy() }}}}.Show(v.env)
}
