package sign

import "github.com/secure-systems-lab/go-securesystemslib/dsse"

// PreAuth is the DSSE encoding of a payload that is signed where payload and
// signature are kept apart, as in the event log.
func PreAuth(payloadType string, payload []byte) []byte { return dsse.PAE(payloadType, payload) }
