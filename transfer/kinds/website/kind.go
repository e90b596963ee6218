package website

import (
	"bytes"
	"context"
	"errors"
	"io"
	"path"
	"slices"
	"strings"

	"laufzettel/transfer/check"
	"laufzettel/transfer/container"
	"laufzettel/transfer/failure"
	"laufzettel/transfer/slip"
	"laufzettel/transfer/vocab"
	"laufzettel/transfer/wording"
)

// Kind are the delivery kinds website, warc and wacz (check.Kind). The zero value
// is ready.
type Kind struct{}

var (
	_ check.Kind       = Kind{}
	_ check.Describing = Kind{}
)

// Names of the kinds (cli.md).
const (
	Name     = "website"
	NameWARC = "warc"
	NameWACZ = "wacz"
)

// Names implements check.Kind.
func (Kind) Names() []string { return []string{Name, NameWARC, NameWACZ} }

// sniffBytes is what is read of a file to recognise it.
const sniffBytes = 8 << 10

// Recognise implements check.Kind: our description, a log or cache of HTTrack, a
// WACZ, or archive files; a lone WARC or WACZ is one too.
func (Kind) Recognise(ctx context.Context, t container.Tree) (check.Match, error) {
	l, err := Find(ctx, t)
	if err != nil {
		return check.Match{}, err
	}
	switch {
	case l.Document != "" && ours(ctx, t, l.Document):
		root := path.Dir(l.Document)
		if root == "." {
			root = ""
		}
		return check.Match{Kind: Name, Confidence: check.Certain, Root: root, Note: "Beschreibung " + l.Document}, nil
	case l.WACZ && len(l.Archives) > 0, l.WACZ && strings.EqualFold(path.Ext(t.Name()), ".wacz"):
		return check.Match{Kind: NameWACZ, Confidence: check.Certain, Note: "datapackage.json mit WARC"}, nil
	case l.HTTrack:
		return check.Match{Kind: Name, Confidence: 95, Root: l.Mirrors[0], Note: "Protokoll oder Verzeichnis von HTTrack"}, nil
	case len(l.Packages) > 0 && len(l.Archives) == 0:
		return check.Match{Kind: NameWACZ, Confidence: 60, Note: "WACZ-Dateien"}, nil
	case len(l.Archives) > 0:
		return check.Match{Kind: NameWARC, Confidence: 90, Note: "WARC- oder ARC-Dateien"}, nil
	case len(l.PDFs) == 1 && len(l.Images) == 1:
		return check.Match{Kind: Name, Confidence: 40, Note: "ein PDF und ein ISO-Abbild"}, nil
	}
	return check.Match{}, ctx.Err()
}

// ours reports whether the document is of our vocabulary.
func ours(ctx context.Context, t container.Tree, p string) bool {
	rc, err := t.Open(ctx, p)
	if err != nil {
		return false // the one read tells why
	}
	defer rc.Close()
	head, err := io.ReadAll(io.LimitReader(rc, sniffBytes))
	return err == nil && bytes.Contains(head, []byte(Namespace))
}

// survey gathers what a delivery holds while it is read; rules work on it.
type survey struct {
	t        container.Tree
	kind     string
	layout   Layout
	d        *Description
	log      *CrawlLog
	wacz     *waczPackage
	archives archiveSummary
	base     string // folder the description's names count from
	slip     bool
	files    int   // of the crawl
	bytes    int64 // of the crawl
	counted  tally // of them, without what the crawler wrote for itself
	said     map[string]int
	lost     map[string]int // lines of an index that lead nowhere, by file
	findings []check.Finding
	listed   []check.Listed
	seen     map[string]bool
	checks   []check.Done
}

// tally counts files.
type tally struct {
	files int
	bytes int64
}

// maxSaid bounds the findings of one code; the rest is told as a number.
const maxSaid = 1000

func (s *survey) say(f check.Finding) {
	if s.said[f.Code]++; s.said[f.Code] <= maxSaid {
		s.findings = append(s.findings, f)
	}
}

func (s *survey) list(l check.Listed) {
	if s.seen[l.Path] {
		return
	}
	s.seen[l.Path] = true
	s.listed = append(s.listed, l)
}

// Read implements check.Kind.
func (Kind) Read(ctx context.Context, t container.Tree, m check.Match, _ check.ReadInput) (*check.Manifest, []check.Finding, error) {
	l, err := Find(ctx, t)
	if err != nil {
		return nil, nil, err
	}
	s := newSurvey(t, m.Kind, l)
	if l.Document != "" && ours(ctx, t, l.Document) {
		if ok, err := s.description(ctx); err != nil || !ok {
			return nil, s.findings, err
		}
	} else {
		s.layout.Document = ""
	}
	return s.read(ctx)
}

func newSurvey(t container.Tree, kind string, l Layout) *survey {
	return &survey{t: t, kind: kind, layout: l, base: path.Dir(l.Document), said: map[string]int{}, seen: map[string]bool{}}
}

// read looks at everything but the description, which was read before.
func (s *survey) read(ctx context.Context) (*check.Manifest, []check.Finding, error) {
	for _, step := range []func(context.Context) error{s.papers, s.readWACZ, s.readArchives, s.compareIndex, s.readMirrors, s.rest} {
		if err := step(ctx); err != nil {
			return nil, nil, err
		}
	}
	s.judge()
	for i, f := range s.findings {
		if n := s.lost[f.Path]; f.Code == codeNowhere.ID && n > 1 {
			s.findings[i] = f.Saying(wording.Say("said.website.lines", n))
		}
	}
	for code, n := range s.said {
		if n > maxSaid {
			i := slices.IndexFunc(s.findings, func(f check.Finding) bool { return f.Code == code })
			s.findings[i] = s.findings[i].Saying(wording.Say("said.website.places", n, maxSaid))
		}
	}
	return s.manifest(), s.findings, nil
}

// description reads the description and checks it against its schema; ok is false
// where it cannot be read.
func (s *survey) description(ctx context.Context) (ok bool, err error) {
	at := s.layout.Document
	rc, err := s.t.Open(ctx, at)
	if err == nil {
		defer rc.Close()
		s.d, err = ReadDescription(rc)
	}
	if ctx.Err() != nil {
		return false, ctx.Err()
	}
	if err != nil {
		s.say(codeDescription.At(at).Want("", check.FaultWords(err)))
		return false, nil
	}
	told, tool, err := vocab.Validate(ctx, Schema, at, s.t)
	if err != nil {
		return false, err
	}
	for _, f := range told {
		s.say(f)
	}
	s.checks = append(s.checks, check.Done{Name: "schema", State: check.Full, Tool: tool})
	s.list(check.Listed{Path: at, Role: check.RoleMessage, Size: -1})
	return true, nil
}

// papers finds slip and list.
func (s *survey) papers(ctx context.Context) error {
	found, findings, err := slip.Find(ctx, s.t)
	if err != nil {
		return err
	}
	s.slip = found != nil
	for _, f := range findings {
		s.say(f)
	}
	for _, l := range found.Listed() {
		s.list(l)
	}
	return nil
}

// Describe implements check.Describing with the description of the snapshot.
func (Kind) Describe(ctx context.Context, t container.Tree) (check.Describer, error) {
	l, err := Find(ctx, t)
	if err != nil {
		return nil, err
	}
	if l.Document == "" {
		return nil, nil // our own description of the package must do
	}
	rc, err := t.Open(ctx, l.Document)
	if err != nil {
		return nil, lost(err)
	}
	var b bytes.Buffer
	_, err = io.Copy(&b, io.LimitReader(rc, maxDocument))
	if err := errors.Join(err, rc.Close()); err != nil {
		return nil, lost(err)
	}
	return describer{path.Base(l.Document), b.Bytes()}, nil
}

func lost(err error) error {
	return failure.Wrap(failure.Damaged, "read description of web area", wording.Say("hint.website.description-lost"), err)
}

type describer struct {
	name string
	data []byte
}

// Description implements check.Describer.
func (d describer) Description(string) (name, standard string, data []byte, err error) {
	return d.name, "Laufzettel Webbereich 1.0", d.data, nil
}

// Mark implements check.Marked.
func (Kind) Mark() wording.Text {
	return wording.Say("said.mark.website")
}
