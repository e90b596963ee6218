package strict_test

import (
	"encoding/json"
	"errors"
	"reflect"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"laufzettel/transfer/strict"
)

// paper has a member of every sort that signed papers have.
type paper struct {
	Format string            `json:"format"`
	Size   int64             `json:"size"`
	Time   time.Time         `json:"time"`
	Raw    []byte            `json:"raw,omitempty"`
	Names  []string          `json:"names,omitempty"`
	Inner  []inner           `json:"inner,omitempty"`
	Texts  map[string]string `json:"texts,omitempty"`
}

type inner struct {
	Name string `json:"name"`
	Last bool   `json:"last,omitempty"`
}

// attacks of S9: each is read as another paper, or at all, by one of the usual readers.
var attacks = map[string]string{
	"member twice":            `{"format":"a","size":1,"size":2}`,
	"member twice, escaped":   `{"format":"a","\u0066ormat":"b"}`,
	"twice within":            `{"inner":[{"name":"a","name":"b"}]}`,
	"twice in a table":        `{"texts":{"a":"1","a":"2"}}`,
	"other case":              `{"Format":"a"}`,
	"other case beside":       `{"format":"a","FORMAT":"b"}`,
	"case by folding":         `{"ſize":2}`,
	"unknown member":          `{"format":"a","extra":1}`,
	"unknown within":          `{"inner":[{"name":"a","extra":1}]}`,
	"invalid UTF-8":           "{\"format\":\"\xff\"}",
	"invalid UTF-8 in a name": "{\"form\xffat\":\"a\"}",
	"overlong UTF-8":          "{\"format\":\"\xc0\xaf\"}",
	"lone surrogate":          `{"format":"\ud800"}`,
	"surrogates reversed":     `{"format":"\udc00\ud800"}`,
	"byte order mark":         "\ufeff{}",
	"a second value":          `{}{}`,
	"a byte behind":           `{}x`,
	"a NUL behind":            "{}\x00",
	"fraction":                `{"size":1.0}`,
	"exponent":                `{"size":1e2}`,
	"beyond the doubles":      `{"size":9007199254740993}`,
	"minus nothing":           `{"size":-0}`,
	"number as text":          `{"size":"1"}`,
	"leading zero":            `{"size":01}`,
	"base64 with a line":      `{"raw":"QQ\n=="}`,
	"base64 without padding":  `{"raw":"QQ"}`,
	"base64 for addresses":    `{"raw":"-_8="}`,
	"time with a comma":       `{"time":"2026-01-01T00:00:00,5Z"}`,
	"comment":                 `{/* */}`,
	"trailing comma":          `{"size":1,}`,
	"single quotes":           `{'size':1}`,
	"too deep":                `{"format":` + strings.Repeat("[", strict.MaxDepth) + strings.Repeat("]", strict.MaxDepth) + `}`,
	"list":                    `[]`,
	"cut":                     `{"size":1`,
	"empty":                   ``,
}

func TestS9_TwoReadersSeeOnePaper(t *testing.T) {
	for name, text := range attacks {
		t.Run(name, func(t *testing.T) {
			var p paper
			if err := strict.Read([]byte(text), &p); !errors.Is(err, strict.ErrLoose) {
				t.Errorf("Read(%s) = %+v, %v; want ErrLoose", text, p, err)
			}
		})
	}
	good := `{"format":"a","size":9007199254740991,"time":"2026-12-01T08:00:00Z","raw":"QQ==","names":["ä\n"],"inner":[{"name":"{[\"","last":true}],"texts":{"a":"1","A":"2"}}` + "\n"
	var p paper
	if err := strict.Read([]byte(good), &p); err != nil || p.Size != 1<<53-1 || string(p.Raw) != "A" || p.Inner[0].Name != `{["` ||
		p.Texts["A"] != "2" {
		t.Errorf("Read = %+v, %v", p, err)
	}
}

func TestReadPart_LeavesTheRestButNoOtherCase(t *testing.T) {
	tests := map[string]struct {
		text string
		ok   bool
	}{
		"more than asked for": {`{"name":"a","more":{"x":[1]}}`, true},
		"other case":          {`{"Name":"a"}`, false},
		"other case beside":   {`{"name":"a","NAME":"b"}`, false},
		"other case, as said": {`{"name":"a","NAME":"a"}`, false},
		"twice in the rest":   {`{"name":"a","more":{"x":1,"x":2}}`, false},
		"rubbish in the rest": {"{\"name\":\"a\",\"more\":\"\xff\"}", false},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			var part inner
			if err := strict.ReadPart([]byte(tt.text), &part); (err == nil) != tt.ok {
				t.Errorf("ReadPart(%s) = %+v, %v", tt.text, part, err)
			}
		})
	}
}

func TestReadOld_SaysWhatIsLoose(t *testing.T) {
	tests := map[string]struct {
		text       string
		loose, bad bool
		size       int64
	}{
		"by the rules":   {`{"size":3}`, false, false, 3},
		"twice":          {`{"size":1,"size":2}`, true, false, 2},
		"other case":     {`{"Size":4}`, true, false, 4},
		"something else": {`{"size":1} {}`, true, true, 0},
		"no JSON":        {`size: 1`, true, true, 0},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			var p paper
			loose, err := strict.ReadOld([]byte(tt.text), &p)
			if (loose != nil) != tt.loose || (err != nil) != tt.bad || (err == nil && p.Size != tt.size) {
				t.Errorf("ReadOld(%s) = %+v, loose %v, %v", tt.text, p, loose, err)
			}
		})
	}
	if strict.Before(time.Time{}) || strict.Before(strict.Since) || !strict.Before(strict.Since.Add(-time.Second)) {
		t.Error("Before takes papers without a time, or of its first day")
	}
}

// FuzzRead holds the reader against the usual one, which is another hand's: what is
// taken means the same there, and folding cases finds nothing twice.
func FuzzRead(f *testing.F) {
	for _, text := range attacks {
		f.Add([]byte(text))
	}
	f.Add([]byte(`{"format":"a","size":3,"time":"2026-12-01T08:00:00Z","names":["x"],"inner":[{"name":"y"}]}`))
	f.Fuzz(func(t *testing.T, data []byte) {
		var ours, theirs paper
		err := strict.Read(data, &ours)
		if err != nil && !errors.Is(err, strict.ErrLoose) {
			t.Fatalf("an error of another kind: %v", err)
		}
		var part paper
		if perr := strict.ReadPart(data, &part); err == nil && (perr != nil || !reflect.DeepEqual(part, ours)) {
			t.Fatalf("ReadPart sees %+v, %v; Read sees %+v", part, perr, ours)
		}
		if err != nil {
			return
		}
		if err := json.Unmarshal(data, &theirs); err != nil || !reflect.DeepEqual(ours, theirs) {
			t.Fatalf("two readers of %q: %+v and %+v, %v", data, ours, theirs, err)
		}
		if !utf8.Valid(data) {
			t.Fatalf("took invalid UTF-8: %q", data)
		}
	})
}
