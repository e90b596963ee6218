package bagit

import (
	"context"
	"encoding/json"
	"io"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"laufzettel/transfer/check"
	"laufzettel/transfer/failure"
	"laufzettel/transfer/fixity"
	"laufzettel/transfer/wording"
)

// bagProfile is the part of a BagIt profile (BagIt Profiles 1.1 to 1.4) that is
// checked.
type bagProfile struct {
	Info struct {
		Identifier string `json:"BagIt-Profile-Identifier"`
	} `json:"BagIt-Profile-Info"`
	BagInfo map[string]struct {
		Required   bool     `json:"required"`
		Values     []string `json:"values"`
		Repeatable *bool    `json:"repeatable"`
	} `json:"Bag-Info"`
	ManifestsRequired    []string `json:"Manifests-Required"`
	ManifestsAllowed     []string `json:"Manifests-Allowed"`
	TagManifestsRequired []string `json:"Tag-Manifests-Required"`
	TagManifestsAllowed  []string `json:"Tag-Manifests-Allowed"`
	TagFilesRequired     []string `json:"Tag-Files-Required"`
	TagFilesAllowed      []string `json:"Tag-Files-Allowed"`
	AllowFetch           *bool    `json:"Allow-Fetch.txt"`
	AcceptVersions       []string `json:"Accept-BagIt-Version"`
	Serialization        string   `json:"Serialization"`
}

const maxProfile = 1 << 20

// profile checks the bag against the profile it names, if that lies in the bag
// or was named by the user.
func (r *reader) profile(ctx context.Context, extra []string) error {
	wanted := values(r.tags, "BagIt-Profile-Identifier")
	p, at, err := r.findProfile(ctx, wanted, extra)
	switch {
	case err != nil:
		return err
	case p == nil && len(wanted) == 0:
		return nil
	case p == nil:
		f := codeProfileAbsent.At(r.infoAt)
		f.Found = wanted[0]
		r.say(f)
		r.checks = append(r.checks, check.Done{Name: "profile"}.As(check.NotDone, wording.Say("why.no-bag-profile")))
		return nil
	}
	r.judge(p)
	r.checks = append(r.checks, check.Done{Name: "profile", State: check.Full, Tool: "Laufzettel (" + path.Base(at) + ")"})
	return nil
}

// findProfile looks for a JSON file that is a BagIt profile: among the tag files,
// then among the files the user named.
func (r *reader) findProfile(ctx context.Context, wanted, extra []string) (*bagProfile, string, error) {
	for _, p := range r.others {
		if !strings.EqualFold(path.Ext(p), ".json") {
			continue
		}
		data, reason, err := readFile(ctx, r.t, p, maxProfile)
		if err != nil {
			return nil, "", err
		}
		if !reason.Empty() {
			continue // told by the one read
		}
		if got := r.parseProfile(data, p, wanted); got != nil {
			return got, p, nil
		}
	}
	for _, name := range extra {
		if !strings.EqualFold(filepath.Ext(name), ".json") {
			continue
		}
		data, err := readOutside(name)
		if err != nil {
			return nil, "", failure.Wrap(failure.Refused, "read BagIt profile",
				wording.Say("hint.bagit.profile-not-opened", filepath.Base(name)), err)
		}
		if got := r.parseProfile(data, filepath.Base(name), wanted); got != nil {
			return got, name, nil
		}
	}
	return nil, "", nil
}

func readOutside(name string) ([]byte, error) {
	f, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return io.ReadAll(io.LimitReader(f, maxProfile))
}

func (r *reader) parseProfile(data []byte, at string, wanted []string) *bagProfile {
	var p bagProfile
	looks := strings.Contains(string(data), "BagIt-Profile-Info")
	if err := json.Unmarshal(data, &p); err != nil {
		if looks {
			r.say(codeProfileBroken.At(at).Want("", check.FaultWords(err)))
		}
		return nil
	}
	if !looks || len(wanted) > 0 && !slices.Contains(wanted, p.Info.Identifier) {
		return nil
	}
	return &p
}

// judge tells every rule of the profile the bag breaks.
func (r *reader) judge(p *bagProfile) {
	r.judgeInfo(p)
	miss := func(rule string, expected, found any) {
		r.say(codeProfile.At(r.root).Want(expected, found).By(rule))
	}
	algorithms := func(tag bool) []string {
		var out []string
		for _, m := range r.lists {
			if m.tag == tag {
				out = append(out, m.algorithm)
			}
		}
		return out
	}
	for _, set := range []struct {
		rule              string
		required, allowed []string
		have              []string
	}{
		{"Manifests", p.ManifestsRequired, p.ManifestsAllowed, algorithms(false)},
		{"Tag-Manifests", p.TagManifestsRequired, p.TagManifestsAllowed, algorithms(true)},
	} {
		for _, want := range canonical(set.required) {
			if !slices.Contains(set.have, want) {
				miss(set.rule+"-Required", want, strings.Join(set.have, ", "))
			}
		}
		for _, have := range set.have {
			if allowed := canonical(set.allowed); len(allowed) > 0 && !slices.Contains(allowed, have) {
				miss(set.rule+"-Allowed", strings.Join(allowed, ", "), have)
			}
		}
	}
	r.judgeFiles(p, miss)
}

func (r *reader) judgeFiles(p *bagProfile, miss func(rule string, expected, found any)) {
	for _, want := range p.TagFilesRequired {
		if _, ok := r.t.Stat(r.at(want)); !ok {
			miss("Tag-Files-Required", want, wording.Say("found.bagit.missing"))
		}
	}
	if len(p.TagFilesAllowed) > 0 {
		for _, have := range r.others {
			rel := strings.TrimPrefix(have, r.root+"/")
			if rel != "bagit.txt" && rel != "bag-info.txt" && rel != "fetch.txt" && !matchesAny(p.TagFilesAllowed, rel) {
				miss("Tag-Files-Allowed", strings.Join(p.TagFilesAllowed, ", "), rel)
			}
		}
	}
	if p.AllowFetch != nil && !*p.AllowFetch && r.fetchFiles > 0 {
		miss("Allow-Fetch.txt", wording.Say("want.bagit.no-fetch"), wording.Say("found.bagit.addresses", r.fetchFiles))
	}
	if len(p.AcceptVersions) > 0 && !slices.Contains(p.AcceptVersions, r.decl.version) {
		miss("Accept-BagIt-Version", strings.Join(p.AcceptVersions, ", "), r.decl.version)
	}
	folder := string(r.t.Form()) == "folder"
	if p.Serialization == "required" && folder || p.Serialization == "forbidden" && !folder {
		miss("Serialization", p.Serialization, string(r.t.Form()))
	}
}

func (r *reader) judgeInfo(p *bagProfile) {
	names := make([]string, 0, len(p.BagInfo))
	for n := range p.BagInfo {
		names = append(names, n)
	}
	slices.Sort(names)
	for _, n := range names {
		rule, got := p.BagInfo[n], values(r.tags, n)
		say := func(expected, found any) {
			r.say(codeProfile.At(r.infoAt).Want(expected, found).By("Bag-Info " + n))
		}
		switch {
		case rule.Required && strings.Join(got, "") == "":
			say(wording.Say("want.bagit.stated", n), wording.Say("found.bagit.missing"))
		case rule.Repeatable != nil && !*rule.Repeatable && len(got) > 1:
			say(wording.Say("want.bagit.once", n), wording.Say("found.bagit.statements", len(got)))
		}
		for _, v := range got {
			if len(rule.Values) > 0 && v != "" && !slices.Contains(rule.Values, v) {
				say(wording.List(wording.Say("want.bagit.or"), rule.Values), v)
			}
		}
	}
}

func canonical(names []string) []string {
	out := make([]string, 0, len(names))
	for _, n := range names {
		if a, ok := fixity.ParseAlgorithm(n); ok {
			n = string(a)
		}
		out = append(out, n)
	}
	return out
}

func matchesAny(patterns []string, p string) bool {
	return slices.ContainsFunc(patterns, func(pattern string) bool {
		ok, err := path.Match(pattern, p)
		return err == nil && ok
	})
}
