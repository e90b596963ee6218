package window

import (
	portion "laufzettel/views/portion/model"
)

// kinds are the kinds of deliveries a person can choose, by what people call them.
func (s Portion) kinds() (out []portion.Choice) {
	for _, name := range s.W.Contents.KindNames() {
		c := portion.Choice{Name: name, Label: name}
		if key := "kind." + name; s.Words.Has(key) {
			c.Label = s.Words.T(key)
		}
		out = append(out, c)
	}
	return out
}
