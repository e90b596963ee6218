package settings

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"strings"

	"laufzettel/transfer/failure"
	"laufzettel/transfer/wording"
)

// namedField is one field of a policy as the file of EnvPolicy may or may not set it.
type namedField struct {
	name     string // as in the file
	set      bool
	stricter bool             // so that nothing is allowed that was not allowed without it
	take     func(to *Policy) // nil: there is no stricter value of it
}

// namedFields sorts every field of a policy. Addresses, names, places of keys, of
// profiles and of programs are no matter of more or less: whoever could set them
// would send records elsewhere, sign with other keys or start other programs.
func (p Policy) namedFields() []namedField {
	return []namedField{
		{name: "url", set: p.URL != nil},
		{name: "archive", set: p.Archive != nil},
		{name: "role", set: p.Role != nil, stricter: p.Role != nil && *p.Role == ReadingRoom, take: func(to *Policy) { to.Role = p.Role }},
		{name: "keyStore", set: p.KeyStore != nil},
		{name: "keysFolder", set: p.KeysFolder != nil},
		{name: "profiles", set: p.Profiles != nil},
		{name: "rateLimit", set: p.RateLimit != nil, stricter: p.RateLimit != nil &&
			*p.RateLimit > 0, take: func(to *Policy) { to.RateLimit = p.RateLimit }},
		{name: "veraPDF", set: p.VeraPDF != nil},
		{name: "signatures", set: p.Signatures != nil},
		{name: "alone", set: p.Alone != nil, stricter: p.Alone != nil && !*p.Alone, take: func(to *Policy) { to.Alone = p.Alone }},
		{name: "aloneDays", set: p.AloneDays != nil},
		{name: "protectedOnly", set: p.ProtectedOnly != nil, stricter: p.ProtectedOnly != nil && *p.ProtectedOnly,
			take: func(to *Policy) { to.ProtectedOnly = p.ProtectedOnly }},
		{name: "data", set: p.Data != nil},
		{name: "language", set: p.Language != nil},
		{name: "proxy", set: p.Proxy != nil},
		{name: "caFile", set: p.CAFile != nil},
		{name: "certFile", set: p.CertFile != nil},
		{name: "certKey", set: p.CertKey != nil},
		{name: "stamps", set: p.Stamps != nil},
		{name: "converters", set: p.Converters != nil},
		{name: "updates", set: p.Updates != nil},
		{name: "updatesKey", set: p.UpdatesKey != nil},
		{name: "eventSource", set: p.EventSource != nil},
		{name: "browser", set: p.Browser != nil, stricter: p.Browser != nil &&
			!*p.Browser, take: func(to *Policy) { to.Browser = p.Browser }},
	}
}

// stricterBy lays over p what the policy named by the environment makes stricter;
// the rest of it is kept by name only, to be told.
func (p Policy) stricterBy(named Policy) Policy {
	strict := Policy{}
	for _, f := range named.namedFields() {
		switch {
		case !f.set:
		case f.stricter && f.take != nil:
			f.take(&strict)
			p.named = &strict
		default:
			p.ignored = append(p.ignored, f.name)
		}
	}
	if p.named == nil {
		return p
	}
	if strict.ProtectedOnly != nil {
		p.ProtectedOnly = strict.ProtectedOnly
	}
	if strict.Browser != nil {
		p.Browser = strict.Browser
	}
	p.Path = cmp.Or(p.Path, named.Path)
	sum := sha256.Sum256([]byte(p.Digest + named.Digest))
	p.Digest = hex.EncodeToString(sum[:])
	return p
}

// Ignored tells what the policy named by the environment wanted and must not set,
// nil where there is nothing to tell.
func (p Policy) Ignored() error {
	if len(p.ignored) == 0 {
		return nil
	}
	return failure.New(failure.Setup, "take policy of the environment",
		wording.Say("hint.settings.policy-only-stricter", EnvPolicy, strings.Join(p.ignored, ", ")))
}

// atMost gives the rule that lowers the rate of sending and never raises it.
func atMost(limit *int64) rule {
	return rule{name: "rate-limit", set: limit != nil,
		put: func(s *Settings) {
			if s.Channel.RateLimit == 0 || s.Channel.RateLimit > *limit {
				s.Channel.RateLimit = *limit
			}
		},
		same: func(a, b Settings) bool { return a.Channel.RateLimit == b.Channel.RateLimit },
		keep: func(to *Settings, own Settings) {
			if to.Channel.RateLimit == *limit { // the rule's, not a lower one of the user
				to.Channel.RateLimit = own.Channel.RateLimit
			}
		}}
}
