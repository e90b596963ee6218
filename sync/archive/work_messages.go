package archive

import (
	"context"
	"crypto/sha256"
	"database/sql"
	"encoding/hex"
	"errors"
	"fmt"
	"net/http"
	"regexp"
	"strings"
	"time"

	"laufzettel/sync/receipt"
	"laufzettel/sync/sign"
	"laufzettel/transfer/people"
	"laufzettel/transfer/strict"
)

// Kinds of messages that mean something to the receiver (protocol.md 8).
const (
	kindDecisions = "decisions"
	kindRetention = "retention"
	kindArchived  = "archived"
	kindClearance = "clearance"
	kindDeletion  = "deletion"
	kindClosure   = "closure"
	kindOrder     = "order"
)

const (
	formatDecisions = "laufzettel-decisions/1"
	formatRetention = "laufzettel-retention/1"
	formatArchiveID = "laufzettel-archive-id/1"
	formatClearance = "laufzettel-clearance/1"
	formatDeletion  = "laufzettel-deletion/1"

	maxStatements = 100_000
	maxBody       = 128 << 10 // of one statement
	maxNote       = 4000
)

// roleFor says which role a message of this kind needs.
func roleFor(kind string) Role {
	switch kind {
	case kindDecisions:
		return RoleAppraise
	case kindArchived:
		return RoleAdminister
	default:
		return RoleDeliver
	}
}

// kindPattern is how a kind is spelled, also one that means nothing to the receiver.
var kindPattern = regexp.MustCompile(`^[a-z0-9][a-z0-9.-]{0,63}$`)

// effect is what a message does beyond being kept, within its transaction.
type effect func(ctx context.Context, tx *sql.Tx, about string, now time.Time) error

// post takes the messages of clients (decisions, retentions, statements, what became
// archived), asks whose hand signed them, and keeps the letters for the agencies.
type post struct{ a *Archive }

// read verifies the content of a message before anything of it is stored and
// gives what it does.
func (ps *post) read(ctx context.Context, m receipt.Message, c caller) (effect, error) {
	if !kindPattern.MatchString(m.Kind) {
		return nil, notWhatItSays(
			"a kind is of small letters, digits, dots and hyphens: two spellings of one would be two kinds to some, and one to others")
	}
	if need := roleFor(m.Kind); !allowed(c.roles, need) {
		return nil, problemf(http.StatusForbidden, "role", "a message of kind %s needs the role %s", m.Kind, need)
	}
	var does effect
	var err error
	switch m.Kind {
	case kindDecisions:
		does, err = ps.readDecisions(ctx, m, c)
	case kindRetention:
		does, err = ps.readRetention(ctx, m, c)
	case kindArchived:
		does, err = ps.readArchived(ctx, m, c)
	case kindClosure:
		does, err = ps.a.closed.read(ctx, m, c)
	case kindOrder:
		does, err = ps.a.orders.read(ctx, m, c)
	default:
		does, err = ps.readStatement(ctx, m, c)
	}
	if err != nil || m.To == "" {
		return does, err
	}
	if !plainText(m.To) {
		return nil, problemf(http.StatusUnprocessableEntity, "envelope", "the addressee is no name")
	}
	return func(ctx context.Context, tx *sql.Tx, about string, now time.Time) error {
		if does != nil {
			if err := does(ctx, tx, about, now); err != nil {
				return err
			}
		}
		return insertLetter(ctx, tx, letter{client: c.clientID, SHA512: about, To: m.To, Kind: m.Kind, Reference: m.Reference, Name: m.Name,
			Size: int64(len(c.body)), Received: now})
	}, nil
}

func notWhatItSays(what string) error {
	return problemf(http.StatusUnprocessableEntity, "envelope", "%s", what)
}

// readDecisions verifies the ids of statements; what they mean together is for
// those who read them.
func (ps *post) readDecisions(ctx context.Context, m receipt.Message, c caller) (effect, error) {
	var content struct {
		Format     string `json:"format"`
		Statements []struct {
			ID   string `json:"id"`
			Body []byte `json:"body"`
			Hand []byte `json:"hand"`
		} `json:"statements"`
	}
	if err := strict.Read(m.Content, &content); err != nil || content.Format != formatDecisions {
		return nil, notWhatItSays("the content is no " + formatDecisions)
	}
	if len(content.Statements) == 0 || len(content.Statements) > maxStatements {
		return nil, notWhatItSays(fmt.Sprintf("a message holds 1 to %d statements", maxStatements))
	}
	all := make([]decision, len(content.Statements))
	signers := map[string]*receipt.Hand{}
	for i, s := range content.Statements {
		sum := sha256.Sum256(append([]byte("laufzettel-statement\x00"), s.Body...))
		if len(s.Body) > maxBody || hex.EncodeToString(sum[:]) != s.ID {
			return nil, notWhatItSays(fmt.Sprintf("statement %d does not have its id", i+1))
		}
		var body struct {
			Object string `json:"object"`
			Act    string `json:"act"`
			Actor  string `json:"actor"`
		}
		if err := strict.ReadPart(s.Body, &body); err != nil || body.Object == "" || body.Actor == "" ||
			(body.Act != "decide" && body.Act != "release") {
			return nil, notWhatItSays(fmt.Sprintf("statement %d is none", i+1))
		}
		action := people.Appraise
		if body.Act == "release" {
			action = people.Release
		}
		h, err := ps.handOf(ctx, ps.a.db.Reader(), s.Hand, s.ID, body.Actor, action, c)
		if err != nil {
			return nil, err
		}
		if h != nil {
			signers[h.KeyID()] = h
		}
		all[i] = decision{ID: s.ID, Body: s.Body, act: body.Act, Client: c.clientID, Hand: s.Hand}
	}
	if _, err := workByID(ctx, ps.a.db.Reader(), m.Reference, ps.a.cfg.Clock()); err != nil {
		return nil, err
	}
	return func(ctx context.Context, tx *sql.Tx, about string, now time.Time) error {
		k, err := workByID(ctx, tx, m.Reference, now)
		if err != nil {
			return err
		}
		for _, h := range signers {
			if err := rememberPerson(ctx, tx, h, c.clientID, now); err != nil {
				return err
			}
		}
		late := !inTime(k, c.clientID)
		for i := range all {
			all[i].Message, all[i].Received = about, now
			all[i].Proposal = late && all[i].act == "decide"
		}
		return insertDecisions(ctx, tx, k.ID, all)
	}, nil
}

// inTime reports whether a client's decisions count by themselves.
func inTime(k Work, client string) bool {
	if !k.Closed.IsZero() {
		return false
	}
	if k.Client == client {
		return true
	}
	for _, l := range k.Leases {
		if l.Client == client && l.Purpose == forAppraisal {
			return true
		}
	}
	return false
}

func (ps *post) listDecisions(w http.ResponseWriter, r *http.Request, _ caller) error {
	ctx := r.Context()
	after, err := number(r)
	if err != nil {
		return err
	}
	if _, err := workByID(ctx, ps.a.db.Reader(), r.PathValue("id"), ps.a.cfg.Clock()); err != nil {
		return err
	}
	all, more, err := decisions(ctx, ps.a.db.Reader(), r.PathValue("id"), after)
	if err != nil {
		return err
	}
	body := map[string]any{"decisions": all}
	if more {
		body["next"] = all[len(all)-1].Sequence
	}
	return writeJSON(w, http.StatusOK, body)
}

// readRetention takes a retention period that was not known at the delivery (E5).
func (ps *post) readRetention(ctx context.Context, m receipt.Message, c caller) (effect, error) {
	var content struct {
		Format string `json:"format"`
		Until  string `json:"until"`
		Person string `json:"person"`
		Note   string `json:"note"`
	}
	if err := strict.Read(m.Content, &content); err != nil || content.Format != formatRetention {
		return nil, notWhatItSays("the content is no " + formatRetention)
	}
	if _, err := time.Parse(time.DateOnly, content.Until); (err != nil && content.Until != "unlimited") || !plainText(content.Person) ||
		len(content.Note) > maxNote {
		return nil, notWhatItSays("a retention names a day or unlimited, and a person")
	}
	row, err := ps.a.uploadByID(ctx, m.Reference)
	if _, refused := errors.AsType[*problem](err); err != nil && !refused {
		return nil, err
	}
	if err != nil || row.state != string(receipt.Accepted) || (row.clientID != c.clientID && !allowed(c.roles, RoleAdminister)) {
		return nil, notWhatItSays("there is no such accepted upload")
	}
	h, err := ps.handOf(ctx, ps.a.db.Reader(), m.Hand, m.Statement(), content.Person, actionOf(m.Kind), c)
	return signedBy(h, c, func(ctx context.Context, tx *sql.Tx, about string, now time.Time) error {
		return insertRetention(ctx, tx, row.id, content.Until, content.Person, content.Note, about, now)
	}), err
}

// readStatement reads a message that is for others: a clearance for deletion and
// the report of a deletion have to be what they say, and whoever signed them in
// person has to be who they name. The meaning of all else is between the offices.
func (ps *post) readStatement(ctx context.Context, m receipt.Message, c caller) (effect, error) {
	named := ""
	if want := map[string]string{kindClearance: formatClearance, kindDeletion: formatDeletion}[m.Kind]; want != "" {
		var content struct {
			Format    string `json:"format"`
			Accession string `json:"accession"`
			Person    string `json:"person"`
		}
		if err := strict.ReadPart(m.Content, &content); err != nil || content.Format != want || content.Accession == "" ||
			!plainText(content.Person) {
			return nil, notWhatItSays("the content is no " + want)
		}
		named = content.Person
		if m.Kind == kindClearance && !allowed(c.roles, RoleAppraise) && !allowed(c.roles, RoleRead) {
			return nil, problemf(http.StatusForbidden, "role",
				"a clearance comes from the archive's own people: it needs the role %s or %s too", RoleAppraise, RoleRead)
		}
	}
	if len(m.Hand) == 0 && !personal(m.Kind) {
		return nil, nil
	}
	h, err := ps.handOf(ctx, ps.a.db.Reader(), m.Hand, m.Statement(), named, actionOf(m.Kind), c)
	return signedBy(h, c, nil), err
}

// readArchived names the final id of an upload; the first word stands (E4).
func (ps *post) readArchived(ctx context.Context, m receipt.Message, c caller) (effect, error) {
	var content struct {
		Format    string `json:"format"`
		ArchiveID string `json:"archive_id"`
		Note      string `json:"note"`
	}
	if err := strict.Read(m.Content, &content); err != nil || content.Format != formatArchiveID || !plainText(content.ArchiveID) ||
		len(content.Note) > maxNote {
		return nil, notWhatItSays("the content is no " + formatArchiveID)
	}
	row, err := ps.a.uploadByID(ctx, m.Reference)
	if _, refused := errors.AsType[*problem](err); err != nil && !refused {
		return nil, err
	}
	if err != nil || row.state != string(receipt.Accepted) {
		return nil, notWhatItSays("there is no such accepted upload")
	}
	h, err := ps.handOf(ctx, ps.a.db.Reader(), m.Hand, m.Statement(), "", actionOf(m.Kind), c)
	if err != nil {
		return nil, err
	}
	return signedBy(h, c, nil), ps.a.Archived(ctx, row.id, content.ArchiveID, content.Note)
}

// postMessage keeps a signed document, does what it says and gives its receipt.
func (ps *post) postMessage(w http.ResponseWriter, r *http.Request, c caller) error {
	ctx := r.Context()
	keys, err := ps.a.keysOf(ctx, c.clientID)
	if err != nil {
		return err
	}
	m, err := receipt.OpenMessage(ctx, c.body, keys...)
	if err != nil {
		return problemf(http.StatusUnprocessableEntity, "envelope", "%v", err)
	}
	about, now := sign.HashEnvelope(c.body), ps.a.cfg.Clock()
	envelope, err := receiptAbout(ctx, ps.a.db.Reader(), c.clientID, about)
	if err != nil {
		return fmt.Errorf("find receipt: %w", err)
	}
	if envelope != nil { // the same once more: the same answer
		ps.a.proofs.header(w, r, envelope)
		return writeEnvelope(w, envelope)
	}
	does, err := ps.read(ctx, m, c)
	if err != nil {
		return err
	}
	store := ps.a.db.WithTx
	if m.Kind == kindDecisions { // numbered without gaps, whichever receiver takes them
		store = func(ctx context.Context, fn func(*sql.Tx) error) error {
			return ps.a.lending.lockedTx(ctx, m.Reference, fn)
		}
	}
	err = store(ctx, func(tx *sql.Tx) error {
		if err := ps.roomForMessage(ctx, tx, c, about); err != nil {
			return err
		}
		if _, err := tx.ExecContext(ctx,
			"INSERT INTO archive_message (client_id, sha512, kind, reference, envelope, size, received_at) VALUES (?,?,?,?,?,?,?) ON CONFLICT DO NOTHING",
			c.clientID, about, m.Kind, m.Reference, c.body, len(c.body), now.UnixMilli()); err != nil {
			return err
		}
		if does != nil {
			if err := does(ctx, tx, about, now); err != nil {
				return err
			}
		}
		var err error
		envelope, err = ps.a.sign(ctx, tx, c.clientID, about, receipt.Receipt{
			Kind: "message", Size: int64(len(c.body)), State: receipt.Accepted, Time: now.UTC().Truncate(time.Millisecond),
			Uploads: []receipt.Upload{},
		})
		return err
	})
	if _, refused := errors.AsType[*problem](err); refused {
		return err
	}
	if err != nil {
		return fmt.Errorf("keep message: %w", err)
	}
	ps.a.cfg.Hook("archive.message.kept")
	ps.a.proofs.header(w, r, envelope)
	return writeEnvelope(w, envelope)
}

// roomForMessage refuses what would go beyond the bytes all messages of a client may
// take here (defect S12).
func (ps *post) roomForMessage(ctx context.Context, tx *sql.Tx, c caller, about string) error {
	var used int64
	if err := tx.QueryRowContext(ctx, "SELECT coalesce(sum(size), 0) FROM archive_message WHERE client_id = ? AND sha512 <> ?", c.clientID,
		about).Scan(&used); err != nil {
		return err
	}
	if used+int64(len(c.body)) > ps.a.cfg.Letters {
		return problemf(http.StatusForbidden, "quota", "%d of %d bytes of messages are used", used, ps.a.cfg.Letters)
	}
	return nil
}

func (ps *post) listLetters(w http.ResponseWriter, r *http.Request, c caller) error {
	after, err := number(r)
	if err != nil {
		return err
	}
	all, err := letters(r.Context(), ps.a.db.Reader(), c.clientID, after)
	if err != nil {
		return err
	}
	body := map[string]any{"letters": all}
	if len(all) == pageSize {
		body["next"] = all[pageSize-1].Sequence
	}
	return writeJSON(w, http.StatusOK, body)
}

// getLetter hands a letter out as it was sent, with the key that verifies it.
func (ps *post) getLetter(w http.ResponseWriter, r *http.Request, c caller) error {
	ctx := r.Context()
	envelope, sender, err := letterFor(ctx, ps.a.db.Reader(), c.clientID, r.PathValue("hash"))
	if err != nil {
		return err
	}
	keys, err := ps.a.keysOf(ctx, sender)
	if err != nil {
		return err
	}
	var names []string
	for _, k := range keys {
		if _, err := receipt.OpenMessage(ctx, envelope, k); err == nil {
			names = append(names, k.String())
		}
	}
	w.Header().Set("Laufzettel-Key", strings.Join(names, " "))
	return writeEnvelope(w, envelope)
}
