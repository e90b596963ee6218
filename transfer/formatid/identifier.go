// Package formatid tells the format of a file by PRONOM signatures. It is the
// only importer of siegfried (Apache-2.0).
//
// It identifies, it does not validate: a file may carry the signature of a
// format and still be broken. The signature set is part of every answer (Tool),
// because PRONOM changes and so do answers (requirement G2).
package formatid

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"io"
	"os"
	"path"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/richardlehane/siegfried"
	"github.com/richardlehane/siegfried/pkg/config"
	"github.com/richardlehane/siegfried/pkg/core"
	"github.com/richardlehane/siegfried/pkg/static"

	"laufzettel/transfer/check"
	"laufzettel/transfer/container"
	"laufzettel/transfer/failure"
)

// Unknown is the PUID of a file that no signature fits.
const Unknown = "UNKNOWN"

// emptyWarning is the warning of a file without bytes.
const emptyWarning = "leere Datei"

// stageFrom is the size from which the first stage pays. Below, what siegfried
// does per file (goroutines, channels) outweighs what it does per byte.
// A small PDF/A is read nearly to its end anyway, where its claim stands.
const (
	stageFrom    = 64 << 10
	stageFromPDF = 256 << 10
)

// Identifier identifies formats. It is safe for concurrent use.
type Identifier struct {
	sf    *siegfried.Siegfried
	tool  string
	stage func() *stage // the first stage, nil where the signature set has another shape
	fast  *direct       // nil where siegfried has another shape
}

// Load reads a siegfried signature file; "" takes the set built into the
// program. The set must recognise a known sample before it is used. Errors:
// failure.Setup for a file that cannot be used, failure.Bug for the built-in set.
func Load(signatureFile string) (*Identifier, error) {
	if signatureFile == "" {
		id, err := newIdentifier(static.New())
		return id, failure.Wrap(failure.Bug, "load built-in format signatures", "Die eingebauten Formatsignaturen sind unbrauchbar. Bitte das Programm neu installieren.", err)
	}
	hint := "Die Signaturdatei lässt sich nicht verwenden. Bitte eine Signaturdatei von siegfried wählen oder die eingebaute verwenden."
	f, err := os.Open(signatureFile)
	if err != nil {
		return nil, failure.Wrap(failure.Setup, "load format signatures", hint, err)
	}
	defer f.Close()
	sf, err := loadReader(f)
	if err != nil {
		return nil, failure.Wrap(failure.Setup, "load format signatures", hint, err)
	}
	id, err := newIdentifier(sf)
	return id, failure.Wrap(failure.Setup, "load format signatures", hint, err)
}

// loadReader guards against signature files that are no such files.
func loadReader(r io.Reader) (sf *siegfried.Siegfried, err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("formatid: signature file: %v", p)
		}
	}()
	const most = 256 << 20
	return siegfried.LoadReader(io.LimitReader(r, most))
}

// newIdentifier makes the identifier. siegfried's automata (65 MB) are made by its
// first walk; where small files are decided without, only a larger file asks for them.
func newIdentifier(sf *siegfried.Siegfried) (*Identifier, error) {
	if sf == nil || len(sf.Identifiers()) == 0 {
		return nil, errors.New("formatid: no signatures")
	}
	id := &Identifier{sf: sf, tool: toolName(sf.Identifiers()), stage: func() *stage { return nil }}
	st, err := newStage(sf)
	if err != nil { // without it the answers are the same, only slower
		return id, id.selfCheck(id.walked)
	}
	id.stage = sync.OnceValue(func() *stage { return st.observed(sf) })
	if id.fast = newDirect(sf, st); id.fast != nil && id.selfCheck(id.decided) == nil {
		return id, nil
	}
	id.fast = nil
	return id, id.selfCheck(id.walked)
}

// walked and decided identify a sample in the one and the other way.
func (id *Identifier) walked(name string, b []byte) (check.Format, error) {
	return id.identify(name, &source{mem: b, size: int64(len(b)), stage: id.stage()})
}

func (id *Identifier) decided(name string, b []byte) (check.Format, error) {
	f, ok := id.decide(name, &source{mem: b, size: int64(len(b))})
	if !ok {
		return f, errors.New("formatid: the sample is left to siegfried")
	}
	return f, nil
}

// selfCheck identifies samples whose format is beyond doubt.
func (id *Identifier) selfCheck(identify func(name string, b []byte) (check.Format, error)) error {
	for _, s := range []struct{ name, content, want string }{
		{"probe.pdf", "%PDF-1.4\n%\xe2\xe3\xcf\xd3\n1 0 obj\n<< >>\nendobj\ntrailer\n<< /Root 1 0 R >>\nstartxref\n9\n%%EOF\n", "fmt/18"},
		{"probe.xml", "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<probe/>\n", "fmt/101"},
	} {
		got, err := identify(s.name, []byte(s.content))
		if err != nil {
			return err
		}
		if got.PUID != s.want {
			return fmt.Errorf("formatid: %s is identified as %s, want %s", s.name, got.PUID, s.want)
		}
	}
	return nil
}

// Tool names program, PRONOM version and container signatures, such as
// "siegfried 1.11.6 PRONOM V124 container-signature 20260119".
func (id *Identifier) Tool() string { return id.tool }

var (
	droidVersion     = regexp.MustCompile(`SignatureFile_(V\d+)`)
	containerVersion = regexp.MustCompile(`container-signature-(\d+)`)
)

func toolName(identifiers [][2]string) string {
	v := config.Version()
	name := fmt.Sprintf("siegfried %d.%d.%d", v[0], v[1], v[2])
	for _, i := range identifiers {
		if m := droidVersion.FindStringSubmatch(i[1]); m != nil {
			name += " PRONOM " + m[1]
		} else {
			name += " " + i[0]
		}
		if m := containerVersion.FindStringSubmatch(i[1]); m != nil {
			name += " container-signature " + m[1]
		}
	}
	return name
}

// Identify tells the format of the content c that is called name. PUID is
// Unknown where no signature fits; Warning then names what the extension
// suggests. A read error of c is returned. A panic of the library inside this
// call becomes an error.
func (id *Identifier) Identify(name string, c container.Content) (check.Format, error) {
	if c.Size() == 0 {
		return check.Format{PUID: Unknown, Warning: emptyWarning}, nil
	}
	if b := c.Bytes(); (b == nil || inContainer(b)) && unsoundCompound(c, c.Size()) {
		return check.Format{PUID: Unknown, Warning: compoundWarning}, nil
	}
	s := &source{mem: c.Bytes(), at: c, size: c.Size()}
	if id.fast.suits(s.mem) {
		if f, ok := id.decide(name, s); ok {
			return f, nil
		}
	}
	from := int64(stageFrom)
	if bytes.HasPrefix(s.mem, []byte("%PDF")) {
		from = stageFromPDF
	}
	if s.size >= from { // longer than stage.mark: no ZIP reader asks for that much at the beginning
		s.stage = id.stage()
	}
	return id.identify(name, s)
}

// decide answers without siegfried's walks; a panic leaves the file to siegfried.
func (id *Identifier) decide(name string, s *source) (f check.Format, ok bool) {
	defer func() {
		if p := recover(); p != nil {
			ok = false
		}
	}()
	found, ok := id.fast.identify(name, s)
	if !ok || len(found) == 0 {
		return f, false
	}
	return id.fast.format(found), true
}

// inContainer reports whether siegfried looks into the content first and then
// mostly knows the format without the byte matcher: ZIP and OLE2.
func inContainer(b []byte) bool {
	return bytes.HasPrefix(b, []byte("PK\x03\x04")) || bytes.HasPrefix(b, []byte("\xd0\xcf\x11\xe0"))
}

func (id *Identifier) identify(name string, s *source) (f check.Format, err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("formatid: siegfried failed on %q: %v", name, p)
		}
	}()
	found, err := id.sf.Identify(s, path.Base(name), "")
	if rerr := s.failed(); rerr != nil {
		return check.Format{}, fmt.Errorf("formatid: %q: %w", name, rerr)
	}
	if len(found) == 0 {
		return check.Format{}, fmt.Errorf("formatid: %q: %w", name, cmp.Or(err, errors.New("no answer")))
	}
	return id.best(found), nil // an err beside an answer concerns one matcher only (a broken ZIP, say)
}

// best gives the first of the answers that PRONOM priorities left, the lowest
// number where there are several, and names the others in the warning.
func (id *Identifier) best(found []core.Identification) check.Format {
	all := make([]check.Format, 0, len(found))
	for _, i := range found {
		var fields, values []string
		for _, l := range id.sf.Label(i) {
			fields, values = append(fields, l[0]), append(values, l[1])
		}
		all = append(all, formatOf(fields, values))
	}
	return first(all)
}

// formatOf reads the values of an answer by their names.
func formatOf(fields, values []string) (f check.Format) {
	for i, name := range fields {
		switch name {
		case "id":
			f.PUID = values[i]
		case "format":
			f.Name = values[i]
		case "version":
			f.Version = values[i]
		case "mime":
			f.MIME = values[i]
		case "basis":
			f.Basis = values[i]
		case "warning":
			f.Warning = values[i]
		}
	}
	return f
}

// first gives the lowest number of equal answers and names the others.
func first(all []check.Format) check.Format {
	slices.SortStableFunc(all, func(a, b check.Format) int { return comparePUID(a.PUID, b.PUID) })
	f := all[0]
	if len(all) > 1 {
		var others []string
		for _, o := range all[1:] {
			others = append(others, o.PUID)
		}
		more := "multiple results: also " + strings.Join(others, ", ")
		if f.Warning != "" {
			more = f.Warning + "; " + more
		}
		f.Warning = more
	}
	return f
}

// comparePUID orders fmt/2 before fmt/10 and both before x-fmt/1.
func comparePUID(a, b string) int {
	kindA, numA, _ := strings.Cut(a, "/")
	kindB, numB, _ := strings.Cut(b, "/")
	na, _ := strconv.Atoi(numA)
	nb, _ := strconv.Atoi(numB)
	return cmp.Or(strings.Compare(kindA, kindB), na-nb, strings.Compare(a, b))
}
