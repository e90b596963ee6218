package machinelog

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
)

// fake keeps what a log of the system is told.
type fake struct {
	told   []string
	closed bool
}

func (f *fake) write(s severity, number uint32, text string) error {
	f.told = append(f.told, fmt.Sprintf("%d %d %s", s, number, text))
	return nil
}

func (f *fake) close() error { f.closed = true; return nil }

func TestLog_TellsTheMachine(t *testing.T) {
	f, named := &fake{}, ""
	l, err := open("Laufzettel", func(source string) (sink, error) { named = source; return f, nil })
	if err != nil || named != "Laufzettel" {
		t.Fatalf("source %q, %v", named, err)
	}
	for e, text := range map[Event]string{Begun: "Laufzettel 1.2.3", Refused: "Der Arbeitsbereich /home/beyer/ws fehlt: „Nachlass Meier“",
		Crashed: "nil map\x00 \xff"} {
		if err := l.Tell(e, text); err != nil {
			t.Error(err)
		}
	}
	if n, err := fmt.Fprintln(l, "page", `"Personalakte"`); err != nil || n == 0 {
		t.Errorf("complaint: %d, %v", n, err)
	}
	slices.Sort(f.told)
	want := []string{"0 100 Laufzettel 1.2.3", "1 200 Der Arbeitsbereich …: …", "1 201 page …", "2 300 nil map �"}
	if !slices.Equal(f.told, want) {
		t.Errorf("told %q, want %q", f.told, want)
	}
	if err := l.Tell(Begun, strings.Repeat("ä", 3*longest)); err != nil || len([]rune(f.told[4])) > longest+20 {
		t.Errorf("%d letters, %v", len(f.told[4]), err)
	}
	if err := errors.Join(l.Close(), l.Close()); err != nil || !f.closed {
		t.Errorf("closed: %v, %v", f.closed, err)
	}
	if err := l.Tell(Ended, "zu spät"); err == nil || len(f.told) != 5 {
		t.Errorf("after the end: %v, %q", err, f.told)
	}
}

// Without a source nobody is told, and a system that gives no access is an error.
func TestOpen_NothingAndNoAccess(t *testing.T) {
	l, err := open("", func(string) (sink, error) { t.Error("asked"); return nil, nil })
	if err != nil || l != nil || l.Tell(Begun, "x") != nil || l.Close() != nil {
		t.Errorf("without a source: %v, %v", l, err)
	}
	no := errors.New("no access")
	if l, err := open("x", func(string) (sink, error) { return nil, no }); !errors.Is(err, no) || l != nil {
		t.Errorf("%v, %v", l, err)
	}
}
