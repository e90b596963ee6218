package xmp

import (
	"strings"

	"laufzettel/transfer/pattern"
)

// Valid tells whether the value of n is of type t. own are the value types an
// extension schema defines, nil for predefined properties.
func Valid(n *Node, t Type, own map[string]ValueType) bool {
	switch {
	case t.LangAlt:
		return langAlt(n)
	case t.Array != Simple:
		// An Alt is also a Seq, a Seq also a Bag; producers and validators differ, so
		// only the exact form the specification names is accepted.
		if n.Kind != t.Array {
			return false
		}
		item := t
		item.Array = Simple
		for _, i := range n.Items {
			if !Valid(i, item, own) {
				return false
			}
		}
		return true
	}
	if st, ok := own[t.Base]; ok {
		return st.valid(n, own)
	}
	if st, ok := builtin().structs[t.Base]; ok {
		return n.Kind == Struct && fieldsValid(n, st)
	}
	if uncheckedTypes[t.Base] {
		return n.Kind == Struct
	}
	if n.Kind != Simple {
		return false
	}
	return simpleValid(n.Value, t)
}

func langAlt(n *Node) bool {
	if n.Kind != Alt {
		return false
	}
	for _, i := range n.Items {
		if i.Kind != Simple || i.Lang == "" {
			return false
		}
	}
	return true
}

func fieldsValid(n *Node, st structure) bool {
	for _, f := range n.Items {
		t, ok := st.fields[f.Name]
		if !ok || f.NS != st.ns || !Valid(f, t, nil) {
			return false
		}
	}
	return true
}

var (
	integerForm = pattern.Of(`^[+-]?\d+$`)
	realForm    = pattern.Of(`^[+-]?(\d+\.?\d*|\.\d+)$`)
	mimeForm    = pattern.Of(`^[-\w+.]+/[-\w+.]+$`)
	gpsForm     = pattern.Of(`^\d{1,3},\d{1,2}(,\d{1,2}|\.\d+)[NSEW]$`)
)

// simpleValid tests the form of a simple value. Texts of other types may be
// anything.
func simpleValid(v string, t Type) bool {
	switch t.Base {
	case "Integer":
		return integerForm.MatchString(v)
	case "Real":
		return realForm.MatchString(v)
	case "Boolean":
		return v == "True" || v == "False"
	case "Date":
		return ValidDate(v)
	case "MIMEType":
		return mimeForm.MatchString(v)
	case "GPSCoordinate":
		return gpsForm.MatchString(v)
	}
	return true
}

// dateForm is the profile of ISO 8601 of the XMP specification, read the way
// XMP readers do: time zone optional, numbers not held against the calendar.
var dateForm = pattern.Of(`^(-?\d+(-\d{1,2}(-\d{1,2}(T\d{1,2}(:\d{1,2}(:\d{1,2}(\.\d+)?)?)?(Z|[+-]\d{1,2}(:?\d{2})?)?)?)?)?)?$`)

// ValidDate tells whether v is a date of the XMP specification.
func ValidDate(v string) bool { return dateForm.MatchString(v) }

// Text gives the single value of a property as people read it: a simple value,
// or of a language alternative the x-default item.
func (n *Node) Text() (string, bool) {
	if n == nil {
		return "", false
	}
	if n.Kind == Simple {
		return n.Value, true
	}
	for _, i := range n.Items {
		if strings.EqualFold(i.Lang, "x-default") {
			return i.Value, true
		}
	}
	if n.Kind == Alt && len(n.Items) > 0 { // readers fall back to the first
		return n.Items[0].Value, true
	}
	return "", false
}
