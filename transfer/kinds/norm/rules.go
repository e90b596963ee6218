package norm

import (
	"context"
	"path"
	"regexp"
	"slices"
	"strings"

	"laufzettel/transfer/check"
	"laufzettel/transfer/record"
	"laufzettel/transfer/wording"
)

// otherNames are the rules of xdomea about names that EL.UZA replaces (E1, E3).
var otherNames = []string{"XDO-011", "XDO-012", "XDO-013", "XDO-014", "XDO-016", "XDO-020"}

// Rules implements check.Kind.
func (k Kind) Rules(m *check.Manifest) []check.Rule {
	switch d := m.Detail.(type) {
	case *pairs:
		return d.rules(k)
	case *single:
		var rules []check.Rule
		for _, r := range k.Messages.Rules(d.inner) {
			if r.Name != "appraisal" { // norms are always archival (E9)
				rules = append(rules, d.wrap(r))
			}
		}
		now := func(say func() []check.Finding) func(context.Context, check.Facts) ([]check.Finding, error) {
			return func(context.Context, check.Facts) ([]check.Finding, error) { return say(), nil }
		}
		return append(rules, check.Rule{Name: "norm-titles", Run: now(d.titles)}, check.Rule{Name: "norm-papers", Run: now(d.papers)},
			check.Rule{Name: "norm-files", Run: d.files})
	}
	return nil
}

// innerFacts shows the manifest as xdomea read it.
type innerFacts struct {
	check.Facts
	m *check.Manifest
}

// Manifest implements check.Facts.
func (f innerFacts) Manifest() *check.Manifest { return f.m }

// wrap runs a rule of xdomea without its findings about names.
func (s *single) wrap(r check.Rule) check.Rule {
	return check.Rule{Name: r.Name, Run: func(ctx context.Context, f check.Facts) ([]check.Finding, error) {
		out, err := r.Run(ctx, innerFacts{f, s.inner})
		return slices.DeleteFunc(out, func(f check.Finding) bool { return slices.Contains(otherNames, f.Code) }), err
	}}
}

// titles looks at message name, dossiers and cases (E1, E2).
func (s *single) titles() (out []check.Finding) {
	if b := path.Base(s.at); !messagePattern.MatchString(b) {
		out = append(out, codeMessageName.At(s.at).Want("<uuid>_Aussonderung.Aussonderung.0503.xml", b))
	}
	editions := map[string]bool{}
	for _, d := range s.inner.Roots {
		m := titlePattern.FindStringSubmatch(dossierTitle(d))
		if m == nil {
			out = append(out, codeDossierTitle.At(s.at).On(d.Line).Of(d.ID).Want(wording.Say("want.norm.dossier-title"), dossierTitle(d)))
			continue
		}
		editions[m[2]] = true
		if s.promulgate != "" && len(s.metadata) == 1 && m[3] != s.promulgate[:4] {
			out = append(out, codeYear.At(s.at).On(d.Line).Of(d.ID).Want(s.promulgate[:4], m[3]))
		}
		for _, c := range d.Children {
			if c.Kind == record.Case && strings.TrimSpace(c.Subject) == "" {
				out = append(out, codeCaseTitle.At(s.at).On(c.Line).Of(c.ID))
			} else if c.Kind == record.Case && s.otherTitle(c.Subject) {
				out = append(out, codeCaseTitle.At(s.at).On(c.Line).Of(c.ID).Want(wording.List(wording.Say("want.norm.or"), s.titlesRead),
					c.Subject).
					Saying(wording.Say("said.norm.other-title")))
			}
		}
	}
	if len(editions) > 1 {
		out = append(out, codeMixed.At(s.at))
	}
	return append(out, codeAlone.At(""))
}

// otherTitle reports whether every metadata document names a title, and all another one.
func (s *single) otherTitle(subject string) bool {
	return len(s.metadata) > 0 && len(s.titlesRead) == len(s.metadata) &&
		!slices.ContainsFunc(s.titlesRead, func(t string) bool { return sameTitle(t, subject) })
}

// papers looks at metadata, revision data and signatures (E3, E6).
func (s *single) papers() (out []check.Finding) {
	if len(s.metadata) == 0 {
		out = append(out, codeNoMetadata.At(dir(s.at)))
	}
	for _, p := range s.metadata {
		if !s.named[p] {
			out = append(out, codeMetadataUnnamed.At(p))
		}
	}
	if len(s.revisions) == 0 {
		out = append(out, codeNoRevision.At(dir(s.at)))
	}
	for _, p := range s.revisions {
		if s.named[p] {
			out = append(out, codeRevisionNamed.At(p))
		}
	}
	if s.retention != "" && len(s.revisions) > 0 {
		out = append(out, codeRetention.At(s.revisions[0]).Want(wording.Say("want.kinds.empty"), s.retention))
	}
	if s.edition() == Original && s.signatures == 0 {
		out = append(out, codeUnsigned.At(s.at))
	}
	return out
}

func (s *single) edition() string {
	if len(s.norms) == 0 {
		return ""
	}
	return s.norms[0].Edition
}

// issueName takes a file of an Ausgabenorm apart; xdomea's UUID may stand before.
var issueName = regexp.MustCompile(`^(?:[0-9a-fA-F-]{36}_)?(.+?)__an(|__report|__pdfa1a|__anlg__.+)\.pdf$`)

// files allows PDF/A and XML only and looks at the names of an Ausgabenorm (E3).
func (s *single) files(ctx context.Context, f check.Facts) (out []check.Finding, err error) {
	mains := 0
	err = f.EachFile(ctx, func(file check.FileFact) error {
		base := path.Base(file.Path)
		switch strings.ToLower(path.Ext(base)) {
		case ".xml":
			return nil
		case ".pdf":
			if file.LacksPDFA() && file.Obstacle == "" {
				out = append(out, codeNotPDFA.At(file.Path).Saying(check.UnclaimedWords(file)))
			}
		default:
			if !isDetached(file.Path) || s.edition() == Issue {
				out = append(out, codeFormat.At(file.Path).Want(wording.Say("want.norm.formats"), path.Ext(base)))
			}
			return nil
		}
		if s.edition() != Issue {
			return nil // no naming rule for the Originalnorm
		}
		m := issueName.FindStringSubmatch(base)
		if m == nil {
			out = append(out, codeIssueName.At(file.Path).Want(wording.Say("want.norm.issue"), base))
		} else if m[2] == "" {
			mains++
		}
		return nil
	})
	if err == nil && s.edition() == Issue && mains == 0 {
		out = append(out, codeNoMain.At(dir(s.at)).Want(wording.Say("want.norm.main"), ""))
	}
	return out, err
}
