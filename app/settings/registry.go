package settings

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"reflect"
)

// RegistryKey is where group policy writes on Windows, below HKEY_LOCAL_MACHINE, which
// only administrators may change.
const RegistryKey = `Software\Policies\Laufzettel`

// values reads a key of the registry: names with string or uint64. fs.ErrNotExist where
// there is no such key or no registry.
type values func() (map[string]any, error)

// withRegistry lays what stands in the registry over the policy of the file. A value
// nobody knows, or of another type than its field, is refused like a misspelt rule.
func (p Policy) withRegistry(read values) (Policy, error) {
	const place = `HKLM\` + RegistryKey
	found, err := read()
	if errors.Is(err, fs.ErrNotExist) || err == nil && len(found) == 0 {
		return p, nil
	}
	if err != nil {
		return p, badPolicy(place, "sie lässt sich nicht lesen", err)
	}
	raw, err := asFile(found)
	if err != nil {
		return p, badPolicy(place, "ihr Inhalt ist nicht zu verstehen", err)
	}
	var group Policy
	dec := json.NewDecoder(bytes.NewReader(raw))
	dec.DisallowUnknownFields()
	if err := dec.Decode(&group); err != nil {
		return p, badPolicy(place, "ihr Inhalt ist nicht zu verstehen", err)
	}
	both := p.laidUnder(group)
	both.Path = place
	if p.Path != "" {
		both.Path = p.Path + ", " + place
	}
	sum := sha256.Sum256(append([]byte(p.Digest), raw...))
	both.Digest = hex.EncodeToString(sum[:])
	return both, both.valid()
}

// asFile writes values of the registry as the file would say them. A switch is 1 or 0.
func asFile(found map[string]any) ([]byte, error) {
	said := map[string]any{}
	forms := map[string]Form{}
	for _, f := range PolicyFields() {
		forms[f.Name] = f.Form
	}
	for name, v := range found {
		said[name] = v
		if n, ok := v.(uint64); ok && forms[name] == YesNo {
			if n > 1 {
				return nil, fmt.Errorf("%s is %d, neither 1 nor 0", name, n)
			}
			said[name] = n == 1
		}
	}
	raw, err := json.Marshal(said) // sorted by name: the same values, the same digest
	if len(raw) > maxPolicy {
		return nil, fmt.Errorf("more than %d bytes", maxPolicy)
	}
	return raw, err
}

// laidUnder gives p with the fields that another policy sets.
func (p Policy) laidUnder(over Policy) Policy {
	to, from := reflect.ValueOf(&p).Elem(), reflect.ValueOf(over)
	for i := range from.NumField() {
		if f := from.Field(i); f.Kind() == reflect.Pointer && from.Type().Field(i).IsExported() && !f.IsNil() {
			to.Field(i).Set(f)
		}
	}
	return p
}
