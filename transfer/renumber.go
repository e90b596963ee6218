package transfer

import (
	"context"
	"database/sql"
	"errors"
	"fmt"

	"laufzettel/transfer/profile"
)

// Marks part the object of a reference code from what became of the code: one that
// is reserved for an object until its packages are rebuilt, and one the object lost.
const (
	reservedMark = "#neu"
	lostMark     = "#abgelehnt-"
)

// ReserveCode gives the next code of the profile's block for an object that has one
// already; until Renumber the object keeps its own. Asked again it gives the same
// code. Error: Setup when the block is used up (A34).
func ReserveCode(ctx context.Context, tx *sql.Tx, p *profile.Profile, portion, object string) (string, error) {
	return ReferenceCode(ctx, tx, p, portion, object+reservedMark, "vorgemerkt")
}

// Renumber gives an object the code reserved for it. The number it had is never given
// again: it stays as a gap with its reason (A34).
func Renumber(ctx context.Context, tx *sql.Tx, portion, object, gap string) error {
	_, err := tx.ExecContext(ctx,
		"UPDATE reference_code SET object_id = object_id || ? || number, gap = ? WHERE portion_id = ? AND object_id = ?",
		lostMark, gap, portion, object)
	if err != nil {
		return fmt.Errorf("give up reference code: %w", err)
	}
	res, err := tx.ExecContext(ctx, "UPDATE reference_code SET object_id = ?, gap = '' WHERE portion_id = ? AND object_id = ?", object,
		portion, object+reservedMark)
	if err != nil {
		return fmt.Errorf("take reserved reference code: %w", err)
	}
	if n, err := res.RowsAffected(); err != nil || n != 1 {
		return errors.Join(fmt.Errorf("no reference code reserved for %s", object), err)
	}
	return nil
}

// ReplacePackage puts a package in the place of the one with the same identifier,
// which was sent and never taken: other code, file, size and digest; its state is
// built. Error: where the package is no longer on its way.
func ReplacePackage(ctx context.Context, tx *sql.Tx, p Package) error {
	res, err := tx.ExecContext(ctx,
		"UPDATE package SET reference_code = ?, path = ?, size = ?, sha512 = ?, state = 'built' WHERE pid = ? AND state = 'sent' AND receipt = ''",
		p.ReferenceCode, p.Path, p.Size, p.SHA512, p.PID)
	if err != nil {
		return fmt.Errorf("replace package %s: %w", p.PID, err)
	}
	if n, err := res.RowsAffected(); err != nil || n != 1 {
		return errors.Join(fmt.Errorf("package %s is no longer on its way", p.PID), err)
	}
	return nil
}
