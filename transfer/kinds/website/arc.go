package website

import (
	"errors"
	"strconv"
	"strings"
	"time"

	"laufzettel/transfer/wording"
)

// arcLine reads the line that begins an ARC record (Internet Archive, ARC 1:
// URL IP date type length; ARC 2 has ten fields). The URL may hold blanks, so
// the line is read from its end.
func (r *Record) arcLine(line string) error {
	f := strings.Split(line, " ")
	if len(f) < 5 {
		return wording.Fault("found.website.no-arc")
	}
	// ARC 2 states a result code third in its last seven fields.
	ten := false
	if len(f) >= 10 {
		_, err := strconv.Atoi(f[len(f)-6])
		ten = err == nil && len(f[len(f)-6]) == 3
	}
	tail := f[len(f)-4:]
	uri := f[:len(f)-4]
	if ten {
		tail = []string{f[len(f)-9], f[len(f)-8], f[len(f)-7], f[len(f)-1]}
		uri = f[:len(f)-9]
	}
	n, err := strconv.ParseInt(tail[3], 10, 64)
	if err != nil || n < 0 {
		return wording.Fault("found.website.arc-length")
	}
	if r.Time, err = arcTime(tail[1]); err != nil {
		return wording.Fault("found.website.arc-date")
	}
	r.Version, r.Type, r.URI, r.Length = "ARC/1", "response", strings.Join(uri, " "), n
	if ten {
		r.Version = "ARC/2"
	}
	if strings.HasPrefix(r.URI, "filedesc:") {
		r.Type = "filedesc"
	}
	if !strings.Contains(r.URI, ":") {
		return wording.Fault("found.website.arc-address")
	}
	r.Fields["content-type"], r.Fields["ip"] = tail[2], tail[0]
	return nil
}

// arcTime reads a date of 14 digits, or 8 in old files.
func arcTime(s string) (time.Time, error) {
	form := "20060102150405"
	if len(s) < 8 || len(s) > len(form) {
		return time.Time{}, errors.New("no date")
	}
	return time.Parse(form[:len(s)], s)
}
