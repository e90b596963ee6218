package store

import (
	"context"
	"crypto/sha256"
	"database/sql"
	_ "embed"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"sync"
)

// What the scripts of the workspace make is kept as text, so that no start of the program
// runs two hundred scripts in memory only to read what they made (a third of a start). It
// holds for these scripts alone: for others, as a receiver has, the schema is made.

// Made is what the scripts of the rooms make, under the digest of the scripts.
type Made struct {
	Scripts string `json:"scripts"` // SHA-256, see digestOf
	Schema  schema `json:"schema"`  // text by name
}

//go:embed made.json
var kept []byte

var keptMade = sync.OnceValues(func() (m Made, err error) { return m, json.Unmarshal(kept, &m) })

var (
	schemas   = map[string]schema{}
	schemasMu sync.Mutex
)

// expected gives the schema that the scripts of these rooms make: as it is kept, or made
// once in memory.
func expected(ctx context.Context, rooms []Room) (schema, error) {
	digest := digestOf(rooms)
	if m, err := keptMade(); err != nil {
		return nil, fmt.Errorf("read kept schema: %w", err)
	} else if m.Scripts == digest {
		return m.Schema, nil
	}
	schemasMu.Lock()
	defer schemasMu.Unlock()
	if s, ok := schemas[digest]; ok {
		return s, nil
	}
	m, err := Make(ctx, rooms...)
	if err != nil {
		return nil, err
	}
	schemas[digest] = m.Schema
	return m.Schema, nil
}

// Make runs the scripts of the rooms on a database in memory and gives what they made.
func Make(ctx context.Context, rooms ...Room) (Made, error) {
	db, err := sql.Open("sqlite", "file::memory:?_pragma=foreign_keys(1)")
	if err != nil {
		return Made{}, fmt.Errorf("make schema in memory: %w", err)
	}
	db.SetMaxOpenConns(1)
	s, err := made(ctx, db, rooms)
	return Made{Scripts: digestOf(rooms), Schema: s}, errors.Join(err, db.Close())
}

// digestOf names the scripts of rooms: each with its room and its length before it.
func digestOf(rooms []Room) string {
	h := sha256.New()
	for _, r := range rooms {
		for _, script := range r.Migrations {
			fmt.Fprintf(h, "%d %s %d %s", len(r.Name), r.Name, len(script), script)
		}
	}
	return hex.EncodeToString(h.Sum(nil))
}
