package kills

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"
	"time"

	"laufzettel/app/kill"
	"laufzettel/transfer/generate"
)

// TestClockJumps: a clock that jumps forwards or back in the middle of a step spoils
// nothing: the log stays whole and in order, says where the clock went back, and
// once the clock is right the step ends well, with nothing waiting for a date in
// the far future.
func TestClockJumps(t *testing.T) {
	faults(t)
	all := stages(t)
	host := enrol(t, all["send"])
	for _, name := range slices.Sorted(maps.Keys(all)) {
		measure(t, name, all[name], host)
	}
	for _, name := range slices.Sorted(maps.Keys(all)) {
		for _, by := range []string{"43800h", "-43800h", "2h", "-2h"} {
			for _, at := range []int{1, 4, 12} {
				t.Run(fmt.Sprintf("%s by %s at look %d", name, by, at), func(t *testing.T) {
					dir := copyOf(t, all[name])
					if name == "send" {
						c, _ := serve(t, dir, host, kill.Plan{})
						defer func() { c.Kill(); c.Wait() }()
					}
					r := call(t, dir, kill.Plan{}, []string{fmt.Sprintf("%s=%s %d", kill.EnvClock, by, at)}, all[name].args...)
					wellEnded(t, r)
					if name == "send" && r.Code != exitDone && !strings.Contains(r.Errs+r.Out, "Uhr") {
						t.Errorf("the clock is not named: %s%s", r.Out, r.Errs)
					}
					judges[name](t, all[name], dir, r)
					inOrder(t, dir)
				})
			}
		}
	}
}

// TestClockJumps_Appraise: decisions made while the clock jumps years ahead and back
// count in the order they were made, and so does taking them back.
func TestClockJumps_Appraise(t *testing.T) {
	faults(t)
	open := parcelOf(t, generate.Plan{Seed: 7, Dossiers: 1, Cases: 2, Documents: 1, Ratings: []string{"B"}, Mix: []string{"txt"}})
	s := next(t, &stage{dir: t.TempDir()}, open)
	for _, args := range [][]string{{"receive", "check", "--no-pdfa", s.id}, {"receive", "accept", s.id}} {
		done(t, s.dir, args...)
	}
	type object struct{ ID, Rating string }
	objects := func() []object {
		var list struct{ Objects []object }
		if err := json.Unmarshal([]byte(done(t, s.dir, "appraise", s.id, "list", "--json")), &list); err != nil || len(list.Objects) == 0 {
			t.Fatalf("%v %+v", err, list)
		}
		return list.Objects
	}
	one := objects()[0].ID
	for i, step := range []struct{ jump, do, want string }{
		{"43800h 1", "set " + one + " a", "A"}, {"-43800h 1", "set " + one + " v --reason Doppelt", "V"},
		{"0h 1", "set " + one + " a", "A"},
		{"-2h 1", "undo", "V"}, {"43800h 2", "undo", "A"}, {"-43800h 2", "redo", "V"}, {"0h 1", "redo", "A"},
	} {
		r := call(t, s.dir, kill.Plan{}, []string{kill.EnvClock + "=" + step.jump},
			append([]string{"appraise", s.id}, strings.Fields(step.do)...)...)
		if r.Code != exitDone {
			t.Fatalf("%s: code %d %s", step.do, r.Code, r.Errs)
		}
		if got := objects()[0].Rating; got != step.want {
			t.Errorf("step %d, %s: rating %s, want %s", i, step.do, got, step.want)
		}
	}
	inOrder(t, s.dir)
	if told := done(t, s.dir, "log", "verify"); !strings.Contains(told, "ging die Uhr des Rechners zurück") {
		t.Errorf("log verify does not tell of the clock:\n%s", told)
	}
}

// inOrder wants the numbers of the log without a gap, and every step back of the
// clock told by log verify.
func inOrder(t *testing.T, dir string) {
	t.Helper()
	w := opened(t, dir)
	v, err := w.Log.VerifyLogSigned(t.Context(), "")
	if err != nil || !v.Sound {
		t.Fatalf("%+v %v", v, err)
	}
	list, err := w.Office.Events(t.Context(), "")
	if err != nil {
		t.Fatal(err)
	}
	var back []int64
	for i, e := range list {
		if e.Seq != int64(i)+1 {
			t.Errorf("event %d has number %d", i+1, e.Seq)
		}
		if i > 0 && list[i-1].At.Sub(e.At) > time.Minute {
			back = append(back, e.Seq)
		}
	}
	if !slices.Equal(back, v.ClockBack) {
		t.Errorf("the clock went back at %v, told at %v", back, v.ClockBack)
	}
}
