package archive

import (
	"errors"
	"fmt"
	"strings"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"

	"laufzettel/transfer/people/naming"
)

// checkOffice refuses names of offices that two people could read as different ones
// (defect S7): they are NFC, of one script, without control and format signs, and
// blanks stand singly between words.
func checkOffice(name string) error {
	switch {
	case name == "" || len(name) > maxShortText:
		return errors.New("the office has no name of at most 255 bytes")
	case !utf8.ValidString(name) || !norm.NFC.IsNormalString(name):
		return errors.New("the name of the office is not UTF-8 in normal form C")
	case strings.Join(strings.Split(name, " "), " ") != strings.Join(strings.Fields(name), " "):
		return errors.New("the name of the office has blanks at its ends, several in a row, or other ones")
	}
	if err := naming.Check(name); err != nil {
		return fmt.Errorf("the office: %w", err)
	}
	return nil
}

// addressee is how offices are compared.
func addressee(name string) string { return naming.Addressee(name) }

// closeEnough is from what length on one sign more, less or other is a look-alike.
const closeEnough = 6

// alike reports whether a hurried eye takes one name for the other.
func alike(a, b string) bool {
	x, y := []rune(naming.Skeleton(a)), []rune(naming.Skeleton(b))
	if string(x) == string(y) {
		return true
	}
	if len(x) > len(y) {
		x, y = y, x
	}
	if len(x) < closeEnough || len(y)-len(x) > 1 {
		return false
	}
	i := 0
	for i < len(x) && x[i] == y[i] {
		i++
	}
	rest := x[i:]
	if len(x) == len(y) {
		if i+1 < len(x) && x[i] == y[i+1] && x[i+1] == y[i] && string(x[i+2:]) == string(y[i+2:]) {
			return true // two neighbours changed places
		}
		rest = x[i+1:]
	}
	return string(rest) == string(y[i+1:])
}
