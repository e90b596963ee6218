package office

import (
	"slices"
	"strings"

	"laufzettel/transfer"
	"laufzettel/transfer/events"
	"laufzettel/transfer/people"
	"laufzettel/transfer/people/naming"
	"laufzettel/transfer/profile"
	"laufzettel/transfer/wording"
)

// What a signature is good for: who signs a statement changes what they have a right to,
// and nobody changes what a row is about.

// lasting names tables whose rows stay what they are about once the log has them, each
// with the columns that may change. Their rows are never taken away.
var lasting = map[string][]string{
	tablePerson:  {"unit", "state"},
	tableKey:     {"ended"},
	tableSpare:   {"ended"},
	tablePackage: {"reference_code"}, // refused for its code, it gets the next free one
	tableAct:     {"accession_id"},   // goes with a portion that joins the accession of its procedure
	tableConfirm: {},
	tableGrant:   {"revoked"},
}

// goes are the other tables whose rows an act may take away.
var goes = []string{tableRole, "person_agency", tableRequest, tableDecision, "share_name", tableClosure, tableMark, tableLook,
	tableProfile, tableCopy, tableMerged} // the last two are judged on their own

// objectLasting refuses to make of a row one about somebody or something else, or to take
// away what stays: a key does not become that of another person, nor a person another one.
func (f *fold) objectLasting(r statedRow) string {
	changes, stays := lasting[r.Table]
	if r.Gone {
		if slices.Contains(goes, r.Table) {
			return ""
		}
		return wording.Kept("log.why.lasts", r.Table, strings.Join(r.Key, " "))
	}
	h := f.row(r.Table, r.Key...)
	if !stays || !h.there() {
		return ""
	}
	for c, v := range r.Set {
		said := h.cell(c).value
		code := r.Set["reference_code"]
		if filled, _ := projection(r.Table).fills(c, v); filled && (said == "" || code != "" && code != h.cell("reference_code").value) {
			continue // built now, or built anew under the next code
		}
		if said != v && (!slices.Contains(changes, c) || c == "ended" && said != "n" || c == "revoked" && said != "n") {
			return wording.Kept("log.why.lasts", r.Table, strings.Join(r.Key, " "))
		}
	}
	return ""
}

// named gives the person whose name somebody new would bear, "" for a name of their own:
// two of one name would be one person on every paper.
func (f *fold) named(r statedRow) string {
	if r.Gone || f.row(tablePerson, r.Key...).there() {
		return ""
	}
	name := plainCell(r.Set["name"])
	for _, p := range f.rows[tablePerson] {
		if known := plainCell(p.cell("name").value); p.there() && (naming.Same(known, name) || naming.Twins(known, name)) {
			return known
		}
	}
	return ""
}

// redated reports whether a statement gives a release another time than its own.
func (f *fold) redated(before *held, r statedRow) bool {
	at, dated := r.Set["released_at"]
	_, by := r.Set["released_by"]
	return dated && !by && (!before.there() || before.cell("released_at").value != at)
}

// joins reports whether an act goes with its portion, which joined the accession of its
// procedure before anybody decided on it.
func (f *fold) joins(act *held, r statedRow) bool {
	if !act.there() || r.Gone || len(r.Set) != 1 || act.cell("act").value == "tclearance" {
		return false
	}
	p := f.row(tablePortion, plainCell(act.cell("portion_id").value))
	return p.there() && !decided(p.cell("state").value) && p.cell("accession_id").value == r.Set["accession_id"]
}

// recoded reports whether a package gets another code on its way: the archive knows the
// old one already (docs/protocol.md 6).
func (f *fold) recoded(who *author, r statedRow) bool {
	return r.Table == tablePackage && !r.Gone && f.row(r.Table, r.Key...).there() && who.can(people.Send)
}

// objectTree judges a record tree, or what the check learned of the files, stated anew.
func (f *fold) objectTree(e events.Event, who *author, t tree) string {
	switch {
	case e.Type == events.Founded, who == nil && len(f.keys) == 0:
		return ""
	case who == nil:
		return wording.Kept("log.why.recast", t.Scope)
	}
	needs := archivists
	if t.Table == tableFact { // by who answers for what was read, at the acceptance
		needs = []people.Action{people.Decide, people.Lend}
	}
	if who.fresh || who.spare || !slices.ContainsFunc(needs, who.can) {
		return wording.Kept("log.why.no-right", t.Table, t.Scope, who.name)
	}
	return ""
}

// archivists are the rights of those who answer for deliveries. Who only checks or sends
// states no more of them than the program does by itself.
var archivists = []people.Action{people.Receive, people.Decide, people.Appraise, people.Package, people.Book, people.Clear, people.Close,
	people.Destroy, people.Lend, people.Profile}

// rightsOf gives the rights one of which a signed change of a row needs.
func rightsOf(r statedRow) []people.Action {
	switch state := transfer.State(plainCell(r.Set["state"])); {
	case r.Table == tablePortion && (state == transfer.Accepted || state == transfer.AcceptedWithException || state == transfer.Returned):
		return []people.Action{people.Decide, people.Lend}
	case r.Table == tablePortion && state == transfer.Appraised:
		return []people.Action{people.Appraise, people.Lend}
	case r.Table == tablePortion && state == transfer.Packaged:
		return []people.Action{people.Package, people.Lend}
	case r.Table == tablePortion && state == transfer.Closed, r.Table == tableAcc && r.Set["state"] == "tclosed":
		return []people.Action{people.Close, people.Clear}
	case r.Table == tableAcc && r.Set["state"] == "tcleared", r.Table == tableAct && r.Set["act"] == "tclearance":
		return []people.Action{people.Clear}
	case r.Table == tablePackage:
		return []people.Action{people.Package, people.Lend}
	case r.Table == tableGrant:
		return []people.Action{people.Use}
	case r.Table == tableLook:
		return []people.Action{people.Review}
	case r.Table == tableDrawn && plainCell(r.Set["rating"]) != "":
		return []people.Action{people.Release}
	case r.Table == tableSample, r.Table == tableStratum, r.Table == tableDrawn:
		return []people.Action{people.Appraise}
	case r.Table == tableBlack, r.Table == tableMark:
		return []people.Action{people.Use, people.Review}
	case r.Table == tableClosure, r.Table == tableLaw:
		return []people.Action{people.Use, people.Decide}
	case r.Table == tablePeer:
		return []people.Action{people.Keys}
	case r.Table == tableConfirm:
		return []people.Action{people.Book}
	}
	return archivists
}

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
		now = f.agreedBy(r.Key[0], h.cell("version").value)
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
	return plainCell(h.cell("saved_by").value)
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
		is := f.row(tableAgreed, h.key[0], plainCell(h.cell("version").value))
		if !is.there() || plainCell(is.cell("saved_by").value) != profile.ByPolicy || is.signed {
			continue
		}
		if text := plainCell(is.cell("profile").value); text != wt.Office.ruled[h.key[0]] {
			return &Difference{Table: tableProfile, Object: h.key[0], Row: wording.Kept("log.row.by-policy"),
				Log: wording.Kept("log.row.no-policy"), Seq: is.cell("profile").seq, By: profile.ByPolicy}
		}
	}
	return nil
}
