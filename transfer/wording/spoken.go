package wording

import (
	"encoding/json"
	"fmt"
)

// Spoken is a Text that stands in files and answers as its German sentence, as programs
// have read it from the beginning; people read it in their own language (In) as long as
// it is in the hands of the program that said it.
type Spoken struct{ Text }

// Speak gives the sentence of a key as Say does.
func Speak(key string, values ...any) Spoken { return Spoken{Say(key, values...)} }

// IsZero tells whether there is nothing to say (json: omitzero).
func (s Spoken) IsZero() bool { return s.Empty() }

// MarshalJSON implements json.Marshaler.
func (s Spoken) MarshalJSON() ([]byte, error) { return json.Marshal(s.In(German)) }

// UnmarshalJSON implements json.Unmarshaler: the words as they stand.
func (s *Spoken) UnmarshalJSON(data []byte) error {
	var words string
	if err := json.Unmarshal(data, &words); err != nil {
		return fmt.Errorf("read sentence: %w", err)
	}
	s.Text = Plain(words)
	return nil
}

// Enumerate says several values one after the other, the last behind "and".
func Enumerate[T any](items []T) Text {
	switch len(items) {
	case 0:
		return Text{}
	case 1:
		return List("", items)
	}
	last := len(items) - 1
	return Say("said.and", List(", ", items[:last]), items[last])
}

// Some enumerates the first most values and says how many more there are.
func Some[T any](items []T, most int) Text {
	if len(items) > most {
		return Say("said.and-more", List(", ", items[:most]), len(items)-most)
	}
	return Enumerate(items)
}
