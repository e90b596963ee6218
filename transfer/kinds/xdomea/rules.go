package xdomea

import (
	"cmp"
	"context"
	"path"
	"slices"
	"strconv"
	"strings"

	"laufzettel/transfer/check"
	"laufzettel/transfer/container"
	"laufzettel/transfer/record"
	"laufzettel/transfer/wording"
)

// Rules implements check.Kind. Findings of the message itself (type code, process
// id, code lists, unknown elements) are uttered by Read.
func (Kind) Rules(m *check.Manifest) []check.Rule {
	if m == nil || messageOf(m) == nil {
		return nil
	}
	rules := []check.Rule{
		{Name: "names", Run: onMessage(checkNames)},
		{Name: check.StopRule, Run: onMessage(checkClassified)},
		{Name: "objects", Run: onMessage(checkObjects)},
		{Name: "dates", Run: onMessage(checkDates)},
		{Name: "ratings", Run: onMessage(checkRatings)},
		{Name: "files", Run: onMessage(checkFiles)},
		{Name: "documents", Run: onMessage(checkDocuments)},
	}
	msg := messageOf(m)
	if v, _ := versionOf(msg.Namespace); v.gen >= gen4 || msg.Type == TypeTransfer || msg.Type == TypeOffer {
		rules = append(rules, check.Rule{Name: "parts", Run: onMessage(checkParts)})
	}
	if msg.Type == TypeAppraisal || msg.Type == TypeTransfer {
		rules = append(rules, check.Rule{Name: ruleAppraisal, Run: onMessage(checkAgainstOffer)})
	}
	return rules
}

// ruleAppraisal compares with what was offered and appraised before.
const ruleAppraisal = "appraisal"

// notCompared tells in the report that the rule had nothing to compare with (G2):
// only while it runs is known whether earlier messages are at hand.
func (c *collector) notCompared(why string) {
	m := c.facts.Manifest()
	d := check.Done{Name: ruleAppraisal}.As(check.NotDone, wording.Say(why))
	if !slices.ContainsFunc(m.Checks, func(o check.Done) bool { return o.Name == d.Name && o.Reason == d.Reason }) {
		m.Checks = append(m.Checks, d)
	}
}

// messageOf gives the message behind a manifest, nil if it is not ours.
func messageOf(m *check.Manifest) *Message {
	if m == nil {
		return nil
	}
	msg, _ := m.Detail.(*Message)
	return msg
}

// collector gathers findings of one rule about one message.
type collector struct {
	facts check.Facts
	msg   *Message
	ver   version
	path  string // of the message
	out   []check.Finding
}

func (c *collector) say(f check.Finding) {
	if f.Path == "" {
		f.Path = c.path
	}
	c.out = append(c.out, f)
}

// of makes a finding about an object.
func (c *collector) of(code check.Code, o *record.Object) check.Finding {
	return code.At(c.path).On(o.Line).Of(o.ID)
}

func onMessage(run func(ctx context.Context, c *collector)) func(context.Context, check.Facts) ([]check.Finding, error) {
	return func(ctx context.Context, f check.Facts) ([]check.Finding, error) {
		m := f.Manifest()
		msg := messageOf(m)
		if msg == nil {
			return nil, nil
		}
		v, _ := versionOf(msg.Namespace)
		c := &collector{facts: f, msg: msg, ver: v}
		for _, l := range m.Listed {
			if l.Role == check.RoleMessage {
				c.path = l.Path
				break
			}
		}
		run(ctx, c)
		return c.out, ctx.Err()
	}
}

// checkNames: container name ↔ message type ↔ process id, message file likewise.
func checkNames(_ context.Context, c *collector) {
	c.nameAgrees(trimExt(path.Base(c.path)), c.path, codeMessageName, codeMessageType, codeMessageProcess)
	t := c.facts.Tree()
	if t == nil || strings.EqualFold(path.Ext(t.Name()), ".xml") {
		return // a bare message has no container
	}
	name := trimExt(t.Name())
	if _, ok := parseStem(name); !ok && t.Form() == container.Folder {
		return // the standard names containers, not the folder they were unpacked to
	}
	c.nameAgrees(name, t.Name(), codeContainerName, codeContainerType, codeContainerProcess)
}

// nameAgrees compares one name with the message.
func (c *collector) nameAgrees(name, at string, pattern, kind, process check.Code) {
	s, ok := parseStem(name)
	stated := c.msg.Head.ProcessID
	told := !uuidPattern.MatchString(stated) // XDO-017 says so; no name can agree with it
	if told {
		stated = s.process
	}
	want := nameStem(c.ver.number, stated, c.msg.Type, c.msg.Head.Number)
	say := func(code check.Code, expected, found string) {
		f := code.At(at).Want(expected, found)
		c.out = append(c.out, f)
	}
	if !ok || !s.conforms(c.ver) {
		say(pattern, want, name)
	}
	if !ok {
		return
	}
	if s.code != c.msg.Type || (s.long != "" && s.long != longNames[c.msg.Type]) {
		say(kind, c.msg.Root, strings.Trim(s.long+"."+s.code, "."))
	}
	if !told && uuidPattern.MatchString(s.process) && !strings.EqualFold(s.process, stated) {
		say(process, stated, s.process)
	}
	if s.number != "" && s.conforms(c.ver) && s.number != strconv.Itoa(c.msg.Head.Number) {
		say(pattern, want, name)
	}
}

// all walks cover letters and objects.
func (c *collector) all(fn func(o *record.Object)) {
	for _, roots := range [][]*record.Object{c.msg.Objects, c.msg.CoverLetters} {
		for o := range record.All(roots) {
			fn(o)
		}
	}
}

// checkClassified stops at classified material (G15).
func checkClassified(_ context.Context, c *collector) {
	c.all(func(o *record.Object) {
		if isClassified(o.Confidentiality) {
			c.say(c.of(codeClassified, o).Want(wording.Say("want.kinds.open"), listSecrecy.named(o.Confidentiality)))
		}
	})
}

// checkObjects: ids, context objects, media.
func checkObjects(_ context.Context, c *collector) {
	first := map[string]int{}
	c.all(func(o *record.Object) {
		switch {
		case !uuidPattern.MatchString(o.ID):
			c.say(c.of(codeObjectID, o).Want("UUID", cmp.Or(o.ID, "„“")))
		case first[strings.ToLower(o.ID)] > 0:
			c.say(c.of(codeObjectTwice, o).Want("", wording.Say("found.xdomea.first-line", first[strings.ToLower(o.ID)])))
		default:
			first[strings.ToLower(o.ID)] = max(o.Line, 1)
		}
		switch code, _, _ := strings.Cut(o.Medium, " "); code {
		case "002", "003":
			c.say(c.of(codeMedium, o).Want("", listMedium.values[code]))
		}
		if o.ContextOnly && wrongContext(o) {
			c.say(c.of(codeContext, o).Want("", o.Label()))
		}
	})
}

// wrongContext: a context object holds documents or lies below a transferred one.
func wrongContext(o *record.Object) bool {
	if o.Parent != nil && !o.Parent.ContextOnly {
		return true
	}
	return slices.ContainsFunc(o.Children, func(c *record.Object) bool { return c.Kind == record.Document })
}

// checkDates: Laufzeit in order, mandatory dates and references there (A16, A38).
func checkDates(_ context.Context, c *collector) {
	for o := range record.All(c.msg.Objects) {
		if o.ContextOnly {
			continue
		}
		if !o.Span.Derived && o.Span.From != "" && o.Span.To != "" && o.Span.To < o.Span.From {
			c.say(c.of(codeSpanOrder, o).Want(wording.Say("want.xdomea.end-from", string(o.Span.From)), string(o.Span.To)))
		}
		switch o.Kind {
		case record.Case:
			if o.Span.Derived || o.Span.From == "" || o.Span.To == "" {
				c.say(c.of(codeSpanMissing, o).Want(wording.Say("want.xdomea.span"), derivedWords(o.Span)))
			}
		case record.Document:
			if o.Date == "" && !o.Attachment() {
				c.say(c.of(codeDocumentDate, o).Want("DatumDesSchreibens", ""))
			}
		}
		if o.Kind != record.Document && o.Reference == "" {
			c.say(c.of(codeReference, o).Want(wording.Say("want.xdomea.reference"), ""))
		}
	}
}

// derivedWords tells a span and whether it was derived.
func derivedWords(s record.DateSpan) any {
	if s.Derived {
		return "abgeleitet: " + s.String()
	}
	return s.String()
}

// checkRatings: what a transfer must not or may only with care contain.
func checkRatings(_ context.Context, c *collector) {
	appraise, firstLine := 0, 0
	for o := range record.All(c.msg.Objects) {
		if o.RatingFree != "" {
			c.say(c.of(codeFreeRating, o).Want(wording.Say("want.kinds.a-b-v"), o.RatingFree))
		}
		if c.msg.Type != TypeTransfer || o.ContextOnly {
			continue
		}
		switch o.Rating {
		case record.RatingDestroy:
			c.say(c.of(codeDestroyDelivered, o).Want("A", "V"))
		case record.RatingAppraise:
			if appraise++; appraise == 1 {
				firstLine = o.Line
			}
		}
	}
	for _, r := range c.msg.Ratings {
		if r.Free != "" {
			c.say(codeFreeRating.At(c.path).On(r.Line).Of(r.ID).Want(wording.Say("want.kinds.a-b-v"), r.Free))
		}
	}
	if appraise > 0 {
		c.say(codeAppraiseDelivered.At(c.path).On(firstLine).Want("", wording.Say("found.xdomea.objects", appraise)))
	}
}

// checkFiles: names of primary files, twice named files, formats, hashes.
func checkFiles(_ context.Context, c *collector) {
	type use struct {
		object string
		line   int
	}
	first := map[string]use{}
	files, unhashed := 0, 0
	name := func(name, object string, line int) {
		switch {
		case !plainName(name):
			c.say(codeFilePath.At(c.path).On(line).Of(object).Want(wording.Say("want.xdomea.bare-name"), name))
		case !c.ver.validFileName(name):
			c.say(codeFileName.At(c.path).On(line).Of(object).Want(c.ver.filePattern(), name))
		}
		if u, twice := first[name]; twice {
			c.say(codeFileTwice.At(c.path).On(line).Of(object).Want("", wording.Say("found.xdomea.name-first", name, u.line)))
			return
		}
		first[name] = use{object, line}
	}
	c.all(func(o *record.Object) {
		for _, v := range o.Versions {
			for _, r := range v.Renditions {
				if r.File.Name == "" {
					continue
				}
				files++
				name(r.File.Name, o.ID, r.File.Line)
				if r.FormatCode == formatOther && r.FormatName == "" {
					c.say(codeOtherFormat.At(c.path).On(r.File.Line).Of(o.ID).Want("SonstigerName", ""))
				}
				if len(r.File.Digests) == 0 {
					unhashed++
				}
			}
		}
	})
	for _, a := range c.msg.Attached {
		name(a.Name, a.Object, a.Line)
	}
	if c.ver.gen >= gen4 && unhashed > 0 && c.msg.Type == TypeTransfer {
		c.say(codeHashMissing.At(c.path).Want(wording.Say("want.xdomea.hashes", files), strconv.Itoa(files-unhashed)))
	}
}

// filePattern tells the pattern of primary file names for people.
func (v version) filePattern() wording.Text {
	if v.gen == gen2 {
		return wording.Say("want.xdomea.name2")
	}
	return wording.Say("want.xdomea.name3")
}
