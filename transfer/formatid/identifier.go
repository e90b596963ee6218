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

	"github.com/richardlehane/siegfried"
	"github.com/richardlehane/siegfried/pkg/core"
	"github.com/richardlehane/siegfried/pkg/static"

	"laufzettel/transfer/check"
	"laufzettel/transfer/compound"
	"laufzettel/transfer/container"
	"laufzettel/transfer/failure"
	"laufzettel/transfer/wording"
)

// Unknown is the PUID of a file that no signature fits.
const Unknown = "UNKNOWN"

// emptyWarning is the warning of a file without bytes.
const emptyWarning = "leere Datei"

// Identifier identifies formats. It is safe for concurrent use.
type Identifier struct {
	sf     func() (*siegfried.Siegfried, error)
	rest   func() // lets it go until it is asked for again; nil: it stays
	tool   string
	engine *decider // nil: siegfried alone
	alone  string   // why
}

// Load reads a siegfried signature file; "" takes the set built into the
// program. The set must recognise a known sample before it is used. Errors:
// failure.Setup for a file that cannot be used, failure.Bug for the built-in set.
func Load(signatureFile string) (*Identifier, error) {
	if signatureFile == "" {
		id, err := builtIn()
		return id, failure.Wrap(failure.Bug, "load built-in format signatures", wording.Say("hint.formatid.signatures-unusable"), err)
	}
	hint := wording.Say("hint.formatid.file-unusable")
	f, err := os.Open(signatureFile)
	if err != nil {
		return nil, failure.Wrap(failure.Setup, "load format signatures", hint, err)
	}
	defer f.Close()
	sf, err := loadReader(f)
	if err != nil {
		return nil, failure.Wrap(failure.Setup, "load format signatures", hint, err)
	}
	id, err := other(sf)
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

// builtIn makes the identifier of the built-in set: most files are decided by the
// table that was compiled from it; siegfried is loaded when the first undecided file asks
// for it.
func builtIn() (*Identifier, error) {
	all := &lazily{load: loadBuiltIn}
	id := &Identifier{sf: all.get, rest: all.rest}
	t, err := theTable()
	if err == nil && t.program != programName() {
		err = fmt.Errorf("formatid: the format table was compiled from %s", t.program)
	}
	if err == nil {
		id.tool = t.tool()
		id.engine, err = newDecider(t)
	}
	if err == nil {
		return id, id.selfCheck()
	}
	sf, lerr := id.sf()
	if lerr != nil {
		return nil, lerr
	}
	id.engine, id.alone, id.tool = nil, err.Error(), toolName(sf.Identifiers())
	return id, id.selfCheck()
}

// Rest lets go of what the identifying of undecided files holds, up to some 65 MB; the next
// of them brings it back.
func (id *Identifier) Rest() {
	if id.rest != nil {
		id.rest()
	}
}

// loadBuiltIn loads the set that the table was compiled from.
func loadBuiltIn() (*siegfried.Siegfried, error) {
	sf := static.New()
	if sf == nil || len(sf.Identifiers()) == 0 {
		return nil, errors.New("formatid: no signatures")
	}
	if t, err := theTable(); err == nil && t.details != sf.Identifiers()[0][1] {
		return nil, fmt.Errorf("formatid: the set is %s, the format table was compiled from %s", sf.Identifiers()[0][1], t.details)
	}
	return sf, nil
}

// other makes the identifier of another set: siegfried alone decides.
func other(sf *siegfried.Siegfried) (*Identifier, error) {
	if sf == nil || len(sf.Identifiers()) == 0 {
		return nil, errors.New("formatid: no signatures")
	}
	id := &Identifier{sf: func() (*siegfried.Siegfried, error) { return sf, nil }, tool: toolName(sf.Identifiers()),
		alone: "the signatures are not those the format table was compiled from"}
	return id, id.selfCheck()
}

// selfCheck identifies samples whose format is beyond doubt.
func (id *Identifier) selfCheck() error {
	for _, s := range []struct{ name, content, want string }{
		{"probe.pdf", "%PDF-1.4\n%\xe2\xe3\xcf\xd3\n1 0 obj\n<< >>\nendobj\ntrailer\n<< /Root 1 0 R >>\nstartxref\n9\n%%EOF\n", "fmt/18"},
		{"probe.xml", "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<probe/>\n", "fmt/101"},
	} {
		got, err := id.answer(s.name, &source{mem: []byte(s.content), size: int64(len(s.content))})
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
// "siegfried 1.11.6 PRONOM V124 container-signature 20260119". Where the set is
// another than the one the program's format table was compiled from, it says that
// siegfried decides alone.
func (id *Identifier) Tool() string {
	if id.engine == nil {
		return id.tool + " (siegfried alone)"
	}
	return id.tool
}

// Path tells how formats are found: by which compiled set, or why by siegfried
// alone.
func (id *Identifier) Path() string {
	if id.engine == nil {
		return "siegfried alone: " + id.alone
	}
	return "format table compiled from " + id.engine.tool() + ", siegfried for what the table leaves undecided"
}

// Counts tells how many files the table decided, by bytes and names or by container
// signatures, and how many it left to siegfried. Files before the first call count.
func (id *Identifier) Counts() (table, containers, undecided int64) {
	if id.engine == nil {
		return 0, 0, 0
	}
	return id.engine.decided.Load(), id.engine.containers.Load(), id.engine.left.Load()
}

var (
	droidVersion     = regexp.MustCompile(`SignatureFile_(V\d+)`)
	containerVersion = regexp.MustCompile(`container-signature-(\d+)`)
)

func toolName(identifiers [][2]string) string { return programName() + setName(identifiers) }

// setName names the sets of signatures, each behind a space.
func setName(identifiers [][2]string) (name string) {
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
	s := &source{mem: c.Bytes(), at: c, size: c.Size()}
	if id.engine == nil && s.unsound() {
		return warned(check.Format{PUID: Unknown}), s.failed()
	}
	return id.answer(name, s)
}

// answer asks the table first.
func (id *Identifier) answer(name string, s *source) (check.Format, error) {
	if id.engine == nil {
		return id.bySiegfried(name, s)
	}
	boxed, err := s.inContainer()
	if err != nil {
		return check.Format{}, fmt.Errorf("formatid: %q: %w", name, err)
	}
	spoiled := false
	if boxed {
		var f check.Format
		var known bool
		if f, known, spoiled, err = id.engine.contained(name, s); known || err != nil {
			id.engine.containers.Add(1)
			return f, err
		}
	}
	f, err := id.byTable(name, s)
	switch {
	case !errors.Is(err, errUndecided):
		id.engine.decided.Add(1)
		if err != nil {
			err = fmt.Errorf("formatid: %q: %w", name, err)
		}
	case spoiled: // siegfried would look into it
		f, err = check.Format{PUID: Unknown}, nil
	default:
		id.engine.left.Add(1)
		if boxed {
			s.stage = &stage{id.engine.engine, id.engine.mark}
		}
		f, err = id.bySiegfried(name, s)
	}
	if spoiled && err == nil {
		f = warned(f)
	}
	return f, err
}

// byTable decides by the table; a panic leaves the file to siegfried.
func (id *Identifier) byTable(name string, s *source) (f check.Format, err error) {
	defer func() {
		if p := recover(); p != nil {
			f, err = check.Format{}, errUndecided
		}
	}()
	return id.engine.decide(name, s)
}

// inContainer reports whether siegfried looks into the content first: ZIP and OLE2.
func inContainer(b []byte) bool {
	return bytes.HasPrefix(b, []byte(zipSignature)) || bytes.HasPrefix(b, []byte(compound.Signature[:4]))
}

// inContainer looks at the beginning of the content.
func (s *source) inContainer() (bool, error) {
	if s.mem != nil {
		return inContainer(s.mem), nil
	}
	var head [4]byte
	b := head[:min(s.size, int64(len(head)))]
	err := s.fill(b, 0)
	return inContainer(b), err
}

// bySiegfried asks siegfried.
func (id *Identifier) bySiegfried(name string, s *source) (f check.Format, err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("formatid: siegfried failed on %q: %v", name, p)
		}
	}()
	sf, err := id.sf()
	if err != nil {
		return f, err
	}
	found, err := sf.Identify(s, path.Base(name), "")
	if rerr := s.failed(); rerr != nil {
		return check.Format{}, fmt.Errorf("formatid: %q: %w", name, rerr)
	}
	if len(found) == 0 {
		return check.Format{}, fmt.Errorf("formatid: %q: %w", name, cmp.Or(err, errors.New("no answer")))
	}
	return best(sf, found), nil // an err beside an answer concerns one matcher only (a broken ZIP, say)
}

// best gives the first of the answers that PRONOM priorities left, the lowest
// number where there are several, and names the others in the warning.
func best(sf *siegfried.Siegfried, found []core.Identification) check.Format {
	all := make([]check.Format, 0, len(found))
	for _, i := range found {
		var fields, values []string
		for _, l := range sf.Label(i) {
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
