package xdomea

import "bytes"

// Trim is a Trimmer for one object. Errors as NewTrimmer and Trimmer.Trim.
func Trim(message []byte, objectID string) ([]byte, error) {
	t, err := NewTrimmer(bytes.NewReader(message), int64(len(message)))
	if err != nil {
		return nil, err
	}
	var out bytes.Buffer
	if err := t.Trim(&out, objectID); err != nil {
		return nil, err
	}
	return out.Bytes(), nil
}
