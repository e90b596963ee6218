package channel

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"strconv"
	"time"

	"laufzettel/sync/receipt"
	"laufzettel/transfer/failure"
	"laufzettel/transfer/wording"
)

// maxProblem bounds what is read of an error body.
const maxProblem = 64 << 10

// AnswerError is an answer of the archive that is no success (protocol.md 10).
type AnswerError struct {
	Status     int
	Code       string // "" where the body is no problem of ours, as from a proxy
	Detail     string
	RetryAfter time.Duration
	Date       time.Time // the archive's clock, zero if it did not say
	Offset     int64     // Upload-Offset of a 409, -1 if none
	Lease      *Lease    // who has it, where the answer says so
	Held       *Held     // what bears the reference code, where the answer says so
}

// Error gives status, code and detail.
func (e *AnswerError) Error() string {
	return fmt.Sprintf("archive answered %d %s: %s", e.Status, e.Code, e.Detail)
}

func readAnswer(resp *http.Response) *AnswerError {
	e := &AnswerError{Status: resp.StatusCode, Offset: -1}
	var body struct {
		Code, Detail, Time string
		Lease              *Lease
		Held               *Held
	}
	data, err := io.ReadAll(io.LimitReader(resp.Body, maxProblem))
	if err == nil && json.Unmarshal(data, &body) == nil {
		e.Code, e.Detail, e.Lease, e.Held = body.Code, body.Detail, body.Lease, body.Held
	}
	if e.Code == "" { // an answer to HEAD has no body
		e.Code = resp.Header.Get("Laufzettel-Problem")
	}
	if t, err := time.Parse(time.RFC3339, body.Time); err == nil {
		e.Date = t
	} else if t, err := http.ParseTime(resp.Header.Get("Date")); err == nil {
		e.Date = t
	}
	if s, err := strconv.Atoi(resp.Header.Get("Retry-After")); err == nil && s >= 0 && s <= 24*3600 {
		e.RetryAfter = time.Duration(s) * time.Second
	}
	if n, err := strconv.ParseInt(resp.Header.Get("Upload-Offset"), 10, 64); err == nil && n >= 0 {
		e.Offset = n
	}
	return e
}

// Held is the package that bears a reference code already (protocol.md 6).
type Held struct {
	Code     string    `json:"reference_code"`
	Office   string    `json:"office"`
	UploadID string    `json:"upload_id"`
	Since    time.Time `json:"since"`
}

// taken tells who has the code.
func (h Held) taken() wording.Text {
	return wording.Say("hint.channel.code-taken", h.Code, wording.Day(h.Since.Local()), h.Office, hintCode)
}

// outcome says who can act on an answer and tells them how.
type outcome struct {
	kind failure.Kind
	hint wording.Text
}

var (
	hintOurs  = wording.Say("hint.channel.request-not-understood")
	hintLater = wording.Say("hint.channel.archive-busy")
	hintCode  = wording.Say("hint.channel.reference-code-twice")
	hintKey   = wording.Say("hint.channel.signature-not-accepted")
)

// outcomes maps problem codes; the table of protocol.md 10 is compared with it.
var outcomes = map[string]outcome{
	"bad-request":         {failure.Setup, hintOurs},
	"tus-version":         {failure.Setup, hintOurs},
	"media-type":          {failure.Setup, hintOurs},
	"digest-missing":      {failure.Damaged, wording.Say("hint.channel.answer.digest-missing")},
	"digest-mismatch":     {failure.Damaged, wording.Say("hint.channel.answer.digest-missing")},
	"signature-missing":   {failure.Setup, hintKey},
	"signature-malformed": {failure.Setup, hintKey},
	"signature-wrong":     {failure.Setup, wording.Say("hint.channel.answer.signature-wrong")},
	"not-covered":         {failure.Setup, wording.Say("hint.channel.answer.not-covered")},
	"key-unknown":         {failure.Setup, wording.Say("hint.channel.answer.key-unknown")},
	"key-revoked":         {failure.Setup, wording.Say("hint.channel.answer.key-revoked")},
	"key-retired":         {failure.Setup, wording.Say("hint.channel.answer.key-retired")},
	"key-pending":         {failure.Setup, wording.Say("hint.channel.answer.key-pending")},
	"invitation":          {failure.Refused, wording.Say("hint.channel.answer.invitation")},
	"role":                {failure.Setup, wording.Say("hint.channel.answer.role")},
	"quota":               {failure.Setup, wording.Say("hint.channel.answer.quota")},
	"clock-skew":          {failure.Setup, wording.Say("hint.channel.answer.clock-skew")}, // the difference is added
	"expired":             {failure.Setup, wording.Say("hint.channel.answer.clock-skew")},
	"replay":              {failure.Transient, hintLater},
	"not-found":           {failure.Transient, wording.Say("hint.channel.answer.not-found")},
	"manifest-unknown":    {failure.Transient, wording.Say("hint.channel.answer.not-found")},
	"offset":              {failure.Transient, hintLater},
	"incomplete":          {failure.Transient, hintLater},
	"finished":            {failure.Refused, wording.Say("hint.channel.answer.finished")},
	"key-known":           {failure.Refused, wording.Say("hint.channel.answer.key-known")},
	"chunk-too-large":     {failure.Setup, hintOurs},
	"too-large":           {failure.Refused, wording.Say("hint.channel.answer.too-large")},
	"manifest":            {failure.Refused, wording.Say("hint.channel.answer.manifest")},
	"envelope":            {failure.Refused, wording.Say("hint.channel.answer.envelope")},
	"hand":                {failure.Refused, wording.Say("hint.channel.answer.hand")},
	"person":              {failure.Setup, wording.Say("hint.channel.answer.person")},
	"person-new-key":      {failure.Setup, wording.Say("hint.channel.answer.person-new-key")},
	"reference-code":      {failure.Refused, hintCode},
	"leased":              {failure.Refused, wording.Say("hint.channel.answer.leased")},
	"lease-required":      {failure.Refused, wording.Say("hint.channel.answer.lease-required")},
	"package-closed":      {failure.Refused, wording.Say("hint.channel.answer.package-closed")},
	"closed":              {failure.Refused, wording.Say("hint.channel.answer.closed")},
	"worklist-unknown":    {failure.Refused, wording.Say("hint.channel.answer.worklist-unknown")},
	"locked":              {failure.Transient, hintLater},
	"too-slow":            {failure.Transient, wording.Say("hint.channel.answer.too-slow")},
	"busy":                {failure.Transient, hintLater},
	"internal":            {failure.Transient, hintLater},
	"no-space":            {failure.Transient, wording.Say("hint.channel.answer.no-space")},
}

// sorted turns an answer into a failure with its German hint. now is our clock.
func (e *AnswerError) sorted(op string, now time.Time) error {
	o, ok := outcomes[e.Code]
	if !ok {
		o = byStatus(e.Status)
	}
	if e.Code == "clock-skew" || e.Code == "expired" {
		o.hint = clockHint(now, e.Date)
	}
	if e.Code == "leased" && e.Lease != nil {
		o.hint = e.Lease.taken()
	}
	if e.Code == receipt.ReasonReferenceCode && e.Held != nil {
		o.hint = e.Held.taken()
	}
	return &failure.Error{Kind: o.kind, Op: op, Hint: o.hint, After: e.RetryAfter, Err: e}
}

// byStatus judges answers that do not come from an archive of ours, as from a
// proxy in between.
func byStatus(status int) outcome {
	switch {
	case status >= 300 && status < 400:
		return outcome{failure.Setup, wording.Say("hint.channel.answer.redirected")}
	case status == http.StatusProxyAuthRequired:
		return outcome{failure.Setup, wording.Say("hint.channel.answer.proxy-login")}
	case status == http.StatusUnauthorized || status == http.StatusForbidden:
		return outcome{failure.Setup, hintKey}
	case status == http.StatusRequestTimeout || status == http.StatusTooManyRequests || status >= 500:
		return outcome{failure.Transient, hintLater}
	default:
		return outcome{failure.Setup, hintOurs}
	}
}

// clockHint tells the difference of the clocks; the program never corrects it.
func clockHint(ours, theirs time.Time) wording.Text {
	diff := ours.Sub(theirs)
	if theirs.IsZero() || diff.Abs() < time.Second {
		return wording.Say("hint.channel.clock-differs")
	}
	if diff < 0 {
		return wording.Say("hint.channel.clock-slow", duration(diff.Abs()))
	}
	return wording.Say("hint.channel.clock-fast", duration(diff.Abs()))
}

func duration(d time.Duration) wording.Text {
	switch {
	case d < 2*time.Minute:
		return wording.Say("hint.channel.seconds", int(d.Round(time.Second).Seconds()))
	case d < 2*time.Hour:
		return wording.Say("hint.channel.minutes", int(d.Round(time.Minute).Minutes()))
	default:
		return wording.Say("hint.channel.hours", int(d.Round(time.Hour).Hours()))
	}
}

// sortTransport judges the errors of a connection.
func sortTransport(ctx context.Context, op string, err error) error {
	if ctx.Err() != nil {
		return context.Cause(ctx)
	}
	_, unknown := errors.AsType[x509.UnknownAuthorityError](err)
	_, host := errors.AsType[x509.HostnameError](err)
	_, invalid := errors.AsType[x509.CertificateInvalidError](err)
	_, record := errors.AsType[tls.RecordHeaderError](err)
	if unknown || host || invalid || record || Alerted(err) {
		return failure.Wrap(failure.Setup, op, wording.Say("hint.channel.certificate-rejected"), err)
	}
	return failure.Wrap(failure.Transient, op, wording.Say("hint.channel.archive-unreachable"), err)
}

// Alerted reports whether the other side broke off the encrypted connection and said so:
// it does not want what it saw of this machine, such as no certificate.
func Alerted(err error) bool {
	if _, alert := errors.AsType[tls.AlertError](err); alert {
		return true
	}
	op, is := errors.AsType[*net.OpError](err)
	return is && op.Op == "remote error" // how crypto/tls names an alert it received
}
