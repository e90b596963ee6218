package portion

import (
	"laufzettel/transfer"
	"laufzettel/views/kit"
	"laufzettel/views/portion/model"
	"laufzettel/views/route"
)

// primary does the next step of the state.
func (v *view) primary() {
	if verb := v.p.Primary(); verb != model.DoNothing && v.p.Busy == model.DoNothing {
		v.do(verb)
	}
}

// do leads to the screen or sheet a decision needs, or does it at once.
func (v *view) do(verb model.Verb) {
	id := v.p.Detail.ID
	switch verb {
	case model.DoReturn:
		v.p.Letter(v.letter)
	case model.DoException, model.DoStop:
		v.reason(verb)
	case model.DoClear:
		v.clear()
	case model.DoPackage:
		if v.p.Detail.Divides {
			v.split()
			return
		}
		v.p.Do(model.Action{Verb: verb}, func() { v.done(verb) })
	case model.DoClose: // an accession is closed in the book, with the list of its copies
		v.host.Go(route.Route{Screen: route.Book})
	case model.DoAppraise:
		if v.shared() {
			v.goShare()
			return
		}
		v.host.Go(route.Route{Screen: route.Appraise, ID: id})
	case model.DoReader:
		v.host.Go(route.Route{Screen: route.Reader, ID: id})
	case model.DoJobs:
		v.host.Go(route.Route{Screen: route.Transmit})
	case model.DoReopen:
		v.host.Go(route.Route{Screen: route.Inbox, Filter: "open"})
	default:
		v.p.Do(model.Action{Verb: verb}, func() { v.done(verb) })
	}
}

// shared tells whether the portion is a file share that can be looked at.
func (v *view) shared() bool { return v.p.Detail.Kind == shareKind && v.p.Detail.Checked }

// shareKind is the kind of deliveries that have a workplace of their own.
const shareKind = "files"

func (v *view) goShare() {
	if v.shared() {
		v.host.Go(route.Route{Screen: route.Share, ID: v.p.Detail.ID})
	}
}

// searchable tells whether the portion can be searched for personal data: it is checked
// and its delivery still lies here.
func (v *view) searchable() bool {
	return v.p.Detail.Checked && v.p.Detail.Running == nil && v.p.Detail.State != transfer.Closed
}

func (v *view) goSensitive() {
	if v.searchable() {
		v.host.Go(route.Route{Screen: route.Sensitive, ID: v.p.Detail.ID})
	}
}

// sampled tells whether a sample may be drawn or looked at: the portion is appraised.
func (v *view) sampled() bool { return v.p.Detail.Checked && v.p.Detail.State.Appraisable() }

func (v *view) goSample() {
	if v.sampled() {
		v.host.Go(route.Route{Screen: route.Sample, ID: v.p.Detail.ID})
	}
}

func (v *view) done(verb model.Verb) {
	v.host.Saved()
	v.host.Badges()
	if v.env.Has("portion.done." + string(verb)) {
		v.host.Toast(v.env.T("portion.done."+string(verb), v.p.Detail.Name), nil)
	}
}

// reason asks for the reason of an exception or a stop; without one nothing is done.
func (v *view) reason(verb model.Verb) {
	env := v.env
	kit.Form{Name: "portion", Title: env.T("portion.do." + string(verb)), Text: env.T("portion.reason." + string(verb)),
		Fields: []kit.FormField{{ID: "reason", Label: env.T("portion.reason"), Placeholder: env.T("portion.reason.hint"), Must: true,
			Missing: env.T("portion.reason.missing"), Area: true}},
		Note: env.T("portion.reason.kept"), Lasting: true, LastingKey: lastKey,
		Buttons: []kit.FormButton{{Name: "portion.reason.take", Icon: primaryIcons[verb], Text: env.T("portion.take." + string(verb)),
			Primary: true,
			Do: func(a map[string]string) {
				v.p.Do(model.Action{Verb: verb, Text: a["reason"]}, func() { v.done(verb) })
			}}}}.Show(env)
}

// lastKey does what has no undo. Strg+Enter, which leads to it, does not do it as well.
const lastKey = "Strg+Umschalt+Enter"

// clear asks before an accession is given free for deletion at the source: it
// is an act of its own and goes out as a letter (A19).
func (v *view) clear() {
	env := v.env
	kit.Form{Name: "portion.clear", Title: env.T("portion.do.clear"), Text: env.T("portion.clear.text", v.p.Detail.Name),
		Note: env.T("portion.reason.kept"), Icon: "shield", Do: env.T("portion.take.clear"), Lasting: true, LastingKey: lastKey,
		Take: func(map[string]string) { v.p.Do(model.Action{Verb: model.DoClear}, func() { v.done(model.DoClear) }) }}.Show(env)
}
