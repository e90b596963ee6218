package sign

import (
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"sync"
)

// Opened remembers keys that were opened from their files, so that a run that signs
// sixty packages works out the passphrase once and not sixty times (a second each).
// Nothing gets easier by it: the file is read and the passphrase asked for every
// time, and only the very file with the very passphrase gives the key again. The
// zero value is ready; it is safe for concurrent use. The passphrase is not kept,
// only its MAC with a secret of this process.
type Opened struct {
	mu     sync.Mutex
	secret []byte
	keys   map[[sha256.Size]byte]*Key
}

// openedMost is how many keys are remembered; a workspace has one or two.
const openedMost = 16

// find gives the key that file and passphrase gave before, nil for none.
func (o *Opened) find(pass string, sealed []byte) *Key {
	if o == nil {
		return nil
	}
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.keys[o.name(pass, sealed)]
}

func (o *Opened) keep(pass string, sealed []byte, key *Key) {
	if o == nil {
		return
	}
	o.mu.Lock()
	defer o.mu.Unlock()
	if o.keys == nil || len(o.keys) >= openedMost {
		o.keys = map[[sha256.Size]byte]*Key{}
	}
	o.keys[o.name(pass, sealed)] = key
}

// name is the MAC of file and passphrase.
func (o *Opened) name(pass string, sealed []byte) (name [sha256.Size]byte) {
	if o.secret == nil {
		o.secret = make([]byte, sha256.Size)
		_, _ = rand.Read(o.secret) // never fails (crypto/rand)
	}
	m := hmac.New(sha256.New, o.secret)
	file := sha256.Sum256(sealed)
	m.Write(file[:])
	m.Write([]byte(pass))
	m.Sum(name[:0])
	return name
}
