package office

import (
	"cmp"
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"laufzettel/sync/ledger"
	"laufzettel/sync/sign"
	"laufzettel/transfer/durable"
	"laufzettel/transfer/events"
	"laufzettel/transfer/failure"
	"laufzettel/transfer/wording"
)

// The event log is also a Merkle tree (docs/protocol.md 20): the leaf of an event is
// that of its stored body. The tree follows the log: at the start and the end of the
// program, and before a checkpoint is signed.
const (
	treePrefix = "event"
	treeKind   = "events"
)

// TreeRoom and TreeMigrations are the tables of the tree.
const TreeRoom = "ledger"

// TreeMigrations are append only.
var TreeMigrations = []string{ledger.Tables(treePrefix)}

// Where heads of the log lie in the workspace: the last one this program has left, and
// checkpoints, also those that others have signed with us.
const (
	DirLog    = "log"
	headFile  = "head"
	growBatch = 5000
	maxPaper  = 64 << 20 // of a paper in which heads are looked for

	suffixWitness = ".witness" // the public key of one who co-signs
)

var eventTree = ledger.In(treePrefix)

// Grow lets the tree follow the log.
func (lg *Log) Grow(ctx context.Context) error {
	store := lg.Office.Store
	for {
		size, err := eventTree.Size(ctx, store.Reader())
		if err != nil {
			return err
		}
		var last int64
		if err := store.Reader().QueryRowContext(ctx, "SELECT coalesce(max(seq), 0) FROM event").Scan(&last); err != nil {
			return fmt.Errorf("read event log: %w", err)
		}
		if size >= last && size > 0 {
			return nil
		}
		grown := false
		err = store.WithTx(ctx, func(tx *sql.Tx) (err error) {
			grown, err = growTx(ctx, tx)
			return err
		})
		if err != nil || !grown {
			return err
		}
	}
}

// growTx adds the next events; grown says that there may be more.
func growTx(ctx context.Context, tx *sql.Tx) (grown bool, err error) {
	if _, err := eventTree.Begin(ctx, tx, treeKind); err != nil {
		return false, err
	}
	size, err := eventTree.Size(ctx, tx)
	if err != nil {
		return false, err
	}
	rows, err := tx.QueryContext(ctx, "SELECT seq, body FROM event WHERE seq > ? ORDER BY seq LIMIT ?", size, growBatch)
	if err != nil {
		return false, fmt.Errorf("read event log: %w", err)
	}
	defer rows.Close()
	var all []ledger.Entry
	for rows.Next() {
		var seq int64
		var e ledger.Entry
		if err := rows.Scan(&seq, &e.Body); err != nil {
			return false, fmt.Errorf("read event log: %w", err)
		}
		if seq != size+int64(len(all))+1 {
			break // a gap: the chain tells of it, and the tree must not hide it
		}
		e.Name = strconv.FormatInt(seq, 10)
		all = append(all, e)
	}
	if err := rows.Err(); err != nil || len(all) == 0 {
		return false, err
	}
	return true, eventTree.Append(ctx, tx, all...)
}

// Started lets the tree follow, and tells where the log is an older one than the
// program left here: a copy of yesterday (defect S10), or where the tree does not hold
// together: reading goes on, and log verify says what is wrong. told is nil where all is well.
func (lg *Log) Started(ctx context.Context) (told error) {
	told = lg.started(ctx)
	if errors.Is(told, ledger.ErrDamaged) {
		return failure.Wrap(failure.Damaged, "compare log", wording.Say("hint.office.log-tree-damaged"), told)
	}
	return told
}

func (lg *Log) started(ctx context.Context) error {
	if err := lg.Grow(ctx); err != nil {
		return err
	}
	kept, there, err := lg.keptHead()
	if err != nil || !there {
		return err
	}
	why, err := lg.contradicts(ctx, kept)
	if err != nil || why.Empty() {
		return err
	}
	return failure.New(failure.Damaged, "compare log", wording.Say("hint.office.older-copy-restored", why, filepath.Join(DirLog, headFile)))
}

// Ended lets the tree follow and leaves the head for the next start. An older log
// leaves none: it stays told.
func (lg *Log) Ended(ctx context.Context) error {
	if err := lg.Grow(ctx); err != nil {
		return err
	}
	now, err := eventTree.Head(ctx, lg.Office.Store.Reader())
	if errors.Is(err, sql.ErrNoRows) || err == nil && now.Size == 0 {
		return nil
	}
	if err != nil {
		return err
	}
	kept, there, err := lg.keptHead()
	if err != nil {
		return nil // told at the start
	}
	if there {
		if why, err := lg.contradicts(ctx, kept); err != nil || !why.Empty() || kept.Size == now.Size {
			return err
		}
	}
	if err := os.MkdirAll(lg.Office.Path(DirLog), 0o700); err != nil {
		return Disk("leave head of log", err)
	}
	text := fmt.Sprintf("%s\n%d\n%s\n\n", now.Origin, now.Size, now.Root)
	return Disk("leave head of log", durable.WriteFile(lg.Office.Path(DirLog+"/"+headFile), []byte(text), 0o600))
}

func (lg *Log) keptHead() (h ledger.Head, there bool, err error) {
	raw, err := readLogFile(filepath.Join(lg.beside(), DirLog, headFile), ledger.MaxCheckpoint)
	if errors.Is(err, fs.ErrNotExist) {
		return h, false, nil
	}
	if err == nil {
		h, err = ledger.Read(raw)
	}
	return h, true, failure.Wrap(failure.Damaged, "read head of log", wording.Say("hint.office.log-head-unreadable"), err)
}

// contradicts gives the German reason why our log does not begin with a head of it, or "".
func (lg *Log) contradicts(ctx context.Context, old ledger.Head) (wording.Text, error) {
	db := lg.Office.Store.Reader()
	now, err := eventTree.Head(ctx, db)
	if errors.Is(err, sql.ErrNoRows) {
		now, err = ledger.Head{}, nil
	}
	if err != nil {
		return wording.Text{}, err
	}
	switch {
	case now.Origin != old.Origin:
		return wording.Say("hint.office.log-is-another"), nil
	case now.Size < old.Size:
		return wording.Say("hint.office.log-shorter", old.Size, now.Size), nil
	}
	root, err := eventTree.Root(ctx, db, old.Size)
	if err != nil && !errors.Is(err, ledger.ErrDamaged) {
		return wording.Text{}, err
	}
	if err != nil || root != old.Root {
		return wording.Say("hint.office.log-other-past", old.Size), nil
	}
	return wording.Text{}, nil
}

// beside is the folder in which heads are looked for: the workspace, or the one on a
// medium that cannot be written, of which a copy is open.
func (lg *Log) beside() string {
	if lg.Beside != "" {
		return lg.Beside
	}
	return lg.Office.Dir
}

// TreeVerdict is what a look at the tree and at the heads beside the log has found.
type TreeVerdict struct {
	Leaves int64 `json:"leaves"` // events that are in the tree and were compared with it
	Heads  int   `json:"heads"`  // of papers and checkpoints, that the log bears out
	// Witnesses are the co-signatures that were verified; Unknown counts those of keys
	// nobody has given here, which were not.
	Witnesses []Witnessed `json:"witnesses,omitempty"`
	Unknown   int         `json:"unknownWitnesses,omitempty"`
	// Broken is the German reason of the first that does not hold, "" where all do.
	Broken string `json:"broken,omitempty"`
}

// Witnessed is a co-signature of another under a checkpoint of this log.
type Witnessed struct {
	Key  string    `json:"key"`
	At   time.Time `json:"at"`
	Size int64     `json:"size"` // entries it covers
}

// VerifyTree compares every leaf with its event, makes the root anew and holds every
// head that lies beside the log against it: those in papers, left at the last end, and
// in checkpoints. The chain of events must have been verified.
func (lg *Log) VerifyTree(ctx context.Context) (v TreeVerdict, err error) {
	db := lg.Office.Store.Reader()
	var leaves int64
	if err := db.QueryRowContext(ctx, "SELECT count(*) FROM event_leaf").Scan(&leaves); err != nil {
		return v, fmt.Errorf("count leaves: %w", err)
	}
	head, err := eventTree.Whole(ctx, db)
	if errors.Is(err, sql.ErrNoRows) && leaves == 0 {
		return v, nil // nothing was logged yet
	}
	if errors.Is(err, ledger.ErrDamaged) || errors.Is(err, sql.ErrNoRows) || err == nil && head.Size != leaves {
		v.Broken = wording.Kept("log.tree-root")
		return v, nil
	} else if err != nil {
		return v, err
	}
	if v.Leaves, v.Broken, err = compareLeaves(ctx, db); err != nil || v.Broken != "" {
		return v, err
	}
	return v, lg.verifyHeads(ctx, &v)
}

// compareLeaves compares every leaf of the tree with its event; broken names the first
// event that is not the one the tree bears witness to.
func compareLeaves(ctx context.Context, db events.Querier) (leaves int64, broken string, err error) {
	rows, err := db.QueryContext(ctx, "SELECT seq, body FROM event ORDER BY seq")
	if err != nil {
		return 0, "", fmt.Errorf("read event log: %w", err)
	}
	defer rows.Close()
	leaves, differs, err := eventTree.Compare(ctx, db, func(name string) (body []byte, there bool, err error) {
		if !rows.Next() {
			return nil, true, rows.Err() // an event that is gone is no leaf's statement
		}
		var seq string
		if err = rows.Scan(&seq, &body); seq != name {
			body = nil
		}
		return body, true, err
	})
	if err != nil || differs >= 0 {
		if differs >= 0 {
			broken = wording.Kept("log.tree-entry", differs+1)
		}
		return leaves, broken, err
	}
	var are int64
	if err := db.QueryRowContext(ctx, "SELECT count(*) FROM event_leaf").Scan(&are); err != nil {
		return leaves, "", fmt.Errorf("count leaves: %w", err)
	}
	if size, err := eventTree.Size(ctx, db); err != nil || size != are {
		return leaves, wording.Kept("log.tree-root"), err
	}
	return leaves, "", nil
}

// verifyHeads holds what lies beside the log against it.
func (lg *Log) verifyHeads(ctx context.Context, v *TreeVerdict) error {
	kept, there, err := lg.keptHead()
	if err != nil {
		v.Broken = failure.HintOf(err).In(wording.German)
		return nil
	}
	if there {
		if err := lg.holdHead(ctx, v, kept, "log/"+headFile); err != nil || v.Broken != "" {
			return err
		}
	}
	files, err := filepath.Glob(filepath.Join(lg.beside(), DirLog, "*.checkpoint"))
	if err != nil {
		return err
	}
	for _, f := range files {
		raw, err := readLogFile(f, ledger.MaxCheckpoint)
		if err != nil {
			return Disk("read checkpoint", err)
		}
		if err := lg.holdCheckpoint(ctx, v, raw, filepath.Base(f)); err != nil || v.Broken != "" {
			return err
		}
	}
	return lg.verifyPapers(ctx, v)
}

// holdCheckpoint holds a checkpoint against the log: one of ours has signed it, whose
// co-signature is known holds, and the log begins with what it says.
func (lg *Log) holdCheckpoint(ctx context.Context, v *TreeVerdict, raw []byte, name string) error {
	if _, err := ledger.Read(raw); err != nil {
		v.Broken = wording.Kept("log.checkpoint-unreadable", name)
		return nil
	}
	keys, err := lg.ownKeys(ctx)
	if err != nil {
		return err
	}
	c, err := ledger.Open(raw, keys...)
	if err != nil {
		v.Broken = wording.Kept("log.checkpoint-unsigned", name)
		return nil
	}
	witnesses, err := lg.witnessKeys()
	if err != nil {
		return err
	}
	signed, err := c.Cosigners(witnesses...)
	if err != nil {
		v.Broken = wording.Kept("log.co-signature", name)
		return nil
	}
	for _, s := range signed {
		v.Witnesses = append(v.Witnesses, Witnessed{Key: s.KeyID, At: s.At, Size: c.Size})
	}
	v.Unknown += c.Cosignatures() - len(signed)
	return lg.holdHead(ctx, v, c.Head, name)
}

// ownKeys are the keys a checkpoint of this log may be signed with: those this machine
// and its people have or had.
func (lg *Log) ownKeys(ctx context.Context) ([]sign.PublicKey, error) {
	var out []sign.PublicKey
	machine, err := lg.Office.Channel.ListKeys(ctx)
	if err != nil {
		return nil, err
	}
	for _, k := range machine {
		if public, err := sign.ParsePublicKey(k.PublicKey); err == nil {
			out = append(out, public)
		}
	}
	all, err := lg.Office.People.List(ctx)
	for _, p := range all {
		for _, k := range p.Keys {
			if public, err := sign.ParsePublicKey(k.Public); err == nil {
				out = append(out, public)
			}
		}
	}
	return out, err
}

// witnessKeys are the keys of those who co-sign, as they were given with log take.
func (lg *Log) witnessKeys() ([]sign.PublicKey, error) {
	files, err := filepath.Glob(filepath.Join(lg.beside(), DirLog, "*"+suffixWitness))
	var out []sign.PublicKey
	for _, f := range files {
		raw, err := readLogFile(f, ledger.MaxCheckpoint)
		if err != nil {
			return nil, Disk("read key of witness", err)
		}
		public, err := sign.ParsePublicKey(strings.TrimSpace(string(raw)))
		if err != nil {
			return nil, failure.Wrap(failure.Damaged, "read key of witness",
				wording.Say("hint.office.witness-key-unreadable", filepath.Base(f)), err)
		}
		out = append(out, public)
	}
	return out, err
}

func (lg *Log) holdHead(ctx context.Context, v *TreeVerdict, h ledger.Head, name string) error {
	why, err := lg.contradicts(ctx, h)
	if err != nil {
		return err
	}
	if !why.Empty() {
		v.Broken = wording.Kept("log.beside", name, why)
		return nil
	}
	v.Heads++
	return nil
}

// verifyPapers holds the heads in our papers against the chain: each paper has its
// data beside it as JSON.
func (lg *Log) verifyPapers(ctx context.Context, v *TreeVerdict) error {
	root := filepath.Join(lg.beside(), DirLetters)
	err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		if errors.Is(err, fs.ErrNotExist) && path == root {
			return fs.SkipAll
		}
		if err != nil || d.IsDir() || !strings.HasSuffix(path, ".json") {
			return err
		}
		raw, err := readLogFile(path, maxPaper)
		if err != nil {
			return err
		}
		head, count := paperHead(raw)
		if head == "" {
			return nil
		}
		var hash string
		err = lg.Office.Store.Reader().QueryRowContext(ctx, "SELECT hash FROM event WHERE seq = ?", count).Scan(&hash)
		if err != nil && !errors.Is(err, sql.ErrNoRows) {
			return fmt.Errorf("look for event: %w", err)
		}
		if hash != head {
			rel, _ := filepath.Rel(lg.beside(), path)
			v.Broken = wording.Kept("log.letter-head", filepath.ToSlash(rel), count)
			return fs.SkipAll
		}
		v.Heads++
		return ctx.Err()
	})
	return err
}

// paperHead gives the head of the log that a paper bears, "" where it bears none.
func paperHead(raw []byte) (head string, count int64) {
	var paper struct {
		Meta struct {
			ChainHead  string `json:"chainHead"`
			ChainCount int64  `json:"chainCount"`
		} `json:"meta"`
		ChainHead  string `json:"chainHead"`
		ChainCount int64  `json:"chainCount"`
	}
	if json.Unmarshal(raw, &paper) != nil {
		return "", 0 // a letter that is no paper of ours
	}
	if paper.Meta.ChainHead != "" {
		return paper.Meta.ChainHead, paper.Meta.ChainCount
	}
	return paper.ChainHead, paper.ChainCount
}

func readLogFile(path string, limit int64) ([]byte, error) {
	st, err := os.Stat(path)
	if err != nil {
		return nil, err
	}
	if st.Size() > limit {
		return nil, fmt.Errorf("%s is larger than %d bytes", filepath.Base(path), limit)
	}
	return os.ReadFile(path)
}

// Checkpoint signs the head of the log with the key of this machine, else with that of
// the person acting, keeps it beside the log and gives it as a request to co-sign.
// since is an earlier checkpoint that the other has seen; nil where it has seen none.
// Errors: Setup where there is no key; Damaged where the log does not begin with since.
func (lg *Log) Checkpoint(ctx context.Context, since []byte) (ledger.Request, ledger.Head, error) {
	var r ledger.Request
	key, err := lg.logKey(ctx)
	if err != nil {
		return r, ledger.Head{}, err
	}
	if err := lg.Grow(ctx); err != nil {
		return r, ledger.Head{}, err
	}
	db := lg.Office.Store.Reader()
	h, err := eventTree.Head(ctx, db)
	if errors.Is(err, sql.ErrNoRows) || err == nil && h.Size == 0 {
		return r, h, failure.New(failure.Refused, "sign checkpoint", wording.Say("hint.office.log-empty"))
	}
	if err != nil {
		return r, h, err
	}
	if since != nil {
		old, err := ledger.Read(since)
		if err != nil {
			return r, h, failure.Wrap(failure.Refused, "read checkpoint", wording.Say("hint.office.not-a-checkpoint"), err)
		}
		why, err := lg.contradicts(ctx, old)
		if err != nil {
			return r, h, err
		}
		if !why.Empty() {
			return r, h, failure.New(failure.Damaged, "compare log", why)
		}
		r.Old = old.Size
	}
	if r.Proof, err = eventTree.Consistency(ctx, db, r.Old, h.Size); err != nil {
		return r, h, err
	}
	if r.Checkpoint, err = ledger.Sign(ctx, h, key); err != nil {
		return r, h, err
	}
	r.PublicKey = key.Public().String()
	if err := os.MkdirAll(lg.Office.Path(DirLog), 0o700); err != nil {
		return r, h, Disk("keep checkpoint", err)
	}
	path := lg.Office.Path(fmt.Sprintf("%s/%d-%s.checkpoint", DirLog, h.Size, key.ID()))
	return r, h, Disk("keep checkpoint", durable.WriteFile(path, r.Checkpoint, 0o600))
}

// logKey is the key that signs checkpoints: that of the machine, which stays while
// people come and go.
func (lg *Log) logKey(ctx context.Context) (*sign.Key, error) {
	k, err := lg.Office.Channel.ActiveKey(ctx)
	if err == nil {
		return k, nil
	}
	if _, own := lg.Office.Who.Known(lg.Office.Person()); own != nil {
		return own, nil
	}
	return nil, failure.Wrap(failure.Setup, "sign checkpoint", wording.Say("hint.office.checkpoint-needs-key"), err)
}

// Tiles writes the tree of a checkpoint as files, hashes alone, and the checkpoint
// beside them: with an older checkpoint anybody can prove from them what was changed.
func (lg *Log) Tiles(ctx context.Context, dir string, h ledger.Head, checkpoint []byte) error {
	return Disk("write tree of log", eventTree.Write(ctx, lg.Office.Store.Reader(), dir, ledger.Checkpoint{Head: h, Raw: checkpoint}))
}

// KeepCosigned takes a checkpoint of this log that another has signed with us. witness
// are the keys of the other, which a person has compared; none where they are not at
// hand: then the co-signature stays unverified, and log verify says so.
func (lg *Log) KeepCosigned(ctx context.Context, raw []byte, witness ...sign.PublicKey) (ledger.Head, error) {
	h, err := ledger.Read(raw)
	if err != nil {
		return h, failure.Wrap(failure.Refused, "read checkpoint", wording.Say("hint.office.not-a-checkpoint"), err)
	}
	keys, err := lg.ownKeys(ctx)
	if err != nil {
		return h, err
	}
	c, err := ledger.Open(raw, keys...)
	if err != nil {
		return h, failure.Wrap(failure.Refused, "read checkpoint", wording.Say("hint.office.checkpoint-not-ours"), err)
	}
	public, err := mustCosign(c, witness)
	if err != nil {
		return h, err
	}
	why, err := lg.contradicts(ctx, h)
	if err != nil {
		return h, err
	}
	if !why.Empty() {
		return h, failure.New(failure.Damaged, "compare log", why)
	}
	sum := events.StatementDigest(raw)
	if err := os.MkdirAll(lg.Office.Path(DirLog), 0o700); err != nil {
		return h, Disk("keep checkpoint", err)
	}
	if public != nil {
		name := lg.Office.Path(DirLog + "/" + public.ID() + suffixWitness)
		if err := durable.WriteFile(name, []byte(public.String()+"\n"), 0o600); err != nil {
			return h, Disk("keep key of witness", err)
		}
	}
	return h, Disk("keep checkpoint", durable.WriteFile(lg.Office.Path(fmt.Sprintf("%s/%d-%s.checkpoint", DirLog, h.Size, sum[:16])), raw,
		0o600))
}

// mustCosign holds the co-signature of a witness whose key is given; nil without one.
func mustCosign(c ledger.Checkpoint, witness []sign.PublicKey) (sign.PublicKey, error) {
	const op = "verify co-signature"
	if c.Cosignatures() == 0 {
		return nil, failure.New(failure.Refused, op, wording.Say("hint.office.checkpoint-not-cosigned"))
	}
	if len(witness) == 0 {
		return nil, nil
	}
	signed, err := c.Cosigners(witness...)
	for _, public := range witness {
		if err == nil && slices.ContainsFunc(signed, func(s ledger.Cosignature) bool { return s.KeyID == public.ID() }) {
			return public, nil
		}
	}
	return nil, failure.Wrap(failure.Refused, op, wording.Say("hint.office.cosignature-broken"), cmp.Or(err, ledger.ErrCheckpoint))
}
