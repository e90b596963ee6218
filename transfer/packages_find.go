package transfer

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"iter"
)

// ErrNoPackage says that no package of the workspace bears a name.
var ErrNoPackage = errors.New("no such package in the workspace")

// The ways to find packages; each is answered out of an index (see the test of plans).
const (
	ofPortion   = "WHERE portion_id = ? ORDER BY kind, reference_code, rowid"
	byID        = "WHERE pid = ?"
	byIDOrCode  = "WHERE pid = ?1 OR reference_code = ?1 AND kind = 'aip' ORDER BY pid <> ?1, rowid LIMIT 1"
	latestBuilt = "WHERE kind = 'aip' AND state <> 'ordered' AND (pid = ?1 OR reference_code = ?1) ORDER BY rowid DESC LIMIT 1"
	byCode      = "WHERE kind IN ('aip', 'accession') AND reference_code = ? ORDER BY rowid"
	byIDs       = "WHERE pid IN (SELECT value FROM json_each(?))"
	nextPage    = "WHERE kind = ? AND (reference_code, rowid) > (?, ?) ORDER BY reference_code, rowid LIMIT ?"
	countStates = "SELECT state, count(*) FROM package WHERE kind = ? GROUP BY state"
)

// PackageByID finds a package by its persistent identifier. Error: ErrNoPackage.
func (s *Portions) PackageByID(ctx context.Context, pid string) (Package, error) {
	return s.onePackage(ctx, pid, byID, pid)
}

// PackageNamed finds a package by its persistent identifier, else the first archival
// package of a reference code. Error: ErrNoPackage.
func (s *Portions) PackageNamed(ctx context.Context, key string) (Package, error) {
	return s.onePackage(ctx, key, byIDOrCode, key)
}

// LatestPackage finds an archival package that is built, by its persistent identifier or
// its reference code; of several representations the latest. Error: ErrNoPackage.
func (s *Portions) LatestPackage(ctx context.Context, key string) (Package, error) {
	return s.onePackage(ctx, key, latestBuilt, key)
}

func (s *Portions) onePackage(ctx context.Context, key, where string, args ...any) (Package, error) {
	p, err := scanPackage(s.db.Reader().QueryRowContext(ctx, "SELECT "+packageColumns+" FROM package "+where, args...))
	if errors.Is(err, sql.ErrNoRows) {
		return Package{}, ErrNoPackage
	}
	if err != nil {
		return p, fmt.Errorf("find package %s: %w", key, err)
	}
	return p, nil
}

// PackagesCoded lists the packages of any kind that bear a reference code, as ordered.
func (s *Portions) PackagesCoded(ctx context.Context, code string) ([]Package, error) {
	return listPackages(ctx, s.db.Reader(), byCode, code)
}

// PackagesByID finds packages by their persistent identifiers; what is none is left out.
func (s *Portions) PackagesByID(ctx context.Context, pids []string) (map[string]Package, error) {
	names, err := json.Marshal(pids)
	if err != nil {
		return nil, fmt.Errorf("find packages: %w", err)
	}
	list, err := listPackages(ctx, s.db.Reader(), byIDs, string(names))
	out := make(map[string]Package, len(list))
	for _, p := range list {
		out[p.PID] = p
	}
	return out, err
}

// CountPackages counts the packages of a kind by their state.
func (s *Portions) CountPackages(ctx context.Context, kind string) (map[PackageState]int, error) {
	rows, err := s.db.Reader().QueryContext(ctx, countStates, kind)
	if err != nil {
		return nil, fmt.Errorf("count packages: %w", err)
	}
	defer rows.Close()
	out := map[PackageState]int{}
	for rows.Next() {
		var state PackageState
		var n int
		if err := rows.Scan(&state, &n); err != nil {
			return nil, fmt.Errorf("count packages: %w", err)
		}
		out[state] = n
	}
	return out, rows.Err()
}

// packagePage is how many packages a walk holds at a time.
const packagePage = 200

// EachPackage walks the packages of a kind by reference code, for work that is about
// every one of them. It holds no list and no open query, so that the work may write; a
// package that comes while it walks may be met or not.
func (s *Portions) EachPackage(ctx context.Context, kind string) iter.Seq2[Package, error] {
	return func(yield func(Package, error) bool) {
		code, row := "", int64(-1)
		for {
			page, last, err := s.packagePage(ctx, kind, code, row)
			if err != nil {
				yield(Package{}, err)
				return
			}
			for _, p := range page {
				if !yield(p, nil) {
					return
				}
			}
			if len(page) < packagePage {
				return
			}
			code, row = page[len(page)-1].ReferenceCode, last
		}
	}
}

// packagePage gives the packages behind one, and the row of the last of them.
func (s *Portions) packagePage(ctx context.Context, kind, code string, row int64) (page []Package, last int64, err error) {
	rows, err := s.db.Reader().QueryContext(ctx, "SELECT "+packageColumns+", rowid FROM package "+nextPage, kind, code, row, packagePage)
	if err != nil {
		return nil, 0, fmt.Errorf("walk packages: %w", err)
	}
	defer rows.Close()
	for rows.Next() {
		p, err := scanPackage(behind{rows, &last})
		if err != nil {
			return nil, 0, fmt.Errorf("walk packages: %w", err)
		}
		page = append(page, p)
	}
	return page, last, rows.Err()
}

// behind scans one more column behind those of a row.
type behind struct {
	row  scanner
	last *int64
}

func (b behind) Scan(into ...any) error { return b.row.Scan(append(into, b.last)...) }
