package app

import (
	"context"
	"errors"
	"path/filepath"
	"sync"
	"time"

	"fyne.io/fyne/v2"

	"laufzettel/app/browser"
	"laufzettel/app/settings"
	"laufzettel/app/window"
	"laufzettel/app/work"
	"laufzettel/app/work/office"
	"laufzettel/sync/channel"
	"laufzettel/sync/queue"
	"laufzettel/transfer/failure"
	"laufzettel/views/kit"
	"laufzettel/views/route"
	views "laufzettel/views/settings/model"
	"laufzettel/views/shell"
	"laufzettel/views/words"
)

// watchEvery is how often changes by other programs are looked for.
const watchEvery = 500 * time.Millisecond

// program is the open window with all that runs behind it.
type program struct {
	app    fyne.App
	window fyne.Window
	run    kit.Dispatcher
	asker  *asker

	w      *work.House
	hub    *window.Hub
	works  *window.Works
	sender *window.Sender
	reader *window.Reader
	launch func(workspace string) error // opens another workspace in a window of its own
	desk   *window.Desk
	env    *kit.Env
	shell  *shell.Shell
	shown  views.Display
	named  bool // the system says whether it is light or dark

	serving sync.Mutex
	pages   *browser.Server // the second face, nil while nobody has asked for it

	badges *badges

	ctx    context.Context
	cancel context.CancelFunc
	wg     sync.WaitGroup
	once   sync.Once
}

// open opens the workspace at dir and builds the window's content.
func open(ctx context.Context, a fyne.App, w fyne.Window, run kit.Dispatcher, dir string, o Options) (*program, error) {
	p := &program{app: a, window: w, run: run, asker: newAsker(dir), launch: launchWindow}
	var err error
	if p.w, err = work.Open(ctx, dir, office.Options{Person: o.Person, Passphrase: p.asker.passphrase, PersonPass: p.asker.person,
		Keyring: o.keyring}); err != nil {
		return nil, err
	}
	p.ctx, p.cancel = context.WithCancel(ctx)
	p.hub = window.NewHub()
	p.works = window.NewWorks(p.hub, p.w.Office.Now)
	p.sender = window.NewSender(p.w, p.hub)
	p.sender.Stuck = func(queue.Job) { p.asker.forget() }
	p.sender.Asking, p.asker.changed = p.asker.waiting, p.hub.Notify
	p.badges = newBadges(p.w)
	if err := p.build(route.Route{}); err != nil {
		return nil, errors.Join(err, p.w.Close())
	}
	return p, nil
}

// loadWords reads a catalogue; a test puts another in its place.
var loadWords = words.Load

// build makes theme, words, screens and shell by the settings, and shows home.
func (p *program) build(home route.Route) error {
	set := p.w.Office.Settings.Get()
	d := window.DisplayOf(set)
	texts, err := loadWords(d.Language)
	if err != nil {
		return err
	}
	texts = texts.In(time.Local)
	if d.Swiss {
		texts = texts.Swiss()
	}
	p.shown = d
	p.app.Settings().SetTheme(p.theme(d))
	p.env = kit.NewEnv(texts, p.run, window.Keeper{Store: p.w.Office.Settings, Person: p.w.Office.Person})
	p.env.ChangeKeys(set.Keys)
	p.desk = &window.Desk{W: p.w, Hub: p.hub, Works: p.works, Sender: p.sender, Words: texts, Outside: outside(p.app)}
	after := kit.AfterOn(p.run)
	if d.Forever {
		after = nil
	}
	user := p.w.Office.Person()
	if user == "" {
		user = texts.T("window.nobody")
	}
	p.shell = shell.New(shell.Deps{Env: p.env, Screens: p.screens(p.desk), Role: role(window.RoleOf(p.ctx, p.w)), Archive: set.Archive,
		User: user, Now: p.w.Office.Now,
		Title: p.titled, Welcome: p.welcome, Home: home, After: after, Support: p.supportPack, Browse: p.browsable()})
	p.env.Attach(p.window.Canvas())
	p.asker.attach(p.env)
	p.window.SetContent(p.shell.Object())
	p.shell.Start()
	return nil
}

// theme is how the window looks: as the system says only where it says something, else
// light.
func (p *program) theme(d views.Display) *kit.Theme {
	mode := kit.Mode(d.Mode)
	if mode != kit.ModeLight && mode != kit.ModeDark && mode != kit.ModeContrast && !p.named {
		mode = kit.ModeLight
	}
	return kit.NewTheme(mode, float32(d.Scale)/100)
}

// askScheme asks the desktop whether it is light or dark; that can take long or never
// come back on some, so nothing waits for it.
func (p *program) askScheme() {
	if !schemeNamed() {
		return
	}
	p.run.UI(func() {
		p.named = true
		p.app.Settings().SetTheme(p.theme(p.shown))
	})
}

// role maps the role of the settings; none means archivist.
func role(r settings.Role) route.Role {
	switch r {
	case settings.Clerk:
		return route.Clerk
	case settings.ReadingRoom:
		return route.ReadingRoom
	case settings.Administrator:
		return route.Admin
	}
	return route.Archivist
}

// apply puts a changed display and changed keys in force at once; words and
// numbers need the frame built anew.
func (p *program) apply(d views.Display, keys map[string]string) {
	p.env.ChangeKeys(keys)
	before := p.shown
	p.shown = d
	if d.Language != before.Language || d.Swiss != before.Swiss || d.Forever != before.Forever {
		p.run.Background(func() { p.run.UI(func() { p.rebuild(p.shell.Now()) }) }) // not from inside the screen that is replaced
		return
	}
	if d.Mode != before.Mode || d.Scale != before.Scale {
		p.app.Settings().SetTheme(p.theme(d))
	}
}

func (p *program) rebuild(home route.Route) {
	p.shell.Close()
	if err := p.build(home); err != nil {
		fyne.LogError("build window anew", err)
	}
}

// begin starts what runs while the window is open and opens files given at the
// start. A warning about the workspace is shown in the status bar.
func (p *program) begin(files []string) {
	p.background(func() {
		if err := p.w.Books.Watch(p.ctx, watchEvery, p.hub.Notify); err != nil {
			fyne.LogError("watch workspace", err)
		}
	})
	p.background(func() { p.sender.Run(p.ctx) })
	p.background(p.meet)
	p.background(p.archiveOfExample)
	p.run.Background(p.askScheme)
	p.background(func() {
		if err := p.w.Room.Child.Warm(p.ctx); err != nil && !failure.Canceled(err) {
			fyne.LogError("warm the page view", err)
		}
	})
	p.background(func() {
		if err := p.reader.Sweep(); err != nil {
			fyne.LogError("remove use copies", err)
		}
	})
	p.background(func() {
		if err := p.desk.Resume(p.ctx); err != nil && !failure.Canceled(err) {
			fyne.LogError("go on with interrupted work", err)
		}
	})
	p.hub.Subscribe(func() { p.run.Background(p.refresh) })
	p.run.Background(p.refresh)
	if warning := p.w.Office.Warning(); warning != nil {
		p.shell.Refuse(warning, warning.Error())
	}
	if p.first() {
		p.welcome()
	}
	if len(files) > 0 {
		p.take(files)
	}
}

// meetEvery is how often an archive is asked whether it has confirmed this device.
const meetEvery = 30 * time.Second

// meet asks the archive about our standing there until it has confirmed us: the
// confirmation happens at the archive and nobody tells us.
func (p *program) meet() {
	tick := time.NewTicker(meetEvery)
	defer tick.Stop()
	for {
		url := p.w.Office.Settings.Get().Channel.URL
		if peer, err := p.w.Outbox.Channel.Peer(p.ctx, url); err == nil && url != "" && peer.State == channel.KeyPending {
			if _, err := p.w.Outbox.Channel.Refresh(p.ctx, url); err == nil { // else: not reachable now, asked again
				p.hub.Notify()
			}
		}
		select {
		case <-p.ctx.Done():
			return
		case <-tick.C:
		}
	}
}

func (p *program) background(work func()) {
	p.wg.Go(func() {
		defer func() {
			if r := recover(); r != nil {
				fyne.LogError("background work", panicError{r})
			}
		}()
		work()
	})
}

// refresh reads the counts of the rail and the state of the channel anew.
func (p *program) refresh() {
	if p.ctx.Err() != nil || !p.badges.read(p.ctx) {
		return
	}
	channel := p.channel()
	p.run.UI(func() {
		if p.ctx.Err() == nil {
			p.shell.Badges()
			p.shell.Channel(channel)
		}
	})
}

// channel is the state of the channel for the status bar.
func (p *program) channel() string {
	texts := p.env.Words
	peer, standing := p.sender.Standing(p.ctx)
	switch standing {
	case window.ChannelNone:
		return texts.T("window.channel.none")
	case window.ChannelOffline:
		return texts.T("window.channel.offline", texts.Clock(p.sender.Offline()))
	case window.ChannelHeard:
		return texts.T("shell.channel.connected", peer.Archive)
	}
	return texts.T("window.channel."+string(standing), peer.Archive)
}

// drop takes what was dropped on the window; only local files can be.
func (p *program) drop(at []fyne.URI) {
	var paths []string
	for _, u := range at {
		if u.Scheme() == "file" {
			paths = append(paths, u.Path())
		}
	}
	if len(paths) > 0 {
		p.take(paths)
	}
}

// further opens what a second start of the program was asked for and comes to the
// front. It tells whether the window was shown: not while it closes or hangs.
func (p *program) further(files []string) bool {
	if p.ctx.Err() != nil || !front(p.window, p.run, p.ctx.Done()) {
		return false
	}
	if len(files) > 0 {
		p.run.UI(func() { p.shell.Toast(p.env.T("window.handed"), nil) })
		p.take(files)
	}
	return true
}

// frontTime is how long a window may take to come to the front.
const frontTime = 4 * time.Second

// front brings a window to the front and tells whether that was done before gone.
func front(w fyne.Window, run kit.Dispatcher, gone <-chan struct{}) bool {
	shown := make(chan struct{})
	run.UI(func() {
		w.Show()
		w.RequestFocus()
		close(shown)
	})
	late := time.NewTimer(frontTime)
	defer late.Stop()
	select {
	case <-shown:
		return true
	case <-gone:
	case <-late.C:
	}
	return false
}

// supportPack writes the package for support beside the log and tells where.
func (p *program) supportPack() {
	p.run.Background(func() {
		name := filepath.Join(p.w.Office.Dir, "hilfe-"+p.w.Office.Now().Format("20060102-150405")+".zip")
		err := p.w.Office.SupportPack(p.ctx, name)
		p.run.UI(func() {
			if err != nil {
				p.shell.Refuse(err, err.Error())
				return
			}
			p.shell.Toast(p.env.T("window.support.done", name), nil)
		})
	})
}

// take opens files: a package of ours in the reading room, everything else as a
// delivery. A URL of our scheme names an object of the catalog (A21). At a
// reader's place files go to the reading room, which refuses them.
func (p *program) take(paths []string) {
	if paths[0] == browseURL && p.browsable() != nil {
		p.browse()
		return
	}
	p.run.Background(func() {
		if key, ours := office.ParseURL(paths[0]); ours {
			p.run.UI(func() { p.shell.Go(route.Route{Screen: route.Reader, ID: key}) })
			return
		}
		if len(paths) == 1 && !p.w.Office.Kiosk() {
			if key, ours := p.reader.OpenOurs(p.ctx, paths[0]); ours {
				p.run.UI(func() { p.shell.Go(route.Route{Screen: route.Reader, ID: key}) })
				return
			}
		}
		p.run.UI(func() {
			if p.w.Office.Kiosk() {
				p.shell.Go(route.Route{Screen: route.Reader})
			}
			p.shell.Drop(paths)
		})
	})
}

// close ends everything behind the window; running checks are journaled and go on
// at the next start.
func (p *program) close() {
	p.once.Do(func() {
		p.cancel()
		p.endPages()
		p.hub.Close()
		p.asker.close()
		p.shell.Close()
		p.works.Close()
		p.wg.Wait()
		if p.reader != nil {
			if err := p.reader.CloseSites(); err != nil {
				fyne.LogError("close websites", err)
			}
		}
		if err := p.w.Close(); err != nil {
			fyne.LogError("close workspace", err)
		}
	})
}
