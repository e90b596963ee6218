package ledger

import (
	"bytes"
	"encoding/base64"
	"errors"
	"fmt"
	"strconv"
	"strings"

	"golang.org/x/mod/sumdb/tlog"

	"laufzettel/sync/sign"
)

// Limits of proofs: a tree of 2⁵³ leaves has no longer path.
const (
	maxPath  = 64
	MaxProof = MaxCheckpoint + 8<<10
)

const proofHead = "c2sp.org/tlog-proof@v1"

// ErrProof says that a proof cannot be read, or that it proves nothing.
var ErrProof = errors.New("the proof does not hold")

// Proof says that a statement is in a log: its leaf's number, its salt, the path to
// the root, and the checkpoint of the tree. As a file it is a C2SP tlog-proof with
// the salt as its extra line.
type Proof struct {
	Index      int64
	Salt       []byte
	Path       []Hash
	Checkpoint []byte
}

// Marshal gives the proof as a file.
func (p Proof) Marshal() []byte {
	var b bytes.Buffer
	fmt.Fprintf(&b, "%s\nextra %s\nindex %d\n", proofHead, base64.StdEncoding.EncodeToString(p.Salt), p.Index)
	for _, h := range p.Path {
		b.WriteString(h.String() + "\n")
	}
	b.WriteString("\n")
	b.Write(p.Checkpoint)
	return b.Bytes()
}

// ReadProof reads a proof; what it proves is for Verify.
func ReadProof(raw []byte) (Proof, error) {
	var p Proof
	head, checkpoint, found := bytes.Cut(raw, []byte("\n\n"))
	if len(raw) > MaxProof || !found {
		return p, fmt.Errorf("%w: too long, or without checkpoint", ErrProof)
	}
	lines := strings.Split(string(head), "\n")
	if len(lines) < 3 || len(lines) > 3+maxPath || lines[0] != proofHead {
		return p, fmt.Errorf("%w: %d lines, first %.40q", ErrProof, len(lines), lines[0])
	}
	salt, ok := strings.CutPrefix(lines[1], "extra ")
	var err error
	if p.Salt, err = exact(salt); !ok || err != nil || len(p.Salt) != SaltSize {
		return p, fmt.Errorf("%w: no salt", ErrProof)
	}
	index, ok := strings.CutPrefix(lines[2], "index ")
	if p.Index, err = strconv.ParseInt(index, 10, 64); !ok || err != nil || p.Index < 0 || strconv.FormatInt(p.Index, 10) != index {
		return p, fmt.Errorf("%w: index %.40q", ErrProof, lines[2])
	}
	if p.Path, err = readHashes(lines[3:]); err != nil {
		return p, err
	}
	p.Checkpoint = checkpoint
	return p, nil
}

func readHashes(lines []string) ([]Hash, error) {
	if len(lines) > maxPath {
		return nil, fmt.Errorf("%w: %d hashes", ErrProof, len(lines))
	}
	var all []Hash
	for _, line := range lines {
		h, err := exact(line)
		if err != nil || len(h) != tlog.HashSize {
			return nil, fmt.Errorf("%w: hash %.60q", ErrProof, line)
		}
		all = append(all, Hash(h))
	}
	return all, nil
}

// exact reads base64 that has one spelling only; the library passes line ends over.
func exact(text string) ([]byte, error) {
	raw, err := base64.StdEncoding.Strict().DecodeString(text)
	if err == nil && base64.StdEncoding.EncodeToString(raw) != text {
		err = errors.New("line ends within base64")
	}
	return raw, err
}

// Verify gives the checkpoint, signed by one of the keys, of the log the statement
// is in. Errors: ErrCheckpoint, ErrProof.
func (p Proof) Verify(statement []byte, keys ...sign.PublicKey) (Checkpoint, error) {
	c, err := Open(p.Checkpoint, keys...)
	if err != nil {
		return c, err
	}
	if len(p.Salt) != SaltSize || p.Index < 0 || p.Index >= c.Size {
		return c, fmt.Errorf("%w: leaf %d of %d", ErrProof, p.Index, c.Size)
	}
	if err := tlog.CheckRecord(p.Path, c.Size, c.Root, p.Index, Leaf(p.Salt, statement)); err != nil {
		return c, fmt.Errorf("%w: the statement is not leaf %d", ErrProof, p.Index)
	}
	return c, nil
}

// PastError says that two heads of one log contradict each other: the log was cut,
// rolled back or has a second past. It is an alarm, never repaired unasked.
type PastError struct {
	Old, New Head
	Why      Why
}

// Why two heads contradict each other.
type Why string

// The ways a log breaks its word.
const (
	OtherLog  Why = "another log"
	CutTail   Why = "the log is shorter than it was"
	OtherPast Why = "the log has another past"
)

// Error names both heads.
func (e *PastError) Error() string {
	return fmt.Sprintf("%s: %d leaves of %s with root %s, then %d leaves of %s with root %s", e.Why, e.Old.Size, e.Old.Origin, e.Old.Root,
		e.New.Size, e.New.Origin, e.New.Root)
}

// Extends reports whether the log of a later head begins with that of an earlier one,
// as proof shows. Error: *PastError; its cause may also be a proof that was forged on
// the way or is of two other heads.
func (h Head) Extends(old Head, proof []Hash) error {
	switch {
	case h.Origin != old.Origin:
		return &PastError{old, h, OtherLog}
	case h.Size < old.Size:
		return &PastError{old, h, CutTail}
	case h.Size == old.Size && h.Root == old.Root, old.Size == 0:
		return nil
	case h.Size == old.Size, len(proof) > maxPath, tlog.CheckTree(proof, h.Size, h.Root, old.Size, old.Root) != nil:
		return &PastError{old, h, OtherPast}
	}
	return nil
}

// FormatHashes writes a proof of consistency in one line, for a header.
func FormatHashes(proof []Hash) string {
	var all []byte
	for _, h := range proof {
		all = append(all, h[:]...)
	}
	return base64.StdEncoding.EncodeToString(all)
}

// ParseHashes reads what FormatHashes wrote.
func ParseHashes(text string) ([]Hash, error) {
	if len(text) > base64.StdEncoding.EncodedLen(maxPath*tlog.HashSize) {
		return nil, fmt.Errorf("%w: %d bytes", ErrProof, len(text))
	}
	raw, err := exact(text)
	if err != nil || len(raw)%tlog.HashSize != 0 {
		return nil, fmt.Errorf("%w: no list of hashes", ErrProof)
	}
	var all []Hash
	for ; len(raw) > 0; raw = raw[tlog.HashSize:] {
		all = append(all, Hash(raw[:tlog.HashSize]))
	}
	return all, nil
}
