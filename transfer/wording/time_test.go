package wording_test

import (
	"encoding/json"
	"testing"
	"time"

	"laufzettel/transfer/wording"
)

// A day is said in the form of the language, also inside a sentence and after it was kept in a
// file; what is no day is not known.
func TestTimes(t *testing.T) {
	at := time.Date(2009, 11, 2, 8, 5, 0, 0, time.UTC)
	for _, c := range []struct {
		text   wording.Text
		de, en string
	}{
		{wording.Day(at), "02.11.2009", "2 Nov 2009"},
		{wording.Moment(at), "02.11.2009 08:05", "2 Nov 2009 08:05"},
		{wording.Instant(at), "02.11.2009 08:05:00 UTC", "2 Nov 2009 08:05:00 UTC"},
		{wording.Instant(at.In(time.FixedZone("", 3600))), "02.11.2009 09:05:00 +0100", "2 Nov 2009 09:05:00 +0100"},
		{wording.Say("hint.reading.closed-until", wording.Day(at), "§ 1"),
			wording.Say("hint.reading.closed-until", "02.11.2009", "§ 1").In("de"),
			wording.Say("hint.reading.closed-until", "2 Nov 2009", "§ 1").In("en")},
	} {
		data, err := json.Marshal(c.text)
		if err != nil {
			t.Fatal(err)
		}
		var again wording.Text
		if err := json.Unmarshal(data, &again); err != nil {
			t.Fatal(err)
		}
		for _, x := range []wording.Text{c.text, again} {
			if de, en := x.In(wording.German), x.In(wording.English); de != c.de || en != c.en || !x.Known() {
				t.Errorf("%s: %q and %q, known %v; want %q and %q", data, de, en, x.Known(), c.de, c.en)
			}
		}
	}
	for _, x := range []wording.Text{{Key: "@"}, {Key: "@", Values: []any{"morgen"}}, {Key: "@", Values: []any{"2009-11-02", "x"}}} {
		if x.Known() || x.In(wording.English) != "" {
			t.Errorf("%+v is known as %q", x, x.In(wording.English))
		}
	}
}
