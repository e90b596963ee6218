package intake

import (
	"context"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"time"

	"laufzettel/app/work/office"
	"laufzettel/transfer/durable"
	"laufzettel/transfer/failure"
)

// forgotten is how long a copy that became no portion must have lain untouched
// before it is taken for the rest of a killed receive: another window may be
// copying at this moment.
const forgotten = 24 * time.Hour

// sweepInbox removes copies that a killed receive left behind: nobody was told
// that they arrived, their source is whole, and material that belongs to no
// portion may not lie about. What cannot be removed now is tried again next time.
func (room *Intake) sweepInbox(ctx context.Context) {
	entries, err := os.ReadDir(room.Office.Path(office.DirInbox))
	if err != nil {
		return
	}
	for _, e := range entries {
		dir := filepath.Join(room.Office.Path(office.DirInbox), e.Name())
		_, err := room.Portions.Get(ctx, e.Name())
		if !e.IsDir() || failure.KindOf(err) != failure.Refused { // Refused: there is no such portion
			continue
		}
		if touched, err := LastTouched(dir); err == nil && time.Since(touched) > forgotten {
			_ = os.RemoveAll(dir)
		}
	}
}

// SweepHalves removes what a killed program left half written under hidden names:
// packages, letters, receipts. Each was or will be made anew beside it, and half a
// copy of records may not lie about. Delivered material is not looked into.
func (room *Intake) SweepHalves() {
	for _, dir := range []string{office.DirPackages, office.DirLetters, office.DirReceipts, office.DirKeys, office.DirSchemas, dirTrust,
		office.DirExchange, office.DirOffers} {
		// What cannot be read or removed now is tried again at the next start.
		_ = filepath.WalkDir(room.Office.Path(dir), func(path string, d fs.DirEntry, err error) error {
			if err == nil && d.Type().IsRegular() && half(d.Name()) {
				if info, err := d.Info(); err == nil && time.Since(info.ModTime()) > forgotten {
					_ = os.Remove(path)
				}
			}
			return nil
		})
	}
}

// half reports whether a file of this name was not finished: a package (aip) or what
// durable.Write writes.
func half(name string) bool {
	return strings.HasPrefix(name, ".") && strings.HasSuffix(name, ".part") || durable.Unfinished(name)
}

// LastTouched is the latest modification below and at dir; the folders count too,
// since a finished copy carries the time of its source.
func LastTouched(dir string) (last time.Time, err error) {
	err = filepath.WalkDir(dir, func(_ string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		info, err := d.Info()
		if err == nil && info.ModTime().After(last) {
			last = info.ModTime()
		}
		return err
	})
	return last, err
}
