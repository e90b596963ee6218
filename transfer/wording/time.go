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

// Day says a day: 02.11.2009, in English 2 Nov 2009.
func Day(t time.Time) Text { return Text{Key: timeKey, Values: []any{t.Format(time.DateOnly)}} }

// Moment says a day and the time of it: 02.11.2009 15:04, in English 2 Nov 2009 15:04.
func Moment(t time.Time) Text { return Text{Key: timeKey, Values: []any{t.Format(moment)}} }

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
	return ""
}
