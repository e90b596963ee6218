package seed_test

import (
	"errors"
	"testing"

	"github.com/google/go-cmp/cmp"

	"laufzettel/transfer/seed"
)

type letter struct{ text string }

var errBlank = errors.New("blank")

func (l *letter) All() (map[string][]byte, error) {
	if l.text == "" {
		return nil, errBlank
	}
	return map[string][]byte{"brief.txt": []byte(l.text)}, nil
}

func TestDefect_Apply(t *testing.T) {
	shout := func(l *letter) { l.text += "!" }
	drop := func(f map[string][]byte) { f["brief.txt"] = append(f["brief.txt"], '?') }
	for name, tt := range map[string]struct {
		in   seed.Defect[*letter]
		text string
		want string
	}{
		"none":   {seed.Defect[*letter]{}, "a", "a"},
		"change": {seed.Defect[*letter]{Change: shout}, "a", "a!"},
		"files":  {seed.Defect[*letter]{Files: drop}, "a", "a?"},
		"both":   {seed.Defect[*letter]{Change: shout, Files: drop}, "a", "a!?"},
	} {
		got, err := tt.in.Apply(&letter{tt.text})
		if diff := cmp.Diff(map[string][]byte{"brief.txt": []byte(tt.want)}, got); err != nil || diff != "" {
			t.Errorf("%s: %v %s", name, err, diff)
		}
	}
	if _, err := (seed.Defect[*letter]{Files: drop}).Apply(&letter{}); !errors.Is(err, errBlank) {
		t.Errorf("got %v", err)
	}
}
