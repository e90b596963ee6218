// Package strict reads signed JSON in exactly one way, so that two readers of the
// same bytes can never see two papers (docs/protocol.md 4, defect S9). What is
// wrong with a paper is an error, never a finding: nobody signed what it might mean.
//
// The rules: UTF-8 without a byte order mark, no lone surrogates; no member twice;
// names in exactly the case of the format; no member the format does not have
// (Read) or that only looks like one it has (ReadPart); nothing behind the value but
// white space; whole numbers of at most 2⁵³−1 without fraction and exponent; at most
// MaxDepth values within each other; standard base64 with padding.
//
// ReadOld is the reader of before. It is for bytes that were signed before Since,
// and says where it read what the rules refuse.
package strict

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
	"strconv"
	"strings"
	"time"

	jsonv2 "github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
)

// MaxDepth is how many objects and lists may lie within each other.
const MaxDepth = 32

// Since is the day from which every paper has to keep the rules. What says that it
// was signed earlier may be read by the reader of before.
var Since = time.Date(2026, time.December, 1, 0, 0, 0, 0, time.UTC)

// ErrLoose says that bytes are no paper by the rules; the wrapped error tells the place.
var ErrLoose = errors.New("not written by the rules of signed papers")

// Read reads a whole paper into a struct that names every member of its format.
func Read(data []byte, into any) error {
	if err := shape(data); err != nil {
		return err
	}
	if err := jsonv2.Unmarshal(data, into, exact(true)...); err != nil {
		return fmt.Errorf("%w: %w", ErrLoose, err)
	}
	return nil
}

// ReadPart reads of a paper what into names and leaves the rest to others. A member
// whose name differs from one of into only in upper and lower case is refused.
func ReadPart(data []byte, into any) error {
	if err := shape(data); err != nil {
		return err
	}
	if err := jsonv2.Unmarshal(data, into, exact(false)...); err != nil {
		return fmt.Errorf("%w: %w", ErrLoose, err)
	}
	other := reflect.New(reflect.TypeOf(into).Elem())
	folded := append(exact(false), jsonv2.MatchCaseInsensitiveNames(true))
	if err := jsonv2.Unmarshal(data, other.Interface(), folded...); err != nil {
		return fmt.Errorf("%w: %w", ErrLoose, err)
	}
	if !reflect.DeepEqual(other.Interface(), into) {
		return fmt.Errorf("%w: a name is written in another case", ErrLoose)
	}
	return nil
}

func exact(whole bool) []jsonv2.Options {
	return []jsonv2.Options{
		jsontext.AllowDuplicateNames(false), jsontext.AllowInvalidUTF8(false),
		jsonv2.MatchCaseInsensitiveNames(false), jsonv2.RejectUnknownMembers(whole),
	}
}

// shape refuses what lies too deep, and numbers that other readers round, before any
// of it is taken apart. It needs no grammar: what is no JSON fails right after it.
func shape(data []byte) error {
	depth := 0
	for i := 0; i < len(data); i++ {
		switch c := data[i]; c {
		case '"':
			i = endOfText(data, i)
		case '{', '[':
			if depth++; depth > MaxDepth {
				return fmt.Errorf("%w: more than %d values within each other", ErrLoose, MaxDepth)
			}
		case '}', ']':
			depth--
		case '-', '0', '1', '2', '3', '4', '5', '6', '7', '8', '9':
			number := data[i:]
			if n := bytes.IndexFunc(number, func(r rune) bool { return !strings.ContainsRune("+-.0123456789eE", r) }); n >= 0 {
				number = number[:n]
			}
			if !plainNumber(string(number)) {
				return fmt.Errorf("%w: the number %.40s means another one to other readers", ErrLoose, number)
			}
			i += len(number) - 1
		}
	}
	return nil
}

// endOfText gives the index of the quote that ends the text begun at i.
func endOfText(data []byte, i int) int {
	for i++; i < len(data) && data[i] != '"'; i++ {
		if data[i] == '\\' {
			i++
		}
	}
	return i
}

// maxWhole is the largest whole number that every reader takes for the same, 2⁵³−1.
const maxWhole = 1<<53 - 1

// plainNumber reports whether a number is the same to a reader that takes it for a
// double. Fractions are left to the format, which has to ask for one.
func plainNumber(s string) bool {
	if strings.ContainsAny(s, ".eE") {
		return true
	}
	n, err := strconv.ParseInt(s, 10, 64)
	return err == nil && n <= maxWhole && n >= -maxWhole && s != "-0"
}

// ReadOld reads bytes that were signed before the rules. loose says what the rules
// refuse about them, nil where they keep them.
func ReadOld(data []byte, into any) (loose, err error) {
	if loose = Read(data, into); loose == nil {
		return nil, nil
	}
	fresh := reflect.New(reflect.TypeOf(into).Elem())
	d := json.NewDecoder(bytes.NewReader(data))
	if err := d.Decode(fresh.Interface()); err != nil {
		return loose, errors.Join(loose, err)
	}
	if d.More() {
		return loose, errors.Join(loose, errors.New("something follows the paper"))
	}
	reflect.ValueOf(into).Elem().Set(fresh.Elem())
	return loose, nil
}

// Before reports whether a paper that says it was signed at that moment may be read
// by the reader of before.
func Before(at time.Time) bool { return !at.IsZero() && at.Before(Since) }
