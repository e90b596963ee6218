package xdomea

import (
	"cmp"
	"context"
	"maps"
	"slices"
	"strconv"
	"strings"

	"laufzettel/transfer/check"
	"laufzettel/transfer/record"
	"laufzettel/transfer/wording"
)

// key makes ids comparable: UUIDs are equal whatever the case of their letters.
func key(id string) string { return strings.ToLower(id) }

// parts gives this message and its related ones of the same type and process.
func (c *collector) parts() []*Message {
	out := []*Message{c.msg}
	for _, r := range c.facts.Related() {
		m := messageOf(r.Manifest)
		if m != nil && m.Type == c.msg.Type && key(m.Head.ProcessID) == key(c.msg.Head.ProcessID) {
			out = append(out, m)
		}
	}
	return out
}

// missingParts lists the running numbers of this type that are not known yet.
func missingParts(parts []*Message) []int {
	have := map[int]bool{}
	total := parts[0].Head.Total
	for _, m := range parts {
		have[m.Head.Number] = true
	}
	var missing []int
	for n := 1; n <= total && len(missing) < 1000; n++ {
		if !have[n] {
			missing = append(missing, n)
		}
	}
	return missing
}

// checkParts counts the messages of one 4.0 process together and tells what else came
// of one.
func checkParts(_ context.Context, c *collector) {
	if c.msg.Type == TypeTransfer || c.msg.Type == TypeOffer {
		c.checkFurther()
	}
	h := c.msg.Head
	if c.ver.gen < gen4 {
		return
	}
	if h.Number < 1 || h.Total < 1 || h.Number > h.Total {
		c.say(codePartNumber.At(c.path).On(h.Line).Want(wording.Say("want.xdomea.part"),
			wording.Say("found.xdomea.part-of", h.Number, h.Total)))
		return
	}
	parts := c.parts()
	for _, m := range parts[1:] {
		switch {
		case m.Head.Total != h.Total:
			c.say(codePartNumber.At(c.path).On(h.Line).Want(strconv.Itoa(m.Head.Total), strconv.Itoa(h.Total)))
		case m.Head.Number == h.Number && key(m.Head.MessageUUID) != key(h.MessageUUID):
			c.say(codePartTwice.At(c.path).On(h.Line).Want(m.Head.MessageUUID, h.MessageUUID))
		}
	}
	if missing := missingParts(parts); len(missing) > 0 {
		c.say(codePartMissing.At(c.path).On(h.Line).Want(
			wording.Say("want.xdomea.messages", h.Total), wording.Say("found.xdomea.number-missing", numbers(missing))))
	}
}

// checkFurther tells another message of the same type and process: one with the same
// Vorgänge would bring them twice; where the standard counts no parts, also one with
// others, since nothing else says that both are wanted.
func (c *collector) checkFurther() {
	own := casesOf(c.msg)
	for _, m := range c.parts()[1:] {
		common := ""
		n := 0
		for o := range record.All(m.Objects) {
			if o.Kind == record.Case && own[key(o.ID)] != nil {
				common, n = cmp.Or(common, o.Reference, o.ID), n+1
			}
		}
		switch {
		case n == 1:
			c.say(codeAgain.At(c.path).On(c.msg.Head.Line).Want(wording.Say("want.xdomea.case-once"),
				wording.Say("found.xdomea.also-there", common)))
		case n > 1:
			c.say(codeAgain.At(c.path).On(c.msg.Head.Line).Want(wording.Say("want.xdomea.case-once"),
				wording.Say("found.xdomea.also-example", n, common)))
		case c.ver.gen < gen4 && len(own) > 0:
			c.say(codeFurther.At(c.path).On(c.msg.Head.Line))
		}
	}
}

func casesOf(m *Message) map[string]*record.Object {
	out := map[string]*record.Object{}
	for o := range record.All(m.Objects) {
		if o.Kind == record.Case {
			out[key(o.ID)] = o
		}
	}
	return out
}

// numbers lists at most ten numbers.
func numbers(ns []int) string {
	var b strings.Builder
	for i, n := range ns {
		if i == 10 {
			b.WriteString(" …")
			break
		}
		if i > 0 {
			b.WriteString(", ")
		}
		b.WriteString(strconv.Itoa(n))
	}
	return b.String()
}

// offer is what was offered and decided before.
type offer struct {
	objects map[string]*record.Object // offered objects (0501)
	roots   []*record.Object
	decided map[string]record.Rating // explicit decisions (0502 or of the workspace)
	senders []check.Agency           // of the offers
}

// offer collects the related 0501 and 0502 messages and decisions.
func (c *collector) offer() offer {
	o := offer{objects: map[string]*record.Object{}, decided: map[string]record.Rating{}}
	for _, r := range c.facts.Related() {
		for id, rating := range r.Ratings {
			o.decided[key(id)] = rating
		}
		m := messageOf(r.Manifest)
		if m == nil || key(m.Head.ProcessID) != key(c.msg.Head.ProcessID) {
			continue
		}
		switch m.Type {
		case TypeOffer:
			o.roots = append(o.roots, m.Objects...)
			o.senders = append(o.senders, r.Manifest.Agency)
			for obj := range record.All(m.Objects) {
				o.objects[key(obj.ID)] = obj
			}
		case TypeAppraisal:
			for _, rated := range m.Ratings {
				o.decided[key(rated.ID)] = rated.Rating
			}
		}
	}
	return o
}

// rating gives the decided rating of an offered object: its own or that of the
// nearest parent (a value set above passes down, xdomea Baukasten).
func (o offer) rating(obj *record.Object) record.Rating {
	for ; obj != nil; obj = obj.Parent {
		if r, ok := o.decided[key(obj.ID)]; ok {
			return r
		}
	}
	return record.RatingOpen
}

// checkAgainstOffer compares a transfer with what was offered and appraised, and
// an appraisal list with what was offered.
func checkAgainstOffer(_ context.Context, c *collector) {
	o := c.offer()
	if len(o.objects) == 0 && len(o.decided) > 0 && c.msg.Type == TypeTransfer {
		c.notCompared("why.no-offer-appraisal-only")
		c.compareDecided(o)
		return
	}
	if len(o.objects) == 0 {
		c.notCompared("why.no-offer")
		return
	}
	switch c.msg.Type {
	case TypeAppraisal:
		for _, r := range c.msg.Ratings {
			if o.objects[key(r.ID)] == nil {
				c.say(codeRatedUnknown.At(c.path).On(r.Line).Of(r.ID).Want("", r.ID))
			}
		}
	case TypeTransfer:
		c.compareSenders(o)
		c.compareDelivered(o)
		if len(o.decided) == 0 {
			c.notCompared("why.no-appraisal")
		}
		c.findNotDelivered(o)
	}
}

// compareDecided compares with an appraisal alone, where the offer is not known:
// what was decided is told by id.
func (c *collector) compareDecided(o offer) {
	told := map[*record.Object]bool{}
	for got := range record.All(c.msg.Objects) {
		if got.Parent != nil && told[got.Parent] {
			told[got] = true
		} else if !got.ContextOnly && o.rating(got) == record.RatingDestroy && !keepsBelow(o, got) {
			told[got] = true
			c.say(c.of(codeDecidedDestroy, got).Want("A", "V: "+got.Label()))
		}
	}
	parts := c.parts()
	if len(missingParts(parts)) > 0 {
		return
	}
	delivered := deliveredIDs(parts)
	for _, id := range slices.Sorted(maps.Keys(o.decided)) {
		if o.decided[id] == record.RatingArchive && !delivered[id] {
			c.say(codeNotDelivered.At(c.path).Of(id).Want(id, ""))
		}
	}
}

// deliveredIDs gives the ids of all objects that the messages transfer.
func deliveredIDs(parts []*Message) map[string]bool {
	ids := map[string]bool{}
	for _, m := range parts {
		for obj := range record.All(m.Objects) {
			if !obj.ContextOnly {
				ids[key(obj.ID)] = true
			}
		}
	}
	return ids
}

// compareDelivered looks from the delivered objects to the offer. Of a new or
// destroyed tree only the topmost object is told.
func (c *collector) compareDelivered(o offer) {
	told := map[*record.Object]bool{}
	for got := range record.All(c.msg.Objects) {
		if got.Parent != nil && told[got.Parent] {
			told[got] = true
			continue
		}
		offered := o.objects[key(got.ID)]
		switch {
		case offered == nil && !got.ContextOnly && o.within(got):
			// offered with what it lies in
		case offered == nil && !got.ContextOnly:
			told[got] = true
			c.say(c.of(codeNotOffered, got).Want("", got.Label()))
		case offered == nil:
		case !got.ContextOnly && o.rating(offered) == record.RatingDestroy && !keepsBelow(o, offered):
			told[got] = true
			c.say(c.of(codeDecidedDestroy, got).Want("A", "V: "+got.Label()))
		default:
			c.compareValues(offered, got)
		}
	}
}

// within reports whether an object the offer does not name was offered with what it
// lies in: an offer may end at the Vorgang or the Akte, and then holds all below. Only
// where it names objects of that kind beside it is a further one new (E2, E22).
func (o offer) within(got *record.Object) bool {
	for p := got.Parent; p != nil; p = p.Parent {
		offered := o.objects[key(p.ID)]
		if offered == nil {
			continue
		}
		document := got.Kind == record.Document
		return !slices.ContainsFunc(offered.Children, func(c *record.Object) bool { return (c.Kind == record.Document) == document })
	}
	return false
}

// keepsBelow reports whether something below a destroyed object is kept: then the
// object travels along as a frame (before 4.0 there are no context objects).
func keepsBelow(o offer, obj *record.Object) bool {
	for below := range record.All(obj.Children) {
		if o.rating(below) == record.RatingArchive {
			return true
		}
	}
	return false
}

// proposed is what the office itself proposes for an object, or for what it lies in.
func proposed(obj *record.Object) record.Rating {
	for ; obj != nil; obj = obj.Parent {
		if obj.Rating != "" && obj.Rating != record.RatingOpen {
			return obj.Rating
		}
	}
	return record.RatingOpen
}

// compareSenders tells an offer that another office sent; one id decides over all
// spellings of a name.
func (c *collector) compareSenders(o offer) {
	own := c.facts.Manifest().Agency
	for _, a := range o.senders {
		same := strings.EqualFold(strings.Join(strings.Fields(a.Name), " "), strings.Join(strings.Fields(own.Name), " "))
		if a.ID != "" && own.ID != "" {
			same = strings.EqualFold(strings.TrimSpace(a.ID), strings.TrimSpace(own.ID))
		}
		if !same && a.Name != "" && own.Name != "" {
			c.say(codeOfferAgency.At(c.path).On(c.msg.Head.Line).Want(officeWords(a), officeWords(own)))
			return
		}
	}
}

func officeWords(a check.Agency) string {
	if a.ID == "" {
		return a.Name
	}
	return a.Name + " (" + a.ID + ")"
}

// compareValues tells what changed between offer and transfer.
func (c *collector) compareValues(offered, got *record.Object) {
	// Two derived spans say nothing of a change: an offer may name other documents.
	if offered.Span != got.Span && !(offered.Span.Derived && got.Span.Derived) {
		c.say(c.of(codeSpanChanged, got).Want(derivedWords(offered.Span), derivedWords(got.Span)))
	}
	if offered.Subject != got.Subject {
		c.say(c.of(codeSubjectChanged, got).Want(offered.Subject, got.Subject))
	}
	if offered.Reference != got.Reference {
		c.say(c.of(codeReferenceChanged, got).Want(offered.Reference, got.Reference))
	}
}

// findNotDelivered looks from the offer to all delivered parts: every object
// rated A must be there. As long as parts are missing nothing can be said.
func (c *collector) findNotDelivered(o offer) {
	parts := c.parts()
	if len(missingParts(parts)) > 0 {
		return
	}
	delivered := deliveredIDs(parts)
	told := map[*record.Object]bool{}
	for offered := range record.All(o.roots) {
		if offered.Parent != nil && told[offered.Parent] {
			told[offered] = true
			continue
		}
		if delivered[key(offered.ID)] {
			continue
		}
		switch {
		case o.rating(offered) == record.RatingArchive:
			told[offered] = true
			c.say(codeNotDelivered.At(c.path).Of(offered.ID).Where(offered).Want(offered.Label(), ""))
		case len(o.decided) == 0 && proposed(offered) == record.RatingArchive:
			told[offered] = true
			c.say(codeOfferedMissing.At(c.path).Of(offered.ID).Where(offered).Want(offered.Label(), ""))
		}
	}
}
