package archive

import (
	"context"
	"crypto/rand"
	"database/sql"
	"errors"
	"fmt"
	"net/http"
	"strconv"
	"time"
	"unicode"
	"unicode/utf8"

	"github.com/tus/tusd/v2/pkg/handler"

	"laufzettel/sync/receipt"
	"laufzettel/transfer/strict"
)

// Formats of the requests of the way down.
const (
	formatWorklist = "laufzettel-worklist/1"
	formatLease    = "laufzettel-lease/1"
)

const (
	maxLeaseDays    = 60
	maxReadMinutes  = 24 * 60
	maxShortText    = 255
	maxListedObject = 10_000_000
)

// features are named in the answer to GET /v1/ (protocol.md 1).
func features() []string {
	return []string{"archived", "closure", "letters", "orders", "pieces", "proofs", "reading", "retention", "worklists"}
}

// lending is the way down (protocol.md, works): what the archive lends for appraisal and
// reading, under a lease, and the packages its readers may see.
type lending struct{ a *Archive }

// downRoutes registers the addresses of protocol.md 13 to 17.
func (l *lending) downRoutes() {
	work := access{role: RoleAppraise}
	l.a.guard.signed("GET /v1/worklists", work, l.listWorks)
	l.a.guard.signed("POST /v1/worklists", access{role: RoleAppraise, body: smallBody}, l.openWork)
	l.a.guard.signed("GET /v1/worklists/{id}", work, l.getWork)
	l.a.guard.signed("POST /v1/worklists/{id}/leases", access{role: RoleAppraise, body: smallBody}, l.leaseWork)
	l.a.guard.signed("DELETE /v1/worklists/{id}/leases", work, l.returnWork)
	l.a.guard.signed("POST /v1/worklists/{id}/closure", work, l.closeWork)
	l.a.guard.signed("GET /v1/worklists/{id}/decisions", work, l.a.post.listDecisions)
	l.a.guard.signed("POST /v1/packages/{id}/reading", access{role: RoleRead, body: smallBody}, l.beginReading)
	l.a.guard.signed("DELETE /v1/packages/{id}/reading", access{role: RoleRead}, l.endReading)
	l.a.guard.signed("GET /v1/letters", access{role: RoleDeliver}, l.a.post.listLetters)
	l.a.guard.signed("GET /v1/letters/{hash}", access{role: RoleDeliver}, l.a.post.getLetter)
}

// readJSON reads the small body of a request.
func readJSON(body []byte, format string, into interface{ named() string }) error {
	if err := strict.ReadPart(body, into); err != nil {
		return problemf(http.StatusBadRequest, "bad-request", "the body cannot be read: %v", err)
	}
	if into.named() != format {
		return problemf(http.StatusUnprocessableEntity, "envelope", "the format is not %s", format)
	}
	return nil
}

// plainText reports whether s is a short line of text.
func plainText(s string) bool {
	if s == "" || len(s) > maxShortText || !utf8.ValidString(s) {
		return false
	}
	for _, r := range s {
		if unicode.IsControl(r) {
			return false
		}
	}
	return true
}

type workRequest struct {
	Format   string `json:"format"`
	UploadID string `json:"upload_id"`
	Title    string `json:"title"`
	Agency   string `json:"agency"`
	Objects  int    `json:"objects"`
	Open     int    `json:"open"`
}

func (q *workRequest) named() string { return q.Format }

// openWork makes an accepted upload of kind work a work list.
func (l *lending) openWork(w http.ResponseWriter, r *http.Request, c caller) error {
	ctx := r.Context()
	var q workRequest
	if err := readJSON(c.body, formatWorklist, &q); err != nil {
		return err
	}
	if !plainText(q.Title) || (q.Agency != "" && !plainText(q.Agency)) || q.Objects < 0 || q.Open < 0 || q.Open > q.Objects ||
		q.Objects > maxListedObject {
		return problemf(http.StatusUnprocessableEntity, "envelope", "title, agency or numbers are not what they should be")
	}
	row, err := l.a.ownUpload(ctx, q.UploadID, c)
	if err != nil {
		return err
	}
	sort, err := sortOf(ctx, l.a.db.Reader(), row.id)
	if err != nil {
		return fmt.Errorf("find sort: %w", err)
	}
	if sort != receipt.KindWork || row.state != string(receipt.Accepted) {
		return problemf(http.StatusUnprocessableEntity, "envelope", "the upload is no accepted work package")
	}
	status := http.StatusOK
	err = l.a.db.WithTx(ctx, func(tx *sql.Tx) error {
		isNew, err := insertWork(ctx, tx, Work{ID: row.id, Client: c.clientID, Title: q.Title, Agency: q.Agency, Objects: q.Objects,
			Open: q.Open, Created: l.a.cfg.Clock()})
		if isNew {
			status = http.StatusCreated
		}
		return err
	})
	if err != nil {
		return err
	}
	k, err := workByID(ctx, l.a.db.Reader(), row.id, l.a.cfg.Clock())
	if err != nil {
		return err
	}
	return writeJSON(w, status, k)
}

func (l *lending) listWorks(w http.ResponseWriter, r *http.Request, _ caller) error {
	all, err := works(r.Context(), l.a.db.Reader(), r.URL.Query().Get("after"), l.a.cfg.Clock())
	if err != nil {
		return err
	}
	body := map[string]any{"worklists": all}
	if len(all) == pageSize {
		body["next"] = all[pageSize-1].ID
	}
	return writeJSON(w, http.StatusOK, body)
}

func (l *lending) getWork(w http.ResponseWriter, r *http.Request, _ caller) error {
	k, err := workByID(r.Context(), l.a.db.Reader(), r.PathValue("id"), l.a.cfg.Clock())
	if err != nil {
		return err
	}
	row, err := l.a.uploadByID(r.Context(), k.ID)
	if err != nil {
		return err
	}
	return l.sendPackage(w, r, row)
}

type leaseRequest struct {
	Format  string `json:"format"`
	Person  string `json:"person"`
	Days    int    `json:"days"`
	Minutes int    `json:"minutes"`
	Purpose string `json:"purpose"`
	Grant   string `json:"grant"` // of a closed package: the granted application (section 21)
}

func (q *leaseRequest) named() string { return q.Format }

func (l *lending) leaseWork(w http.ResponseWriter, r *http.Request, c caller) error {
	var q leaseRequest
	if err := readJSON(c.body, formatLease, &q); err != nil {
		return err
	}
	if q.Purpose == "" {
		q.Purpose = forAppraisal
	}
	if q.Grant != "" || !plainText(q.Person) || q.Days < 1 || q.Days > maxLeaseDays ||
		(q.Purpose != forAppraisal && q.Purpose != forRelease) {
		return problemf(http.StatusUnprocessableEntity, "envelope",
			"a lease names a person, 1 to %d days and the purpose appraise or release", maxLeaseDays)
	}
	open := func(ctx context.Context, tx *sql.Tx, now time.Time) error {
		k, err := workByID(ctx, tx, r.PathValue("id"), now)
		if err == nil && !k.Closed.IsZero() {
			err = problemf(http.StatusConflict, "closed", "the work list is closed")
		}
		return err
	}
	return l.lease(w, r, c, q, time.Duration(q.Days)*24*time.Hour, open)
}

// lease gives or extends a lease unless somebody else has it.
func (l *lending) lease(w http.ResponseWriter, r *http.Request, c caller, q leaseRequest, length time.Duration,
	open func(context.Context, *sql.Tx, time.Time) error) error {
	ctx, now := r.Context(), l.a.cfg.Clock().UTC().Truncate(time.Millisecond)
	given := Lease{ID: rand.Text(), subject: r.PathValue("id"), Person: q.Person, Client: c.clientID, Purpose: q.Purpose, Since: now,
		Until: now.Add(length), grant: q.Grant}
	// The lock keeps two receivers over one database from giving it twice.
	err := l.lockedTx(ctx, given.subject, func(tx *sql.Tx) error {
		if err := open(ctx, tx, now); err != nil {
			return err
		}
		have, err := running(ctx, tx, given.subject, now)
		if err != nil {
			return err
		}
		for _, l := range have {
			switch {
			case l.Purpose != q.Purpose:
			case l.Client == c.clientID:
				given.ID, given.Since = l.ID, l.Since
			case q.Purpose != forRelease:
				return leased(l)
			}
		}
		if given.Office, err = officeOf(ctx, tx, c.clientID); err != nil {
			return err
		}
		return insertLease(ctx, tx, given)
	})
	if err != nil {
		return err
	}
	l.a.cfg.Hook("archive.lease.given")
	return writeJSON(w, http.StatusOK, given)
}

// lockedTx runs fn in a transaction while no other receiver works on id.
func (l *lending) lockedTx(ctx context.Context, id string, fn func(*sql.Tx) error) error {
	lock, err := l.a.locks.NewLock(id)
	if err != nil {
		return err
	}
	if err := lock.Lock(ctx, func() {}); errors.Is(err, handler.ErrFileLocked) || errors.Is(err, handler.ErrLockTimeout) {
		return problemf(http.StatusLocked, "locked", "another request works on this").after(2 * time.Second)
	} else if err != nil {
		return err
	}
	return errors.Join(l.a.db.WithTx(ctx, fn), lock.Unlock())
}

func leased(l Lease) error {
	p := problemf(http.StatusConflict, "leased", "%s has it until %s", l.Person, l.Until.Format(time.RFC3339))
	p.extra = map[string]any{"lease": l}
	return p
}

func (l *lending) returnWork(w http.ResponseWriter, r *http.Request, c caller) error {
	if _, err := workByID(r.Context(), l.a.db.Reader(), r.PathValue("id"), l.a.cfg.Clock()); err != nil {
		return err
	}
	return l.endOwn(w, r, c)
}

func (l *lending) endOwn(w http.ResponseWriter, r *http.Request, c caller) error {
	ctx := r.Context()
	err := l.a.db.WithTx(ctx, func(tx *sql.Tx) error {
		return endLeases(ctx, tx, r.PathValue("id"), c.clientID, l.a.cfg.Clock())
	})
	if err != nil {
		return fmt.Errorf("end lease: %w", err)
	}
	w.WriteHeader(http.StatusNoContent)
	return nil
}

func (l *lending) closeWork(w http.ResponseWriter, r *http.Request, c caller) error {
	ctx, now := r.Context(), l.a.cfg.Clock()
	err := l.a.db.WithTx(ctx, func(tx *sql.Tx) error {
		k, err := workByID(ctx, tx, r.PathValue("id"), now)
		if err != nil {
			return err
		}
		if k.Client != c.clientID {
			return problemf(http.StatusForbidden, "role", "only the client that opened the work list closes it")
		}
		return closeWork(ctx, tx, k.ID, now)
	})
	if err != nil {
		return err
	}
	w.WriteHeader(http.StatusNoContent)
	return nil
}

// beginReading gives a package to one person for a while (E7).
func (l *lending) beginReading(w http.ResponseWriter, r *http.Request, c caller) error {
	var q leaseRequest
	if err := readJSON(c.body, formatLease, &q); err != nil {
		return err
	}
	if !plainText(q.Person) || q.Minutes < 1 || q.Minutes > maxReadMinutes || q.Purpose != "" || q.Grant != "" &&
		!grantForm.MatchString(q.Grant) {
		return problemf(http.StatusUnprocessableEntity, "envelope", "a reading lease names a person and 1 to %d minutes", maxReadMinutes)
	}
	row, err := l.readable(r.Context(), r.PathValue("id"))
	if err != nil {
		return err
	}
	q.Purpose = forReading
	return l.lease(w, r, c, q, time.Duration(q.Minutes)*time.Minute, func(ctx context.Context, tx *sql.Tx, _ time.Time) error {
		return l.a.closed.mayBegin(ctx, tx, row, c, q.Grant)
	})
}

func (l *lending) endReading(w http.ResponseWriter, r *http.Request, c caller) error {
	if _, err := l.readable(r.Context(), r.PathValue("id")); err != nil {
		return err
	}
	return l.endOwn(w, r, c)
}

// readable gives an accepted package; work packages are none.
func (l *lending) readable(ctx context.Context, id string) (uploadRow, error) {
	row, err := l.a.uploadByID(ctx, id)
	if err != nil {
		return row, err
	}
	sort, err := sortOf(ctx, l.a.db.Reader(), id)
	if err != nil {
		return row, fmt.Errorf("find sort: %w", err)
	}
	if row.state != string(receipt.Accepted) || sort == receipt.KindWork {
		return row, problemf(http.StatusNotFound, "not-found", "there is no such package")
	}
	return row, nil
}

// mayRead refuses an exclusive package to all but the holder of its lease.
func (l *lending) mayRead(ctx context.Context, id string, c caller) error {
	sort, err := sortOf(ctx, l.a.db.Reader(), id)
	if err != nil || sort != sortExclusive {
		return err
	}
	have, err := running(ctx, l.a.db.Reader(), id, l.a.cfg.Clock())
	if err != nil {
		return err
	}
	for _, l := range have {
		if l.Client == c.clientID {
			return nil
		}
	}
	if len(have) > 0 {
		return leased(have[0])
	}
	return problemf(http.StatusConflict, "lease-required", "the package is read by one person at a time: ask for a reading lease first")
}

// sortExclusive marks a package that one person at a time reads.
const sortExclusive = "exclusive"

// noteManifest remembers what an upload will be, in the transaction that stores
// its manifest.
func noteManifest(ctx context.Context, tx *sql.Tx, clientID, hash string, m receipt.Manifest) error {
	switch {
	case m.Kind == receipt.KindWork:
		return noteSort(ctx, tx, uploadID(clientID, hash), receipt.KindWork)
	case m.Exclusive:
		return noteSort(ctx, tx, uploadID(clientID, hash), sortExclusive)
	}
	return nil
}

// digits reads a whole number of a header or a query as the page writes it: digits
// alone, without sign and leading nought; false for anything else.
func digits(text string) (int64, bool) {
	n, err := strconv.ParseInt(text, 10, 64)
	return n, err == nil && n >= 0 && strconv.FormatInt(n, 10) == text
}

// number reads the member "after" of a query.
func number(r *http.Request) (int64, error) {
	text := r.URL.Query().Get("after")
	if text == "" {
		return 0, nil
	}
	n, ok := digits(text)
	if !ok {
		return 0, problemf(http.StatusBadRequest, "bad-request", "after is no number")
	}
	return n, nil
}
