package profile

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"

	"laufzettel/transfer/failure"
	"laufzettel/transfer/strict"
	"laufzettel/transfer/wording"
)

// maxBytes bounds a profile file.
const maxBytes = 4 << 20

// ReadFile reads one profile from a JSON file and checks it. Errors: Refused
// with a sentence for the person; *Invalid inside where fields are wrong.
func ReadFile(name string) (*Profile, error) {
	f, err := os.Open(name)
	if err != nil {
		return nil, failure.Wrap(failure.Refused, "read profile", wording.Say("hint.profile.file-not-opened"), err)
	}
	defer f.Close()
	return Read(f)
}

// Read reads one profile in JSON. An unknown field is an error: a rule that was
// written down but not understood must not pass silently, and so is a field of a
// mapping that would never be written.
func Read(r io.Reader) (*Profile, error) {
	p, _, err := decode(r)
	if err != nil {
		return nil, err
	}
	if err := p.Validate(); err != nil {
		return nil, incomplete(err)
	}
	return p, nil
}

// ReadSigned reads a profile an archive answers for with its signature. Who takes
// it cannot mend it, and it may be older than the check of mappings: their faults
// are left to Unwritten. It is read as everything signed is (transfer/strict): what the
// archive signed is one agreement to every reader.
func ReadSigned(r io.Reader) (*Profile, error) {
	p, data, err := decode(r)
	if err != nil {
		return nil, err
	}
	if err := strict.Read(data, new(Profile)); err != nil {
		return nil, failure.Wrap(failure.Refused, "read profile", wording.Say("hint.profile.loose"), err)
	}
	if err := p.faults().invalid(); err != nil {
		return nil, incomplete(err)
	}
	return p, nil
}

func incomplete(err error) error {
	return failure.Wrap(failure.Refused, "read profile", wording.Say("hint.profile.profile-incomplete", err.Error()), err)
}

// decode reads a profile and gives the bytes it was read from.
func decode(r io.Reader) (*Profile, []byte, error) {
	data, err := io.ReadAll(io.LimitReader(r, maxBytes+1))
	if err != nil {
		return nil, nil, failure.Wrap(failure.Refused, "read profile", wording.Say("hint.profile.file-unreadable"), err)
	}
	if len(data) > maxBytes {
		return nil, nil, failure.New(failure.Refused, "read profile", wording.Say("hint.profile.file-too-large"))
	}
	dec := json.NewDecoder(bytes.NewReader(bytes.TrimPrefix(data, []byte("\ufeff"))))
	dec.DisallowUnknownFields()
	var p Profile
	if err := dec.Decode(&p); err != nil {
		return nil, nil, failure.Wrap(failure.Refused, "read profile", jsonHint(err), err)
	}
	if _, err := dec.Token(); !errors.Is(err, io.EOF) {
		return nil, nil, failure.New(failure.Refused, "read profile", wording.Say("hint.profile.more-than-one"))
	}
	return &p, data, nil
}

// jsonHint names the field where the decoder knows it.
func jsonHint(err error) wording.Text {
	if t, ok := errors.AsType[*json.UnmarshalTypeError](err); ok && t.Field != "" {
		return wording.Say("hint.profile.field-type", t.Field, t.Value)
	}
	if s, ok := errors.AsType[*json.SyntaxError](err); ok {
		return wording.Say("hint.profile.no-json", s.Offset)
	}
	return wording.Say("hint.profile.other-structure", err.Error())
}

// Write writes a profile as JSON that Read reads.
func (p *Profile) Write(w io.Writer) error {
	enc := json.NewEncoder(w)
	enc.SetIndent("", "  ")
	enc.SetEscapeHTML(false)
	if err := enc.Encode(p); err != nil {
		return fmt.Errorf("write profile: %w", err)
	}
	return nil
}
