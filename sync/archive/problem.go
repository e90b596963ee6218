package archive

import (
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"strconv"
	"time"

	"laufzettel/sync/sign"
)

// problem is an answer that is not a success (RFC 9457, protocol.md 10). It is
// an error, so that handlers may return it from any depth.
type problem struct {
	status int
	code   string
	detail string
	header http.Header    // further headers, such as Retry-After
	extra  map[string]any // further members
}

func (p *problem) Error() string { return p.code + ": " + p.detail }

func problemf(status int, code, format string, args ...any) *problem {
	return &problem{status: status, code: code, detail: fmt.Sprintf(format, args...)}
}

func (p *problem) after(d time.Duration) *problem {
	p.header = http.Header{"Retry-After": {strconv.Itoa(int(d.Seconds()))}}
	return p
}

// statusOf gives each reason of sync/sign its status.
func statusOf(r sign.Reason) int {
	switch r {
	case sign.DigestMissing, sign.DigestMismatch:
		return http.StatusBadRequest
	case sign.KeyPending:
		return http.StatusForbidden
	default:
		return http.StatusUnauthorized
	}
}

// asProblem turns any error into what the other side may know about it. ok is
// false for an inner fault, which belongs into the log.
func asProblem(err error, now time.Time) (p *problem, ok bool) {
	if p, found := errors.AsType[*problem](err); found {
		return p, true
	}
	if e, found := errors.AsType[*sign.RefusedError](err); found {
		p := problemf(statusOf(e.Reason), string(e.Reason), "%s", e.Detail)
		if e.Reason == sign.ClockSkew || e.Reason == sign.Expired {
			p.extra = map[string]any{"time": now.UTC().Format(time.RFC3339)}
		}
		return p, true
	}
	return problemf(http.StatusInternalServerError, "internal", "the receiver could not do it; try again later").after(30 * time.Second),
		false
}

func (p *problem) write(w http.ResponseWriter) {
	body := map[string]any{
		"type": "urn:laufzettel:problem:" + p.code, "title": http.StatusText(p.status),
		"status": p.status, "detail": p.detail, "code": p.code,
	}
	for k, v := range p.extra {
		body[k] = v
	}
	for k, v := range p.header {
		w.Header()[k] = v
	}
	w.Header().Set("Content-Type", "application/problem+json")
	w.Header().Set("Laufzettel-Problem", p.code) // the only place for it in an answer to HEAD
	w.WriteHeader(p.status)
	_ = json.NewEncoder(w).Encode(body) // the client may be gone
}

func writeJSON(w http.ResponseWriter, status int, body any) error {
	data, err := json.Marshal(body)
	if err != nil {
		return fmt.Errorf("encode answer: %w", err)
	}
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	_, _ = w.Write(data) // the client may be gone
	return nil
}

func writeEnvelope(w http.ResponseWriter, envelope []byte) error {
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(http.StatusOK)
	_, _ = w.Write(envelope) // the client may be gone
	return nil
}
