package channel

import (
	"context"
	"database/sql"
	"fmt"
)

// What an archive has to know beside packages (closures, orders to destroy) is told once,
// and again when it has changed: here stands what was told last.

const toldMigration = `
CREATE TABLE channel_told (
  url TEXT NOT NULL, kind TEXT NOT NULL, about TEXT NOT NULL, state TEXT NOT NULL, told_at INTEGER NOT NULL,
  PRIMARY KEY (url, kind, about)) WITHOUT ROWID;
`

// ToldOf gives the state last told of each thing of a kind to an archive.
func (s *Service) ToldOf(ctx context.Context, address, kind string) (map[string]string, error) {
	rows, err := s.DB.Reader().QueryContext(ctx, "SELECT about, state FROM channel_told WHERE url = ? AND kind = ?", address, kind)
	if err != nil {
		return nil, fmt.Errorf("read what was told: %w", err)
	}
	defer rows.Close()
	out := map[string]string{}
	for rows.Next() {
		var about, state string
		if err := rows.Scan(&about, &state); err != nil {
			return nil, fmt.Errorf("read what was told: %w", err)
		}
		out[about] = state
	}
	return out, rows.Err()
}

// NoteTold keeps what was told; states are by what they are about.
func (s *Service) NoteTold(ctx context.Context, address, kind string, states map[string]string) error {
	return s.DB.WithTx(ctx, func(tx *sql.Tx) error {
		for about, state := range states {
			_, err := tx.ExecContext(ctx, `INSERT INTO channel_told (url, kind, about, state, told_at) VALUES (?,?,?,?,?)
				ON CONFLICT (url, kind, about) DO UPDATE SET state = excluded.state, told_at = excluded.told_at`, address, kind, about, state, s.now().UnixMilli())
			if err != nil {
				return fmt.Errorf("note what was told: %w", err)
			}
		}
		return nil
	})
}

// Knows reports whether an archive names a feature of protocol.md 1.
func (s *Service) Knows(ctx context.Context, address, feature string) (bool, error) {
	c, _, err := s.Client(ctx, address)
	if err != nil {
		return false, err
	}
	return s.can(ctx, c, feature)
}
