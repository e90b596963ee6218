package layout

import (
	"bufio"
	"bytes"
	"context"
	"fmt"
	"path"
	"slices"
	"strings"
	"unicode/utf8"

	"laufzettel/transfer/container"
	"laufzettel/transfer/wording"
)

// Limits of a survey.
const (
	maxSurveyed = 200  // files that are looked into
	maxPaths    = 5000 // of one file
	maxExamples = 3
	maxExample  = 80 // letters
	maxShapes   = 200
)

// Survey is what a sample holds, for the person who makes a layout of it.
type Survey struct {
	Files []SurveyFile `json:"files"`
	// Shapes are the forms of file names: "0-A-0.xml" stands for any digits and letters.
	Shapes []Found `json:"shapes"`
	More   bool    `json:"more,omitempty"` // there is more than is listed
}

// SurveyFile is one file that a layout could read.
type SurveyFile struct {
	Path     string  `json:"path"`
	Type     string  `json:"type"`
	Encoding string  `json:"encoding,omitempty"` // of a table that is not in UTF-8: what it looks like
	Records  int     `json:"records,omitempty"`  // rows of a table
	Found    []Found `json:"found"`
	Fault    string  `json:"fault,omitempty"` // German: why it was not read to its end
	More     bool    `json:"more,omitempty"`
}

// Found is one path with examples.
type Found struct {
	Path     string   `json:"path"` // as a layout writes it
	Count    int      `json:"count"`
	Examples []string `json:"examples,omitempty"`
}

// add counts one more of a path.
func (f *Found) add(value string) {
	f.Count++
	if value = short(strings.Join(strings.Fields(value), " ")); value != "" && len(f.Examples) < maxExamples &&
		!slices.Contains(f.Examples, value) {
		f.Examples = append(f.Examples, value)
	}
}

// typeOf is the type of source a file name speaks for, "" = none.
func typeOf(at string) string {
	switch strings.ToLower(path.Ext(at)) {
	case ".xml":
		return TypeXML
	case ".json":
		return TypeJSON
	case ".csv", ".tsv", ".tab", ".txt":
		return TypeCSV
	case ".xlsx":
		return TypeXLSX
	}
	return ""
}

// Look makes the survey of a sample: elements and attributes, columns, parts of file
// names. Of files of one shape the first three are looked into. Errors: those of the
// tree, ctx.
func Look(ctx context.Context, t container.Tree) (*Survey, error) {
	s := &Survey{}
	shapes, byShape := map[string]*Found{}, map[string]int{}
	var order, files []string
	err := t.Files(ctx, func(e container.Entry) error {
		shape := shapeOf(e.Path)
		if shapes[shape] == nil {
			if len(shapes) == maxShapes {
				s.More = true
				return nil
			}
			shapes[shape] = &Found{Path: shape}
			order = append(order, shape)
		}
		shapes[shape].add(e.Path)
		if byShape[shape]++; typeOf(e.Path) == "" || byShape[shape] > 3 {
			return nil
		}
		if len(files) < maxSurveyed {
			files = append(files, e.Path)
		} else {
			s.More = true
		}
		return nil
	})
	if err != nil {
		return nil, fmt.Errorf("survey sample: %w", err)
	}
	for _, shape := range order {
		s.Shapes = append(s.Shapes, *shapes[shape])
	}
	for _, at := range files {
		f := surveyFile(ctx, t, at)
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		if len(f.Found) > 0 || f.Fault != "" {
			s.Files = append(s.Files, f)
		}
	}
	return s, nil
}

// shapeOf puts 0 for digits and A for letters of the name, and leaves folders and
// extension.
func shapeOf(at string) string {
	ext := path.Ext(at)
	stem := strings.TrimSuffix(path.Base(at), ext)
	var b strings.Builder
	last := rune(0)
	for _, r := range stem {
		switch {
		case r >= '0' && r <= '9':
			r = '0'
		case r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r > 127:
			r = 'A'
		}
		if r != last || r != '0' && r != 'A' {
			b.WriteRune(r)
		}
		last = r
	}
	return path.Join(path.Dir(at), b.String()+ext)
}

// surveyFile looks into one file.
func surveyFile(ctx context.Context, t container.Tree, at string) SurveyFile {
	f := SurveyFile{Path: at, Type: typeOf(at)}
	rc, err := t.Open(ctx, at)
	if err != nil {
		f.Fault = "Die Datei lässt sich nicht öffnen."
		return f
	}
	defer rc.Close()
	c := &counting{f: &f, at: map[string]int{}}
	switch f.Type {
	case TypeXML:
		err = walkXML(ctx, rc, c.walker())
	case TypeJSON:
		err = walkJSON(ctx, rc, c.walker())
	case TypeXLSX:
		err = rows(ctx, rc, Source{Type: TypeXLSX}, c.row)
	default:
		b := bufio.NewReaderSize(rc, headBytes)
		f.Encoding = guessed(b)
		err = rows(ctx, b, Source{Type: TypeCSV, Encoding: f.Encoding}, c.row)
		if len(c.heads) < 2 {
			f.Found = nil // a text, no table
		}
	}
	if err != nil {
		f.Fault = wording.Say("said.layout.unread", err).String()
	}
	return f
}

// guessed is the character set a table that is not UTF-8 is likely in, "" = UTF-8.
func guessed(b *bufio.Reader) string {
	head, _ := b.Peek(headBytes)
	if bytes.HasPrefix(head, []byte{0xff, 0xfe}) || bytes.HasPrefix(head, []byte{0xfe, 0xff}) {
		return "utf-16"
	}
	if i := bytes.LastIndexByte(head, '\n'); i >= 0 {
		head = head[:i] // a letter may be cut at the end
	}
	if utf8.Valid(head) {
		return ""
	}
	return "windows-1252"
}

// counting collects the paths of one file.
type counting struct {
	f     *SurveyFile
	at    map[string]int
	heads []string
}

// walker is a walker that takes everything: every element is a value of one slot.
func (c *counting) walker() *walker {
	w := newWalker(&plan{}, c.f.Path, func(*raw) error { return nil })
	w.seen = c.see
	return w
}

func (c *counting) see(p, value string) {
	i, ok := c.at[p]
	if !ok {
		if len(c.f.Found) == maxPaths {
			c.f.More = true
			return
		}
		i = len(c.f.Found)
		c.at[p] = i
		c.f.Found = append(c.f.Found, Found{Path: p})
	}
	c.f.Found[i].add(value)
}

func (c *counting) row(rw row) (bool, error) {
	if c.heads == nil {
		c.heads = rw.cells
		for _, h := range c.heads {
			c.see(strings.TrimSpace(h), "")
		}
		for i := range c.f.Found {
			c.f.Found[i].Count = 0
		}
		return true, nil
	}
	c.f.Records++
	for i, v := range rw.cells[:min(len(rw.cells), len(c.heads))] {
		if strings.TrimSpace(v) != "" {
			c.see(strings.TrimSpace(c.heads[i]), v)
		}
	}
	return true, nil
}
