// Package settings holds the typed settings of a workspace: who works here, for
// which archive, how it looks and which channel is used. They live in one JSON
// file beside the database, written whole by rename; a damaged file is kept aside
// and told, never silently replaced.
package settings

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"sync"
	"time"

	"laufzettel/transfer/durable"
	"laufzettel/transfer/failure"
	"laufzettel/transfer/wording"
)

// FileName is the settings file inside the workspace folder.
const FileName = "settings.json"

// Role decides which screens are shown (look.md 3, Rail).
type Role string

// The roles.
const (
	Archivist     Role = "archivist"
	Clerk         Role = "clerk"
	ReadingRoom   Role = "reading-room"
	Administrator Role = "administrator"
)

// Settings are all settings of a workspace; the zero value of a field means its
// default.
type Settings struct {
	Person  Person             `json:"person"`
	Archive string             `json:"archive,omitempty"` // name of the archive, on reports and rail
	Look    Look               `json:"look"`
	Channel Channel            `json:"channel"`
	Keys    map[string]string  `json:"keys,omitempty"` // changed keys: action → key
	Tools   Tools              `json:"tools"`
	Splits  map[string]float64 `json:"splits,omitempty"` // kept offsets per screen and class
	Kept    map[string]string  `json:"kept,omitempty"`   // small things of the window: splits, narrow rail
	// Reasons are text blocks for the reasons of appraisal decisions.
	Reasons []string `json:"reasons,omitempty"`
	// Alone lets one person decide and release; administrator policy only (G18).
	Alone bool `json:"alone,omitempty"`
	// AloneDays is how long an order of one person waits without the agency's consent,
	// where that is longer than 30 days; administrator policy only.
	AloneDays int `json:"aloneDays,omitempty"`
}

// Person is who works here.
type Person struct {
	Name string `json:"name,omitempty"`
	Unit string `json:"unit,omitempty"`
	Role Role   `json:"role,omitempty"`
}

// Look is how the desktop shows itself.
type Look struct {
	Variant  string  `json:"variant,omitempty"`  // "", light, dark, contrast; "" follows the system
	Scale    float32 `json:"scale,omitempty"`    // 1, 1.25, 1.5, 2; 0 = 1
	Language string  `json:"language,omitempty"` // "", de, en; "" is de
	Narrow   bool    `json:"narrow,omitempty"`   // rail narrow
	Swiss    bool    `json:"swiss,omitempty"`    // thousands as 20'117
	Forever  bool    `json:"forever,omitempty"`  // short messages stay until closed
}

// Channel is the way to the central archive.
type Channel struct {
	URL       string `json:"url,omitempty"`
	KeyStore  string `json:"keyStore,omitempty"` // keyring (default) or file
	KeyID     string `json:"keyId,omitempty"`
	Parallel  int    `json:"parallel,omitempty"` // packages sent at once, 1 (default) or 2
	CAFile    string `json:"caFile,omitempty"`   // further authorities of the archive's certificate, PEM
	CertFile  string `json:"certFile,omitempty"` // certificate of this machine (mTLS): PEM with CertKey, or store:THUMBPRINT
	CertKey   string `json:"certKey,omitempty"`
	Proxy     string `json:"proxy,omitempty"`     // http://host:port; direct = none; "" = as the system says
	RateLimit int64  `json:"rateLimit,omitempty"` // bytes per second, 0 = none
	Paused    bool   `json:"paused,omitempty"`
	// Door is another way for packages: a folder, a UNC path or sftp://…; "" = the channel.
	Door     string `json:"door,omitempty"`
	HostKey  string `json:"hostKey,omitempty"`  // SFTP: fingerprint of the host, SHA256:…
	Identity string `json:"identity,omitempty"` // SFTP: file with the private key
	Secret   string `json:"secret,omitempty"`   // SFTP: name of the password in the keyring, "" = none
	Stamps   string `json:"stamps,omitempty"`   // time stamping authority (RFC 3161) for receipts, "" = none
}

// Direct as proxy means: past every proxy.
const Direct = "direct"

// Tools are programs installed beside us.
type Tools struct {
	VeraPDF    string `json:"veraPDF,omitempty"`    // path; "" = search
	Signatures string `json:"signatures,omitempty"` // newer PRONOM signature file; "" = embedded
}

// Store reads and writes the settings file. Safe for concurrent use.
type Store struct {
	path   string
	policy Policy
	mu     sync.Mutex
	now    Settings // the user's own, without the policy
	at     time.Time
	size   int64 // time and size of the file that was read or written last
}

// OpenUnder is Open with an administrator's policy over the user's settings.
func OpenUnder(dir string, p Policy) (*Store, error) {
	s := &Store{path: filepath.Join(dir, FileName), policy: p}
	data, err := os.ReadFile(s.path)
	if errors.Is(err, fs.ErrNotExist) {
		return s, nil
	}
	if err != nil {
		return s, failure.Wrap(failure.Setup, "read settings", wording.Say("hint.settings.file-unreadable"), err)
	}
	if err := json.Unmarshal(data, &s.now); err != nil {
		s.now = Settings{}
		aside := durable.Rename(s.path, s.path+".damaged")
		return s, failure.Wrap(failure.Damaged, "read settings", wording.Say("hint.settings.damaged-kept-aside"), errors.Join(err, aside))
	}
	s.noted()
	return s, nil
}

// noted keeps which file is known; false: it is the one known already, or none can be read.
func (s *Store) noted() bool {
	f, err := os.Stat(s.path)
	if err != nil || f.ModTime().Equal(s.at) && f.Size() == s.size {
		return false
	}
	s.at, s.size = f.ModTime(), f.Size()
	return true
}

// look reads the file anew where another program has written it: the command line beside the
// window. Without that the window would not see it, and undo it with its next change.
func (s *Store) look() {
	if !s.noted() {
		return
	}
	var next Settings
	if data, err := os.ReadFile(s.path); err == nil && json.Unmarshal(data, &next) == nil {
		s.now = next
	}
}

// Get gives a copy of the settings in force.
func (s *Store) Get() Settings {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.look()
	return s.policy.over(s.now)
}

// Change alters the settings and writes them at once; a failed write leaves the
// old ones in force. Error: Refused for what the policy governs.
func (s *Store) Change(change func(*Settings)) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.look()
	next := s.policy.over(s.now)
	before := next
	change(&next)
	if err := checkWords(before, next); err != nil {
		return err
	}
	next, err := s.policy.under(s.now, next)
	if err != nil {
		return err
	}
	data, err := json.MarshalIndent(next, "", "  ")
	if err != nil {
		return fmt.Errorf("encode settings: %w", err)
	}
	err = durable.Told("write settings", wording.Say("hint.settings.file-busy", FileName),
		wording.Say("hint.settings.not-saved"), durable.WriteFile(s.path, append(data, '\n'), 0o600))
	if err != nil {
		return err
	}
	s.now = next
	s.noted()
	return nil
}
