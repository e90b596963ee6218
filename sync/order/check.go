package order

import (
	"bufio"
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"laufzettel/sync/sign"
	"laufzettel/transfer/pattern"
	"laufzettel/transfer/people/naming"
	"laufzettel/transfer/strict"
	"laufzettel/transfer/wording"
)

var (
	idForm    = pattern.Of(`\A[0-9A-Za-z._-]{1,64}\z`)
	digest    = pattern.Of(`\A[0-9a-f]{64}\z`)
	statement = pattern.Of(`\A([0-9]{1,15}:[0-9a-f]{64}|[0-9a-f]{64,128})\z`)
)

// text reports whether s is one short line without signs that a screen hides or turns.
func text(s string, empty bool) bool {
	if s == "" {
		return empty
	}
	if len(s) > maxText || !utf8.ValidString(s) || strings.HasPrefix(s, " ") || strings.HasSuffix(s, " ") {
		return false
	}
	for _, r := range s {
		if hidden(r) {
			return false
		}
	}
	return true
}

// hidden are control signs, line ends and what changes the direction of writing.
func hidden(r rune) bool {
	return r < 0x20 || r >= 0x7f && r <= 0x9f || r >= 0x200b && r <= 0x200f || r >= 0x2028 && r <= 0x202e || r >= 0x2060 && r <= 0x2069 ||
		r == 0xfeff
}

// Plain makes a text one an order may bear.
func Plain(s string) string {
	s = strings.Join(strings.Fields(strings.ToValidUTF8(s, "")), " ")
	s = strings.Map(func(r rune) rune {
		if hidden(r) {
			return -1
		}
		return r
	}, s)
	for len(s) > maxText {
		_, n := utf8.DecodeLastRuneInString(s)
		s = s[:len(s)-n]
	}
	return strings.TrimSpace(s)
}

func moment(s string) (time.Time, bool) {
	at, err := time.Parse("2006-01-02T15:04:05Z", s)
	return at, err == nil && at.Format("2006-01-02T15:04:05Z") == s && at.Year() >= 2000
}

// Moment writes a time as orders do.
func Moment(at time.Time) string { return at.UTC().Format("2006-01-02T15:04:05Z") }

func whole(numbers ...int64) bool {
	return !slices.ContainsFunc(numbers, func(n int64) bool { return n < 0 || n > maxWhole })
}

func (o Order) check() error {
	made, ok := moment(o.Made)
	switch {
	case o.Format != format:
		return Fault(wording.Kept("order.fault.format", format))
	case !idForm.MatchString(o.ID), !idForm.MatchString(o.Accession), !idForm.MatchString(o.Portion):
		return Fault(wording.Kept("order.fault.ids"))
	case !text(o.Archive, true), !text(o.Basis, false), !text(o.Sample, true):
		return Fault(wording.Kept("order.fault.lines"))
	case !ok:
		return Fault(wording.Kept("order.fault.made"))
	case o.Log.Seq < 1 || !whole(o.Log.Seq) || !digest.MatchString(o.Log.Hash):
		return Fault(wording.Kept("order.fault.log"))
	}
	if err := o.checkSigners(made); err != nil {
		return err
	}
	return o.checkContent()
}

func (o Order) checkSigners(made time.Time) error {
	want := []string{Orders, Releases}
	if o.Alone != nil {
		want = want[:1]
		until, ok := moment(o.Alone.Until)
		switch {
		case o.Alone.Until == "" && o.Alone.Consent != "" && text(o.Alone.Consent, false):
		case o.Alone.Consent == "" && ok && until.Sub(made) >= MinWait:
		default:
			return Fault(wording.Kept("order.fault.alone"))
		}
	}
	if len(o.Signers) != len(want) {
		return Fault(wording.Kept("order.fault.two"))
	}
	for i, s := range o.Signers {
		k, err := sign.ParsePublicKey(s.PublicKey)
		if s.Role != want[i] || !text(s.Person, false) || err != nil || k.String() != s.PublicKey {
			return Fault(wording.Kept("order.fault.signers"))
		}
	}
	if len(o.Signers) == 2 && (naming.Same(o.Signers[0].Person, o.Signers[1].Person) ||
		o.Signers[0].PublicKey == o.Signers[1].PublicKey) {
		return Fault(wording.Kept("order.fault.one-person"))
	}
	return nil
}

func (o Order) checkContent() error {
	for i, d := range o.Originals {
		if !idForm.MatchString(d.Portion) || !whole(d.Files, d.Bytes) || !digest.MatchString(d.Digest) || i > 0 &&
			o.Originals[i-1].Portion >= d.Portion {
			return Fault(wording.Kept("order.fault.originals"))
		}
	}
	for i, s := range o.Sums {
		if !text(s.Folder, true) || !whole(s.Objects, s.Files, s.Bytes) || i > 0 && o.Sums[i-1].Folder >= s.Folder {
			return Fault(wording.Kept("order.fault.sums"))
		}
	}
	if o.Originals == nil || o.Sums == nil || o.Count < 1 || !whole(o.Count) {
		return Fault(wording.Kept("order.fault.nothing"))
	}
	if o.List != "" {
		if o.Objects != nil || o.Count <= MaxInline || !digest.MatchString(o.List) {
			return Fault(wording.Kept("order.fault.where"))
		}
		return nil
	}
	if int64(len(o.Objects)) != o.Count || o.Count > MaxInline {
		return Fault(wording.Kept("order.fault.count"))
	}
	t := tally{alone: o.Alone != nil}
	for _, d := range o.Objects {
		if err := t.add(d); err != nil {
			return err
		}
	}
	return t.compare(o)
}

// tally adds up objects as they come.
type tally struct {
	alone bool
	last  string
	count int64
	sums  map[string]*Sum
}

func (t *tally) add(d Object) error {
	released := statement.MatchString(d.Released) && statement.MatchString(d.Decided) || t.alone &&
		(d.Released == "" || statement.MatchString(d.Released)) && (d.Decided == "" || statement.MatchString(d.Decided))
	switch {
	case !text(d.ID, false) || !text(d.Folder, true) || !whole(d.Files, d.Bytes) || !digest.MatchString(d.Digest):
		return Fault(wording.Kept("order.fault.object"))
	case !released:
		return Fault(wording.Kept("order.fault.decider"))
	case t.count > 0 && t.last >= d.ID:
		return Fault(wording.Kept("order.fault.sequence"))
	}
	if t.sums == nil {
		t.sums = map[string]*Sum{}
	}
	s := t.sums[d.Folder]
	if s == nil {
		s = &Sum{Folder: d.Folder}
		t.sums[d.Folder] = s
	}
	s.Objects, s.Files, s.Bytes = s.Objects+1, s.Files+d.Files, s.Bytes+d.Bytes
	t.last, t.count = d.ID, t.count+1
	return nil
}

// Sums gives the sums by folder of objects.
func Sums(objects []Object) []Sum {
	t := tally{alone: true}
	for _, d := range objects {
		t.last = ""
		_ = t.add(d) // what is wrong with one is said when the order is sealed
	}
	return t.byFolder()
}

func (t *tally) byFolder() []Sum {
	out := []Sum{}
	for _, s := range t.sums {
		out = append(out, *s)
	}
	slices.SortFunc(out, func(a, b Sum) int { return strings.Compare(a.Folder, b.Folder) })
	return out
}

func (t *tally) compare(o Order) error {
	if t.count != o.Count || !slices.Equal(t.byFolder(), o.Sums) {
		return Fault(wording.Kept("order.fault.other-sums"))
	}
	return nil
}

// listPart is how many lines of a list are one part of its root.
const listPart = 10_000

// maxLine bounds a line of a list.
const maxLine = 8 << 10

// WriteList writes the list file of an order and gives its root: one object in a line;
// SHA-256 over the lines with the hex SHA-256 of each 10,000 lines.
func WriteList(w io.Writer, objects []Object) (string, error) {
	r := root{}
	for _, d := range objects {
		line, err := spell(d)
		if err != nil {
			return "", err
		}
		line = append(line, '\n')
		if _, err := w.Write(line); err != nil {
			return "", fmt.Errorf("write list: %w", err)
		}
		r.add(line)
	}
	return r.sum(), nil
}

type root struct {
	part  bytes.Buffer
	parts bytes.Buffer
	lines int
}

func (r *root) add(line []byte) {
	r.part.Write(line)
	if r.lines++; r.lines%listPart == 0 {
		r.close()
	}
}

func (r *root) close() {
	sum := sha256.Sum256(r.part.Bytes())
	r.parts.WriteString(hex.EncodeToString(sum[:]) + "\n")
	r.part.Reset()
}

func (r *root) sum() string {
	if r.part.Len() > 0 {
		r.close()
	}
	sum := sha256.Sum256(r.parts.Bytes())
	return hex.EncodeToString(sum[:])
}

// ReadList verifies the list file of an order. Error: Fault.
func (p *Paper) ReadList(in io.Reader) error {
	t, r, lines := tally{alone: p.Alone != nil}, root{}, bufio.NewReaderSize(in, maxLine)
	for {
		line, err := lines.ReadSlice('\n')
		if errors.Is(err, io.EOF) && len(line) == 0 {
			break
		}
		var d Object
		if err != nil || strict.Read(line[:len(line)-1], &d) != nil || !spelled(d, line[:len(line)-1]) {
			return Fault(wording.Kept("order.fault.list-form"))
		}
		if err := t.add(d); err != nil {
			return err
		}
		r.add(line)
	}
	if r.sum() != p.List {
		return Fault(wording.Kept("order.fault.other-list"))
	}
	return t.compare(p.Order)
}

// Lines reads the objects of a list file, which is verified elsewhere. Error: Fault.
func Lines(in io.Reader) ([]Object, error) {
	var out []Object
	lines := bufio.NewScanner(in)
	lines.Buffer(nil, maxLine)
	for lines.Scan() {
		var d Object
		if err := strict.Read(lines.Bytes(), &d); err != nil {
			return nil, Fault(wording.Kept("order.fault.list-unreadable"))
		}
		out = append(out, d)
	}
	return out, lines.Err()
}
