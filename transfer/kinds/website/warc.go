package website

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"regexp"
	"strconv"
	"strings"
	"time"

	"github.com/klauspost/compress/gzip"

	"laufzettel/transfer/stop"
	"laufzettel/transfer/wording"
)

// Bounds of a record header: what is longer is no header.
const (
	maxHeaderLine  = 64 << 10
	maxHeaderLines = 1000
	maxHeaderBytes = 1 << 20
)

// Record is one record of a WARC or ARC file.
type Record struct {
	Version string // "WARC/1.0", "WARC/1.1", "ARC/1"
	Type    string // warcinfo, response, resource, request, metadata, revisit, conversion, continuation; ARC: filedesc, response
	ID      string // WARC-Record-ID without angle brackets
	URI     string // target without angle brackets
	Time    time.Time
	Length  int64 // bytes of the block
	// Offset is where the record begins in the file, or the gzip member it is in.
	Offset int64
	// Stored is how many bytes record or member take; known when the walk has passed it.
	Stored int64
	Fields map[string]string // header by lower-case name
	// HTTP of a response or revisit; known when the block was read.
	Status int
	MIME   string
}

// Field gives a header field by its name.
func (r *Record) Field(name string) string { return r.Fields[strings.ToLower(name)] }

// TroubleKind says what is wrong with a record.
type TroubleKind string

// What can be wrong with an archive file.
const (
	BadSyntax     TroubleKind = "syntax"      // no record where one should begin
	CutShort      TroubleKind = "cut"         // the file ends inside a record
	BadEnd        TroubleKind = "end"         // the block is not followed by two line ends
	BadField      TroubleKind = "field"       // a mandatory header field is missing or has no valid form
	BlockDigest   TroubleKind = "block"       // WARC-Block-Digest differs
	PayloadDigest TroubleKind = "payload"     // WARC-Payload-Digest differs
	NoDigest      TroubleKind = "no-digest"   // the algorithm is not known
	OneStream     TroubleKind = "one-stream"  // several records share one gzip member
	Bracketed     TroubleKind = "bracketed"   // target URI in angle brackets
	UnknownType   TroubleKind = "type"        // record type the standard does not know
	TwiceID       TroubleKind = "twice"       // record id used twice
	NoOriginal    TroubleKind = "no-original" // revisit of something that is not delivered
)

// Trouble is one fault of an archive file.
type Trouble struct {
	Kind            TroubleKind
	Offset          int64
	URI             string
	Expected, Found any // material, or texts of ours
}

// Walker walks the records of one file after the other; record ids and payload
// digests are compared across files. Not safe for concurrent use.
type Walker struct {
	// Tell takes every fault; nil: faults are not told.
	Tell func(Trouble)
	// Visit takes every record with its block; what it leaves unread is skipped. nil:
	// only faults matter. Status and MIME are set after the block was read.
	Visit func(r *Record, block io.Reader) error
	// Passed takes every record after its block was read and compared.
	Passed func(r *Record) error
	// Plain skips all digests: for looking, not for checking.
	Plain bool

	ids      map[uint64]bool
	payloads map[uint64]bool
	revisits []revisit
}

// maxRemembered bounds ids and payload digests in memory.
const maxRemembered = 4_000_000

type revisit struct {
	digest uint64
	at     Trouble
}

// The faults after which reading goes on behind what cannot be read; they have been
// told. errRecord: this record; errMember: the rest of this gzip member.
var (
	errRecord = errors.New("website: record cannot be read")
	errMember = errors.New("website: rest of the gzip member cannot be read")
)

// Walk reads one file. The error is of the reader or of Visit; faults of the
// material go to Tell.
func (w *Walker) Walk(ctx context.Context, r io.Reader) error {
	src := &source{raw: &counter{r: bufio.NewReaderSize(stop.Reader(ctx, r), 64<<10)}}
	return w.walk(src)
}

func (w *Walker) walk(src *source) error {
	if err := src.begin(); err != nil {
		if errors.Is(err, io.EOF) {
			w.tell(Trouble{Kind: BadSyntax, Expected: wording.Say("want.website.warc-or-arc"), Found: wording.Say("found.website.empty")})
			return nil
		}
		return w.broken(src, err)
	}
	if src.z != nil && src.start > 0 {
		w.tell(Trouble{Kind: BadSyntax, Expected: wording.Say("want.website.record-start"), Found: wording.Say("found.website.damaged")})
	}
	for {
		n, err := w.member(src)
		switch {
		case errors.Is(err, errMember) && src.z != nil:
			if err := src.seekMember(); err != nil {
				return atEnd(err)
			}
			continue
		case errors.Is(err, errMember):
			return nil
		case err != nil:
			return err
		}
		if n > 1 && src.z != nil {
			w.tell(Trouble{Kind: OneStream, Offset: src.start, Expected: wording.Say("want.website.one-stream"),
				Found: wording.Say("found.website.record-count", n)})
		}
		if src.z == nil {
			return nil
		}
		if err := src.next(); err != nil {
			if errors.Is(err, io.EOF) {
				return nil
			}
			if err := w.broken(src, err); !errors.Is(err, errMember) {
				return err
			}
			if err := src.seekMember(); err != nil {
				return atEnd(err)
			}
		}
	}
}

// atEnd takes the end of the file for what it is: nothing more to read.
func atEnd(err error) error {
	if errors.Is(err, io.EOF) {
		return nil
	}
	return err
}

// broken tells a gzip that cannot be read.
func (w *Walker) broken(src *source, err error) error {
	if !damage(err) {
		return err
	}
	w.tell(Trouble{Kind: CutShort, Offset: src.raw.n, Expected: wording.Say("want.website.readable-gzip"),
		Found: wording.Say("found.website.damaged")})
	return errMember
}

// damage tells a fault of the material from one of the reader.
func damage(err error) bool {
	var corrupt interface{ Error() string }
	switch {
	case errors.Is(err, io.ErrUnexpectedEOF), errors.Is(err, io.EOF), errors.Is(err, gzip.ErrChecksum), errors.Is(err, gzip.ErrHeader):
		return true
	case errors.As(err, &corrupt):
		return strings.Contains(corrupt.Error(), "flate: corrupt input")
	}
	return false
}

// member walks the records of one gzip member, or of the whole plain file.
func (w *Walker) member(src *source) (n int, err error) {
	for {
		rec, err := w.header(src)
		switch {
		case errors.Is(err, io.EOF):
			return n, nil
		case errors.Is(err, errRecord), errors.Is(err, errLongLine):
			if !errors.Is(err, errRecord) {
				w.tell(Trouble{Kind: BadSyntax, Offset: src.recordStart, Expected: wording.Say("want.website.usual-header"),
					Found: wording.Say("found.website.more")})
			}
			if err := src.resync(); err != nil {
				return n, w.after(err)
			}
			continue
		case err != nil && damage(err):
			return n, w.broken(src, err)
		case err != nil:
			return n, err
		}
		n++
		if err := w.block(src, rec); err != nil {
			if !errors.Is(err, errRecord) {
				return n, err
			}
			if err := src.resync(); err != nil {
				return n, w.after(err)
			}
			continue
		}
		if src.z != nil && src.alone() {
			rec.Stored = src.raw.n - src.start
		} else if src.z == nil {
			rec.Stored = src.pos - rec.Offset
		}
		if w.Passed != nil {
			if err := w.Passed(rec); err != nil {
				return n, err
			}
		}
	}
}

// after says how a search for the next record ended: at the end of the member or file,
// or in what cannot be read, which has been told with the record before.
func (*Walker) after(err error) error {
	switch {
	case errors.Is(err, io.EOF):
		return nil
	case damage(err):
		return errMember
	}
	return err
}

func (w *Walker) tell(t Trouble) {
	if w.Tell != nil {
		w.Tell(t)
	}
}

// header reads the next record's header; io.EOF at the end of member or file.
func (w *Walker) header(src *source) (*Record, error) {
	line, err := src.firstLine()
	if err != nil {
		return nil, err
	}
	rec := &Record{Offset: src.recordStart, Fields: map[string]string{}}
	if strings.HasPrefix(line, "WARC/") {
		rec.Version, src.warc = strings.TrimSpace(line), true
		return rec, w.warcHeader(src, rec)
	}
	if err := rec.arcLine(line); err != nil {
		w.tell(Trouble{Kind: BadSyntax, Offset: rec.Offset, Expected: wording.Say("want.website.record-start"), Found: shown(line)})
		return nil, errRecord
	}
	src.arc = true
	return rec, nil
}

// versionAtEnd is the beginning of a record in the line of a field.
var versionAtEnd = regexp.MustCompile(`WARC/[0-9]\.[0-9]+$`)

func (w *Walker) warcHeader(src *source, rec *Record) error {
	last, total := "", 0
	for n := 0; ; n++ {
		line, err := src.line()
		if err != nil {
			return unexpected(err)
		}
		if total += len(line); n > maxHeaderLines || total > maxHeaderBytes {
			w.tell(Trouble{Kind: BadSyntax, Offset: rec.Offset, Expected: wording.Say("want.website.usual-header"),
				Found: wording.Say("found.website.more")})
			return errRecord
		}
		if line == "" {
			break
		}
		if at := versionAtEnd.FindStringIndex(line); at != nil { // the rest of the record before is missing
			w.tell(Trouble{Kind: BadSyntax, Offset: rec.Offset, Expected: wording.Say("want.website.field"), Found: shown(line)})
			rec.Version, rec.Fields, last = line[at[0]:], map[string]string{}, ""
			if src.z == nil {
				rec.Offset = src.pos - int64(len(rec.Version)) - 2
			}
			continue
		}
		if (line[0] == ' ' || line[0] == '\t') && last != "" {
			rec.Fields[last] += " " + strings.TrimSpace(line)
			continue
		}
		name, value, ok := strings.Cut(line, ":")
		if !ok {
			w.tell(Trouble{Kind: BadSyntax, Offset: rec.Offset, Expected: wording.Say("want.website.field"), Found: shown(line)})
			return errRecord
		}
		last = strings.ToLower(strings.TrimSpace(name))
		rec.Fields[last] = strings.TrimSpace(value)
	}
	return w.judge(rec)
}

// warcTypes are the record types of ISO 28500; true: needs a target URI.
var warcTypes = map[string]bool{"warcinfo": false, "response": true, "resource": true, "request": true, "metadata": false, "revisit": true,
	"conversion": true, "continuation": true}

// judge takes the header apart and tells what ISO 28500 5 asks for.
func (w *Walker) judge(rec *Record) error {
	bad := func(name string, want any, found string) {
		w.tell(Trouble{Kind: BadField, Offset: rec.Offset, URI: rec.URI, Expected: wording.List(": ", []any{name, want}), Found: found})
	}
	rec.Type, rec.ID = rec.Fields["warc-type"], bare(rec.Fields["warc-record-id"])
	uri := rec.Fields["warc-target-uri"]
	if rec.URI = bare(uri); rec.URI != uri {
		w.tell(Trouble{Kind: Bracketed, Offset: rec.Offset, URI: rec.URI, Expected: rec.URI, Found: uri})
	}
	n, err := strconv.ParseInt(rec.Fields["content-length"], 10, 64)
	if err != nil || n < 0 {
		w.tell(Trouble{Kind: BadSyntax, Offset: rec.Offset, URI: rec.URI, Expected: wording.Say("want.website.content-length"),
			Found: rec.Fields["content-length"]})
		return errRecord
	}
	rec.Length = n
	if rec.Time, err = time.Parse(time.RFC3339Nano, rec.Fields["warc-date"]); err != nil {
		bad("WARC-Date", wording.Say("want.website.moment"), rec.Fields["warc-date"])
	}
	needsURI, known := warcTypes[rec.Type]
	switch {
	case rec.Type == "":
		bad("WARC-Type", wording.Say("want.website.record-type"), "")
	case !known:
		w.tell(Trouble{Kind: UnknownType, Offset: rec.Offset, URI: rec.URI, Found: rec.Type})
	case needsURI && rec.URI == "":
		bad("WARC-Target-URI", wording.Say("want.website.address"), "")
	}
	if rec.ID == "" {
		bad("WARC-Record-ID", wording.Say("want.website.record-id"), "")
	} else if w.seen(&w.ids, rec.ID) {
		w.tell(Trouble{Kind: TwiceID, Offset: rec.Offset, URI: rec.URI, Found: rec.ID})
	}
	return nil
}

// bare strips angle brackets.
func bare(s string) string {
	if strings.HasPrefix(s, "<") && strings.HasSuffix(s, ">") {
		return s[1 : len(s)-1]
	}
	return s
}

func shown(s string) string {
	if r := []rune(strings.ToValidUTF8(s, "?")); len(r) > 80 {
		return string(r[:80]) + "…"
	}
	return strings.ToValidUTF8(s, "?")
}

// block reads the block of a record, digests it and steps over the end mark.
func (w *Walker) block(src *source, rec *Record) error {
	d := newDigests(rec, w.Plain)
	body := &blockReader{r: io.LimitReader(src, rec.Length), d: d}
	body.behind = &behind{arc: src.arc}
	if w.Visit != nil {
		if err := w.Visit(rec, body); err != nil && !(damage(err) && body.broken) {
			return err
		}
	}
	_, err := io.Copy(io.Discard, body)
	if err != nil && !damage(err) {
		return err
	}
	if err != nil || body.n < rec.Length {
		w.tell(Trouble{Kind: CutShort, Offset: rec.Offset, URI: rec.URI, Expected: fmt.Sprintf("%d Byte", rec.Length),
			Found: fmt.Sprintf("%d Byte", body.n)})
		if !src.unread(body.behind) {
			return errMember
		}
		return errRecord
	}
	rec.Status, rec.MIME = d.http.status, d.http.mime
	if end, err := w.recordEnd(src, rec); err != nil || !end {
		if err == nil {
			src.unread(body.behind)
			err = errRecord
		}
		return err
	}
	w.compare(rec, d)
	return nil
}

// recordEnd steps over the two line ends after a WARC block. Where they are not there the
// length is wrong: then the digests say nothing more. An ARC record has one line end, which
// is skipped before the next header, and some writers leave it out.
func (w *Walker) recordEnd(src *source, rec *Record) (ok bool, err error) {
	if src.arc {
		b, err := src.in.Peek(1)
		if err != nil && !errors.Is(err, io.EOF) && !damage(err) {
			return false, err
		}
		if len(b) == 0 || b[0] == '\n' || b[0] == '\r' || src.begins(b) {
			return true, nil
		}
		w.tell(Trouble{Kind: BadEnd, Offset: rec.Offset, URI: rec.URI, Expected: wording.Say("want.website.ends"),
			Found: fmt.Sprintf("%q", b)})
		return false, nil
	}
	b, err := src.in.Peek(4)
	if err != nil && !errors.Is(err, io.EOF) && !damage(err) {
		return false, err
	}
	if string(b) != "\r\n\r\n" {
		w.tell(Trouble{Kind: BadEnd, Offset: rec.Offset, URI: rec.URI, Expected: wording.Say("want.website.ends"),
			Found: fmt.Sprintf("%q", b)})
		return false, nil
	}
	src.skip(4)
	return true, nil
}
