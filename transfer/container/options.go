package container

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"laufzettel/transfer/wording"
)

// ErrCorrupt is told by Open and Visit where stored content cannot be read as
// its container describes it: cut, other length, other CRC.
var ErrCorrupt = errors.New("container: content does not match its description")

// ErrChanged is told where a file of a folder changed after the folder was opened.
var ErrChanged = errors.New("container: file changed since the folder was opened")

// Limits bound what a hostile container can cost. Zero fields take the defaults
// of DefaultLimits.
type Limits struct {
	Files int   // entries, folders included
	Bytes int64 // sum of all contents, uncompressed
	// Ratio is uncompressed : compressed, per entry and over all, asked above
	// RatioFloor bytes; SteepRatio the same above SteepFloor. Two steps, because
	// honest databases reach 250 : 1 with 20 MB, and zeros reach 1000 : 1.
	Ratio      int64
	RatioFloor int64
	SteepRatio int64
	SteepFloor int64
	NameLength int   // UTF-16 units of one path segment
	PathLength int   // bytes of one path
	PathDepth  int   // segments of one path
	Depth      int   // containers within containers; 0 of the outermost does not count
	SpoolBytes int64 // temporary disk space used at one time
}

// DefaultLimits are wide enough for the largest deliveries the sources speak of
// and narrow enough that no container of some megabytes can stop the program.
func DefaultLimits() Limits {
	return Limits{
		Files: 2_000_000, Bytes: 8 << 40, Ratio: 200, RatioFloor: 100 << 20, SteepRatio: 500, SteepFloor: 10 << 20,
		NameLength: 255, PathLength: 4096, PathDepth: 128, Depth: 4, SpoolBytes: 64 << 30,
	}
}

func (l Limits) withDefaults() Limits {
	d := DefaultLimits()
	for _, p := range []struct{ have, def *int64 }{
		{&l.Bytes, &d.Bytes}, {&l.Ratio, &d.Ratio}, {&l.RatioFloor, &d.RatioFloor},
		{&l.SteepRatio, &d.SteepRatio}, {&l.SteepFloor, &d.SteepFloor}, {&l.SpoolBytes, &d.SpoolBytes},
	} {
		if *p.have <= 0 {
			*p.have = *p.def
		}
	}
	for _, p := range []struct{ have, def *int }{
		{&l.Files, &d.Files}, {&l.NameLength, &d.NameLength}, {&l.PathLength, &d.PathLength},
		{&l.PathDepth, &d.PathDepth}, {&l.Depth, &d.Depth},
	} {
		if *p.have <= 0 {
			*p.have = *p.def
		}
	}
	return l
}

// Counter is told of every byte of content that is read. It is called from
// several goroutines. A test proves with it that journaled files are not read
// again.
type Counter interface {
	Read(path string, n int64)
}

// Options steer Open and OpenEntry; the zero value is right for most callers.
type Options struct {
	Limits      Limits
	SpoolDir    string  // folder for temporary files, "" = os.TempDir
	MemoryLimit int64   // largest content held in memory; 0 = 4 MiB
	Names       string  // encoding of names without UTF-8 mark: "" (CP850), "cp850", "cp437"
	Counter     Counter // nil: nobody counts
	// Single opens a file that is no container as a folder holding only that
	// file (one XML message, one WARC).
	Single bool
	// Lone opens every file, a container too, as a folder holding only that file:
	// what is asked for is the file itself.
	Lone bool
	// Tolerate names faults that do not refuse the container but are kept for
	// Faults. Only names that are odd and yet safe to read can be tolerated:
	// NAM-001 to NAM-005. A name with NUL is never tolerated.
	Tolerate []string
	// LeaveOut opens a folder in which something is no file or cannot be read: links,
	// pipes, folders without rights, placeholders of cloud stores. None of it is in the
	// tree, each is a fault LinkLeft or NotRead among Faults.
	LeaveOut bool
}

const defaultMemoryLimit = 4 << 20

func (o Options) withDefaults() Options {
	o.Limits = o.Limits.withDefaults()
	if o.MemoryLimit <= 0 {
		o.MemoryLimit = defaultMemoryLimit
	}
	return o
}

// bomb says whether size bytes out of stored bytes are beyond the limits.
func (l Limits) bomb(size, stored int64) bool {
	return size > l.RatioFloor && size/l.Ratio > stored || size > l.SteepFloor && size/l.SteepRatio > stored
}

func (o Options) tolerates(code string) bool {
	if code == Backslashes || code == Prefix || code == LinkLeft || code == StreamLeft || code == OtherEncoding {
		return true
	}
	if code == NotRead {
		return o.LeaveOut
	}
	return strings.HasPrefix(code, "NAM-") && code != SameName && slices.Contains(o.Tolerate, code)
}

// Codes of the faults a container is refused for. Their German texts stand in
// transfer/check (ContainerCodes), which knows this package.
const (
	PathEscape    = "SEC-001" // path leads out of the container
	AbsolutePath  = "SEC-002" // absolute, drive or network path
	LinkOrDevice  = "SEC-003" // symbolic or hard link, device, pipe
	Bomb          = "SEC-004" // compression ratio beyond the limit
	TooMuch       = "SEC-005" // too many files or bytes
	Overlap       = "SEC-006" // entries share bytes
	HeaderDiffers = "SEC-007" // central directory and local header differ
	TooDeep       = "SEC-008" // folders or containers nested too deep
	ReservedName  = "NAM-001" // name reserved by Windows
	LongName      = "NAM-002" // name or path too long
	OddCharacter  = "NAM-003" // control character, backslash, trailing dot or space
	CaseTwins     = "NAM-004" // names differ by case only
	UnicodeTwins  = "NAM-005" // names differ by Unicode normalisation only
	SameName      = "NAM-006" // one name twice
	OtherEncoding = "NAM-009" // name on the disk is not UTF-8: read as ISO 8859-1, always tolerated
	Backslashes   = "NAM-008" // backslash as separator: read as a folder, always tolerated
	Prefix        = "CNT-016" // bytes before the container: skipped, always tolerated
	LinkLeft      = "CNT-021" // as LinkOrDevice, in a folder opened with LeaveOut
	NotRead       = "CNT-022" // lies in the folder, its content is not to be had
	Changed       = "CNT-023" // was taken in, and went or was written at its place since
	StreamLeft    = "CNT-024" // beside the content of a file of a folder lies more, which is not taken; always tolerated
	Encrypted     = "CNT-001" // content is encrypted
	Damaged       = "CNT-002" // cut or damaged container
	Unsupported   = "CNT-003" // compression or storage method not supported
	NoContainer   = "CNT-004" // not a container we can read
)

// Fault is one reason why a container was refused.
type Fault struct {
	Code     string // one of the constants above
	Path     string // as far as it could be read; control characters kept
	Expected string
	Found    string
	Words    *FaultWords `json:",omitempty"` // nil: none of ours
}

// FaultWords are the texts Expected and Found were made of, so that they can be said in
// another language than German; empty where that is material.
type FaultWords struct {
	Expected wording.Text `json:",omitzero"`
	Found    wording.Text `json:",omitzero"`
}

// NewFault makes a fault. What was expected and found is material, or a text of ours.
func NewFault(code, path string, expected, found any) Fault {
	f := Fault{Code: code, Path: path, Expected: fmt.Sprint(expected), Found: fmt.Sprint(found)}
	w := FaultWords{}
	w.Expected, _ = expected.(wording.Text)
	w.Found, _ = found.(wording.Text)
	if !w.Expected.Empty() || !w.Found.Empty() {
		f.Words = &w
	}
	return f
}

// Said gives what was expected and found: texts where they are ours, else material.
func (f Fault) Said() (expected, found any) {
	expected, found = f.Expected, f.Found
	if w := f.Words; w != nil && !w.Expected.Empty() {
		expected = w.Expected
	}
	if w := f.Words; w != nil && !w.Found.Empty() {
		found = w.Found
	}
	return expected, found
}

// maxFaults bounds the list: more of the same helps nobody.
const maxFaults = 50

// maxTolerated bounds what is kept of faults that were let pass: each is told, and of
// those beyond it how many there are.
const maxTolerated = 10_000

// Refused says that a container is not opened. It is a statement about the
// delivered material, not an error of ours; transfer/check turns it into
// findings.
type Refused struct {
	Faults  []Fault // in the order they were found, at most 50
	Hostile bool    // at least one fault endangers whoever unpacks it
	More    bool    // there were more faults than are listed
}

// Error gives the first fault, for logs.
func (r *Refused) Error() string {
	if len(r.Faults) == 0 {
		return "container refused"
	}
	f := r.Faults[0]
	return fmt.Sprintf("container refused: %s %q: expected %s, found %s (%d faults)", f.Code, f.Path, f.Expected, f.Found, len(r.Faults))
}

// gate collects faults while a container is being indexed.
type gate struct {
	o         Options
	refused   Refused
	tolerated []Fault
	beyond    map[string]int // faults let pass beyond those, by code
}

func (g *gate) fault(code, path string, expected, found any) {
	g.add(NewFault(code, path, expected, found))
}

func (g *gate) add(f Fault) {
	code := f.Code
	if g.o.tolerates(code) && !strings.Contains(f.Path, "\x00") {
		if len(g.tolerated) < maxTolerated {
			g.tolerated = append(g.tolerated, f)
			return
		}
		if g.beyond == nil {
			g.beyond = map[string]int{}
		}
		g.beyond[code]++
		return
	}
	if !strings.HasPrefix(code, "CNT-") {
		g.refused.Hostile = true
	}
	if len(g.refused.Faults) >= maxFaults {
		g.refused.More = true
		return
	}
	g.refused.Faults = append(g.refused.Faults, f)
}

// passed gives the faults that were let pass, and one more of each kind of which there
// were too many to name: a share may lie in a cloud store with all its files.
func (g *gate) passed() []Fault {
	out := g.tolerated
	for _, code := range slices.Sorted(maps.Keys(g.beyond)) {
		out = append(out, NewFault(code, "", "", wording.Say("found.container.more-such", g.beyond[code])))
	}
	return out
}

// full says that looking on brings nothing new.
func (g *gate) full() bool { return g.refused.More }

// err is nil or the refusal.
func (g *gate) err() error {
	if len(g.refused.Faults) == 0 {
		return nil
	}
	return &g.refused
}
