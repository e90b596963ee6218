package transfer

import (
	"cmp"
	"context"
	"database/sql"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"

	"laufzettel/transfer/failure"
	"laufzettel/transfer/profile"
	"laufzettel/transfer/wording"
)

// PackageState is where a package stands.
type PackageState string

// The states of a package.
const (
	PackageOrdered   PackageState = "ordered"
	PackageBuilt     PackageState = "built"
	PackageSent      PackageState = "sent"
	PackageConfirmed PackageState = "confirmed"
)

// Package is an archival package (AIP) or the accession package of a portion.
type Package struct {
	PID     string `json:"pid"`
	Portion string `json:"portion"`
	Object  string `json:"object"` // record object it holds: a unit of the appraisal or a division of one
	// Unit is the object that was appraised; of a divided unit several packages
	// share it (C10, B3). MaxFiles is the limit it was divided by, 0 = none.
	Unit          string       `json:"unit"`
	MaxFiles      int          `json:"maxFiles,omitempty"`
	Kind          string       `json:"kind"` // aip or accession
	ReferenceCode string       `json:"referenceCode"`
	Path          string       `json:"path"` // slash path inside the workspace
	Ordered       time.Time    `json:"ordered"`
	Size          int64        `json:"size"`
	SHA512        string       `json:"sha512"`
	State         PackageState `json:"state"`
	Receipt       string       `json:"receipt,omitempty"` // slash path of the verified receipt
}

const packageColumns = "pid, portion_id, object_id, kind, reference_code, path, ordered, size, sha512, state, receipt, unit_id, max_files"

func scanPackage(row scanner) (Package, error) {
	var p Package
	var ordered int64
	err := row.Scan(&p.PID, &p.Portion, &p.Object, &p.Kind, &p.ReferenceCode, &p.Path, &ordered, &p.Size, &p.SHA512, &p.State, &p.Receipt,
		&p.Unit, &p.MaxFiles)
	p.Ordered = time.UnixMilli(ordered).UTC()
	return p, err
}

// OrderPackages stores the order to build packages; one already ordered for the
// same object stays as it is, so that a second order gives the same bytes (G9).
func OrderPackages(ctx context.Context, tx *sql.Tx, packages []Package) error {
	for _, p := range packages {
		_, err := tx.ExecContext(ctx,
			`INSERT INTO package (pid, portion_id, object_id, kind, reference_code, path, ordered, state, unit_id, max_files)
 VALUES (?,?,?,?,?,?,?,'ordered',?,?) ON CONFLICT (portion_id, object_id, kind) DO NOTHING`,
			p.PID, p.Portion, p.Object, p.Kind, p.ReferenceCode, p.Path, p.Ordered.UnixMilli(), cmp.Or(p.Unit, p.Object), p.MaxFiles)
		if err != nil {
			return fmt.Errorf("order package: %w", err)
		}
	}
	return nil
}

// PackageBuilt records size and digest of a built package; doing so twice with
// the same digest is no change. Error: Damaged when the digest differs.
func (s *Portions) PackageBuilt(ctx context.Context, pid string, size int64, sha512 string) error {
	return s.db.WithTx(ctx, func(tx *sql.Tx) error { return PackageBuiltTx(ctx, tx, pid, size, sha512) })
}

// PackageBuiltTx is PackageBuilt inside tx.
func PackageBuiltTx(ctx context.Context, tx *sql.Tx, pid string, size int64, sha512 string) error {
	p, err := scanPackage(tx.QueryRowContext(ctx, "SELECT "+packageColumns+" FROM package WHERE pid = ?", pid))
	if err != nil {
		return fmt.Errorf("find package %s: %w", pid, err)
	}
	if p.SHA512 != "" {
		if p.SHA512 != sha512 {
			return failure.New(failure.Damaged, "package "+pid+" rebuilt with other bytes",
				wording.Say("hint.transfer.rebuild-differs"))
		}
		return nil
	}
	_, err = tx.ExecContext(ctx, "UPDATE package SET size = ?, sha512 = ?, state = 'built' WHERE pid = ?", size, sha512, pid)
	return err
}

// SetPackage moves a package on inside tx; receipt is the path of the verified receipt.
func SetPackage(ctx context.Context, tx *sql.Tx, pid string, state PackageState, receipt string) error {
	res, err := tx.ExecContext(ctx, "UPDATE package SET state = ?, receipt = CASE WHEN ? <> '' THEN ? ELSE receipt END WHERE pid = ?",
		state, receipt, receipt, pid)
	if err != nil {
		return fmt.Errorf("store package %s: %w", pid, err)
	}
	if n, err := res.RowsAffected(); err != nil || n != 1 {
		return errors.Join(fmt.Errorf("package %s not found", pid), err)
	}
	return nil
}

// Packages lists the packages of a portion, by reference code and order. There is no
// list of all: who looks for one asks for it, who counts asks for the number, and whose
// work is every package walks them with EachPackage. Error: also a portion not named.
func (s *Portions) Packages(ctx context.Context, portion string) ([]Package, error) {
	if portion == "" {
		return nil, errors.New("list packages: no portion named")
	}
	return packagesOf(ctx, s.db.Reader(), portion)
}

// PackagesTx is Packages inside tx.
func PackagesTx(ctx context.Context, tx *sql.Tx, portion string) ([]Package, error) {
	return packagesOf(ctx, tx, portion)
}

type asker interface {
	QueryContext(context.Context, string, ...any) (*sql.Rows, error)
}

func packagesOf(ctx context.Context, db asker, portion string) ([]Package, error) {
	return listPackages(ctx, db, ofPortion, portion)
}

func listPackages(ctx context.Context, db asker, where string, args ...any) ([]Package, error) {
	rows, err := db.QueryContext(ctx, "SELECT "+packageColumns+" FROM package "+where, args...)
	if err != nil {
		return nil, fmt.Errorf("list packages: %w", err)
	}
	defer rows.Close()
	var out []Package
	for rows.Next() {
		p, err := scanPackage(rows)
		if err != nil {
			return nil, fmt.Errorf("list packages: %w", err)
		}
		out = append(out, p)
	}
	return out, rows.Err()
}

// PackageTx finds a package inside tx.
func PackageTx(ctx context.Context, tx *sql.Tx, pid string) (Package, error) {
	p, err := scanPackage(tx.QueryRowContext(ctx, "SELECT "+packageColumns+" FROM package WHERE pid = ?", pid))
	if err != nil {
		return p, fmt.Errorf("find package %s: %w", pid, err)
	}
	return p, nil
}

// UnconfirmedTx counts the packages of a kind of a portion without a verified receipt.
func UnconfirmedTx(ctx context.Context, tx *sql.Tx, portion, kind string) (n int, err error) {
	err = tx.QueryRowContext(ctx, "SELECT count(*) FROM package WHERE portion_id = ? AND kind = ? AND state <> 'confirmed'", portion,
		kind).Scan(&n)
	if err != nil {
		return 0, fmt.Errorf("count packages: %w", err)
	}
	return n, nil
}

// DefaultPattern names packages where no profile gives a pattern.
const DefaultPattern = "LZ/{n}"

// ReferenceCode gives the code of an object: the one it already has, or the next
// of the profile's reserved block (A34). gap documents the number of a destroyed
// object. Error: Setup when the block is used up.
func ReferenceCode(ctx context.Context, tx *sql.Tx, p *profile.Profile, portion, object, gap string) (string, error) {
	var code string
	err := tx.QueryRowContext(ctx, "SELECT code FROM reference_code WHERE portion_id = ? AND object_id = ?", portion, object).Scan(&code)
	if err == nil || !errors.Is(err, sql.ErrNoRows) {
		return code, err
	}
	id, rule := "", profile.ReferenceCode{}
	if p != nil {
		id, rule = p.ID, p.ReferenceCode
	}
	if rule.Pattern == "" {
		rule.Pattern = DefaultPattern
	}
	var last sql.NullInt64
	if err := tx.QueryRowContext(ctx, "SELECT max(number) FROM reference_code WHERE profile = ?", id).Scan(&last); err != nil {
		return "", fmt.Errorf("last reference code: %w", err)
	}
	n := max(int(last.Int64)+1, rule.From, 1)
	if rule.To > 0 && n > rule.To {
		return "", failure.New(failure.Setup, "reference code block used up",
			wording.Say("hint.transfer.reference-codes-used-up", rule.To))
	}
	code = strings.ReplaceAll(rule.Pattern, "{n}", strconv.Itoa(n))
	_, err = tx.ExecContext(ctx, "INSERT INTO reference_code (profile, number, code, portion_id, object_id, gap) VALUES (?,?,?,?,?,?)", id,
		n, code, portion, object, gap)
	if err != nil {
		return "", fmt.Errorf("reserve reference code: %w", err)
	}
	return code, nil
}

// TakePromised gives an object of a portion the code that was promised to it when its
// accession was offered (A4, P1.8); where none was, nothing happens.
func TakePromised(ctx context.Context, tx *sql.Tx, accession, portion, object, gap string) error {
	_, err := tx.ExecContext(ctx,
		`UPDATE reference_code SET portion_id = ?2, object_id = ?3, gap = ?4 WHERE portion_id = ?1 AND lower(object_id) = lower(?3)
 AND NOT EXISTS (SELECT 1 FROM reference_code WHERE portion_id = ?2 AND object_id = ?3)`, accession, portion, object, gap)
	if err != nil {
		return fmt.Errorf("take promised reference code: %w", err)
	}
	return nil
}

// KeptCode gives the code an object got in an earlier portion, "" where it has
// none: what is delivered again unchanged keeps its code (A36).
func KeptCode(ctx context.Context, tx *sql.Tx, portion, object string) (string, error) {
	var code string
	err := tx.QueryRowContext(ctx, "SELECT code FROM reference_code WHERE portion_id = ? AND object_id = ? AND gap = ''", portion,
		object).Scan(&code)
	if errors.Is(err, sql.ErrNoRows) {
		return "", nil
	}
	if err != nil {
		return "", fmt.Errorf("find kept reference code: %w", err)
	}
	return code, nil
}
