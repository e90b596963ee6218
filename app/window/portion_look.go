package window

import (
	"bytes"
	"context"
	"errors"
	"io"
	"os"
	"path"
	"regexp"
	"strconv"
	"strings"

	"laufzettel/app/work/intake"
	"laufzettel/app/work/reading"
	"laufzettel/transfer"
	"laufzettel/transfer/failure"
	"laufzettel/transfer/report"
	"laufzettel/transfer/wording"
	"laufzettel/viewer"
	portion "laufzettel/views/portion/model"
)

// Keys of messages: a file of the delivery, a letter of ours by its path.
const (
	fileKey   = "file:"
	letterKey = "letter:"
)

// maxLetter bounds a letter of ours that is read to be shown: a claim that lists all
// places of a large delivery has some megabytes.
const maxLetter = 256 << 20

// maxPlain bounds the text that is opened for one line in it.
const maxPlain = 64 << 20

// messageName is how messages of the exchange are called in a delivery.
var messageName = regexp.MustCompile(`(?i)\.05\d\d\.xml$|_(Anbieteverzeichnis|Bewertungsverzeichnis|Aussonderung)\.xml$`)

// messageSearch is how many files are looked through for the message.
const messageSearch = 2000

// Open implements portion.Source.
func (s Portion) Open(ctx context.Context, id, place string) (viewer.Document, error) {
	o, err := s.W.Room.OpenPortion(ctx, id, reading.Asker{})
	if err != nil {
		return nil, err
	}
	if place == "" {
		a, _, err := o.Database(ctx, "")
		if err != nil { // a nil archive is no document
			return nil, err
		}
		return a, nil
	}
	name, line := s.Spot(place)
	if line > 0 {
		return s.plain(ctx, o, name)
	}
	doc, done, err := o.Document(ctx, name)
	if err != nil {
		return nil, err
	}
	return viewer.OnClose(doc, done), nil
}

// plain opens a text line by line.
func (s Portion) plain(ctx context.Context, o *reading.Opened, name string) (viewer.Document, error) {
	r, err := o.File(ctx, name)
	if err != nil {
		return nil, err
	}
	raw, err := io.ReadAll(io.LimitReader(r, maxPlain))
	if err := errors.Join(err, r.Close()); err != nil {
		return nil, failure.Wrap(failure.Transient, "read "+name, wording.Say("hint.reading.file-not-in-delivery"), err)
	}
	return s.W.Room.OpenPart(ctx, viewer.Source{Name: name, Plain: true, Content: bytes.NewReader(raw), Size: int64(len(raw))})
}

// Spot implements portion.Source: findings write a line behind the path.
func (s Portion) Spot(place string) (name string, line int) {
	before, after, _ := strings.Cut(s.Words.T("window.line", "\x00", 0), "\x00")
	mark := strings.TrimRight(after, "0")
	if i := strings.LastIndex(place, mark); mark != "" && i > 0 {
		n, err := strconv.Atoi(strings.NewReplacer(".", "", ",", "", "’", "").Replace(place[i+len(mark):]))
		if err == nil && n > 0 {
			return strings.TrimPrefix(place[:i], before), n
		}
	}
	return strings.TrimPrefix(place, before), 0
}

// OpenSource implements portion.Source.
func (s Portion) OpenSource(ctx context.Context, src viewer.Source) (viewer.Document, error) {
	return s.W.Room.OpenPart(ctx, src)
}

// OpenMessage implements portion.Source. A letter is one the workspace knows of this
// portion: no other path is read.
func (s Portion) OpenMessage(ctx context.Context, id, key string) (viewer.Document, error) {
	if name, ok := strings.CutPrefix(key, fileKey); ok {
		return s.Open(ctx, id, name)
	}
	file, err := s.letterFile(ctx, id, key)
	if err != nil {
		return nil, err
	}
	return s.paper(ctx, file)
}

// letterFile gives the file of a letter by its key, of those the workspace knows of this
// portion only.
func (s Portion) letterFile(ctx context.Context, id, key string) (string, error) {
	letters, err := s.W.Intake.Portions.Letters(ctx, id)
	if err != nil {
		return "", err
	}
	for _, l := range letters {
		if key == letterKey+l.Path {
			return s.W.Office.Path(l.Path), nil
		}
	}
	return "", failure.New(failure.Refused, "open message", wording.Say("hint.reading.file-not-in-delivery"))
}

// messageOutside opens what came or was written with the program of the system, after the
// person was warned.
func (s Portion) messageOutside(ctx context.Context, id, key string) error {
	if name, ok := strings.CutPrefix(key, fileKey); ok {
		return s.Act(ctx, id, portion.Action{Verb: portion.DoPlace, Text: name})
	}
	file, err := s.letterFile(ctx, id, key)
	if err != nil {
		return err
	}
	return s.outside(file)
}

// paper opens a paper of ours.
func (s Portion) paper(ctx context.Context, file string) (viewer.Document, error) {
	f, err := os.Open(file)
	if err != nil {
		return nil, failure.Wrap(failure.Setup, "open letter", wording.Say("hint.window.no-program-started", file), err)
	}
	raw, err := io.ReadAll(io.LimitReader(f, maxLetter))
	if err := errors.Join(err, f.Close()); err != nil {
		return nil, failure.Wrap(failure.Setup, "read letter", wording.Say("hint.window.no-program-started", file), err)
	}
	return s.W.Room.OpenPart(ctx, viewer.Source{Name: path.Base(file), Content: bytes.NewReader(raw), Size: int64(len(raw))})
}

// message gives the key of the message that came: its file in the delivery, else the
// delivered file itself; "" for a folder without one.
func (s Portion) message(ctx context.Context, p transfer.Portion) string {
	o, err := s.W.Room.OpenPortion(ctx, p.ID, reading.Asker{})
	if err != nil {
		return "" // not for who works here; the list stands without
	}
	facts, err := o.Delivered(ctx, 0, messageSearch)
	if err != nil {
		return ""
	}
	for _, f := range facts {
		if messageName.MatchString(f.Path) {
			return fileKey + f.Path
		}
	}
	if len(facts) == 1 {
		return fileKey + facts[0].Path
	}
	return ""
}

// Preview implements portion.Source. The letter is kept as it is typed, but for its list
// of causes: who takes the line of it out may put it in again while the letter is open.
func (s Portion) Preview(ctx context.Context, id string, a portion.Action) (viewer.Document, error) {
	c, err := s.edited(ctx, id, a)
	if err != nil {
		return nil, err
	}
	var page bytes.Buffer
	if err := report.Write(&page, c.Document()); err != nil {
		return nil, err
	}
	if len(c.Causes) > 0 {
		if err := s.W.Claims.SaveClaim(ctx, id, c); err != nil {
			return nil, err
		}
	}
	return s.W.Room.OpenPart(ctx, viewer.Source{Name: "nachforderung.pdf", Content: bytes.NewReader(page.Bytes()), Size: int64(page.Len())})
}

// edited is the letter as a person typed it.
func (s Portion) edited(ctx context.Context, id string, a portion.Action) (report.Claim, error) {
	c, err := s.W.Claims.Claim(ctx, id)
	if err != nil {
		return c, err
	}
	edit(&c, a)
	if a.Leave != nil && len(c.Causes) > 0 {
		if err := c.Leave(a.Leave); err != nil {
			return c, err
		}
	}
	return c, c.Tick(strings.Fields(a.Mention))
}

// giveBack makes the letter final as it was edited, and returns the portion.
func (s Portion) giveBack(ctx context.Context, id string, a portion.Action) error {
	c, err := s.edited(ctx, id, a)
	if err != nil {
		return err
	}
	if err := s.W.Claims.SaveClaim(ctx, id, c); err != nil {
		return err
	}
	return s.decide(ctx, id, intake.Return, "")
}
