package norm

import (
	"context"
	"crypto/x509"
	"fmt"
	"io"
	"path"
	"slices"
	"strings"

	"laufzettel/transfer/check"
	"laufzettel/transfer/container"
	"laufzettel/transfer/profile"
	"laufzettel/transfer/record"
	"laufzettel/transfer/signature"
	"laufzettel/transfer/wording"
	"laufzettel/transfer/xmlwalk"
)

// single is one container with one norm or several of the same edition.
type single struct {
	inner      *check.Manifest // as xdomea read it
	at         string          // path of the message
	norms      []Norm
	metadata   []string // paths found
	revisions  []string
	evidence   []string        // revocation lists and answers
	named      map[string]bool // paths the message names
	signatures int
	titlesRead []string // titles in the metadata, in order of the documents
	promulgate string   // day of promulgation from the metadata, "" = unknown
	retention  string   // value in the revision data
}

// Read implements check.Kind.
func (k Kind) Read(ctx context.Context, t container.Tree, m check.Match, in check.ReadInput) (*check.Manifest, []check.Finding, error) {
	at, err := messageAt(ctx, t)
	if err != nil {
		return nil, nil, err
	}
	if at == "" {
		return k.readPairs(ctx, t, in)
	}
	man, findings, err := k.Messages.Read(ctx, t, m, in)
	if err != nil || man == nil {
		return nil, findings, err
	}
	inner := *man
	s := &single{inner: &inner, at: at, norms: norms(man.Roots), named: map[string]bool{}}
	for _, l := range man.Listed {
		s.named[l.Path] = true
	}
	man.Kind, man.Detail, man.Title = Name, s, title(s.norms, man.Title)
	if err := s.survey(ctx, t, man); err != nil {
		return nil, nil, err
	}
	man.Roots = s.withRevisions(man.Roots)
	s.settle(man.Roots)
	told, err := k.signatures(ctx, t, s, man, in.Profile)
	return man, append(findings, told...), err
}

func title(all []Norm, otherwise string) string {
	if len(all) == 1 {
		return all[0].Edition + ": " + all[0].Title
	}
	return otherwise
}

// survey finds metadata and revision data and reads what matters in them.
func (s *single) survey(ctx context.Context, t container.Tree, man *check.Manifest) error {
	err := t.Files(ctx, func(e container.Entry) error {
		switch {
		case isRevision(e.Path):
			s.revisions = append(s.revisions, e.Path)
			if !s.named[e.Path] {
				man.Listed = append(man.Listed, check.Listed{Path: e.Path, Role: check.RoleOther, Size: -1, By: "Vereinbarung EL.UZA"})
			}
		case isEvidence(e):
			s.evidence = append(s.evidence, e.Path)
			if !s.named[e.Path] {
				man.Listed = append(man.Listed, listedEvidence(e.Path))
			}
		case isMetadata(e.Path):
			s.metadata = append(s.metadata, e.Path)
		}
		return nil
	})
	if err != nil {
		return err
	}
	for _, p := range s.metadata {
		if s.promulgate == "" {
			s.promulgate = readSmall(ctx, t, p, Promulgated)
		}
		if title := readSmall(ctx, t, p, Titled); title != "" {
			s.titlesRead = append(s.titlesRead, title)
		}
	}
	for _, p := range s.revisions {
		if s.retention == "" {
			s.retention = readSmall(ctx, t, p, retention)
		}
	}
	if len(s.metadata) > 0 && len(s.titlesRead) < len(s.metadata) {
		man.Checks = append(man.Checks, check.Done{Name: "norm-metadata-title"}.As(check.NotDone, wording.Say("why.norm-title")))
	}
	if s.promulgate == "" {
		man.Checks = append(man.Checks, check.Done{Name: "promulgation"}.As(check.NotDone, wording.Say("why.norm-date")))
	} else {
		man.Fields = append(man.Fields, record.Field{Name: "Verkündet", Value: s.promulgate})
	}
	return ctx.Err()
}

func readSmall(ctx context.Context, t container.Tree, p string, read func(io.Reader) string) string {
	rc, err := t.Open(ctx, p)
	if err != nil {
		return "" // the one read tells why
	}
	defer rc.Close()
	return read(rc)
}

// retention gives the retention period stated in revision data, "" if left empty.
func retention(r io.Reader) (out string) {
	xmlwalk.Leaves(io.LimitReader(r, maxXML), xmlwalk.Anything, func(l xmlwalk.Leaf) bool {
		if low := strings.ToLower(l.Name()); strings.Contains(low, "aufbewahrungsdauer") || strings.Contains(low, "aufbewahrungsfrist") {
			out = l.Value
		}
		return out == ""
	})
	return out
}

// withRevisions gives the tree with revision data and revocation lists below the first norm: the
// message does not name them (E3), yet they are kept with it. The message's own
// tree stays as it was read; its rules work on that.
func (s *single) withRevisions(roots []*record.Object) []*record.Object {
	if len(s.norms) == 0 {
		return roots
	}
	out := make([]*record.Object, 0, len(roots))
	for _, d := range roots {
		root := *d
		root.Children = nil
		for _, c := range d.Children {
			law := *c
			law.Children = nil
			for _, doc := range c.Children {
				law.Add(doc)
			}
			if c.ID == s.norms[0].Case {
				for _, p := range s.revisions {
					if !s.named[p] {
						law.Add(unnamed(c, p, "Revisionsdaten (in der Nachricht nicht genannt)", s.promulgate))
					}
				}
				for _, p := range s.evidence {
					if !s.named[p] {
						law.Add(unnamed(c, p, evidenceTitle, s.promulgate))
					}
				}
			}
			root.Add(&law)
		}
		out = append(out, &root)
	}
	return out
}

// unnamed is a file the message does not name, as a document of its norm.
func unnamed(c *record.Object, p, subject, day string) *record.Object {
	return &record.Object{ID: c.ID + "-" + path.Base(p), Kind: record.Document, Subject: subject, Date: record.Date(day),
		Versions: []record.Version{{Number: "1", Renditions: []record.Rendition{{File: record.PrimaryFile{Name: p}}}}}}
}

// settle rates everything archival and notes the custody (E9).
func (s *single) settle(roots []*record.Object) {
	for o := range record.All(roots) {
		if o.Kind != record.Document {
			o.Rating, o.Origin = record.RatingArchive, record.OriginKind
		}
	}
	for _, n := range s.norms {
		custody := record.CustodyFinal
		if n.Edition == Original {
			custody = record.CustodyInterim
		}
		for o := range record.All(roots) {
			if o.Kind == record.Case && o.ID == n.Case {
				o.Fields = append(o.Fields, record.Field{Name: "Fassung", Value: n.Edition},
					record.Field{Name: record.FieldCustody, Value: custody})
				if s.promulgate != "" {
					o.Fields = append(o.Fields, record.Field{Name: "Verkündet", Value: s.promulgate})
				}
			}
		}
	}
}

// maxDetached bounds a file that a detached signature covers.
const maxDetached = 256 << 20

// trusted joins the issuers trusted for all with those agreed with the agency.
func (k Kind) trusted(agreed *profile.Profile) *x509.CertPool {
	if agreed == nil || agreed.Issuers == "" {
		return k.Roots
	}
	pool := x509.NewCertPool()
	if k.Roots != nil {
		pool = k.Roots.Clone()
	}
	pool.AppendCertsFromPEM([]byte(agreed.Issuers))
	return pool
}

// signatures verifies every signature of the container and notes the results at
// the documents (E6).
func (k Kind) signatures(ctx context.Context, t container.Tree, s *single, man *check.Manifest, agreed *profile.Profile) ([]check.Finding,
	error) {
	beside, err := evidenceAt(ctx, t, s.evidence)
	if err != nil {
		return nil, err
	}
	trust := signature.Trust{Roots: k.trusted(agreed), Evidence: k.Evidence.With(beside)}
	if k.Now != nil {
		trust.At = k.Now()
	}
	byFile := map[string]*record.Object{}
	for o := range record.All(man.Roots) {
		for f := range o.Files() {
			byFile[path.Join(dir(s.at), f.Name)] = o
		}
	}
	var out []check.Finding
	judged := 0
	note := func(p string, results []signature.Result) {
		for _, r := range results {
			s.signatures++
			if r.Revoked.Known {
				judged++
			}
			out = append(out, r.Findings(p)...)
			if o := byFile[p]; o != nil {
				o.Fields = append(o.Fields, record.Field{Name: "Signatur", Value: r.Summary()})
			}
			man.Fields = append(man.Fields, record.Field{Name: "Signatur " + path.Base(p), Value: r.Summary()})
		}
	}
	want := func(e container.Entry) bool { return strings.EqualFold(path.Ext(e.Path), ".pdf") }
	err = t.Visit(ctx, 1, want, func(ctx context.Context, e container.Entry, c container.Content, readErr error) error {
		if readErr != nil {
			return nil // the one read tells it
		}
		results, err := signature.VerifyPDF(ctx, c, trust)
		note(e.Path, results)
		return err
	})
	if err != nil {
		return nil, fmt.Errorf("verify signatures: %w", err)
	}
	err = t.Files(ctx, func(e container.Entry) error {
		signed, ok := strings.CutSuffix(e.Path, path.Ext(e.Path))
		if target, there := t.Stat(signed); isDetached(e.Path) && ok && there && e.Size < maxXML && target.Size <= maxDetached {
			note(signed, signature.VerifyDetached([]byte(head(ctx, t, signed, maxDetached)), []byte(head(ctx, t, e.Path, maxXML)), trust))
		}
		return nil
	})
	if err != nil {
		return nil, fmt.Errorf("verify signatures: %w", err)
	}
	d := check.Done{Name: "signatures", State: check.Full, Tool: signature.Tool}
	switch {
	case s.signatures == 0:
		d = d.As(check.NotDone, wording.Say("why.no-signature"))
	case trust.Roots == nil:
		d = d.As(check.Partial, wording.Say("why.no-issuers"), revocationWords(judged, s.signatures))
	default:
		state := check.Partial
		if judged == s.signatures {
			state = check.Full
		}
		d = d.As(state, revocationWords(judged, s.signatures))
	}
	man.Checks = append(man.Checks, d)
	return out, nil
}

// revocationWords says how far revocation could be judged.
func revocationWords(judged, all int) wording.Text {
	return wording.Say("why.revocation", judged, all)
}

func isDetached(p string) bool {
	return slices.Contains([]string{".p7s", ".pkcs7", ".sig", ".p7m"}, strings.ToLower(path.Ext(p)))
}

// Describe implements check.Describing: the message trimmed to the Vorgang. For
// pairs each container is kept whole and describes itself.
func (k Kind) Describe(ctx context.Context, t container.Tree) (check.Describer, error) {
	at, err := messageAt(ctx, t)
	if err != nil {
		return nil, err
	}
	if at == "" {
		return describePairs(ctx, t, k.Messages)
	}
	return k.Messages.Describe(ctx, t)
}
