package wording

import (
	"fmt"
	"strings"
	"time"
)

// timeKey marks a day or a moment.
const timeKey = "@"

// moment is how a moment stands in a Text, in its own zone.
const moment = "2006-01-02 15:04"

// instant is how an instant stands in a Text; the name of its zone follows.
const instant = "2006-01-02 15:04:05 MST"

// Day says a day: 02.11.2009, in English 2 Nov 2009.
func Day(t time.Time) Text { return Text{Key: timeKey, Values: []any{t.Format(time.DateOnly)}} }

// Moment says a day and the time of it: 02.11.2009 15:04, in English 2 Nov 2009 15:04.
func Moment(t time.Time) Text { return Text{Key: timeKey, Values: []any{t.Format(moment)}} }

// Instant says a day and its time to the second, with the name of the zone t has: what papers are proven by.
func Instant(t time.Time) Text { return Text{Key: timeKey, Values: []any{t.Format(instant)}} }

// timed writes it; "" where it is no day, which only a Text from outside may hold.
func (t Text) timed(language string) string {
	if len(t.Values) != 1 {
		return ""
	}
	form := "02.01.2006"
	if strings.HasPrefix(language, English) {
		form = "2 Jan 2006"
	}
	kept := fmt.Sprint(t.Values[0])
	if at, err := time.Parse(time.DateOnly, kept); err == nil {
		return at.Format(form)
	}
	if at, err := time.Parse(moment, kept); err == nil {
		return at.Format(form + " 15:04")
	}
	if day, zone, ok := cutZone(kept); ok {
		if at, err := time.Parse(time.DateTime, day); err == nil {
			return at.Format(form+" 15:04:05") + " " + zone
		}
	}
	return ""
}

// cutZone takes the name of a zone off an instant; it is written as it was.
func cutZone(kept string) (day, zone string, ok bool) {
	i := strings.LastIndexByte(kept, ' ')
	if i < len(time.DateTime) {
		return "", "", false
	}
	return kept[:i], kept[i+1:], true
}
