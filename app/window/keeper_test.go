package window_test

import (
	"testing"

	"laufzettel/app/settings"
	"laufzettel/app/window"
)

// How a list stands is kept for each person, what belongs to the workstation for all;
// "" leaves nothing behind.
func TestKeeper_PerPerson(t *testing.T) {
	s, err := settings.OpenUnder(t.TempDir(), settings.Policy{})
	if err != nil {
		t.Fatal(err)
	}
	who := "A. Erste"
	k := window.Keeper{Store: s, Person: func() string { return who }}
	k.Put("table.inbox.list", "mine")
	k.Put("split.inbox.L.0", "300")
	who = "B. Zweite"
	for _, c := range []struct{ key, want string }{{"table.inbox.list", ""}, {"split.inbox.L.0", "300"}} {
		if got := k.Get(c.key); got != c.want {
			t.Errorf("a second person has %s = %q, want %q", c.key, got, c.want)
		}
	}
	k.Put("table.inbox.list", "hers")
	who = "A. Erste"
	if got := k.Get("table.inbox.list"); got != "mine" {
		t.Errorf("the first person finds %q, want her own", got)
	}
	k.Put("table.inbox.list", "")
	if n := len(s.Get().Kept); n != 2 {
		t.Errorf("%d things kept, want those of the second person and the split: %v", n, s.Get().Kept)
	}
}
