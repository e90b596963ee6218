// Package newer asks, when a person says so and an administrator has named the address,
// whether there is a newer version of the program. Nothing is asked by itself, nothing is
// said of this machine beyond what a request must say, and nothing is ever installed.
//
// The answer is a statement in JSON that the administrator can keep on a server of the
// house. Where the policy names a key, it counts only with an Ed25519 signature of its
// bytes, in base64 beside it (ADDRESS.sig), as openssl pkeyutl -sign -rawin writes it.
package newer

import (
	"context"
	"crypto/ed25519"
	"encoding/base64"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strconv"
	"strings"

	"laufzettel/sync/sign"
	"laufzettel/transfer/failure"
	"laufzettel/transfer/strict"
	"laufzettel/transfer/wording"
)

// maxStatement bounds a statement; ours need some hundred bytes.
const maxStatement = 64 << 10

// Statement is what is said of the newest version.
type Statement struct {
	Version   string `json:"version"`             // three numbers with points
	Date      string `json:"date"`                // of the release, YYYY-MM-DD
	Notes     string `json:"notes,omitempty"`     // address of what changed
	Supported string `json:"supported,omitempty"` // last day on which the version asking is cared for, YYYY-MM-DD
}

// Answer is what comes of a question.
type Answer struct {
	Statement
	Newer  bool `json:"newer"`
	Signed bool `json:"signed"` // by the key of the policy
}

// Ask fetches the statement of an address and compares it with the version that runs.
// Key is the public key of the policy in base64, "" = none. Errors: Setup where the
// address or key is no such thing or no address is named, Transient where nothing
// answers, Damaged where the answer is no statement or its signature does not hold.
func Ask(ctx context.Context, client *http.Client, address, key, version string) (Answer, error) {
	public, err := wanted(address, key)
	if err != nil {
		return Answer{}, err
	}
	raw, err := fetch(ctx, client, address)
	if err != nil {
		return Answer{}, err
	}
	var a Answer
	if public != nil {
		given, err := fetch(ctx, client, address+".sig")
		if err != nil {
			return Answer{}, err
		}
		signature, err := base64.StdEncoding.DecodeString(strings.TrimSpace(string(given)))
		if err != nil || !public.Verify(raw, signature) {
			return Answer{}, failure.New(failure.Damaged, "verify the statement of versions", wording.Say("hint.newer.signature", address))
		}
		a.Signed = true
	}
	if err := strict.Read(raw, &a.Statement); err != nil {
		return Answer{}, failure.Wrap(failure.Damaged, "read the statement of versions", wording.Say("hint.newer.statement", address), err)
	}
	order, err := compare(a.Version, version)
	if err != nil {
		return Answer{}, failure.Wrap(failure.Damaged, "compare versions", wording.Say("hint.newer.statement", address), err)
	}
	a.Newer = order > 0
	return a, nil
}

// wanted reads what the policy names.
func wanted(address, key string) (sign.PublicKey, error) {
	if address == "" {
		return nil, failure.New(failure.Setup, "ask for a newer version", wording.Say("hint.newer.no-address"))
	}
	u, err := url.Parse(address)
	if err != nil || u.Host == "" || u.Scheme != "https" && u.Scheme != "http" {
		return nil, failure.New(failure.Setup, "ask for a newer version", wording.Say("hint.newer.address", address))
	}
	if key == "" {
		return nil, nil
	}
	raw, err := base64.StdEncoding.DecodeString(key)
	if err != nil || len(raw) != ed25519.PublicKeySize {
		return nil, failure.New(failure.Setup, "read the key of versions", wording.Say("hint.newer.key"))
	}
	return sign.PublicKey(raw), nil
}

func fetch(ctx context.Context, client *http.Client, address string) ([]byte, error) {
	silent := func(err error) error {
		return failure.Wrap(failure.Transient, "fetch "+address, wording.Say("hint.newer.silent", address), err)
	}
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, address, nil)
	if err != nil {
		return nil, silent(err)
	}
	resp, err := client.Do(req)
	if err != nil {
		return nil, silent(err)
	}
	raw, err := io.ReadAll(io.LimitReader(resp.Body, maxStatement+1))
	if err = errors.Join(err, resp.Body.Close()); err != nil {
		return nil, silent(err)
	}
	switch {
	case resp.StatusCode != http.StatusOK:
		return nil, silent(fmt.Errorf("status %d", resp.StatusCode))
	case len(raw) > maxStatement:
		return nil, failure.New(failure.Damaged, "fetch "+address, wording.Say("hint.newer.statement", address))
	}
	return raw, nil
}

// parts is how many numbers a version has.
const parts = 3

// compare gives -1, 0 or 1 as a is older, the same or newer than b.
func compare(a, b string) (int, error) {
	var n [2][parts]int
	for i, v := range []string{a, b} {
		words := strings.Split(v, ".")
		if len(words) != parts {
			return 0, fmt.Errorf("%q is no version of three numbers", v)
		}
		for k, w := range words {
			x, err := strconv.ParseUint(w, 10, 16)
			if err != nil {
				return 0, fmt.Errorf("version %q: %w", v, err)
			}
			n[i][k] = int(x)
		}
	}
	for k := range parts {
		if d := n[0][k] - n[1][k]; d != 0 {
			return d / max(d, -d), nil
		}
	}
	return 0, nil
}
