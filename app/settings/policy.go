package settings

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"laufzettel/sync/machinecert"
	"laufzettel/transfer/failure"
	"laufzettel/transfer/wording"
)

// PolicyFile is the name of the administrator's policy (Richtlinie). It lies
// beside the programs, where only administrators write, or in /etc/laufzettel.
const PolicyFile = "richtlinie.json"

// PolicyFolder is where it lies on Linux.
const PolicyFolder = "/etc/laufzettel/"

// EnvPolicy names a policy file that may make the rules of this machine stricter,
// never looser: whoever starts the program sets it, so it proves nobody's office.
const EnvPolicy = "LAUFZETTEL_POLICY"

// copies is the folder that holds a copy of the program beside another OpenGL
// (opengl.Folder); it stands under the policy of the program.
const copies = "softwaregl"

// maxPolicy bounds the policy file; ours need some hundred bytes.
const maxPolicy = 64 << 10

// Policy is what an administrator sets for everybody who uses the program on
// this machine. An absent field leaves the choice to the user; a present one is
// in force whatever the user's settings say, and cannot be changed by them.
type Policy struct {
	URL        *string `json:"url,omitempty"`        // address of the archive's receiver
	Archive    *string `json:"archive,omitempty"`    // name of the archive
	Role       *Role   `json:"role,omitempty"`       // which screens there are
	KeyStore   *string `json:"keyStore,omitempty"`   // keyring or file
	KeysFolder *string `json:"keysFolder,omitempty"` // where key files lie, absolute
	Profiles   *string `json:"profiles,omitempty"`   // profile file, or folder of them, taken in at start
	RateLimit  *int64  `json:"rateLimit,omitempty"`  // bytes per second
	VeraPDF    *string `json:"veraPDF,omitempty"`
	Signatures *string `json:"signatures,omitempty"`
	// Alone lets one person decide and release destruction (G18). Only a policy can.
	Alone *bool `json:"alone,omitempty"`
	// AloneDays lets an order to destroy of one person wait longer than 30 days.
	AloneDays *int `json:"aloneDays,omitempty"`
	// ProtectedOnly forbids to take records out to an unprotected disk (G17).
	ProtectedOnly *bool `json:"protectedOnly,omitempty"`
	// Data is the workspace where nobody names another, absolute; %NAME% stands for a
	// value of the environment, such as %USERNAME%.
	Data       *string `json:"data,omitempty"`
	Language   *string `json:"language,omitempty"`   // de or en
	Proxy      *string `json:"proxy,omitempty"`      // http://host:port, or direct: past every proxy
	CAFile     *string `json:"caFile,omitempty"`     // further authorities of the archive's certificate, PEM, absolute
	CertFile   *string `json:"certFile,omitempty"`   // certificate of this machine: PEM, absolute, with CertKey; or store:THUMBPRINT
	CertKey    *string `json:"certKey,omitempty"`    // its key, PEM, absolute
	Stamps     *string `json:"stamps,omitempty"`     // time stamping authority (RFC 3161)
	Converters *string `json:"converters,omitempty"` // list of converters (JSON), taken in at start, absolute
	Updates    *string `json:"updates,omitempty"`    // where version --newer asks; nobody is asked without it
	UpdatesKey *string `json:"updatesKey,omitempty"` // Ed25519 in base64: only statements signed by it count
	// EventSource is the name under which the log of the machine is told that the program
	// begins, ends, stays shut or crashes; it is told nothing without one.
	EventSource *string `json:"eventSource,omitempty"`
	// Browser allows the second face, pages in the browser; false forbids it.
	Browser *bool `json:"browser,omitempty"`

	Path   string `json:"-"` // where it was read, "" = no policy
	Digest string `json:"-"` // SHA-256 of the file, of both files where two hold

	named   *Policy  // what the file of EnvPolicy makes stricter
	ignored []string // what it names and must not set
}

// SystemPolicy reads the policy of this machine: beside the program, then in
// /etc/laufzettel; on Windows what stands in the registry below RegistryKey (group policy)
// is laid over it, field by field. What the file of EnvPolicy makes stricter is laid over it. None
// at all gives an empty one. Error: Setup when a policy is there and cannot be
// understood; the program must not run without it then.
func SystemPolicy() (Policy, error) {
	exe, err := os.Executable()
	if err != nil {
		exe = ""
	}
	var p Policy
	for _, at := range policyPlaces(exe) {
		if p, err = ReadPolicy(at); !errors.Is(err, fs.ErrNotExist) {
			break
		}
	}
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return p, err
	}
	if p, err = p.withRegistry(systemRegistry); err != nil {
		return p, err
	}
	if err := p.paired(); err != nil {
		return p, err
	}
	at := os.Getenv(EnvPolicy)
	if at == "" {
		return p, nil
	}
	named, err := ReadPolicy(at)
	if errors.Is(err, fs.ErrNotExist) {
		p.ignored = []string{at + " (fehlt)"}
		return p, nil
	}
	return p.stricterBy(named), err
}

func policyPlaces(exe string) []string {
	var at []string
	if dir := filepath.Dir(exe); exe != "" && filepath.Base(dir) == copies {
		at = append(at, filepath.Join(filepath.Dir(dir), PolicyFile)) // that of the program it is a copy of
	}
	if exe != "" {
		at = append(at, filepath.Join(filepath.Dir(exe), PolicyFile))
	}
	if filepath.Separator == '/' {
		at = append(at, PolicyFolder+PolicyFile)
	}
	return at
}

// ReadPolicy reads a policy file. A field nobody knows is refused: a misspelt
// rule would silently not hold.
func ReadPolicy(path string) (Policy, error) {
	f, err := os.Open(path)
	if errors.Is(err, fs.ErrNotExist) {
		return Policy{}, err
	}
	if err != nil {
		return Policy{}, badPolicy(path, "sie lässt sich nicht öffnen", err)
	}
	raw, err := io.ReadAll(io.LimitReader(f, maxPolicy+1))
	if err = errors.Join(err, f.Close()); err != nil {
		return Policy{}, badPolicy(path, "sie lässt sich nicht lesen", err)
	}
	if len(raw) > maxPolicy {
		return Policy{}, badPolicy(path, "sie ist zu groß", fmt.Errorf("more than %d bytes", maxPolicy))
	}
	sum := sha256.Sum256(raw)
	p := Policy{Path: path, Digest: hex.EncodeToString(sum[:])}
	raw = bytes.TrimPrefix(raw, []byte("\xef\xbb\xbf"))
	dec := json.NewDecoder(bytes.NewReader(raw))
	dec.DisallowUnknownFields()
	if err := dec.Decode(&p); err != nil {
		return Policy{}, badPolicy(path, "ihr Inhalt ist nicht zu verstehen", err)
	}
	if err := once(raw); err != nil {
		return Policy{}, badPolicy(path, "ein Feld steht zweimal, oder hinter dem Inhalt steht noch etwas", err)
	}
	return p, p.valid()
}

func (p Policy) valid() error {
	for _, f := range p.fields() {
		if why := f.wrong(); why != "" {
			return badPolicy(p.Path, f.Name+" "+why, errors.New(f.Name+" does not hold"))
		}
	}
	return nil
}

// paired refuses half of what only holds together; file and registry may each bring one.
func (p Policy) paired() error {
	stored := p.CertFile != nil && machinecert.InStore(*p.CertFile)
	if stored && p.CertKey != nil {
		return badPolicy(p.Path, "certFile nennt ein Zertifikat im Speicher des Systems, dort liegt auch sein Schlüssel; certKey entfällt",
			errors.New("a key beside a certificate of the store"))
	}
	if !stored && (p.CertFile == nil) != (p.CertKey == nil) {
		return badPolicy(p.Path, "certFile und certKey gehören zusammen", errors.New("half a client certificate"))
	}
	if p.UpdatesKey != nil && p.Updates == nil {
		return badPolicy(p.Path, "updatesKey steht ohne updates", errors.New("a key without an address"))
	}
	return nil
}

func badPolicy(path, why string, err error) error {
	return failure.Wrap(failure.Setup, "read policy "+path, wording.Say("hint.settings.policy-invalid", why, path), err)
}

// rule is one field of a policy with the setting it governs.
type rule struct {
	name string // as in settings.json and in laufzettel-cli settings
	set  bool
	put  func(*Settings)
	same func(a, b Settings) bool
	keep func(to *Settings, own Settings)
}

// put gives a rule for a setting that is one field.
func put[T comparable](name string, value *T, field func(*Settings) *T) rule {
	return rule{name: name, set: value != nil,
		put:  func(s *Settings) { *field(s) = *value },
		same: func(a, b Settings) bool { return *field(&a) == *field(&b) },
		keep: func(to *Settings, own Settings) { *field(to) = *field(&own) }}
}

func (p Policy) rules() []rule {
	no := false
	alone := p.Alone
	if alone == nil {
		alone = &no // the second person can be left out by policy only (G18)
	}
	days := p.AloneDays
	if none := 0; days == nil {
		days = &none
	}
	rules := []rule{
		put("url", p.URL, func(s *Settings) *string { return &s.Channel.URL }),
		put("archive", p.Archive, func(s *Settings) *string { return &s.Archive }),
		put("role", p.Role, func(s *Settings) *Role { return &s.Person.Role }),
		put("key-store", p.KeyStore, func(s *Settings) *string { return &s.Channel.KeyStore }),
		put("rate-limit", p.RateLimit, func(s *Settings) *int64 { return &s.Channel.RateLimit }),
		put("language", p.Language, func(s *Settings) *string { return &s.Look.Language }),
		put("proxy", p.Proxy, func(s *Settings) *string { return &s.Channel.Proxy }),
		put("ca-file", p.CAFile, func(s *Settings) *string { return &s.Channel.CAFile }),
		put("cert-file", p.CertFile, func(s *Settings) *string { return &s.Channel.CertFile }),
		put("cert-key", p.CertKey, func(s *Settings) *string { return &s.Channel.CertKey }),
		put("stamps", p.Stamps, func(s *Settings) *string { return &s.Channel.Stamps }),
		put("verapdf", p.VeraPDF, func(s *Settings) *string { return &s.Tools.VeraPDF }),
		put("signatures", p.Signatures, func(s *Settings) *string { return &s.Tools.Signatures }),
		put("alone", alone, func(s *Settings) *bool { return &s.Alone }),
		put("alone-days", days, func(s *Settings) *int { return &s.AloneDays }),
	}
	if n := p.named; n != nil {
		rules = append(rules, put("role", n.Role, func(s *Settings) *Role { return &s.Person.Role }),
			put("alone", n.Alone, func(s *Settings) *bool { return &s.Alone }), atMost(n.RateLimit))
	}
	return rules
}

// over puts the policy over settings of a user.
func (p Policy) over(s Settings) Settings {
	for _, r := range p.rules() {
		if r.set {
			r.put(&s)
		}
	}
	return s
}

// under checks a change by the user against the policy and gives what is written:
// below a policy the user's own value is kept for the day the policy goes.
func (p Policy) under(before, next Settings) (Settings, error) {
	ruled := p.over(next)
	var kept []string
	for _, r := range p.rules() {
		if !r.set {
			continue
		}
		if !r.same(ruled, next) {
			kept = append(kept, r.name)
		}
	}
	if len(kept) > 0 {
		hint := wording.Say("hint.settings.by-policy", strings.Join(kept, ", "))
		return before, failure.New(failure.Refused, "change setting under policy", hint)
	}
	for _, r := range p.rules() {
		if r.set {
			r.keep(&next, before)
		}
	}
	return next, nil
}

// Fixed names the settings the policy of this machine governs, in the words of
// laufzettel-cli settings.
func (s *Store) Fixed() []string {
	var names []string
	for _, r := range s.policy.rules() {
		if r.name == "alone-days" && s.policy.AloneDays == nil {
			continue
		}
		given := r.name != "alone" || s.policy.Alone != nil || s.policy.named != nil && s.policy.named.Alone != nil
		if r.set && given && !slices.Contains(names, r.name) {
			names = append(names, r.name)
		}
	}
	return names
}

// MayBrowse tells whether the pages in the browser may be begun on this machine.
func (s *Store) MayBrowse() bool { return s.policy.Browser == nil || *s.policy.Browser }

// Source is what the machine's log knows the program by, "" = it is told nothing.
func (p Policy) Source() string {
	if p.EventSource == nil {
		return ""
	}
	return *p.EventSource
}

// Policy is the policy in force; its Path is "" where there is none.
func (s *Store) Policy() Policy { return s.policy }
