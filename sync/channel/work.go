package channel

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"

	"laufzettel/sync/receipt"
	"laufzettel/sync/sign"
	"laufzettel/transfer/failure"
	"laufzettel/transfer/wording"
)

// Lease says who has something and until when (protocol.md 13, 15).
type Lease struct {
	ID      string    `json:"id"`
	Person  string    `json:"person"`
	Client  string    `json:"client"`
	Office  string    `json:"office"`
	Purpose string    `json:"purpose"` // appraise, release or read
	Since   time.Time `json:"since"`
	Until   time.Time `json:"until"`
}

// The purposes of a lease on a work list.
const (
	ForAppraisal = "appraise" // one at a time
	ForRelease   = "release"  // excludes nobody (G18)
)

// taken tells a second reader or borrower who has it and until when.
func (l Lease) taken() wording.Text {
	key := "hint.channel.leased-by"
	if l.Purpose == "read" {
		key = "hint.channel.read-by"
	}
	return wording.Say(key, l.Person, l.Office, wording.Moment(l.Until.Local()))
}

// Work is a portion the archive gives out for appraisal. The types of this file
// stand in sync/archive once more, on purpose: client and receiver are two readers
// of docs/protocol.md, each tested against the page, and a change of one of them
// must not silently change the other.
type Work struct {
	ID        string    `json:"id"`
	Name      string    `json:"name"`
	Title     string    `json:"title"`
	Agency    string    `json:"agency,omitempty"`
	Objects   int       `json:"objects"`
	Open      int       `json:"open"`
	Size      int64     `json:"size"`
	SHA512    string    `json:"sha512"`
	Client    string    `json:"client"`
	Office    string    `json:"office"`
	Created   time.Time `json:"created"`
	Closed    time.Time `json:"closed,omitzero"`
	Decisions int64     `json:"decisions"` // number of the last one
	Leases    []Lease   `json:"leases"`
}

// Decision is one statement as the archive hands it out: bytes whose digest is
// their id, and what the archive knows of them.
type Decision struct {
	Sequence int64     `json:"sequence"`
	ID       string    `json:"id"`
	Body     []byte    `json:"body"`
	Client   string    `json:"client"`
	Office   string    `json:"office"`
	Proposal bool      `json:"proposal"`
	Message  string    `json:"message"` // hash of the envelope that brought it
	Received time.Time `json:"received"`
	Hand     []byte    `json:"hand,omitempty"` // signature of the person (receipt.Hand)
}

// LetterInfo is a message kept for this client.
type LetterInfo struct {
	Sequence  int64     `json:"sequence"`
	SHA512    string    `json:"sha512"`
	Kind      string    `json:"kind"`
	Reference string    `json:"reference"`
	Name      string    `json:"name"`
	Size      int64     `json:"size"`
	From      string    `json:"from"`
	To        string    `json:"to"`
	Received  time.Time `json:"received"`
}

// Kinds of messages with a meaning to the archive, and their formats
// (protocol.md 14, 16, 17).
const (
	KindDecisions = "decisions"
	KindRetention = "retention"
	KindArchived  = "archived"
	KindClearance = "clearance"
	KindDeletion  = "deletion"
	KindClosure   = "closure"
	KindOrder     = "order"

	FormatDecisions = "laufzettel-decisions/1"
	FormatRetention = "laufzettel-retention/1"
	FormatArchiveID = "laufzettel-archive-id/1"
	FormatClearance = "laufzettel-clearance/1"
	FormatDeletion  = "laufzettel-deletion/1"
	FormatClosure   = "laufzettel-closure/1"
)

// gone makes 404 a matter for a person: what is fetched is not begun anew like an
// upload.
func gone(err error) error {
	if a, ok := errors.AsType[*AnswerError](err); ok && a.Code == "not-found" {
		return failure.Wrap(failure.Refused, "fetch", wording.Say("hint.channel.not-at-archive"), err)
	}
	return err
}

// Needs refuses with a German sentence when the archive does not know a feature
// of protocol.md 1.
func (c *Client) Needs(ctx context.Context, feature string) error {
	have, err := c.features(ctx)
	if err != nil {
		return err
	}
	if !slices.Contains(have, feature) {
		return failure.Wrap(failure.Setup, "ask for feature "+feature, wording.Say("hint.channel.archive-program-old"),
			fmt.Errorf("features %v", have))
	}
	return nil
}

// post sends JSON and reads the answer into into, which may be nil.
func (c *Client) post(ctx context.Context, path string, body, into any) error {
	data, err := json.Marshal(body)
	if err != nil {
		return fmt.Errorf("encode %s: %w", path, err)
	}
	answer, _, err := c.fetch(ctx, request{method: http.MethodPost, path: path, body: data,
		header: http.Header{"Content-Type": {"application/json"}}})
	if err != nil {
		return gone(err)
	}
	return failure.Wrap(failure.Setup, "read answer", hintOurs, json.Unmarshal(answer, into))
}

func workPath(id, rest string) string { return "/v1/worklists/" + url.PathEscape(id) + rest }

// Worklists lists what the archive gives out for appraisal, a page at a time.
func (c *Client) Worklists(ctx context.Context, after string) (all []Work, next string, err error) {
	var body struct {
		Worklists []Work
		Next      string
	}
	err = c.list(ctx, "/v1/worklists", after, &body)
	return body.Worklists, body.Next, err
}

// OpenWorklist makes an accepted upload of kind work a work list; again is the same.
func (c *Client) OpenWorklist(ctx context.Context, uploadID, title, agency string, objects, open int) (Work, error) {
	var w Work
	return w, c.post(ctx, "/v1/worklists", map[string]any{"format": "laufzettel-worklist/1", "upload_id": uploadID, "title": title,
		"agency":  agency,
		"objects": objects, "open": open}, &w)
}

// Lease takes a work list, or extends the own lease. Refused when somebody else
// has it; the hint tells who and until when.
func (c *Client) Lease(ctx context.Context, id, person string, days int, purpose string) (Lease, error) {
	var l Lease
	err := c.post(ctx, workPath(id, "/leases"), map[string]any{"format": "laufzettel-lease/1", "person": person, "days": days,
		"purpose": purpose}, &l)
	return l, err
}

// ReturnLease gives a work list back; repeating changes nothing.
func (c *Client) ReturnLease(ctx context.Context, id string) error {
	_, _, err := c.fetch(ctx, request{method: http.MethodDelete, path: workPath(id, "/leases")})
	return gone(err)
}

// CloseWorklist ends the giving out of an own work list.
func (c *Client) CloseWorklist(ctx context.Context, id string) error {
	_, _, err := c.fetch(ctx, request{method: http.MethodPost, path: workPath(id, "/closure")})
	return gone(err)
}

// FetchWork brings a work package to path like FetchPackage.
func (c *Client) FetchWork(ctx context.Context, id, path string, report func(done, total int64)) error {
	return c.fetchFile(ctx, workPath(id, ""), path, report)
}

// Decisions gives the statements after a number, a page at a time; more says that
// there are further ones.
func (c *Client) Decisions(ctx context.Context, id string, after int64) (all []Decision, more bool, err error) {
	var body struct {
		Decisions []Decision
		Next      int64
	}
	err = c.list(ctx, workPath(id, "/decisions"), strconv.FormatInt(after, 10), &body)
	return body.Decisions, body.Next > 0, err
}

// BeginReading takes an exclusive package for reading (E7). Refused when somebody
// reads it; the hint tells who and until when.
// grant is the id of a granted application (GrantID) for a closed package, "" for others.
func (c *Client) BeginReading(ctx context.Context, id, person string, minutes int, grant string) (Lease, error) {
	var l Lease
	body := map[string]any{"format": "laufzettel-lease/1", "person": person, "minutes": minutes}
	if grant != "" {
		body["grant"] = grant
	}
	err := c.post(ctx, "/v1/packages/"+url.PathEscape(id)+"/reading", body, &l)
	return l, err
}

// GrantID names a granted application over the channel (protocol.md 21): its number
// does not leave the office that granted it.
func GrantID(uploadID, application string) string {
	sum := sha256.Sum256([]byte("laufzettel-grant\x00" + uploadID + "\x00" + strings.TrimSpace(application)))
	return hex.EncodeToString(sum[:])
}

// EndReading gives it back.
func (c *Client) EndReading(ctx context.Context, id string) error {
	_, _, err := c.fetch(ctx, request{method: http.MethodDelete, path: "/v1/packages/" + url.PathEscape(id) + "/reading"})
	return gone(err)
}

// Letters lists what is kept for this client after a number.
func (c *Client) Letters(ctx context.Context, after int64) (all []LetterInfo, more bool, err error) {
	var body struct {
		Letters []LetterInfo
		Next    int64
	}
	err = c.list(ctx, "/v1/letters", strconv.FormatInt(after, 10), &body)
	return body.Letters, body.Next > 0, err
}

// Letter fetches one letter with its envelope: its hash must be the one listed and
// its signature good under a key the archive names as the sender's.
func (c *Client) Letter(ctx context.Context, info LetterInfo) (receipt.Message, []byte, error) {
	data, resp, err := c.fetch(ctx, request{method: http.MethodGet, path: "/v1/letters/" + url.PathEscape(info.SHA512)})
	if err != nil {
		return receipt.Message{}, nil, gone(err)
	}
	if sign.HashEnvelope(data) != info.SHA512 {
		return receipt.Message{}, nil, failure.Wrap(failure.Transient, "fetch letter", hintBrokenFetch, errors.New("digest differs"))
	}
	var keys []sign.PublicKey
	for text := range strings.FieldsSeq(resp.Header.Get("Laufzettel-Key")) {
		key, err := sign.ParsePublicKey(text)
		if err != nil {
			return receipt.Message{}, nil, failure.Wrap(failure.Setup, "fetch letter", hintOurs, err)
		}
		keys = append(keys, key)
	}
	m, err := receipt.OpenMessage(ctx, data, keys...)
	if err != nil {
		return m, nil, failure.Wrap(failure.Damaged, "verify letter", wording.Say("hint.channel.letter-signature-bad"), err)
	}
	return m, data, nil
}
