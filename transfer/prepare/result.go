package prepare

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"strings"
	"time"

	"laufzettel/transfer/check"
	"laufzettel/transfer/fixity"
	"laufzettel/transfer/kind"
	"laufzettel/transfer/profile"
	"laufzettel/transfer/wording"
)

// Names of the files that travel beside a container NAME.zip.
const (
	SuffixSidecar = ".selbstpruefung.json" // NAME.selbstpruefung.json
	SuffixFiles   = ".dateien.sha512"      // NAME.dateien.sha512, digests of the files inside
	SuffixSum     = ".zip.sha512"          // NAME.zip.sha512, digest of the container
	SuffixPaper   = ".uebergabe.pdf"       // NAME.uebergabe.pdf, Übergabeniederschrift
	SuffixSigned  = ".signaturen.csv"      // NAME.signaturen.csv, every signature with what became of it
)

// ResultFormat names the sidecar and its version.
const ResultFormat = "laufzettel-selbstpruefung/1"

// Result is the outcome of the clerk's self-check as it travels with the portion
// (G6): with what was checked, against what, and what came out.
type Result struct {
	Format    string            `json:"format"`
	Portion   string            `json:"portion"`
	Kind      string            `json:"kind"`
	Agency    check.Agency      `json:"agency"`
	Checked   time.Time         `json:"checked"`
	Person    string            `json:"person,omitempty"`
	Program   string            `json:"program"`
	Profile   ProfileState      `json:"profile"`
	Rules     map[string]string `json:"rules"`           // finding code → digest of its rule
	Tools     map[string]string `json:"tools,omitempty"` // check → tool with version
	Verdict   check.Verdict     `json:"verdict"`
	Findings  []Brief           `json:"findings"`
	Checks    []check.Done      `json:"checks"`
	Files     int               `json:"files"`
	Bytes     int64             `json:"bytes"`
	List      Sealed            `json:"list"`              // NAME.dateien.sha512
	Container Sealed            `json:"container"`         // NAME.zip
	Omitted   []kind.Omitted    `json:"omitted,omitempty"` // entries that are not there, with the reason
	// Dissolved and Staying count the signatures the office took out and left; Signatures
	// is the list of them.
	Dissolved  int    `json:"dissolved,omitempty"`
	Staying    int    `json:"staying,omitempty"`
	Signatures Sealed `json:"signatures,omitzero"`
	PublicKey  string `json:"publicKey,omitempty"` // of the key that signed, where it is signed
	ChainHead  string `json:"chainHead,omitempty"`
}

// ProfileState says which profile a check was made with.
type ProfileState struct {
	ID      string `json:"id,omitempty"`
	Version int    `json:"version,omitempty"` // the archive's number
	Digest  string `json:"digest,omitempty"`  // SHA-256 of its content
}

// Sealed is a file that travels along.
type Sealed struct {
	Name   string `json:"name,omitempty"`
	Size   int64  `json:"size,omitempty"`
	SHA512 string `json:"sha512,omitempty"`
}

// Brief is a finding without its sentences.
type Brief struct {
	Code     string         `json:"code"`
	Severity check.Severity `json:"severity"`
	Path     string         `json:"path,omitempty"`
}

// maxBrief bounds the findings a sidecar carries.
const maxBrief = 10_000

// Digest gives the SHA-256 of a profile's content; equal agreements have equal
// digests whatever their number.
func Digest(p *profile.Profile) string {
	if p == nil {
		return ""
	}
	data, err := json.Marshal(p)
	if err != nil {
		return ""
	}
	sum := sha256.Sum256(data)
	return hex.EncodeToString(sum[:])
}

// RulesOf gives every rule of the program with a short digest, so that a changed
// one shows by name.
func RulesOf(r *check.Registry) map[string]string {
	out := map[string]string{}
	for _, c := range r.All() {
		sum := sha256.Sum256([]byte(c.ID + "\n" + string(c.Severity) + "\n" + c.Title().In(wording.German) + "\n" + c.Source))
		out[c.ID] = hex.EncodeToString(sum[:6])
	}
	return out
}

// ToolsOf gives the tools of a report by check.
func ToolsOf(rep *check.Report) map[string]string {
	out := map[string]string{}
	for _, c := range rep.Checks {
		if c.Tool != "" {
			out[c.Name] = c.Tool
		}
	}
	return out
}

// Briefs are the findings of a report without their sentences.
func Briefs(rep *check.Report) []Brief {
	out := []Brief{}
	for _, f := range rep.Findings[:min(len(rep.Findings), maxBrief)] {
		out = append(out, Brief{f.Code, f.Severity, f.Path})
	}
	return out
}

// Encode gives the bytes of a result as they are signed or stored.
func (r Result) Encode() ([]byte, error) {
	r.Format = ResultFormat
	data, err := json.MarshalIndent(r, "", " ")
	if err != nil {
		return nil, fmt.Errorf("encode self-check: %w", err)
	}
	return append(data, '\n'), nil
}

// MaxSidecar bounds a sidecar read from outside.
const MaxSidecar = 16 << 20

// DecodeResult reads the payload of a sidecar. The error says why it is none.
func DecodeResult(data []byte) (*Result, error) {
	if len(data) > MaxSidecar {
		return nil, wording.Fault("found.prepare.too-large")
	}
	var r Result
	if err := json.Unmarshal(data, &r); err != nil {
		return nil, &wording.Error{Text: wording.Say("found.prepare.no-json", err.Error()), Cause: err}
	}
	if r.Format != ResultFormat {
		return nil, wording.Fault("found.prepare.format", r.Format)
	}
	return &r, nil
}

// Changed is a file that is not what the clerk checked.
type Changed struct {
	Path   string `json:"path"`
	Before string `json:"before,omitempty"` // SHA-512, "" = was not there
	Now    string `json:"now,omitempty"`    // "" = is not there
}

// Difference is what differs between the clerk's check and the archive's: three
// causes, told apart, and what came of them.
type Difference struct {
	Profile  string    `json:"profile,omitempty"` // German, "" = the same
	Rules    []string  `json:"rules,omitempty"`   // codes that were changed, added or dropped
	Tools    []string  `json:"tools,omitempty"`   // German, "check: there / here"
	Files    []Changed `json:"files,omitempty"`
	More     int       `json:"more,omitempty"`     // changed files beyond MaxShown
	OnlyHere []Brief   `json:"onlyHere,omitempty"` // findings of the archive alone
	OnlySelf []Brief   `json:"onlySelf,omitempty"` // findings of the clerk alone
}

// None reports whether both checks agree.
func (d Difference) None() bool {
	return d.Profile == "" && len(d.Rules)+len(d.Tools)+len(d.Files)+d.More+len(d.OnlyHere)+len(d.OnlySelf) == 0
}

// Own is the archive's side of a comparison.
type Own struct {
	Report  *check.Report
	Profile ProfileState
	// Known gives the digest of a version of the profile the archive once had, ""
	// for none.
	Known func(version int) string
	Rules map[string]string
	// Files gives the SHA-512 of every delivered file, nil where they were not read.
	Files map[string]string
	Now   time.Time
}

// Compare holds the clerk's result and the list of files it checked (nil = not at
// hand) against the archive's own check.
func Compare(self *Result, list []fixity.Entry, own Own) Difference {
	var d Difference
	d.Profile = compareProfiles(self.Profile, own)
	for code, digest := range own.Rules {
		if self.Rules[code] != digest {
			d.Rules = append(d.Rules, code)
		}
	}
	for code := range self.Rules {
		if _, ok := own.Rules[code]; !ok {
			d.Rules = append(d.Rules, code)
		}
	}
	slices.Sort(d.Rules)
	tools := ToolsOf(own.Report)
	for name, tool := range self.Tools {
		if here, ok := tools[name]; ok && here != tool {
			d.Tools = append(d.Tools, check.Title(name)+": "+tool+" / "+here)
		}
	}
	slices.Sort(d.Tools)
	d.compareFiles(list, own.Files)
	here, there := tally(Briefs(own.Report)), tally(self.Findings)
	d.OnlyHere, d.OnlySelf = only(Briefs(own.Report), there), only(self.Findings, here)
	return d
}

func compareProfiles(self ProfileState, own Own) string {
	switch {
	case self.Digest == own.Profile.Digest:
		return ""
	case self.ID == "":
		return wording.Say("said.prepare.profile-none", own.Profile.ID, own.Profile.Version).String()
	case own.Profile.ID == "":
		return wording.Say("said.prepare.profile-here-none", self.ID).String()
	case self.ID != own.Profile.ID:
		return wording.Say("said.prepare.profile-other", self.ID, own.Profile.ID).String()
	case own.Known != nil && own.Known(self.Version) == self.Digest && self.Version < own.Profile.Version:
		return wording.Say("said.prepare.profile-version", self.Version, self.ID, own.Profile.Version).String()
	}
	return wording.Say("said.prepare.profile-unknown", self.ID).String()
}

func (d *Difference) compareFiles(list []fixity.Entry, files map[string]string) {
	if list == nil || files == nil {
		return
	}
	add := func(c Changed) {
		if len(d.Files) == kind.MaxShown {
			d.More++
			return
		}
		d.Files = append(d.Files, c)
	}
	seen := make(map[string]bool, len(list))
	for _, e := range list {
		seen[e.Path] = true
		if now := files[e.Path]; now != e.Digest {
			add(Changed{e.Path, e.Digest, now})
		}
	}
	var more []string
	for p := range files {
		if !seen[p] {
			more = append(more, p)
		}
	}
	slices.Sort(more)
	for _, p := range more {
		add(Changed{Path: p, Now: files[p]})
	}
}

// tally counts findings by code and path.
func tally(list []Brief) map[Brief]int {
	out := map[Brief]int{}
	for _, b := range list {
		out[b]++
	}
	return out
}

// only gives the findings of list that other does not hold. Findings about what
// lies beside the container only one side can have are left out.
func only(list []Brief, other map[Brief]int) (out []Brief) {
	for _, b := range list {
		if strings.HasPrefix(b.Code, "SLP-") || strings.HasPrefix(b.Code, "PRE-") {
			continue
		}
		if other[b] > 0 {
			other[b]--
		} else if len(out) < kind.MaxShown {
			out = append(out, b)
		}
	}
	return out
}

// Findings turns a difference into findings for the archive's report.
func (d Difference) Findings() (out []check.Finding) {
	if d.Profile != "" {
		out = append(out, codeOlderProfile.At("").Saying(wording.Recognised("said.prepare.", d.Profile)))
	}
	if len(d.Rules) > 0 {
		out = append(out, codeOtherRule.At("").Want("",
			strings.Join(d.Rules[:min(len(d.Rules), 20)], ", ")).Saying(wording.Say("said.prepare.concerned", len(d.Rules))))
	}
	for _, t := range d.Tools {
		out = append(out, codeOtherRule.At("").Saying(wording.Say("said.prepare.tool", t)))
	}
	for _, f := range d.Files {
		said := wording.Text{}
		switch {
		case f.Now == "":
			said = wording.Say("said.prepare.now-missing")
		case f.Before == "":
			said = wording.Say("said.prepare.unchecked")
		}
		out = append(out, codeOtherFile.At(f.Path).Want(f.Before, f.Now).Saying(said))
	}
	if d.More > 0 {
		out = append(out, codeOtherFile.At("").Saying(wording.Say("said.prepare.more-files", d.More)))
	}
	if n := len(d.OnlyHere) + len(d.OnlySelf); n > 0 && d.Profile == "" && len(d.Rules)+len(d.Tools)+len(d.Files) == 0 {
		out = append(out, codeOtherResult.At("").Saying(wording.Say("said.prepare.only", len(d.OnlyHere), len(d.OnlySelf))))
	}
	return out
}

// Foreign is the finding for a sidecar that cannot be used.
func Foreign(name string, why any) check.Finding { return codeSidecar.At(name).Want("", why) }

// Unsigned is the finding for a sidecar whose signature does not verify.
func Unsigned(name string, why any) check.Finding {
	return codeSidecarSignature.At(name).Want("", why)
}

// WriteFiles writes the list of the files of a portion as they lie in its
// container.
func WriteFiles(w io.Writer, p Preparation, files []kind.File) error {
	entries := make([]fixity.Entry, 0, len(files))
	for _, f := range files {
		entries = append(entries, fixity.Entry{Path: inContainer(p, f.Path), Algorithm: fixity.SHA512,
			Digest: f.Digests[string(fixity.SHA512)], Size: f.Size})
	}
	return fixity.Write(w, fixity.WriteSHA512sum, entries)
}

// inContainer gives the path a file of the portion has inside the container.
func inContainer(p Preparation, path string) string {
	if p.Root == "" {
		return path
	}
	return p.Root + "/" + path
}

// ReadFiles reads a list that WriteFiles wrote.
func ReadFiles(data []byte) ([]fixity.Entry, error) {
	list, err := fixity.Parse(bytes.NewReader(data), "liste"+SuffixFiles)
	if err != nil {
		return nil, err
	}
	if len(list.Problems) > 0 {
		return nil, fmt.Errorf("Zeile %d ist nicht lesbar", list.Problems[0].Line)
	}
	return list.Entries, nil
}
