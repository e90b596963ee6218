package office

import (
	"strings"

	"laufzettel/transfer/people"
	"laufzettel/transfer/profile"
	"laufzettel/transfer/wording"
)

// Agreements (profiles) rest on who agreed them: a person with the right to it, an
// archive whose signed profile a clerk has taken in, or the policy of the machine.

// unspoken gives the tables added later of which the log has said nothing so far.
func (f *fold) unspoken() map[string]bool {
	out := map[string]bool{}
	for i := range Projections {
		if p := &Projections[i]; p.Later && f.rows[p.Name] == nil {
			out[p.Name] = true
		}
	}
	return out
}

// objectAgreement judges a change of an agreement. What the policy brings nobody signs;
// it counts as long as the policy says so (ruled). A clerk brings what archives have
// signed, and changes nothing that was agreed here.
func (f *fold) objectAgreement(who *author, r statedRow) string {
	if who != nil && !who.fresh && who.can(people.Profile) {
		return ""
	}
	why := wording.Kept("log.why.unsigned", r.Table, strings.Join(r.Key, " "))
	if who != nil {
		why = wording.Kept("log.why.no-right", r.Table, strings.Join(r.Key, " "), who.name)
	}
	if r.Gone {
		return why
	}
	by := plainCell(r.Set["saved_by"])
	if r.Table == tableProfile {
		by = f.agreedBy(r.Key[0], r.Set["version"])
	} else if f.row(r.Table, r.Key...).there() {
		return why // a state that was saved once never changes
	}
	now := ""
	if h := f.row(tableProfile, r.Key[0]); h.there() {
		now = f.agreedBy(r.Key[0], h.set["version"].value)
	}
	switch {
	case by == profile.ByPolicy:
		return ""
	case who != nil && !who.fresh && who.can(people.Prepare) && profile.FromArchive(by) && (now == "" || profile.FromArchive(now)):
		return ""
	}
	return why
}

// agreedBy names who saved a state of an agreement, "" where the log has none such.
func (f *fold) agreedBy(id, version string) string {
	h := f.row(tableAgreed, id, plainCell(version))
	if !h.there() {
		return ""
	}
	return plainCell(h.set["saved_by"].value)
}

// compareRuled holds what the policy has brought and nobody has signed against the
// policy in force: the log alone does not say who wrote it there.
func (wt *Witness) compareRuled(f *fold) *Difference {
	if len(f.keys) == 0 {
		return nil // nobody here signs anything, and log verify says so
	}
	for _, h := range f.rows[tableProfile] {
		if !h.there() {
			continue
		}
		is := f.row(tableAgreed, h.key[0], plainCell(h.set["version"].value))
		if !is.there() || plainCell(is.set["saved_by"].value) != profile.ByPolicy || is.signed {
			continue
		}
		if text := plainCell(is.set["profile"].value); text != wt.Office.ruled[h.key[0]] {
			return &Difference{Table: tableProfile, Object: h.key[0], Row: wording.Kept("log.row.by-policy"),
				Log: wording.Kept("log.row.no-policy"), Seq: is.set["profile"].seq, By: profile.ByPolicy}
		}
	}
	return nil
}
