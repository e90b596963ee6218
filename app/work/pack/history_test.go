package pack

import (
	"strings"
	"testing"

	"laufzettel/transfer"
	"laufzettel/transfer/events"
)

func TestHistory_EachPackageSeesItsOwnInOrder(t *testing.T) {
	event := func(typ events.Type, object, outcome string) events.Event {
		return events.Event{Type: typ, Object: object, Outcome: outcome}
	}
	all := []events.Event{
		event(events.Received, "", "1"), event(events.Appraised, "a", "2"), event(events.Checked, "", "3"),
		event(events.Scrubbed, "", "no word of PREMIS"),
		event(events.Appraised, "b", "4"),
		event(events.Appraised, "d", "becomes no package"), event(events.Undone, "a", "5"), event(events.Appraised, "", "6"),
		event(events.Packaged, "", outcomeOrdered), event(events.Appraised, "a", "after the order"),
	}
	h, err := historyOf([]transfer.Package{{Unit: "a"}, {Unit: "b"}}, func(take func(events.Event) bool) error {
		for _, e := range all {
			if !take(e) {
				return nil
			}
		}
		return nil
	})
	if err != nil || len(h.events) != 6 {
		t.Fatalf("%d events kept, want the 6 of the portion and its packages; %v", len(h.events), err)
	}
	for object, want := range map[string]string{"a": "1 2 3 5 6", "b": "1 3 4 6", "c": "1 3 6", "": "1 3 6"} {
		var got []string
		for _, e := range h.of(object) {
			got = append(got, e.Outcome)
		}
		if s := strings.Join(got, " "); s != want {
			t.Errorf("history of %q is %s, want %s", object, s, want)
		}
	}
}
