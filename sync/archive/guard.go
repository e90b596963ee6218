package archive

import (
	"bytes"
	"context"
	"errors"
	"io"
	"net/http"
	"net/url"
	"os"
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

// guard stands before every address: it reads bodies within their places and paces,
// proves who asks, and takes the applications of those who are nobody yet.
type guard struct {
	a       *Archive
	bodies  *bodies
	buffers chan *bytes.Buffer // of chunks, to be used again
	pace    *pace              // of clients
	enrols  *pace              // of those who are none yet
	invites *pace              // of those who were invited to be one
	nonces  *nonces
}

func newGuard(a *Archive) (*guard, error) {
	b, err := newBodies(a.cfg.Dir)
	if err != nil {
		return nil, err
	}
	return &guard{
		a: a, bodies: b, buffers: make(chan *bytes.Buffer, keptBuffers), nonces: &nonces{db: a.cfg.DB},
		pace: newPace(a.cfg.Rate), enrols: newPace(enrolRate), invites: newPace(inviteRate),
	}, nil
}

// signed registers an address behind the checks of protocol.md 3: signature, time,
// role, the body with its digest, and the nonce, which is written down while the
// body comes. Nothing of a body reaches a handler before all of them were found right.
func (gd *guard) signed(pattern string, acc access, h handlerFunc) {
	gd.a.mux.HandleFunc(pattern, func(w http.ResponseWriter, r *http.Request) {
		// Chunks are large and many: their memory is used again once the handler is
		// done with it.
		buf := new(bytes.Buffer)
		if r.Method == http.MethodPatch {
			select {
			case buf = <-gd.buffers:
				buf.Reset()
			default:
			}
			defer func() {
				select {
				case gd.buffers <- buf:
				default:
				}
			}()
		}
		c, err := gd.check(w, r, acc, buf)
		defer c.turn.leave()
		if err == nil {
			err = h(w, r, c)
		}
		gd.answer(w, r, err)
	})
}

// unsigned registers an address whose body speaks for itself. Strangers share one pace
// and few places, which a thousand of them may use up; an invited office has its own
// (defect S6).
func (gd *guard) unsigned(h func(w http.ResponseWriter, r *http.Request, in *invited, body []byte) error) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		buf := new(bytes.Buffer)
		in, leave, err := gd.enterStranger(r)
		if err == nil {
			err = gd.readStranger(w, r, buf)
			leave()
		}
		if err == nil {
			err = h(w, r, in, buf.Bytes())
		}
		gd.answer(w, r, err)
	}
}

// enterStranger gives the place of an unsigned request, and its invitation.
func (gd *guard) enterStranger(r *http.Request) (*invited, func(), error) {
	in, refused := gd.invitation(r.Context(), r.Header)
	if in != nil {
		if err := gd.invites.take(in.hash, gd.a.cfg.Clock()); err != nil {
			return nil, nil, err
		}
		_, leave, err := gd.bodies.of(r.Context(), "invitation "+in.hash)
		return in, leave, err
	}
	if err := gd.enrols.take("", gd.a.cfg.Clock()); err != nil {
		return nil, nil, err
	}
	if refused != nil {
		return nil, nil, refused
	}
	select {
	case gd.bodies.strangers <- struct{}{}:
		return nil, func() { <-gd.bodies.strangers }, nil
	default:
		return nil, nil, errBusy
	}
}

func (gd *guard) answer(w http.ResponseWriter, r *http.Request, err error) {
	if err == nil {
		return
	}
	p, known := asProblem(err, gd.a.cfg.Clock())
	if known {
		gd.a.cfg.Log.Info("refused", "method", r.Method, "code", p.code)
		gd.a.metrics.add(1, "refused_total", "code", p.code)
	} else {
		gd.a.cfg.Log.Error("request", "method", r.Method, "error", err)
	}
	if r.Body != nil && (r.ContentLength > smallBody || p.code == "too-slow") {
		w.Header().Set("Connection", "close") // nobody reads the rest of a refused chunk
	}
	p.write(w)
}

// check verifies a request and reads its body into buf. The caller's turn is to
// be left also after an error. The nonce goes into the database while the body
// comes; nothing else happens before it is known to be new.
func (gd *guard) check(w http.ResponseWriter, r *http.Request, acc access, buf *bytes.Buffer) (caller, error) {
	pending := &pendingNonce{nonces: gd.nonces}
	c, err := gd.admit(w, r, acc, buf, pending)
	if replay := pending.wait(); replay != nil {
		return c, replay
	}
	return c, err
}

func (gd *guard) admit(w http.ResponseWriter, r *http.Request, acc access, buf *bytes.Buffer, pending *pendingNonce) (caller, error) {
	target, err := gd.target(r)
	if err != nil {
		return caller{}, err
	}
	var c caller
	find := func(ctx context.Context, keyID string) (sign.PublicKey, error) {
		k, err := gd.a.findKey(ctx, keyID)
		if err != nil {
			return nil, err
		}
		if err := k.usable(acc); err != nil {
			return nil, err
		}
		c = caller{keyID: keyID, clientID: k.clientID, roles: k.roles}
		return k.public, nil
	}
	if _, err := sign.VerifyRequest(r.Context(), r, target, gd.a.cfg.Clock(), find, pending); err != nil {
		return caller{}, err
	}
	if err := gd.pace.take(c.clientID, gd.a.cfg.Clock()); err != nil {
		return caller{}, err
	}
	if !allowed(c.roles, acc.role) {
		return caller{}, problemf(http.StatusForbidden, "role", "the key has not the role %s", acc.role)
	}
	c.turn = gd.a.turns.enter(c.clientID, r)
	digest := sign.ExpectDigest(r.Header)
	if err := gd.readBody(w, r, c.clientID, acc.body, buf, digest); err != nil {
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
func (gd *guard) target(r *http.Request) (*url.URL, error) {
	u, err := url.Parse(gd.a.base.String() + r.URL.RequestURI())
	if err != nil {
		return nil, problemf(http.StatusBadRequest, "bad-request", "the address cannot be read")
	}
	return u, nil
}

// readBody reads the body of a client into buf and shows its bytes to watch as they
// come.
func (gd *guard) readBody(w http.ResponseWriter, r *http.Request, who string, limit int64, buf *bytes.Buffer, watch io.Writer) error {
	tooLarge := problemf(http.StatusRequestEntityTooLarge, "too-large", "the body may have %d bytes", limit)
	if limit == MaxChunk && r.Method == http.MethodPatch {
		tooLarge.code = "chunk-too-large"
	}
	if r.ContentLength > limit {
		return tooLarge
	}
	patient := &patientReader{r: r.Body, rc: http.NewResponseController(w), clock: gd.a.cfg.Clock}
	var n int64
	var err error
	if r.ContentLength < 0 || r.ContentLength > smallBody {
		n, err = gd.bodies.take(r.Context(), who, patient, r.ContentLength, limit, buf, watch)
	} else {
		n, err = buf.ReadFrom(io.TeeReader(io.LimitReader(patient, limit+1), watch))
	}
	if err == nil && n > limit {
		return tooLarge
	}
	return bodyFault(err)
}

// readStranger reads the small body of somebody nobody knows, all of it in time.
func (gd *guard) readStranger(w http.ResponseWriter, r *http.Request, buf *bytes.Buffer) error {
	if r.ContentLength > smallBody {
		return problemf(http.StatusRequestEntityTooLarge, "too-large", "the body may have %d bytes", smallBody)
	}
	patient := &patientReader{r: r.Body, rc: http.NewResponseController(w), clock: gd.a.cfg.Clock, whole: strangerTime}
	n, err := buf.ReadFrom(io.LimitReader(patient, smallBody+1))
	if err == nil && n > smallBody {
		return problemf(http.StatusRequestEntityTooLarge, "too-large", "the body may have %d bytes", smallBody)
	}
	return bodyFault(err)
}

// bodyFault tells the client what was wrong with its body, and nothing of our faults.
func bodyFault(err error) error {
	if err == nil || errors.Is(err, context.Canceled) {
		return err
	}
	if _, told := errors.AsType[*problem](err); told {
		return err
	}
	if _, ours := errors.AsType[*diskError](err); ours {
		return err
	}
	if errors.Is(err, errSlow) || errors.Is(err, os.ErrDeadlineExceeded) {
		return problemf(http.StatusRequestTimeout, "too-slow", "the body comes too slowly").after(30 * time.Second)
	}
	return problemf(http.StatusBadRequest, "bad-request", "the body ended too soon")
}
