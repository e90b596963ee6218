package settings

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/url"
	"reflect"
	"strings"
)

// Ruled is one field a policy sets, as it holds.
type Ruled struct{ Name, Value string }

// Ruled lists what the policy sets, in the order of the type: what it says and, where the
// environment made it stricter, what that says. A password in an address is left out.
func (p Policy) Ruled() (out []Ruled) {
	if p.named != nil {
		p = p.laidUnder(*p.named)
	}
	for _, f := range p.fields() {
		if !f.value.IsNil() {
			out = append(out, Ruled{f.Name, f.shown()})
		}
	}
	return out
}

// shown is the value of a field for people who may not know its secrets.
func (f Field) shown() string {
	v := f.value.Elem()
	switch {
	case v.CanInt():
		return fmt.Sprint(max(v.Int(), f.Least))
	case v.Kind() != reflect.String:
		return fmt.Sprint(v.Interface())
	}
	if u, err := url.Parse(v.String()); err == nil && u.User != nil {
		return u.Redacted()
	}
	return v.String()
}

var (
	errTwice  = errors.New("a field stands twice")
	errBehind = errors.New("something stands behind the policy")
)

// once refuses what a reader of JSON lets pass and a person does not mean: a field that
// stands twice, in whatever case, of which only the last would hold, and a second policy
// behind the first. The bytes are known to begin with an object of plain values.
func once(raw []byte) error {
	dec := json.NewDecoder(strings.NewReader(string(raw)))
	seen := map[string]bool{}
	if _, err := dec.Token(); err != nil {
		return err
	}
	for dec.More() {
		name, err := dec.Token()
		if err != nil {
			return err
		}
		folded := strings.ToLower(fmt.Sprint(name))
		if seen[folded] {
			return fmt.Errorf("%w: %v", errTwice, name)
		}
		seen[folded] = true
		if _, err := dec.Token(); err != nil {
			return err
		}
	}
	if _, err := dec.Token(); err != nil {
		return err
	}
	if _, err := dec.Token(); !errors.Is(err, io.EOF) {
		return errBehind
	}
	return nil
}
