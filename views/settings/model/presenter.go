// Package model is what the settings show and offer, without a face: display, archive
// and channel, profiles, schemas, issuers and clerks that are trusted, keys.
// Everything is saved as typed.
package model

import (
	"context"
	"slices"
	"strings"

	"laufzettel/views/present"
	"laufzettel/views/words"
)

// Display is *Anzeige und Sprache*.
type Display struct {
	Mode     string // system, light, dark, contrast
	Scale    int    // 100, 125, 150, 200
	Language string // de, en
	Swiss    bool   // numbers as 20'117
	Forever  bool   // messages stay until closed
}

// Channel is *Archiv und Kanal*.
type Channel struct {
	Person      string // who works here, on every act and paper (G14)
	Unit        string
	Archive     string // name of the archive
	Address     string // of the receiver
	Fingerprint string // of this device's key, in groups of four
	Enrolled    bool
	Pending     bool   // told to the archive, which has not confirmed yet
	Enrolment   string // German sentence: "Schlüssel bestätigt am 01.07.2026"
	// Another way for packages than the channel, "" = none: a folder, a network
	// path or sftp://…; with the fingerprint its host has to show and a key file.
	Door, HostKey, Identity string
	PasswordKept            bool   // that of the SFTP account lies in the keyring
	DoorTest                string // German sentence of the last test, "" before one
	Rate                    string // kB a second packages may take, "" = no bound
	Stamps                  string // address of the authority that stamps receipts, "" = none
	Parallel                string // packages sent at once: 1 or 2, "" = 1
	// PEM files of the connection, "" = none: further authorities, the certificate
	// of this machine and its key. In force from the next start on.
	CAFile, CertFile, CertKey string
	// Fixed names the fields the administrator's policy governs: archive, address, rate.
	Fixed []string
}

// Format is one agreed format.
type Format struct{ PUID, Name string }

// Pair is a label with its value.
type Pair struct{ Label, Value string }

// Profile is what is agreed with one agency.
type Profile struct {
	ID, Name, AgencyID, Contact, Mail, System string
	Kinds                                     string
	Portions                                  int
	ValidSince                                string
	Formats                                   []Format
	Deadlines, Packages                       []Pair
	Fields                                    []Field // every statement, explained (A27, A32)
}

// Field is one statement of a profile: a line, or several.
type Field struct {
	ID, Group, Label, Help, Value string
	Many                          bool
}

// Schema is one schema at hand, or one that is missing.
type Schema struct {
	Name, Version, Source string
	Missing               bool
}

// Key is one action whose key can be changed. Now "" means the default holds.
type Key struct {
	ID, Title, Group, Default, Now string
	Scope                          string // screen it belongs to, "" = everywhere
}

// State is a snapshot of all settings; Keys maps action ids to changed keys.
type State struct {
	Display  Display
	Channel  Channel
	Profiles []Profile
	Schemas  []Schema
	Issuers  []Issuer
	Clerks   []Clerk
	Keys     map[string]string
}

// Source is all of the settings this screen may see and change.
type Source interface {
	Settings(ctx context.Context) (State, error)
	SaveDisplay(ctx context.Context, d Display) error
	SaveChannel(ctx context.Context, c Channel) error
	// Enrol introduces this device to the archive of the settings; the key is made
	// where there is none. What to tell the archive then stands in Channel.State.
	Enrol(ctx context.Context) error
	// EnrolInvited does it with the invitation the archive gave the office, which passes
	// all strangers that wait.
	EnrolInvited(ctx context.Context, invitation string) error
	// EnrolExport and EnrolImport do the same by files, where the archive's channel
	// cannot be reached: the enrolment out, the archive's answer in, the latter with
	// the fingerprint the archive told by another way.
	EnrolExport(ctx context.Context, path string) error
	EnrolImport(ctx context.Context, path, fingerprint string) error
	// WatchLog holds the log of the archive against what was seen of it here; TakeLog
	// takes it anew once a person has spoken with the archive.
	WatchLog(ctx context.Context) (LogWatch, error)
	TakeLog(ctx context.Context, note string) error
	// TryDoor tests the other way: it writes and removes a file there. How it went
	// stands in Channel.DoorTest where it went well.
	TryDoor(ctx context.Context) error
	// KeepPassword puts the password of the SFTP account into the keyring; ""
	// removes it.
	KeepPassword(ctx context.Context, password string) error
	SaveProfile(ctx context.Context, p Profile) error
	// SaveField changes one statement of a profile by its id.
	SaveField(ctx context.Context, profile, field, value string) error
	NewProfile(ctx context.Context) (id string, err error)
	AddSchemas(ctx context.Context, paths []string) error
	// AddIssuers trusts certificates, RemoveIssuer withdraws trust (E6).
	AddIssuers(ctx context.Context, paths []string) error
	RemoveIssuer(ctx context.Context, fingerprint string) error
	// ReadClerk reads the key of an agency out of a file, AddClerk trusts it once
	// its fingerprint was compared, RemoveClerk withdraws trust (G6, G14).
	ReadClerk(ctx context.Context, path string) (Clerk, error)
	AddClerk(ctx context.Context, path, fingerprint string) error
	RemoveClerk(ctx context.Context, fingerprint string) error
	SaveKeys(ctx context.Context, keys map[string]string) error
}

// Presenter holds what the screen shows. What is typed is saved at once: while a
// save is under way newer values wait, so that the last one wins.
type Presenter struct {
	words   *words.Words
	src     Source
	run     present.Dispatcher
	loader  *present.Loader[State]
	redraw  func()
	saved   func()
	pending map[string]func(context.Context) error
	order   []string
	saving  bool
	actions func() []Key

	State  State
	Keys   []Key
	Loaded bool
	Err    error
	Fault  error
	// Picked is the profile chosen, by id.
	Picked string
}

// NewPresenter makes a presenter. actions lists all keys that can be changed,
// saved is called after each successful save.
func NewPresenter(src Source, run present.Dispatcher, w *words.Words, actions func() []Key, redraw, saved func()) *Presenter {
	p := &Presenter{words: w, src: src, run: run, redraw: redraw, saved: saved, actions: actions,
		pending: map[string]func(context.Context) error{}}
	p.loader = present.NewLoader(run, src.Settings, p.show)
	return p
}

// Reload reads all settings anew.
func (p *Presenter) Reload() { p.loader.Reload() }

// Close ends the background work; values still waiting are saved before.
func (p *Presenter) Close() {
	for _, what := range p.order {
		if work := p.pending[what]; work != nil {
			// The window is gone: nobody could be told of a fault, the source logs it.
			p.run.Background(func() { _ = work(context.WithoutCancel(p.loader.Context())) })
		}
	}
	p.loader.Close()
}

func (p *Presenter) show(s State, err error) {
	p.Err, p.Loaded = err, true
	if err == nil {
		p.State = s
		if p.State.Keys == nil {
			p.State.Keys = map[string]string{}
		}
		if _, ok := p.Profile(); !ok && len(s.Profiles) > 0 {
			p.Picked = s.Profiles[0].ID
		}
		p.keys()
	}
	p.redraw()
}

// Profile gives the chosen profile.
func (p *Presenter) Profile() (Profile, bool) {
	for _, x := range p.State.Profiles {
		if x.ID == p.Picked {
			return x, true
		}
	}
	return Profile{}, false
}

// Find gives the profiles whose name or agency id contains text.
func (p *Presenter) Find(text string) []Profile {
	text = strings.ToLower(strings.TrimSpace(text))
	var out []Profile
	for _, x := range p.State.Profiles {
		if strings.Contains(strings.ToLower(x.Name+" "+x.AgencyID), text) {
			out = append(out, x)
		}
	}
	return out
}

// SetDisplay saves a changed display and shows it.
func (p *Presenter) SetDisplay(d Display) {
	p.State.Display = d
	p.save("display", func(ctx context.Context) error { return p.src.SaveDisplay(ctx, d) })
	p.redraw()
}

// SetChannel saves name and address of the archive as typed.
func (p *Presenter) SetChannel(c Channel) {
	p.State.Channel = c
	p.save("channel", func(ctx context.Context) error { return p.src.SaveChannel(ctx, c) })
}

// SetField saves one statement of the picked profile.
func (p *Presenter) SetField(field, value string) {
	id := p.Picked
	p.save("profile."+id+"."+field, func(ctx context.Context) error { return p.src.SaveField(ctx, id, field, value) })
}

// SetProfile saves a profile as typed.
func (p *Presenter) SetProfile(x Profile) {
	for i := range p.State.Profiles {
		if p.State.Profiles[i].ID == x.ID {
			p.State.Profiles[i] = x
		}
	}
	p.save("profile."+x.ID, func(ctx context.Context) error { return p.src.SaveProfile(ctx, x) })
}

// NewProfile makes an empty profile and chooses it.
func (p *Presenter) NewProfile() {
	id := ""
	p.do(func(ctx context.Context) (err error) {
		id, err = p.src.NewProfile(ctx)
		return err
	}, func() { p.Picked = id })
}

// Enrol registers the key of this device.
func (p *Presenter) Enrol() { p.do(p.src.Enrol, nil) }

// EnrolInvited registers it with an invitation of the archive.
func (p *Presenter) EnrolInvited(invitation string) {
	p.do(func(ctx context.Context) error { return p.src.EnrolInvited(ctx, invitation) }, nil)
}

// EnrolExport writes the enrolment of this device to a file.
func (p *Presenter) EnrolExport(path string) {
	p.do(func(ctx context.Context) error { return p.src.EnrolExport(ctx, path) }, nil)
}

// EnrolImport takes the archive's answer.
func (p *Presenter) EnrolImport(path, fingerprint string) {
	p.do(func(ctx context.Context) error { return p.src.EnrolImport(ctx, path, fingerprint) }, nil)
}

// LogWatch is how the log of the archive stands, in words.
type LogWatch struct {
	Says   string
	Broken bool // it contradicts what was seen here; a person may take it anew
}

// WatchLog asks the archive; done gets the answer.
func (p *Presenter) WatchLog(done func(LogWatch)) {
	var w LogWatch
	p.do(func(ctx context.Context) (err error) { w, err = p.src.WatchLog(ctx); return err }, func() { done(w) })
}

// TakeLog takes the present log of the archive as the first one seen.
func (p *Presenter) TakeLog(note string) {
	p.do(func(ctx context.Context) error { return p.src.TakeLog(ctx, note) }, nil)
}

// TryDoor tests the other way for packages.
func (p *Presenter) TryDoor() { p.do(p.src.TryDoor, nil) }

// KeepPassword keeps the password of the SFTP account, "" removes it.
func (p *Presenter) KeepPassword(password string) {
	p.do(func(ctx context.Context) error { return p.src.KeepPassword(ctx, password) }, nil)
}

// AddSchemas takes schema files or folders.
func (p *Presenter) AddSchemas(paths []string) {
	p.do(func(ctx context.Context) error { return p.src.AddSchemas(ctx, paths) }, nil)
}

func (p *Presenter) do(work func(context.Context) error, done func()) {
	present.Do(p.loader.Context(), p.run, work, func(err error) {
		p.Fault = err
		if err == nil {
			if done != nil {
				done()
			}
			p.saved()
		}
		p.redraw()
		p.loader.Reload()
	})
}

// save puts a value in line; the newest of a kind replaces the one that waits.
func (p *Presenter) save(what string, work func(context.Context) error) {
	if _, waits := p.pending[what]; !waits {
		p.order = append(p.order, what)
	}
	p.pending[what] = work
	if !p.saving {
		p.next()
	}
}

func (p *Presenter) next() {
	if len(p.order) == 0 {
		return
	}
	what := p.order[0]
	work := p.pending[what]
	p.order = p.order[1:]
	delete(p.pending, what)
	p.saving = true
	present.Do(p.loader.Context(), p.run, work, func(err error) {
		p.saving = false
		if had := p.Fault; err != nil || had != nil {
			p.Fault = err
			p.redraw()
		}
		if err == nil {
			p.saved()
		}
		p.next()
	})
}

// Solved takes the fault of the last action away.
func (p *Presenter) Solved() {
	p.Fault = nil
	p.redraw()
}

// ---- keys

func (p *Presenter) keys() {
	p.Keys = p.actions()
	for i := range p.Keys {
		p.Keys[i].Now = p.State.Keys[p.Keys[i].ID]
	}
}

func (k Key) Key() string {
	if k.Now != "" {
		return k.Now
	}
	return k.Default
}

// Clash gives the title of another action that would have the same key: one of
// the same screen, or one of everywhere. "" if the key is free.
func (p *Presenter) Clash(id, key string) string {
	i := slices.IndexFunc(p.Keys, func(k Key) bool { return k.ID == id })
	if i < 0 || key == "" {
		return ""
	}
	for _, k := range p.Keys {
		together := k.Scope == p.Keys[i].Scope || k.Scope == "" || p.Keys[i].Scope == ""
		if k.ID != id && together && strings.EqualFold(k.Key(), key) {
			return k.Title
		}
	}
	return ""
}

// SetKey changes a key; "" goes back to the default. A key that clashes is not
// taken: the title of the other action is given back.
func (p *Presenter) SetKey(id, key string) (clash string) {
	key = Spell(key)
	if clash = p.Clash(id, key); clash != "" {
		return clash
	}
	if key == "" {
		delete(p.State.Keys, id)
	} else {
		p.State.Keys[id] = key
	}
	p.saveKeys()
	return ""
}

// ResetKeys puts all keys back to the default.
func (p *Presenter) ResetKeys() {
	p.State.Keys = map[string]string{}
	p.saveKeys()
}

func (p *Presenter) saveKeys() {
	keys := map[string]string{}
	for id, k := range p.State.Keys {
		keys[id] = k
	}
	p.keys()
	p.save("keys", func(ctx context.Context) error { return p.src.SaveKeys(ctx, keys) })
	p.redraw()
}

var spelled = map[string]string{"ctrl": "Strg", "strg": "Strg", "shift": "Umschalt", "umschalt": "Umschalt", "alt": "Alt", "enter": "Enter",
	"return": "Enter",
	"esc":    "Esc", "space": "Leertaste", "leertaste": "Leertaste", "del": "Entf", "entf": "Entf", "home": "Pos1", "pos1": "Pos1",
	"end": "Ende", "ende": "Ende",
	"plus": "Plus", "minus": "Minus", "up": "Auf", "auf": "Auf", "down": "Ab", "ab": "Ab", "left": "Links", "links": "Links",
	"right": "Rechts", "rechts": "Rechts",
	"tab": "Tab", "bild ab": "Bild Ab", "page down": "Bild Ab", "bild auf": "Bild Auf", "page up": "Bild Auf"}

// Spell writes a key as the program does: "ctrl + k" becomes "Strg+K".
func Spell(key string) string {
	parts := strings.Split(key, "+")
	out := parts[:0]
	for _, p := range parts {
		p = strings.TrimSpace(p)
		if p == "" {
			continue
		}
		if s, ok := spelled[strings.ToLower(p)]; ok {
			p = s
		} else {
			p = strings.ToUpper(p)
		}
		out = append(out, p)
	}
	return strings.Join(out, "+")
}

func SortKeys(keys []Key) {
	slices.SortFunc(keys, func(a, b Key) int {
		if d := strings.Compare(a.Scope, b.Scope); d != 0 {
			return d
		}
		if d := strings.Compare(a.Group, b.Group); d != 0 {
			return d
		}
		return strings.Compare(a.Title, b.Title)
	})
}
