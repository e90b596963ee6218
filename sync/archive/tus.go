package archive

import (
	"bytes"
	"io"
	"net/http"
	"strconv"
	"strings"
	"time"

	"github.com/tus/tusd/v2/pkg/handler"
	"golang.org/x/exp/slog"
)

// tus holds tusd's handler for creation and chunks. HEAD and DELETE are ours:
// HEAD because offset and digest must be read under one lock.
type tus struct {
	create, patch http.Handler
}

type uploadIDKey struct{} // context key: the id a new upload gets

func newTus(a *Archive) (*tus, error) {
	composer := handler.NewStoreComposer()
	composer.UseCore(a.storage)
	composer.UseLocker(passing{a.locks})
	h, err := handler.NewUnroutedHandler(handler.Config{
		StoreComposer: composer, BasePath: a.base.String() + "/v1/uploads/", MaxSize: a.cfg.MaxUpload,
		DisableDownload: true, DisableTermination: true, DisableConcatenation: true,
		Cors:   &handler.CorsConfig{Disable: true},
		Logger: slog.New(slog.NewTextHandler(io.Discard, nil)), // we log ourselves, without addresses
		PreUploadCreateCallback: func(e handler.HookEvent) (handler.HTTPResponse, handler.FileInfoChanges, error) {
			id, _ := e.Context.Value(uploadIDKey{}).(string)
			return handler.HTTPResponse{}, handler.FileInfoChanges{ID: id}, nil
		},
		PreFinishResponseCallback: func(e handler.HookEvent) (handler.HTTPResponse, error) {
			return handler.HTTPResponse{}, a.finish(e.Context, e.Upload.ID)
		},
		// Bodies are in memory and our store waits for nobody: no grace is needed.
		GracefulRequestCompletionTimeout: time.Millisecond,
		AcquireLockTimeout:               10 * time.Second,
	})
	if err != nil {
		return nil, err
	}
	return &tus{
		create: h.Middleware(http.HandlerFunc(h.PostFile)),
		patch:  http.StripPrefix("/v1/uploads/", h.Middleware(http.HandlerFunc(h.PatchFile))),
	}, nil
}

// serveTus runs a tusd handler and turns its plain text errors into problems.
func serveTus(w http.ResponseWriter, r *http.Request, h http.Handler) error {
	if r.Header.Get("Tus-Resumable") != "1.0.0" {
		return problemf(http.StatusPreconditionFailed, "tus-version", "Tus-Resumable must be 1.0.0")
	}
	tw := &tusWriter{ResponseWriter: w}
	h.ServeHTTP(tw, r)
	if tw.status < http.StatusBadRequest {
		return nil
	}
	w.Header().Del("Content-Length")
	return tusProblem(tw.status, tw.body.String())
}

// tusCodes maps tusd's error codes to ours.
var tusCodes = map[string]struct {
	status int
	code   string
}{
	"ERR_MISMATCHED_OFFSET":    {http.StatusConflict, "offset"},
	"ERR_UPLOAD_NOT_FOUND":     {http.StatusNotFound, "not-found"},
	"ERR_UPLOAD_LOCKED":        {http.StatusLocked, "locked"},
	"ERR_LOCK_TIMEOUT":         {http.StatusLocked, "locked"},
	"ERR_INVALID_CONTENT_TYPE": {http.StatusUnsupportedMediaType, "media-type"},
	"ERR_MAX_SIZE_EXCEEDED":    {http.StatusRequestEntityTooLarge, "too-large"},
	"ERR_UPLOAD_SIZE_EXCEEDED": {http.StatusRequestEntityTooLarge, "chunk-too-large"},
	"ERR_NO_SPACE":             {http.StatusInsufficientStorage, "no-space"},
}

func tusProblem(status int, body string) error {
	name, text, _ := strings.Cut(strings.TrimSpace(body), ": ")
	if known, ok := tusCodes[name]; ok {
		p := problemf(known.status, known.code, "%s", text)
		switch known.status {
		case http.StatusInsufficientStorage:
			p.after(noSpaceWait)
		case http.StatusLocked:
			p.after(2 * time.Second)
		}
		return p
	}
	if status < http.StatusInternalServerError {
		return problemf(http.StatusBadRequest, "bad-request", "%s", text)
	}
	return &innerError{status, body}
}

// innerError is a fault of ours that came back as a tusd answer.
type innerError struct {
	status int
	body   string
}

func (e *innerError) Error() string { return "tus " + strconv.Itoa(e.status) + ": " + e.body }

// tusWriter passes a success on and keeps an error for translation.
type tusWriter struct {
	http.ResponseWriter
	status int
	body   bytes.Buffer
}

func (t *tusWriter) WriteHeader(status int) {
	if t.status != 0 {
		return
	}
	t.status = status
	if status < http.StatusBadRequest {
		t.ResponseWriter.WriteHeader(status)
	}
}

func (t *tusWriter) Write(b []byte) (int, error) {
	if t.status == 0 {
		t.WriteHeader(http.StatusOK)
	}
	if t.status >= http.StatusBadRequest {
		return t.body.Write(b)
	}
	return t.ResponseWriter.Write(b)
}

// Unwrap lets http.ResponseController find the connection.
func (t *tusWriter) Unwrap() http.ResponseWriter { return t.ResponseWriter }
