package archive

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"regexp"
	"time"

	"laufzettel/sync/receipt"
	"laufzettel/transfer/strict"
)

// closureMigration holds what delivering clients have stated of the closure of their
// packages, every word of it, and under which grant a package is read (protocol.md 21).
const closureMigration = `
CREATE TABLE archive_closure (
  upload_id TEXT NOT NULL REFERENCES archive_upload, sequence INTEGER NOT NULL CHECK (sequence > 0),
  grade TEXT NOT NULL CHECK (grade IN ('open','object','description')), until_day TEXT NOT NULL, basis TEXT NOT NULL, grants TEXT NOT NULL,
  person TEXT NOT NULL, message TEXT NOT NULL, received_at INTEGER NOT NULL,
  PRIMARY KEY (upload_id, sequence), UNIQUE (upload_id, message));
ALTER TABLE archive_lease ADD COLUMN grant_id TEXT NOT NULL DEFAULT '';
`

const formatClosure = "laufzettel-closure/1"

// Grades of a closure.
const (
	gradeOpen        = "open"
	gradeObject      = "object"      // the content is closed
	gradeDescription = "description" // nothing of it may be named
)

// Bounds of a statement of closure.
const (
	maxClosed = 10_000
	maxGrants = 1_000
)

var grantForm = regexp.MustCompile(`\A[0-9a-f]{64}\z`)

// grantSaid is a granted application: its number stands as a digest.
type grantSaid struct {
	ID    string `json:"id"`
	Until string `json:"until,omitempty"` // last day; "" = without end
}

// closureSaid is what is stated of one package. The last word counts.
type closureSaid struct {
	UploadID string      `json:"upload_id"`
	Grade    string      `json:"grade"`
	Until    string      `json:"until,omitempty"` // last closed day; "" = without end
	Basis    string      `json:"basis,omitempty"`
	Grants   []grantSaid `json:"grants,omitempty"`
}

func dayOrNone(s string) bool {
	_, err := time.Parse(time.DateOnly, s)
	return s == "" || err == nil
}

func (s closureSaid) sound() bool {
	if s.Grade != gradeOpen && s.Grade != gradeObject && s.Grade != gradeDescription || s.Grade == gradeOpen && s.Until != "" {
		return false
	}
	if !dayOrNone(s.Until) || s.Basis != "" && !plainText(s.Basis) || len(s.Grants) > maxGrants {
		return false
	}
	for _, g := range s.Grants {
		if !grantForm.MatchString(g.ID) || !dayOrNone(g.Until) {
			return false
		}
	}
	return true
}

// closed reports whether a package is closed on a day (UTC), and to which grade.
func (s closureSaid) closed(now time.Time) bool {
	return (s.Grade == gradeObject || s.Grade == gradeDescription) && (s.Until == "" || now.UTC().Format(time.DateOnly) <= s.Until)
}

// granted reports whether a granted application opens the package on a day.
func (s closureSaid) granted(id string, now time.Time) bool {
	for _, g := range s.Grants {
		if id != "" && g.ID == id && (g.Until == "" || now.UTC().Format(time.DateOnly) <= g.Until) {
			return true
		}
	}
	return false
}

// closures keeps what may be read of whose packages (protocol.md 21).
type closures struct{ a *Archive }

// read verifies a statement of closure before anything of it is stored: each package
// was accepted here and delivered by this client, or the client administers.
func (cl *closures) read(ctx context.Context, m receipt.Message, c caller) (effect, error) {
	var content struct {
		Format   string        `json:"format"`
		Packages []closureSaid `json:"packages"`
		Person   string        `json:"person"`
		Time     time.Time     `json:"time"`
	}
	if err := strict.Read(m.Content, &content); err != nil || content.Format != formatClosure || !plainText(content.Person) ||
		content.Time.IsZero() {
		return nil, notWhatItSays("the content is no " + formatClosure)
	}
	if len(content.Packages) == 0 || len(content.Packages) > maxClosed {
		return nil, notWhatItSays(fmt.Sprintf("a statement of closure is about 1 to %d packages", maxClosed))
	}
	seen := map[string]bool{}
	for _, s := range content.Packages {
		if !s.sound() || seen[s.UploadID] {
			return nil, notWhatItSays("a package stands twice, or its closure is none")
		}
		seen[s.UploadID] = true
		row, err := cl.a.uploadByID(ctx, s.UploadID)
		if _, refused := errors.AsType[*problem](err); err != nil && !refused {
			return nil, err
		}
		if err != nil || row.state != string(receipt.Accepted) || row.clientID != c.clientID && !allowed(c.roles, RoleAdminister) {
			return nil, notWhatItSays("there is no such accepted upload")
		}
	}
	h, err := cl.a.post.handOf(ctx, cl.a.db.Reader(), m.Hand, m.Statement(), content.Person, actionOf(m.Kind), c)
	return signedBy(h, c, func(ctx context.Context, tx *sql.Tx, about string, now time.Time) error {
		for _, s := range content.Packages {
			if err := insertClosure(ctx, tx, s, content.Person, about, now); err != nil {
				return err
			}
		}
		return nil
	}), err
}

func insertClosure(ctx context.Context, tx *sql.Tx, s closureSaid, person, message string, now time.Time) error {
	grants, err := json.Marshal(s.Grants)
	if err != nil {
		return fmt.Errorf("encode grants: %w", err)
	}
	var known, last int64
	err = tx.QueryRowContext(ctx,
		"SELECT coalesce(max(sequence), 0), coalesce(sum(CASE WHEN message = ? THEN 1 ELSE 0 END), 0) FROM archive_closure WHERE upload_id = ?", message, s.UploadID).Scan(&last, &known)
	if err != nil || known > 0 {
		return err
	}
	_, err = tx.ExecContext(ctx,
		"INSERT INTO archive_closure (upload_id, sequence, grade, until_day, basis, grants, person, message, received_at) VALUES (?,?,?,?,?,?,?,?,?)",
		s.UploadID, last+1, s.Grade, s.Until, s.Basis, string(grants), person, message, now.UnixMilli())
	return err
}

// standing gives the last word on a package; without one it is open, as delivered.
func (cl *closures) standing(ctx context.Context, q reader, uploadID string) (closureSaid, error) {
	s := closureSaid{UploadID: uploadID, Grade: gradeOpen}
	var grants string
	err := q.QueryRowContext(ctx,
		"SELECT grade, until_day, basis, grants FROM archive_closure WHERE upload_id = ? ORDER BY sequence DESC LIMIT 1",
		uploadID).Scan(&s.Grade, &s.Until, &s.Basis, &grants)
	if errors.Is(err, sql.ErrNoRows) {
		return s, nil
	}
	if err == nil {
		err = json.Unmarshal([]byte(grants), &s.Grants)
	}
	if err != nil {
		return s, fmt.Errorf("read closure of %s: %w", uploadID, err)
	}
	return s, nil
}

// own reports whether a closure binds a client: not the one that delivered the package,
// which has its own rule and the bytes, nor the archive's administration.
func own(row uploadRow, c caller) bool {
	return row.clientID == c.clientID || allowed(c.roles, RoleAdminister)
}

// mayRead refuses a closed package to a client that holds no running lease under a
// grant that still counts.
func (cl *closures) mayRead(ctx context.Context, row uploadRow, c caller) error {
	now := cl.a.cfg.Clock()
	s, err := cl.standing(ctx, cl.a.db.Reader(), row.id)
	if err != nil || !s.closed(now) || own(row, c) {
		return err
	}
	have, err := running(ctx, cl.a.db.Reader(), row.id, now)
	if err != nil {
		return err
	}
	for _, l := range have {
		if l.Client == c.clientID && s.granted(l.grant, now) {
			return nil
		}
	}
	return s.refusal()
}

// mayBegin refuses the reading of a closed package without a grant.
func (cl *closures) mayBegin(ctx context.Context, q reader, row uploadRow, c caller, grant string) error {
	now := cl.a.cfg.Clock()
	s, err := cl.standing(ctx, q, row.id)
	if err != nil || !s.closed(now) || own(row, c) || s.granted(grant, now) {
		return err
	}
	return s.refusal()
}

// refusal says until when a package is closed; one of which nothing may be named does
// not exist.
func (s closureSaid) refusal() error {
	if s.Grade == gradeDescription {
		return problemf(http.StatusNotFound, "not-found", "there is no such package")
	}
	p := problemf(http.StatusForbidden, "package-closed", "the package is closed to readers")
	p.extra = map[string]any{}
	if s.Until != "" {
		p.extra["until"] = s.Until
	}
	return p
}

// closureShown is what a listing says of a closure.
type closureShown struct {
	Until string `json:"until,omitempty"`
}

// show enters the closure of a package into a listing; false where it may not be named.
func (cl *closures) show(p *packageEntry, s closureSaid, mine bool) bool {
	if !s.closed(cl.a.cfg.Clock()) {
		return true
	}
	p.Closure = &closureShown{s.Until}
	return mine || s.Grade != gradeDescription
}
