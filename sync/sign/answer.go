package sign

import "strings"

// FormatAnswer names the answer of an archive to an enrolment that came as a file.
const FormatAnswer = "laufzettel-enrolment-answer/1"

// Answer is an archive's answer to an enrolment by file, for machines that never
// reach its channel: packages go through another door. It carries no secret. What
// it says about the archive's keys is signed by them and compared by a person.
type Answer struct {
	Format string   `json:"format"`
	KeyID  string   `json:"key_id"` // of the client
	Client string   `json:"client"`
	Roles  []string `json:"roles"`
	Trust  []byte   `json:"trust"`
	Root   []byte   `json:"root,omitempty"` // the word of the archive's root key
}

// SameFingerprint compares fingerprints as people write them.
func SameFingerprint(a, b string) bool {
	plain := strings.NewReplacer("-", "", " ", "", "\t", "")
	a, b = plain.Replace(strings.ToUpper(a)), plain.Replace(strings.ToUpper(b))
	return a != "" && a == b
}
