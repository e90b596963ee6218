package website

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"path"
	"slices"
	"strings"
	"time"

	"laufzettel/transfer/check"
	"laufzettel/transfer/wording"
)

// archiveSummary is what was counted in WARC and ARC files.
type archiveSummary struct {
	files, records, answers, failed, revisits int64
	first, last                               time.Time
	versions                                  []string
	software                                  string
	hosts                                     map[string]bool
	mime                                      map[string]int64
	urls                                      map[uint64]bool          // answers, for the page list
	index                                     map[string][]indexedHere // by file, for the index of a WACZ
	partial                                   bool                     // too many to remember
}

// indexedHere is one record as an index may name it.
type indexedHere struct {
	offset, stored int64
	url            uint64
	answer, named  bool
}

// maxIndexed bounds the records remembered for comparing with an index.
const maxIndexed = 4_000_000

var codeOf = map[TroubleKind]check.Code{BadSyntax: codeSyntax, CutShort: codeCut, BadEnd: codeEnd, BadField: codeField,
	BlockDigest: codeBlock, PayloadDigest: codePayload,
	NoDigest: codeDigestOpen, OneStream: codeOneStream, Bracketed: codeBracketed, UnknownType: codeType, TwiceID: codeTwice,
	NoOriginal: codeNoOriginal}

// readArchives walks every archive file with all digests.
func (s *survey) readArchives(ctx context.Context) error {
	if len(s.layout.Archives) == 0 {
		return nil
	}
	a := &s.archives
	a.hosts, a.mime, a.urls, a.index = map[string]bool{}, map[string]int64{}, map[uint64]bool{}, map[string][]indexedHere{}
	var at string
	grouped := map[TroubleKind]*sameTrouble{}
	tell := func(x Trouble) {
		if oneCause[x.Kind] {
			if g := grouped[x.Kind]; g != nil {
				g.more++
			} else {
				grouped[x.Kind] = &sameTrouble{first: x}
			}
			return
		}
		s.say(codeOf[x.Kind].At(at).Want(x.Expected, x.Found).Saying(wording.Say("said.website.at", place(x))))
	}
	w := &Walker{Tell: tell, Visit: a.visit, Passed: func(r *Record) error { a.take(at, r); return ctx.Err() }}
	where := map[int64]string{}
	for _, p := range s.layout.Archives {
		at = p
		before, arc, all := a.answers+a.revisits, len(w.revisits), a.records
		told := len(s.findings)
		if err := s.walkArchive(ctx, w, p); err != nil {
			return err
		}
		s.sayGrouped(p, grouped)
		for i := arc; i < len(w.revisits); i++ {
			where[int64(i)] = p
		}
		switch {
		case a.records == all && len(s.findings) == told: // an empty file, or an empty stream
			s.say(codeCut.At(p).Saying(wording.Say("said.website.no-record")))
		case a.answers+a.revisits == before:
			s.say(codeNoAnswer.At(p))
		}
	}
	for i, r := range w.revisits {
		if !w.payloads[r.digest] {
			at = where[int64(i)]
			tell(r.at)
		}
	}
	s.checks = append(s.checks, check.Done{Name: "records", State: check.Full, Tool: "Laufzettel (ISO 28500)"})
	return nil
}

// oneCause are faults that the program which wrote a file makes in every record.
var oneCause = map[TroubleKind]bool{Bracketed: true, NoDigest: true, UnknownType: true}

// sameTrouble is the first fault of a kind in a file, with how many more there are.
type sameTrouble struct {
	first Trouble
	more  int
}

func (s *survey) sayGrouped(at string, grouped map[TroubleKind]*sameTrouble) {
	for _, kind := range slices.Sorted(maps.Keys(grouped)) {
		g := grouped[kind]
		f := codeOf[kind].At(at).Want(g.first.Expected, g.first.Found).Saying(wording.Say("said.website.at", place(g.first)))
		if g.more > 0 {
			f = f.Saying(wording.Say("said.website.records", g.more+1))
		}
		s.say(f)
		delete(grouped, kind)
	}
}

func (s *survey) walkArchive(ctx context.Context, w *Walker, p string) error {
	rc, err := s.t.Open(ctx, p)
	if err != nil {
		if ctx.Err() != nil {
			return ctx.Err()
		}
		s.say(codeCut.At(p).Want(wording.Say("want.website.readable"), check.FaultWords(err)))
		return nil
	}
	s.archives.files++
	role := check.RoleContent
	if s.layout.Document != "" {
		role = check.RoleOther
	}
	s.list(check.Listed{Path: p, Role: role, Size: -1})
	records := s.archives.records
	err = w.Walk(ctx, rc)
	if err := errors.Join(err, rc.Close()); err != nil {
		if ctx.Err() != nil {
			return ctx.Err()
		}
		s.say(codeCut.At(p).Want(wording.Say("want.website.readable"), check.FaultWords(err)))
	}
	if s.archives.records > records && slices.ContainsFunc(s.archives.versions,
		func(v string) bool { return strings.HasPrefix(v, "ARC") }) && strings.Contains(strings.ToLower(path.Base(p)), ".arc") {
		s.say(codeARC.At(p))
	}
	return nil
}

// visit reads what a warcinfo record says of the software.
func (a *archiveSummary) visit(r *Record, block io.Reader) error {
	if r.Type != "warcinfo" || a.software != "" {
		return nil
	}
	lines := bufio.NewScanner(io.LimitReader(block, 64<<10))
	for lines.Scan() {
		if name, value, ok := strings.Cut(lines.Text(), ":"); ok && strings.EqualFold(strings.TrimSpace(name), "software") {
			a.software = clean(shown(value))
		}
	}
	return nil // what cannot be read is told by the walk
}

func (a *archiveSummary) take(at string, r *Record) {
	a.records++
	if !slices.Contains(a.versions, r.Version) && len(a.versions) < 8 {
		a.versions = append(a.versions, r.Version)
	}
	if !r.Time.IsZero() {
		if a.first.IsZero() || r.Time.Before(a.first) {
			a.first = r.Time
		}
		if r.Time.After(a.last) {
			a.last = r.Time
		}
	}
	answer := r.Type == "response" || r.Type == "resource" || r.Type == "conversion"
	switch {
	case r.Type == "revisit":
		a.revisits++
	case answer:
		a.answers++
		if r.Status >= 400 {
			a.failed++
		}
		if len(a.mime) < maxExts {
			a.mime[r.MIME]++
		}
		if h := hostOf(r.URI); h != "" && strings.HasPrefix(r.URI, "http") && len(a.hosts) < maxHosts {
			a.hosts[h] = true
		}
	default:
	}
	if int64(len(a.urls)) >= maxIndexed || a.records > maxIndexed {
		a.partial = true
		return
	}
	web := strings.HasPrefix(r.URI, "http://") || strings.HasPrefix(r.URI, "https://")
	if answer || r.Type == "revisit" {
		a.urls[key(r.URI)] = true
	}
	a.index[at] = append(a.index[at], indexedHere{r.Offset, r.Stored, key(r.URI), web &&
		(r.Type == "response" || r.Type == "revisit"), false})
}

// span gives first and last day of the records.
func (a *archiveSummary) span() (from, to string) {
	if a.first.IsZero() {
		return "", ""
	}
	return a.first.UTC().Format(time.DateOnly), a.last.UTC().Format(time.DateOnly)
}

// host gives the host most likely meant: the only one, or the first by name.
func (a *archiveSummary) host() string {
	best := ""
	for h := range a.hosts {
		if best == "" || h < best {
			best = h
		}
	}
	return best
}

func (a *archiveSummary) text() string {
	return fmt.Sprintf("%d Sätze, davon %d Antworten (%d Fehlerseiten) und %d Wiederholungen", a.records, a.answers, a.failed, a.revisits)
}
