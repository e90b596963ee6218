package settings

import "testing"

// The command line writes beside an open window: the window sees it, and its next change
// does not undo it.
func TestStore_TwoProgramsOnOneFile(t *testing.T) {
	dir := t.TempDir()
	window, err := OpenUnder(dir, Policy{})
	if err != nil {
		t.Fatal(err)
	}
	other, err := OpenUnder(dir, Policy{})
	if err != nil {
		t.Fatal(err)
	}
	set := func(s *Store, change func(*Settings)) {
		t.Helper()
		if err := s.Change(change); err != nil {
			t.Fatal(err)
		}
	}
	set(window, func(x *Settings) { x.Person.Name = "M. Ahrens" })
	set(other, func(x *Settings) { x.Channel.URL = "https://archiv.example" })
	if got := window.Get(); got.Channel.URL != "https://archiv.example" || got.Person.Name != "M. Ahrens" {
		t.Errorf("the window sees %+v", got)
	}
	set(window, func(x *Settings) { x.Archive = "Landesarchiv Musterland" })
	if got := other.Get(); got.Channel.URL != "https://archiv.example" || got.Archive != "Landesarchiv Musterland" {
		t.Errorf("the change of the window undid the other: %+v", got)
	}
}
