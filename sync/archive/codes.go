package archive

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"net/http"
	"time"

	"laufzettel/sync/receipt"
)

// codeMigration holds who has which reference code: the first accepted package
// that bears it (protocol.md 6, A34).
const codeMigration = `
CREATE TABLE archive_reference_code (
  reference_code TEXT PRIMARY KEY, client_id TEXT NOT NULL REFERENCES archive_client, package_id TEXT NOT NULL,
  upload_id TEXT NOT NULL REFERENCES archive_upload, taken_at INTEGER NOT NULL);
`

// held is the package that bears a reference code.
type held struct {
	Code     string    `json:"reference_code"`
	Office   string    `json:"office"`
	UploadID string    `json:"upload_id"`
	Since    time.Time `json:"since"`
}

func (h held) refusal() string {
	return fmt.Sprintf("%s: %q was given to upload %s of %s on %s", receipt.ReasonReferenceCode, h.Code, h.UploadID, h.Office,
		h.Since.Format(time.DateOnly))
}

// problem is the answer to a client that would upload a package under the code.
func (h held) problem() error {
	p := problemf(http.StatusConflict, receipt.ReasonReferenceCode, "%s", h.refusal())
	p.extra = map[string]any{"held": h}
	return p
}

// codeHolder gives the package of another client that bears the reference code of
// m, nil where the code is free. Packages of one client may share a code: parts and
// representations do; and a package that comes again under its id bears its own.
func codeHolder(ctx context.Context, q interface {
	QueryRowContext(context.Context, string, ...any) *sql.Row
}, clientID string, m receipt.Manifest) (*held, error) {
	if m.Kind != kindPackage || m.ReferenceCode == "" {
		return nil, nil
	}
	h, at := held{Code: m.ReferenceCode}, int64(0)
	err := q.QueryRowContext(ctx,
		`SELECT c.office, r.upload_id, r.taken_at FROM archive_reference_code r JOIN archive_client c ON c.id = r.client_id
		WHERE r.reference_code = ? AND r.client_id <> ? AND (r.package_id <> ? OR r.package_id = '')`, m.ReferenceCode, clientID, m.PackageID).Scan(&h.Office, &h.UploadID, &at)
	if errors.Is(err, sql.ErrNoRows) {
		return nil, nil
	}
	h.Since = time.UnixMilli(at).UTC()
	return &h, err
}

// kindPackage is the kind of an archival package in a manifest.
const kindPackage = "aip"

// takeCode gives the reference code of an upload that is being accepted to it, in
// the transaction that signs its receipt; where another package has it, it gives
// the reason for the refusal.
func (a *Archive) takeCode(ctx context.Context, tx *sql.Tx, row uploadRow, m receipt.Manifest) (refusal string, err error) {
	if m.Kind != kindPackage || m.ReferenceCode == "" {
		return "", nil
	}
	_, err = tx.ExecContext(ctx,
		`INSERT INTO archive_reference_code (reference_code, client_id, package_id, upload_id, taken_at) VALUES (?,?,?,?,?) ON CONFLICT DO NOTHING`,
		m.ReferenceCode, row.clientID, m.PackageID, row.id, a.cfg.Clock().UnixMilli())
	if err != nil {
		return "", err
	}
	h, err := codeHolder(ctx, tx, row.clientID, m)
	if err != nil || h == nil {
		return "", err
	}
	return h.refusal(), nil
}
