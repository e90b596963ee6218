package check

import (
	"path"
	"slices"
	"strings"

	"laufzettel/transfer/profile"
	"laufzettel/transfer/wording"
)

// formatRule judges the identified formats against the profile's whitelist (A8)
// and counts them.
type formatRule struct {
	agreed []string // whitelist of PUIDs, empty = nothing agreed
	able   bool     // formats were identified at all
	out    *findingSet
	counts map[string]*FormatCount
}

func newFormatRule(p *profile.Profile, able bool, out *findingSet) *formatRule {
	r := &formatRule{able: able, out: out, counts: map[string]*FormatCount{}}
	if p != nil {
		r.agreed = p.Formats
	}
	return r
}

// see judges one file of the given role. Only content must match the agreement;
// messages, schemas and lists are what the standard says they are.
// hindered says that it was told as a file nobody can open: then its format is no
// matter of its own.
func (r *formatRule) see(f FileFact, role Role, hindered bool) {
	if f.Damage != "" || !r.able {
		return
	}
	r.count(f.Format)
	if role != RoleContent || f.Size == 0 || hindered {
		return
	}
	unknown := f.Format.unknown()
	switch {
	case len(r.agreed) > 0 && !slices.Contains(r.agreed, f.Format.PUID):
		r.out.add(notAgreed(f))
	case unknown:
		r.out.group(codeFormatUnknown.At(f.Path))
	}
	if !unknown && strings.Contains(strings.ToLower(f.Format.Warning), "extension mismatch") {
		r.out.group(codeFormatExtension.At(f.Path).Want(wording.Say("want.check.extension-content", f.Format.label()),
			strings.ToLower(path.Ext(f.Path))))
	}
}

// notAgreed names the format in the first sentence: that is what the agency must
// know.
func notAgreed(f FileFact) Finding {
	out := codeFormatNotAgreed.At(f.Path).Want(wording.Say("want.check.agreed-format"), f.Format.label())
	return out.Titled(wording.Say("said.check.format-not-agreed", f.Format.label()))
}

func (r *formatRule) count(f Format) {
	puid := f.PUID
	if f.unknown() {
		puid = "UNKNOWN"
	}
	c := r.counts[puid]
	if c == nil {
		c = &FormatCount{PUID: puid, Name: f.label().In(wording.German)}
		r.counts[puid] = c
	}
	c.Count++
}

// all gives the counts, the most frequent first.
func (r *formatRule) all() []FormatCount {
	out := make([]FormatCount, 0, len(r.counts))
	for _, c := range r.counts {
		out = append(out, *c)
	}
	slices.SortFunc(out, func(a, b FormatCount) int {
		if a.Count != b.Count {
			return b.Count - a.Count
		}
		return strings.Compare(a.PUID, b.PUID)
	})
	return out
}

// unknown reports whether nothing matched.
func (f Format) unknown() bool { return f.PUID == "" || strings.EqualFold(f.PUID, "UNKNOWN") }

// label is the format's name for people.
func (f Format) label() wording.Text {
	switch {
	case f.unknown():
		return wording.Say("found.check.format-unknown")
	case f.Name == "":
		return wording.Plain(f.PUID)
	case f.Version != "" && !strings.Contains(f.Name, f.Version):
		return wording.Plain(f.Name + " " + f.Version)
	}
	return wording.Plain(f.Name)
}
