package strict

import (
	"encoding/base64"
	"fmt"
)

// Base64 reads standard base64 in the one spelling of its bytes. The decoder of the
// library passes over line ends: two papers would then be one. Error: ErrLoose.
func Base64(text string) ([]byte, error) {
	data, err := base64.StdEncoding.Strict().DecodeString(text)
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrLoose, err)
	}
	if base64.StdEncoding.EncodedLen(len(data)) != len(text) {
		return nil, fmt.Errorf("%w: a line end in base64", ErrLoose)
	}
	return data, nil
}
