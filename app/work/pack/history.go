package pack

import (
	"context"
	"database/sql"
	"slices"
	"strings"

	"laufzettel/appraisal"
	"laufzettel/transfer"
	"laufzettel/transfer/aip"
	"laufzettel/transfer/events"
	"laufzettel/transfer/record"
)

// eventTypes are our events in the words of PREMIS.
var eventTypes = map[events.Type]string{
	events.Received: "ingestion start", events.Checked: "validation", events.Decided: "transfer acceptance",
	events.Appraised: "appraisal", events.Undone: "appraisal", events.Released: "appraisal",
}

// history is what happened to a portion before its packages were ordered, as far as
// packages tell of it, in the order it happened. A person who decides on 5,000
// Vorgänge leaves 5,000 events: each package looks at its own only.
type history struct {
	events  []events.Event
	common  []int32            // of the portion as a whole
	objects map[string][]int32 // of one object
}

// historyOf takes what comes before the order. Of objects that become no package nothing is
// kept: of a share hundreds of thousands of files may be released for destruction.
func historyOf(packages []transfer.Package, each func(take func(events.Event) bool) error) (history, error) {
	packaged := map[string]bool{"": true}
	for _, p := range packages {
		packaged[p.Unit] = true
	}
	h := history{objects: map[string][]int32{}}
	err := each(func(e events.Event) bool {
		if e.Type == events.Packaged && e.Outcome == outcomeOrdered {
			return false
		}
		if _, told := eventTypes[e.Type]; told && packaged[e.Object] {
			h.keep(e)
		}
		return true
	})
	return h, err
}

func (h *history) keep(e events.Event) {
	at := int32(len(h.events))
	h.events = append(h.events, e)
	if e.Object == "" {
		h.common = append(h.common, at)
	} else {
		h.objects[e.Object] = append(h.objects[e.Object], at)
	}
}

// of gives the events of an object and those of the portion as a whole.
func (h history) of(object string) []events.Event {
	places := h.common
	if own := h.objects[object]; object != "" && len(own) > 0 {
		places = slices.Concat(h.common, own)
		slices.Sort(places)
	}
	out := make([]events.Event, len(places))
	for i, at := range places {
		out[i] = h.events[at]
	}
	return out
}

// past gives the history of an object before the order, and what persons decided.
func (b *builder) past(unit string) (out []aip.Event, decisions []aip.Decision) {
	list := b.history.of(unit)
	last := lastCheck(list)
	for i, e := range list {
		if i == last && b.report != nil {
			out = append(out, b.checkTold(e)...)
		} else {
			out = append(out, aip.Event{Time: e.At, Type: eventTypes[e.Type], Outcome: e.Outcome, Agent: e.Actor,
				Detail: told(e, b.report)})
		}
		if e.Type == events.Decided {
			kind, text := "acceptance", e.Detail["reason"]
			if text == "" {
				text = "Nach der Prüfung angenommen."
			}
			if e.Outcome == string(transfer.AcceptedWithException) {
				kind = "exception"
			}
			decisions = append(decisions, aip.Decision{Kind: kind, Text: text, Person: e.Detail["person"], Time: e.At})
		}
	}
	if d := b.decided[unit]; d != nil {
		decisions = append(decisions, aip.Decision{Kind: "appraisal", Text: strings.TrimSpace(string(d.Rating) + " " + d.Reason),
			Person: d.Actor, Time: d.At})
	}
	return out, decisions
}

// checkTold is checked of the check the decision rests on. Every package tells the same of it, and
// the digest of a report is over all of it: it is told once.
func (b *builder) checkTold(e events.Event) []aip.Event {
	if b.checks == nil || b.checkSeq != e.Seq {
		b.checks, b.checkSeq = checked(e, b.report, b.portion.Kind), e.Seq
	}
	return b.checks
}

// lastCheck gives the place of the check whose report is kept, -1 for none.
func lastCheck(list []events.Event) int {
	for i, e := range slices.Backward(list) {
		if e.Type == events.Checked {
			return i
		}
	}
	return -1
}

// forget lets go of the appraisal once it is known what is packaged: of its verdicts
// only the decisions on units with a package are asked for again.
func (b *builder) forget() {
	b.decided = map[string]*appraisal.Decision{}
	for _, pkg := range b.packages {
		if d := b.appraisal.Verdicts[pkg.Unit].Decision; d != nil {
			b.decided[pkg.Unit] = d
		}
	}
	b.appraisal, b.units = nil, nil
}

// code gives the reference code of an object: what is unchanged since an earlier
// delivery keeps the one it got there, what was offered by a list the one promised to it
// then, everything else takes the next (A34, A36, A4).
func (b *builder) code(ctx context.Context, tx *sql.Tx, o *record.Object, gap string) (string, error) {
	if e := b.appraisal.Earlier; e != nil && gap == "" && e.Changed[o.ID] == "" {
		if code, err := transfer.KeptCode(ctx, tx, e.Portion, o.ID); err != nil || code != "" {
			return code, err
		}
	}
	if err := transfer.TakePromised(ctx, tx, b.portion.AccessionID, b.portion.ID, o.ID, gap); err != nil {
		return "", err
	}
	return transfer.ReferenceCode(ctx, tx, b.profile, b.portion.ID, o.ID, gap)
}
