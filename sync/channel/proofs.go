package channel

import (
	"context"
	"database/sql"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"time"

	"laufzettel/sync/ledger"
	"laufzettel/sync/receipt"
	"laufzettel/sync/sign"
	"laufzettel/transfer/failure"
	"laufzettel/transfer/wording"
)

// Archives that keep their receipts as a log with proofs (protocol.md 20) are held to
// it: every receipt has to be in the log, and every head of the log has to extend the
// last one seen. What was seen is kept by the address of the archive.

// The features of sections 6, 7 and 20.
const (
	featureProofs = "proofs"
	featurePieces = "pieces"
)

// memory is what was seen last of the logs of archives.
var memory = ledger.MemoryIn("channel")

var memoryMigration = ledger.MemoryTables("channel")

// featuresKept is how long the features of an archive count before they are asked anew.
const featuresKept = 10 * time.Minute

// told are the features an archive has named, and when.
type told struct {
	features []string
	at       time.Time
}

// features gives what the archive can do beyond the first version.
func (c *Client) features(ctx context.Context) ([]string, error) {
	data, _, err := c.fetch(ctx, request{method: http.MethodGet, path: "/v1/", unsigned: true})
	if err != nil {
		return nil, err
	}
	var body struct{ Features []string }
	if err := json.Unmarshal(data, &body); err != nil {
		return nil, failure.Wrap(failure.Setup, "ask for features", hintOurs, err)
	}
	return body.Features, nil
}

// can reports whether an archive names a feature; asked once in a while.
func (s *Service) can(ctx context.Context, c *Client, feature string) (bool, error) {
	s.featureMu.Lock()
	known, ok := s.featuresOf[c.base]
	s.featureMu.Unlock()
	if !ok || s.now().Sub(known.at).Abs() > featuresKept {
		all, err := c.features(ctx)
		if err != nil {
			return false, err
		}
		known = told{all, s.now()}
		s.featureMu.Lock()
		if s.featuresOf == nil {
			s.featuresOf = map[string]told{}
		}
		s.featuresOf[c.base] = known
		s.featureMu.Unlock()
	}
	return slices.Contains(known.features, feature), nil
}

// logQuery is what a question for a receipt adds so that the answer brings its proofs:
// the size of the log seen last. It is "" for an archive that keeps no such log.
func (s *Service) logQuery(ctx context.Context, c *Client) (string, error) {
	proofs, err := s.can(ctx, c, featureProofs)
	if err != nil || !proofs {
		return "", err
	}
	seen, _, err := memory.Last(ctx, s.DB.Reader(), c.base)
	if err != nil {
		return "", damagedMemory(err)
	}
	return "?log=" + strconv.FormatInt(seen.Size, 10), nil
}

func damagedMemory(err error) error {
	if !errors.Is(err, ledger.ErrDamaged) {
		return err
	}
	return failure.Wrap(failure.Damaged, "read last checkpoint", wording.Say("hint.channel.seen-log-changed"), err)
}

var (
	hintNoProof   = wording.Say("hint.channel.receipt-not-logged")
	hintCutLog    = wording.Say("hint.channel.archive-log-shorter")
	hintOtherPast = wording.Say("hint.channel.archive-log-forked")
	hintNoLog     = wording.Say("hint.channel.archive-log-gone")
)

// pastFailure tells a person what a broken word of the archive's log means.
func pastFailure(err error) error {
	hint := hintNoProof
	if past, ok := errors.AsType[*ledger.PastError](err); ok {
		hint = hintOtherPast
		if past.Why == ledger.CutTail {
			hint = hintCutLog
		}
	}
	return failure.Wrap(failure.Damaged, "verify log of archive", hint, err)
}

// proven verifies that a receipt is in the archive's log and that this log begins with
// what was seen of it. It gives the proof for the file beside, nil where the archive
// keeps no such log and never did. Failures are Damaged where the log breaks its word.
func (s *Sender) proven(ctx context.Context, t task, envelope []byte, header http.Header) ([]byte, error) {
	proofs, err := s.Service.can(ctx, t.client, featureProofs)
	if err != nil {
		return nil, err
	}
	if !proofs {
		_, known, err := memory.Last(ctx, s.Service.DB.Reader(), t.client.base)
		if err == nil && known {
			err = failure.Wrap(failure.Damaged, "verify log of archive", hintNoLog, errors.New("the feature proofs is gone"))
		}
		return nil, damagedMemory(err)
	}
	raw, err := t.client.proof(ctx, envelope, header)
	if err != nil {
		return nil, err
	}
	p, err := ledger.ReadProof(raw)
	if err != nil {
		return nil, pastFailure(err)
	}
	c, err := p.Verify(envelope, t.peer.Trust.All()...)
	if errors.Is(err, ledger.ErrCheckpoint) { // the key may have changed, as with receipts
		if peer, rerr := s.Service.Refresh(ctx, t.peer.URL); rerr == nil {
			t.peer = peer
			c, err = p.Verify(envelope, peer.Trust.All()...)
		}
	}
	if err != nil {
		return nil, pastFailure(err)
	}
	return raw, s.Service.watch(ctx, t.client, t.peer, c, header)
}

// proof gives the proof that came with a receipt, or asks for it.
func (c *Client) proof(ctx context.Context, envelope []byte, header http.Header) ([]byte, error) {
	if text := header.Get("Laufzettel-Proof"); text != "" && len(text) <= 2*ledger.MaxProof {
		raw, err := base64.StdEncoding.DecodeString(text)
		if err != nil {
			return nil, pastFailure(err)
		}
		return raw, nil
	}
	raw, _, err := c.fetch(ctx, request{method: http.MethodGet, path: "/v1/log/proofs/" + sign.HashEnvelope(envelope)})
	if isNotFound(err) {
		return nil, pastFailure(fmt.Errorf("%w: the archive has no proof", ledger.ErrProof))
	}
	return raw, err
}

func isNotFound(err error) bool {
	a, ok := errors.AsType[*AnswerError](err)
	return ok && a.Status == http.StatusNotFound
}

// watchTries bounds how often others of this workspace may come between.
const watchTries = 16

// watch holds a verified checkpoint of an archive against the last one seen, and keeps
// it where it is the later one.
func (s *Service) watch(ctx context.Context, c *Client, p Peer, now ledger.Checkpoint, header http.Header) error {
	for range watchTries {
		last, known, err := memory.Last(ctx, s.DB.Reader(), c.base)
		if err != nil {
			return damagedMemory(err)
		}
		size := int64(-1)
		if known {
			size = last.Size
			if err := c.agree(ctx, last.Head, now.Head, header); err != nil {
				return err
			}
			if now.Size <= last.Size {
				return nil
			}
		}
		var kept bool
		err = s.DB.WithTx(ctx, func(tx *sql.Tx) error {
			var err error
			kept, err = memory.Keep(ctx, tx, c.base, size, ledger.Seen{Checkpoint: now, PublicKey: signerOf(p), At: s.now()})
			return err
		})
		if err != nil || kept {
			return err
		}
	}
	return failure.New(failure.Transient, "keep checkpoint", hintLater)
}

func signerOf(p Peer) string {
	if k := p.Trust.Active(); k != nil {
		return k.String()
	}
	return ""
}

// agree reports whether two heads of one log, in whichever order they were signed, are
// of one past; a head that is older than one seen may come from a question on its way.
func (c *Client) agree(ctx context.Context, last, now ledger.Head, header http.Header) error {
	older, newer := last, now
	if now.Size < last.Size {
		older, newer = now, last
	}
	if older.Origin != newer.Origin || older.Size == newer.Size || older.Size == 0 {
		return pastOr(newer.Extends(older, nil))
	}
	proof, given := given(header, older.Size)
	if given && now.Size == newer.Size && newer.Extends(older, proof) == nil {
		return nil
	}
	text, _, err := c.fetch(ctx, request{method: http.MethodGet,
		path: fmt.Sprintf("/v1/log/consistency?from=%d&to=%d", older.Size, newer.Size)})
	if isNotFound(err) {
		return pastFailure(&ledger.PastError{Old: last, New: now, Why: ledger.CutTail})
	}
	if err != nil {
		return err
	}
	if proof, err = ledger.ParseHashes(strings.TrimSuffix(string(text), "\n")); err != nil {
		return pastFailure(&ledger.PastError{Old: last, New: now, Why: ledger.OtherPast})
	}
	return pastOr(newer.Extends(older, proof))
}

func pastOr(err error) error {
	if err == nil {
		return nil
	}
	return pastFailure(err)
}

// given is the proof of consistency that came with an answer, where it begins at from.
func given(header http.Header, from int64) ([]ledger.Hash, bool) {
	size, text, ok := strings.Cut(header.Get("Laufzettel-Consistency"), " ")
	if !ok || size != strconv.FormatInt(from, 10) {
		return nil, false
	}
	proof, err := ledger.ParseHashes(text)
	return proof, err == nil
}

// Watched is what was seen last of an archive's log.
type Watched struct {
	Origin string
	Size   int64
	Root   string
	Seen   time.Time
}

// Watch asks an archive for its present checkpoint and holds it against the last one
// seen. ok is false for an archive that keeps no such log. Damaged where the log
// breaks its word.
func (s *Service) Watch(ctx context.Context, address string) (w Watched, ok bool, err error) {
	c, p, err := s.Client(ctx, address)
	if err != nil {
		return w, false, err
	}
	proofs, err := s.can(ctx, c, featureProofs)
	if err != nil {
		return w, false, err
	}
	last, known, err := memory.Last(ctx, s.DB.Reader(), c.base)
	if err != nil {
		return w, false, damagedMemory(err)
	}
	if !proofs {
		if known {
			return w, false, failure.New(failure.Damaged, "verify log of archive", hintNoLog)
		}
		return w, false, nil
	}
	raw, _, err := c.fetch(ctx, request{method: http.MethodGet, path: "/v1/log/checkpoint"})
	if err != nil {
		return w, false, err
	}
	now, err := ledger.Open(raw, p.Trust.All()...)
	if err != nil {
		return w, false, pastFailure(err)
	}
	if now.Size < last.Size && now.Origin == last.Origin { // asked for just now: it cannot be an older one
		return w, false, pastFailure(&ledger.PastError{Old: last.Head, New: now.Head, Why: ledger.CutTail})
	}
	err = s.watch(ctx, c, p, now, nil)
	return Watched{now.Origin, now.Size, now.Root.String(), s.now()}, err == nil, err
}

// OtherLog is what an archive shows now in the place of the log seen last.
type OtherLog struct {
	Last, Now   Watched
	LastCheckpt []byte // the old word of the archive, signed
	NowCheckpt  []byte // the new one; both together prove that one of them is wrong

	address string
	seen    ledger.Seen
}

// Other asks an archive whose log breaks its word for its present checkpoint, signed by
// a pinned key: what a person may take as the first one from now on. Refused where the
// log keeps its word: then there is nothing to take.
func (s *Service) Other(ctx context.Context, address string) (o OtherLog, err error) {
	const op = "take new log of archive"
	if _, _, err := s.Watch(ctx, address); failure.KindOf(err) != failure.Damaged {
		if err == nil {
			err = failure.New(failure.Refused, op, wording.Say("hint.channel.log-keeps-word"))
		}
		return o, err
	}
	c, p, err := s.Client(ctx, address)
	if err != nil {
		return o, err
	}
	last, known, err := memory.Last(ctx, s.DB.Reader(), c.base)
	if err != nil {
		return o, damagedMemory(err)
	}
	if proofs, err := s.can(ctx, c, featureProofs); err != nil || !proofs || !known {
		if err == nil {
			err = failure.New(failure.Refused, op, wording.Say("hint.channel.no-log-to-take"))
		}
		return o, err
	}
	raw, _, err := c.fetch(ctx, request{method: http.MethodGet, path: "/v1/log/checkpoint"})
	if err != nil {
		return o, err
	}
	now, err := ledger.Open(raw, p.Trust.All()...)
	if err != nil {
		return o, pastFailure(err)
	}
	o = OtherLog{Last: Watched{last.Origin, last.Size, last.Root.String(), last.At},
		Now:         Watched{now.Origin, now.Size, now.Root.String(), s.now()},
		LastCheckpt: last.Raw, NowCheckpt: raw, address: c.base, seen: ledger.Seen{Checkpoint: now, PublicKey: signerOf(p), At: s.now()}}
	return o, nil
}

// TakeNewLog takes the present head of an archive's log as the first one seen, once a
// person has spoken with the archive; also runs in the same transaction.
func (s *Service) TakeNewLog(ctx context.Context, o OtherLog, also func(*sql.Tx) error) error {
	return s.DB.WithTx(ctx, func(tx *sql.Tx) error {
		if err := memory.Forget(ctx, tx, o.address); err != nil {
			return err
		}
		if kept, err := memory.Keep(ctx, tx, o.address, -1, o.seen); err != nil || !kept {
			if err == nil {
				err = failure.New(failure.Transient, "keep checkpoint", hintLater)
			}
			return err
		}
		return also(tx)
	})
}

// keepProof writes the proof of a receipt beside it.
func (s *Sender) keepProof(t task, proof []byte) error {
	if proof == nil {
		return nil
	}
	return s.keepFiles(t, []besides{{receipt.SuffixProof, proof}})
}
