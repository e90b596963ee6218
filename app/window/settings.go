package window

import (
	"context"
	"maps"
	"slices"
	"strings"

	store "laufzettel/app/settings"
	"laufzettel/sync/channel"
	"laufzettel/transfer"
	"laufzettel/transfer/check"
	"laufzettel/transfer/failure"
	"laufzettel/transfer/profile"
	"laufzettel/transfer/schema"
	"laufzettel/transfer/wording"
	settings "laufzettel/views/settings/model"
)

// Settings is the source of the screen Einstellungen.
type Settings struct{ *Desk }

// namesFrom is how many of the latest reports lend names to PRONOM ids.
const namesFrom = 20

// Settings implements settings.Source.
func (s Settings) Settings(ctx context.Context) (settings.State, error) {
	set := s.W.Office.Settings.Get()
	st := settings.State{Display: DisplayOf(set), Keys: maps.Clone(set.Keys)}
	var err error
	if st.Channel, err = s.channel(ctx, set); err != nil {
		return st, err
	}
	if st.Profiles, err = s.profiles(ctx); err != nil {
		return st, err
	}
	if st.Clerks, err = s.clerks(ctx); err != nil {
		return st, err
	}
	if st.Issuers, err = s.issuers(); err != nil {
		return st, err
	}
	have, err := s.W.Intake.Schemas.List()
	if err != nil {
		return st, err
	}
	for _, e := range have {
		x := settings.Schema{Name: e.Name, Version: schema.VersionOf(e.Namespace), Source: e.Source}
		if x.Name == "" {
			x.Name = e.Namespace
		}
		st.Schemas = append(st.Schemas, x)
	}
	for _, o := range schema.Missing(have) {
		st.Schemas = append(st.Schemas, settings.Schema{Name: o.Name, Version: schema.VersionOf(o.Namespace), Missing: true})
	}
	return st, nil
}

// DisplayOf gives how the window shows itself by these settings.
func DisplayOf(set store.Settings) settings.Display {
	d := settings.Display{Mode: set.Look.Variant, Scale: int(set.Look.Scale*100 + 0.5), Language: set.Look.Language, Swiss: set.Look.Swiss,
		Forever: set.Look.Forever}
	if d.Mode == "" {
		d.Mode = "system"
	}
	if d.Scale == 0 {
		d.Scale = 100
	}
	if d.Language == "" {
		d.Language = "de"
	}
	return d
}

func (s Settings) channel(ctx context.Context, set store.Settings) (settings.Channel, error) {
	c := settings.Channel{Person: set.Person.Name, Unit: set.Person.Unit, Archive: set.Archive, Address: set.Channel.URL}
	s.showDoor(&c, set)
	for _, name := range s.W.Office.Settings.Fixed() {
		if field, shown := map[string]string{"archive": "archive", "url": "address", "rate-limit": "rate"}[name]; shown {
			c.Fixed = append(c.Fixed, field)
		}
	}
	keys, err := s.W.Outbox.Channel.ListKeys(ctx)
	if err != nil {
		return c, err
	}
	for _, k := range keys {
		if k.State == channel.KeyActive {
			c.Fingerprint = k.Fingerprint
		}
	}
	peer, err := s.W.Outbox.Channel.Peer(ctx, set.Channel.URL)
	switch {
	case err != nil || set.Channel.URL == "": // none known there: the page says so
	case peer.State == channel.KeyPending:
		c.Pending, c.Enrolment = true, s.Words.T("window.enrol.pending", peer.Archive, peer.Code, peer.Fingerprint())
	case peer.State == channel.KeyActive:
		c.Enrolled, c.Enrolment = true, s.Words.T("window.enrol.active", peer.Archive)
	}
	return c, nil
}

func (s Settings) profiles(ctx context.Context) ([]settings.Profile, error) {
	all, err := s.W.Intake.Profiles.List(ctx)
	if err != nil {
		return nil, err
	}
	portions, err := s.W.Intake.Portions.List(ctx)
	if err != nil {
		return nil, err
	}
	names, err := s.formatNames(ctx, portions)
	if err != nil {
		return nil, err
	}
	out := make([]settings.Profile, 0, len(all))
	for _, p := range all {
		x := settings.Profile{ID: p.ID, Name: p.Agency, AgencyID: p.AgencyID, Contact: p.Contact.Name, Mail: p.Contact.Mail,
			System: p.Source, Kinds: s.kinds(p)}
		for _, q := range portions {
			if q.ProfileID == p.ID {
				x.Portions++
			}
		}
		if h, err := s.W.Intake.Profiles.History(ctx, p.ID); err != nil {
			return nil, err
		} else if len(h) > 0 {
			x.ValidSince = s.Words.Date(h[0].Saved)
		}
		for _, puid := range p.Formats {
			x.Formats = append(x.Formats, settings.Format{PUID: puid, Name: names[puid]})
		}
		x.Deadlines, x.Packages = s.agreed(p)
		lang := s.Words.Language()
		for _, f := range profile.Fields() {
			x.Fields = append(x.Fields, settings.Field{ID: f.Name, Group: f.Group.In(lang), Label: f.Label.In(lang),
				Help: f.Explain(&p).In(lang), Value: f.Value(&p), Many: f.Many})
		}
		out = append(out, x)
	}
	return out, nil
}

func (s Settings) kinds(p profile.Profile) string {
	var out []string
	for _, k := range p.Kinds {
		out = append(out, s.kind(transfer.Portion{Kind: k}))
	}
	if len(out) == 0 {
		return s.Words.T("window.kinds.any")
	}
	return strings.Join(out, ", ")
}

// formatNames learns the names of formats from the latest reports.
func (s Settings) formatNames(ctx context.Context, portions []transfer.Portion) (map[string]string, error) {
	portions = slices.DeleteFunc(slices.Clone(portions), func(p transfer.Portion) bool { return p.Verdict == "" })
	slices.SortFunc(portions, func(a, b transfer.Portion) int { return b.Changed.Compare(a.Changed) })
	names := map[string]string{}
	for _, p := range portions[:min(namesFrom, len(portions))] {
		rep := new(check.Report)
		if _, err := s.W.Intake.Portions.LoadReport(ctx, p.ID, &check.Kept{Report: rep}); err != nil {
			return nil, err
		}
		for _, f := range rep.Formats {
			names[f.PUID] = f.Name
		}
	}
	return names, nil
}

// agreed are deadlines and packaging in words.
func (s Settings) agreed(p profile.Profile) (deadlines, packages []settings.Pair) {
	days := func(key string, n int) {
		if n > 0 {
			deadlines = append(deadlines, settings.Pair{Label: s.Words.T("window.deadline." + key), Value: s.Words.N("window.days", n)})
		}
	}
	days("appraisal", p.Deadlines.AppraisalDays)
	days("transfer", p.Deadlines.TransferDays)
	days("redelivery", p.Deadlines.RedeliveryDays)
	days("notice", p.Deadlines.NoticeDays)
	level := p.Level
	if level == "" {
		level = "case"
	}
	packages = append(packages, settings.Pair{Label: s.Words.T("window.level"), Value: s.Words.T("window.level." + level)})
	if p.ReferenceCode.Pattern != "" {
		packages = append(packages, settings.Pair{Label: s.Words.T("window.code"), Value: p.ReferenceCode.Pattern})
	}
	if p.Closure.Years > 0 {
		packages = append(packages, settings.Pair{Label: s.Words.T("window.closure"), Value: s.Words.N("window.years", p.Closure.Years)})
	}
	return deadlines, packages
}

// change alters the settings and tells the screens.
func (s Settings) change(ctx context.Context, f func(*store.Settings)) error {
	defer s.Hub.Notify()
	return s.W.Office.ChangeSettings(ctx, f)
}

// SaveDisplay implements settings.Source.
func (s Settings) SaveDisplay(ctx context.Context, d settings.Display) error {
	return s.change(ctx, func(x *store.Settings) {
		x.Look.Variant, x.Look.Scale, x.Look.Language, x.Look.Swiss, x.Look.Forever = d.Mode, float32(d.Scale)/100, d.Language, d.Swiss,
			d.Forever
		if d.Mode == "system" {
			x.Look.Variant = ""
		}
	})
}

// SaveChannel implements settings.Source.
func (s Settings) SaveChannel(ctx context.Context, c settings.Channel) error {
	fill := func(x *store.Settings) {
		x.Person.Name, x.Person.Unit = strings.TrimSpace(c.Person), strings.TrimSpace(c.Unit)
		x.Archive, x.Channel.URL = strings.TrimSpace(c.Archive), strings.TrimSpace(c.Address)
		saveDoor(x, c)
	}
	return s.change(ctx, fill)
}

// Enrol implements settings.Source.
func (s Settings) Enrol(ctx context.Context) error { return s.EnrolInvited(ctx, "") }

// EnrolInvited implements settings.Source.
func (s Settings) EnrolInvited(ctx context.Context, invitation string) error {
	defer s.Hub.Notify()
	url := s.W.Office.Settings.Get().Channel.URL
	if url == "" {
		return failure.New(failure.Refused, "enrol", wording.Say("window.enrol.nourl"))
	}
	if err := s.W.Keys.Ensure(ctx); err != nil {
		return err
	}
	_, err := s.W.Keys.EnrolInvited(ctx, url, strings.TrimSpace(invitation))
	return err
}

// SaveProfile implements settings.Source; what the form does not show stays.
func (s Settings) SaveProfile(ctx context.Context, x settings.Profile) error {
	defer s.Hub.Notify()
	_, err := s.W.Clerk.SetProfileFields(ctx, x.ID, map[string]string{"agency": x.Name, "agencyId": x.AgencyID,
		"contact.name": x.Contact, "contact.mail": x.Mail, "source": x.System}, false)
	return err
}

// SaveField implements settings.Source.
func (s Settings) SaveField(ctx context.Context, id, field, value string) error {
	defer s.Hub.Notify()
	_, err := s.W.Clerk.SetProfileFields(ctx, id, map[string]string{field: value}, false)
	return err
}

// NewProfile implements settings.Source.
func (s Settings) NewProfile(ctx context.Context) (string, error) {
	defer s.Hub.Notify()
	return s.W.Clerk.BeginProfile(ctx, func(n int) string { return s.Words.T("window.profile.new", n) })
}

// AddSchemas implements settings.Source.
func (s Settings) AddSchemas(ctx context.Context, paths []string) error {
	defer s.Hub.Notify()
	for _, p := range paths {
		if _, err := s.W.Outbox.TakeSchemas(ctx, p); err != nil {
			return err
		}
	}
	return nil
}

// SaveKeys implements settings.Source.
func (s Settings) SaveKeys(ctx context.Context, keys map[string]string) error {
	return s.change(ctx, func(x *store.Settings) { x.Keys = maps.Clone(keys) })
}

// Keeper keeps small things of the window in the settings: splits for the workstation,
// how a list stands for each person. Safe for concurrent use.
type Keeper struct {
	Store  *store.Store
	Person func() string // who works here now, "" nobody; nil: nobody ever
}

// ofPerson begins the keys of what each person likes for itself.
const ofPerson = "table."

func (k Keeper) name(key string) string {
	if strings.HasPrefix(key, ofPerson) && k.Person != nil && k.Person() != "" {
		return key + "@" + k.Person()
	}
	return key
}

// Get implements kit.Keeper.
func (k Keeper) Get(key string) string { return k.Store.Get().Kept[k.name(key)] }

// Put implements kit.Keeper; "" takes the thing away. A split that cannot be kept is no
// fault worth a message: it is moved again.
func (k Keeper) Put(key, value string) {
	_ = k.Store.Change(func(x *store.Settings) {
		kept := maps.Clone(x.Kept)
		if kept == nil {
			kept = map[string]string{}
		}
		kept[k.name(key)] = value
		if value == "" {
			delete(kept, k.name(key))
		}
		x.Kept = kept
	})
}

var _ settings.Source = Settings{}
