package ledger

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/base64"
	"encoding/binary"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"golang.org/x/mod/sumdb/note"
	"golang.org/x/mod/sumdb/tlog"

	"laufzettel/sync/sign"
)

// Limits of a checkpoint.
const (
	MaxCheckpoint = 64 << 10
	maxOrigin     = 255
	maxLeaves     = int64(1) << 53
)

// The algorithms of signed notes and of C2SP tlog-cosignature.
const (
	algLog    = 0x01
	algCosign = 0x04
)

// WitnessName begins the name of a co-signer; its key id follows, no name of an office.
const WitnessName = "laufzettel/witness/"

// ErrCheckpoint says that bytes are no checkpoint, or one nobody known has signed.
var ErrCheckpoint = errors.New("no checkpoint signed by a known key")

// Checkpoint is a signed head: whose log, how many leaves, which root.
type Checkpoint struct {
	Head
	Raw []byte // the signed note
}

// Cosignature is the word of another that it has seen this head, and none that
// contradicts it.
type Cosignature struct {
	KeyID string
	At    time.Time
}

// text is what a checkpoint signs (C2SP tlog-checkpoint).
func (h Head) text() string {
	return h.Origin + "\n" + strconv.FormatInt(h.Size, 10) + "\n" + h.Root.String() + "\n"
}

// Sign makes the checkpoint of a head.
func Sign(ctx context.Context, h Head, key *sign.Key) ([]byte, error) {
	if err := checkHead(h); err != nil {
		return nil, err
	}
	return note.Sign(&note.Note{Text: h.text()}, signer{ctx: ctx, name: h.Origin, key: key})
}

// Cosign adds the co-signature of another to a checkpoint it has verified.
func (c Checkpoint) Cosign(ctx context.Context, key *sign.Key, at time.Time) ([]byte, error) {
	n, err := note.Open(c.Raw, note.VerifierList())
	if u, ok := errors.AsType[*note.UnverifiedNoteError](err); ok {
		n, err = u.Note, nil
	}
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrCheckpoint, err)
	}
	return note.Sign(n, signer{ctx: ctx, name: WitnessName + key.ID(), key: key, at: at, cosign: true})
}

// Open reads a checkpoint that one of the keys signed for its log.
func Open(raw []byte, keys ...sign.PublicKey) (Checkpoint, error) {
	h, err := Read(raw)
	if err != nil {
		return Checkpoint{}, err
	}
	if !canonical(raw) {
		return Checkpoint{}, fmt.Errorf("%w: a signature is not in canonical base64", ErrCheckpoint)
	}
	var known []note.Verifier
	for _, k := range keys {
		known = append(known, verifier{name: h.Origin, key: k})
	}
	if _, err := note.Open(raw, note.VerifierList(unique(known)...)); err != nil {
		return Checkpoint{}, fmt.Errorf("%w: %w", ErrCheckpoint, err)
	}
	return Checkpoint{Head: h, Raw: raw}, nil
}

// canonical reports whether every signature is written in the one form of its bytes: else
// two files that differ would be one checkpoint.
func canonical(raw []byte) bool {
	_, signatures, _ := strings.Cut(string(raw), "\n\n")
	for line := range strings.Lines(signatures) {
		sig := line[strings.LastIndexByte(line, ' ')+1:]
		if _, err := base64.StdEncoding.Strict().DecodeString(strings.TrimSuffix(sig, "\n")); err != nil {
			return false
		}
	}
	return true
}

// Read reads what a checkpoint says without asking who signed it: nothing may be
// decided by it, but what it says may be compared.
func Read(raw []byte) (Head, error) {
	if len(raw) > MaxCheckpoint || !utf8.Valid(raw) {
		return Head{}, fmt.Errorf("%w: longer than %d bytes, or no text", ErrCheckpoint, MaxCheckpoint)
	}
	text, _, found := bytes.Cut(raw, []byte("\n\n"))
	lines := strings.Split(string(text), "\n")
	if !found || len(lines) != 3 || bytes.Count(raw, []byte("\n\n")) > 1 { // the library signs all before the last empty line
		return Head{}, fmt.Errorf("%w: not three lines", ErrCheckpoint)
	}
	size, err := strconv.ParseInt(lines[1], 10, 64)
	if err != nil || strconv.FormatInt(size, 10) != lines[1] {
		return Head{}, fmt.Errorf("%w: size %.40q", ErrCheckpoint, lines[1])
	}
	root, err := exact(lines[2])
	if err != nil || len(root) != tlog.HashSize {
		return Head{}, fmt.Errorf("%w: root %.80q", ErrCheckpoint, lines[2])
	}
	h := Head{Origin: lines[0], Size: size, Root: Hash(root)}
	return h, checkHead(h)
}

func checkHead(h Head) error {
	if h.Origin == "" || len(h.Origin) > maxOrigin || strings.ContainsFunc(h.Origin, func(r rune) bool {
		return r <= ' ' || r > '~' ||
			r == '+'
	}) {
		return fmt.Errorf("%w: origin %.80q", ErrCheckpoint, h.Origin)
	}
	if h.Size < 0 || h.Size > maxLeaves || h.Size == 0 && h.Root != emptyRoot {
		return fmt.Errorf("%w: %d leaves", ErrCheckpoint, h.Size)
	}
	return nil
}

// emptyRoot is the root of a tree without leaves (RFC 9162 2.1.1).
var emptyRoot = Hash(sha256.Sum256(nil))

// Cosigners gives who of the keys has co-signed. A co-signature that bears the name of
// one of them and does not hold is an error.
func (c Checkpoint) Cosigners(keys ...sign.PublicKey) ([]Cosignature, error) {
	var known []note.Verifier
	ids := map[string]string{}
	for _, k := range keys {
		v := verifier{name: WitnessName + k.ID(), key: k, cosign: true}
		known, ids[v.name] = append(known, v), k.ID()
	}
	n, err := note.Open(c.Raw, note.VerifierList(unique(known)...))
	if _, none := errors.AsType[*note.UnverifiedNoteError](err); none {
		return nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrCheckpoint, err)
	}
	var all []Cosignature
	for _, s := range n.Sigs {
		raw, err := base64.StdEncoding.DecodeString(s.Base64)
		if err == nil {
			at, _, _ := cutTime(raw[4:])
			all = append(all, Cosignature{KeyID: ids[s.Name], At: at})
		}
	}
	return all, nil
}

// Cosignatures counts the co-signatures a checkpoint bears, whoever made them.
func (c Checkpoint) Cosignatures() int {
	return strings.Count("\n"+string(c.Raw), "\n— "+WitnessName)
}

func unique(list []note.Verifier) []note.Verifier {
	seen := map[string]bool{}
	var out []note.Verifier
	for _, v := range list {
		id := fmt.Sprint(v.Name(), v.KeyHash(), v.(verifier).key)
		if !seen[id] {
			seen[id], out = true, append(out, v)
		}
	}
	return out
}

// keyHash is the number of a key in a signed note.
func keyHash(name string, alg byte, key sign.PublicKey) uint32 {
	sum := sha256.Sum256(append([]byte(name+"\n"+string([]byte{alg})), key...))
	return binary.BigEndian.Uint32(sum[:])
}

// cosigned is what a co-signature signs (C2SP tlog-cosignature).
func cosigned(text []byte, at time.Time) []byte {
	return append([]byte("cosignature/v1\ntime "+strconv.FormatInt(at.Unix(), 10)+"\n"), text...)
}

func cutTime(sig []byte) (time.Time, []byte, bool) {
	if len(sig) < 8 {
		return time.Time{}, nil, false
	}
	return time.Unix(int64(binary.BigEndian.Uint64(sig)), 0).UTC(), sig[8:], true
}

// signer implements note.Signer with a key of sync/sign.
type signer struct {
	ctx    context.Context
	name   string
	key    *sign.Key
	at     time.Time
	cosign bool
}

func (s signer) Name() string { return s.name }

func (s signer) KeyHash() uint32 { return keyHash(s.name, algOf(s.cosign), s.key.Public()) }

func (s signer) Sign(text []byte) ([]byte, error) {
	if !s.cosign {
		return s.key.Sign(s.ctx, text)
	}
	sig, err := s.key.Sign(s.ctx, cosigned(text, s.at))
	return append(binary.BigEndian.AppendUint64(nil, uint64(s.at.Unix())), sig...), err
}

func algOf(cosign bool) byte {
	if cosign {
		return algCosign
	}
	return algLog
}

// verifier implements note.Verifier by the one rule of sync/sign.
type verifier struct {
	name   string
	key    sign.PublicKey
	cosign bool
}

func (v verifier) Name() string { return v.name }

func (v verifier) KeyHash() uint32 { return keyHash(v.name, algOf(v.cosign), v.key) }

func (v verifier) Verify(text, sig []byte) bool {
	if !v.cosign {
		return v.key.Verify(text, sig)
	}
	at, sig, ok := cutTime(sig)
	return ok && v.key.Verify(cosigned(text, at), sig)
}
