package archive

import (
	"bytes"
	"context"
	"errors"
	"io"
	"net/http"
	"net/url"
	"time"

	"laufzettel/sync/sign"
)

// smallBody may be read without waiting for one of the places of large ones.
const smallBody = 64 << 10

// bodyPause is how long a client may be silent within a body.
const bodyPause = 60 * time.Second

// access says who may use an address and how large its body may be.
type access struct {
	role             Role // "" = any
	pending, retired bool // also keys in these states
	body             int64
}

// caller is who a checked request comes from.
type caller struct {
	keyID    string
	clientID string
	roles    []Role
	body     []byte // only until the handler returns
	turn     turn   // of a chunk
}

type handlerFunc func(w http.ResponseWriter, r *http.Request, c caller) error

// signed registers an address behind the checks of protocol.md 3: signature, time,
// role, the body with its digest, and the nonce, which is written down while the
// body comes. Nothing of a body reaches a handler before all of them were found right.
func (a *Archive) signed(pattern string, acc access, h handlerFunc) {
	a.mux.HandleFunc(pattern, func(w http.ResponseWriter, r *http.Request) {
		// Chunks are large and many: their memory is used again once the handler is
		// done with it.
		buf := new(bytes.Buffer)
		if r.Method == http.MethodPatch {
			select {
			case buf = <-a.buffers:
				buf.Reset()
			default:
			}
			defer func() {
				select {
				case a.buffers <- buf:
				default:
				}
			}()
		}
		c, err := a.check(w, r, acc, buf)
		defer c.turn.leave()
		if err == nil {
			err = h(w, r, c)
		}
		a.answer(w, r, err)
	})
}

// unsigned registers an address whose body speaks for itself.
func (a *Archive) unsigned(h func(w http.ResponseWriter, r *http.Request, body []byte) error) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		buf := new(bytes.Buffer)
		err := a.enrols.take("", a.cfg.Clock())
		if err == nil {
			err = a.readBody(w, r, smallBody, buf, io.Discard)
		}
		if err == nil {
			err = h(w, r, buf.Bytes())
		}
		a.answer(w, r, err)
	}
}

func (a *Archive) answer(w http.ResponseWriter, r *http.Request, err error) {
	if err == nil {
		return
	}
	p, known := asProblem(err, a.cfg.Clock())
	if known {
		a.cfg.Log.Info("refused", "method", r.Method, "code", p.code)
		a.metrics.add(1, "refused_total", "code", p.code)
	} else {
		a.cfg.Log.Error("request", "method", r.Method, "error", err)
	}
	if r.Body != nil && r.ContentLength > smallBody {
		w.Header().Set("Connection", "close") // nobody reads the rest of a refused chunk
	}
	p.write(w)
}

// check verifies a request and reads its body into buf. The caller's turn is to
// be left also after an error. The nonce goes into the database while the body
// comes; nothing else happens before it is known to be new.
func (a *Archive) check(w http.ResponseWriter, r *http.Request, acc access, buf *bytes.Buffer) (caller, error) {
	pending := &pendingNonce{nonces: a.nonces}
	c, err := a.admit(w, r, acc, buf, pending)
	if replay := pending.wait(); replay != nil {
		return c, replay
	}
	return c, err
}

func (a *Archive) admit(w http.ResponseWriter, r *http.Request, acc access, buf *bytes.Buffer, pending *pendingNonce) (caller, error) {
	target, err := a.target(r)
	if err != nil {
		return caller{}, err
	}
	var c caller
	find := func(ctx context.Context, keyID string) (sign.PublicKey, error) {
		k, err := a.findKey(ctx, keyID)
		if err != nil {
			return nil, err
		}
		if err := k.usable(acc); err != nil {
			return nil, err
		}
		c = caller{keyID: keyID, clientID: k.clientID, roles: k.roles}
		return k.public, nil
	}
	if _, err := sign.VerifyRequest(r.Context(), r, target, a.cfg.Clock(), find, pending); err != nil {
		return caller{}, err
	}
	if err := a.pace.take(c.clientID, a.cfg.Clock()); err != nil {
		return caller{}, err
	}
	if !allowed(c.roles, acc.role) {
		return caller{}, problemf(http.StatusForbidden, "role", "the key has not the role %s", acc.role)
	}
	c.turn = a.turns.enter(c.clientID, r)
	digest := sign.ExpectDigest(r.Header)
	if err := a.readBody(w, r, acc.body, buf, digest); err != nil {
		return c, err
	}
	c.body = buf.Bytes()
	if err := digest.Verify(); err != nil {
		return c, err
	}
	r.Body = io.NopCloser(bytes.NewReader(c.body))
	r.ContentLength = int64(len(c.body))
	return c, nil
}

// target is the public address of a request, whatever the proxy in front of us
// calls us.
func (a *Archive) target(r *http.Request) (*url.URL, error) {
	u, err := url.Parse(a.base.String() + r.URL.RequestURI())
	if err != nil {
		return nil, problemf(http.StatusBadRequest, "bad-request", "the address cannot be read")
	}
	return u, nil
}

// readBody reads a body into buf and shows its bytes to watch as they come.
func (a *Archive) readBody(w http.ResponseWriter, r *http.Request, limit int64, buf *bytes.Buffer, watch io.Writer) error {
	tooLarge := problemf(http.StatusRequestEntityTooLarge, "too-large", "the body may have %d bytes", limit)
	if limit == MaxChunk && r.Method == http.MethodPatch {
		tooLarge.code = "chunk-too-large"
	}
	if r.ContentLength > limit {
		return tooLarge
	}
	if r.ContentLength < 0 || r.ContentLength > smallBody {
		select {
		case a.bodies <- struct{}{}:
			defer func() { <-a.bodies }()
		default:
			return problemf(http.StatusServiceUnavailable, "busy", "too many uploads at once").after(2 * time.Second)
		}
	}
	if r.ContentLength > 0 {
		buf.Grow(int(r.ContentLength) + bytes.MinRead)
	}
	patient := &patientReader{r: r.Body, rc: http.NewResponseController(w)}
	n, err := buf.ReadFrom(io.TeeReader(io.LimitReader(patient, limit+1), watch))
	switch {
	case err != nil && errors.Is(err, context.Canceled):
		return err
	case err != nil:
		return problemf(http.StatusBadRequest, "bad-request", "the body ended too soon")
	case n > limit:
		return tooLarge
	}
	return nil
}

// patientReader lets a slow line take its time but not stand still.
type patientReader struct {
	r  io.Reader
	rc *http.ResponseController
}

func (p *patientReader) Read(b []byte) (int, error) {
	_ = p.rc.SetReadDeadline(time.Now().Add(bodyPause)) // not every server has deadlines
	return p.r.Read(b)
}
