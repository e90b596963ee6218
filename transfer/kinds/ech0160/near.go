package ech0160

import (
	"context"
	"regexp"
	"strings"

	"laufzettel/transfer/check"
	"laufzettel/transfer/container"
	"laufzettel/transfer/wording"
)

var _ check.NearMissing = Kind{}

// sipName is how a SIP is named (eCH-0160 4.1).
var sipName = regexp.MustCompile(`(?i)^sip_[0-9]{8}_`)

// NearMisses implements check.NearMissing: a name of a SIP, the folders header and content,
// or the description of a SIP where it does not belong.
func (Kind) NearMisses(ctx context.Context, t container.Tree) ([]check.Finding, error) {
	files, _, err := check.NearText(ctx, t, ".xml")
	if err != nil {
		return nil, err
	}
	for _, f := range files {
		if head := string(f.Head); strings.Contains(head, "admin.ch/arelda/") && strings.Contains(head, "paket") {
			return []check.Finding{check.NearMiss(f.Path, wording.Say("said.ech0160.sip"),
				wording.Say("said.ech0160.misplaced", f.Path))}, nil
		}
	}
	content := check.Within("content")
	found, err := check.NearSigns(ctx, t, wording.Say("said.ech0160.sip"),
		check.Sign{Names: []func(p, base string) bool{
			func(p, _ string) bool { return strings.HasSuffix("/"+p, "/header/metadata.xml") }, content},
			Lacks: func(string) wording.Text { return wording.Say("said.ech0160.namespace", Namespace) }},
		check.Sign{Names: []func(p, base string) bool{
			func(p, _ string) bool { return sipName.MatchString(p) && strings.Contains(p, "/") }}, Lacks: headless},
		check.Sign{Names: []func(p, base string) bool{func(p, base string) bool {
			return sipName.MatchString(t.Name()) && content(p, base)
		}}, Lacks: headless})
	return found, err
}

func headless(string) wording.Text { return wording.Say("said.ech0160.headless") }
