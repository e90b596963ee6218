package receipt

import (
	"bytes"
	"context"
	"crypto"
	"crypto/rand"
	_ "crypto/sha512" // the hash of the request
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math/big"
	"net"
	"net/http"
	"net/url"
	"os"
	"strings"
	"time"

	"github.com/digitorus/timestamp"

	"laufzettel/sync/ledger"
	"laufzettel/sync/sign"
	"laufzettel/transfer/durable"
	"laufzettel/transfer/failure"
	"laufzettel/transfer/wording"
)

// stampWait bounds how long an authority may take.
const stampWait = time.Minute

// StampFile asks the time stamping authority at address (RFC 3161 over HTTP) for
// a stamp over a paper and keeps it beside it, once it was verified. The paper is a
// receipt, a checkpoint, or a request to co-sign one; the stamp of these holds for all
// that was in the log. A stamp that is there already is kept and given back. The authority learns a SHA-512 sum and nothing else. client
// may be nil.
func StampFile(ctx context.Context, client *http.Client, address, path string) (Stamp, error) {
	content, err := ReadSmall(path, sign.MaxEnvelope)
	if err != nil {
		return Stamp{}, failure.Wrap(failure.Refused, "read receipt", wording.Say("hint.receipt.receipt-unreadable"), err)
	}
	beside := strings.TrimSuffix(path, SuffixReceipt) + SuffixTimestamp
	if !strings.HasSuffix(path, SuffixReceipt) {
		if beside = path + SuffixStamp; !bearsCheckpoint(content) {
			return Stamp{}, failure.New(failure.Refused, "stamp receipt", wording.Say("hint.receipt.stamp-needs-receipt", SuffixReceipt))
		}
	}
	if old, err := ReadSmall(beside, maxTimestamp); err == nil {
		s, err := VerifyStamp(old, content)
		return s, failure.Wrap(failure.Refused, "stamp receipt", wording.Say("hint.receipt.foreign-stamp-there"), err)
	} else if !errors.Is(err, fs.ErrNotExist) {
		return Stamp{}, failure.Wrap(failure.Setup, "read time stamp", wording.Say("hint.receipt.stamp-unreadable"), err)
	}
	answer, s, err := askStamp(ctx, client, address, content)
	if err != nil {
		return Stamp{}, err
	}
	if err := durable.WriteFile(beside, answer, 0o600); err != nil {
		return Stamp{}, failure.Wrap(failure.Setup, "keep time stamp", wording.Say("hint.receipt.stamp-not-written"), err)
	}
	return s, nil
}

// bearsCheckpoint reports whether a paper is a checkpoint or brings one; whose it is, a
// stamp does not say.
func bearsCheckpoint(paper []byte) bool {
	if r, err := ledger.ReadRequest(paper); err == nil {
		paper = r.Checkpoint
	}
	_, err := ledger.Read(paper)
	return err == nil
}

func askStamp(ctx context.Context, client *http.Client, address string, paper []byte) ([]byte, Stamp, error) {
	u, err := url.Parse(address)
	if err != nil || u.Host == "" || u.User != nil || u.Scheme != "https" && u.Scheme != "http" {
		return nil, Stamp{}, failure.New(failure.Refused, "read address", wording.Say("hint.outbox.tsa-bad-address"))
	}
	nonce, err := rand.Int(rand.Reader, new(big.Int).Lsh(big.NewInt(1), 64))
	if err != nil {
		return nil, Stamp{}, fmt.Errorf("time stamp nonce: %w", err)
	}
	query, err := timestamp.CreateRequest(bytes.NewReader(paper),
		&timestamp.RequestOptions{Hash: crypto.SHA512, Certificates: true, Nonce: nonce})
	if err != nil {
		return nil, Stamp{}, fmt.Errorf("time stamp request: %w", err)
	}
	answer, err := post(ctx, client, address, query)
	if err != nil {
		return nil, Stamp{}, err
	}
	var hint = wording.Say("hint.receipt.stamp-unusable")
	s, err := VerifyStamp(answer, paper)
	if err != nil {
		return nil, Stamp{}, failure.Wrap(failure.Refused, "verify time stamp", hint, err)
	}
	if ts, err := timestamp.ParseResponse(answer); err != nil || ts.Nonce == nil || ts.Nonce.Cmp(nonce) != 0 {
		return nil, Stamp{}, failure.Wrap(failure.Refused, "verify time stamp", hint,
			errors.Join(err, errors.New("the stamp is of another request")))
	}
	return answer, s, nil
}

// post sends a query; an authority is spoken to with or without TLS, its answer
// is signed.
func post(ctx context.Context, client *http.Client, address string, query []byte) ([]byte, error) {
	if client == nil {
		client = &http.Client{Transport: &http.Transport{Proxy: http.ProxyFromEnvironment, TLSHandshakeTimeout: 20 * time.Second,
			DialContext: (&net.Dialer{Timeout: 20 * time.Second}).DialContext}}
		defer client.CloseIdleConnections()
	}
	ctx, cancel := context.WithTimeout(ctx, stampWait)
	defer cancel()
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, address, bytes.NewReader(query))
	if err != nil {
		return nil, fmt.Errorf("time stamp request: %w", err)
	}
	req.Header.Set("Content-Type", "application/timestamp-query")
	resp, err := client.Do(req)
	var hint = wording.Say("hint.receipt.stamps-unreachable")
	if err != nil {
		return nil, failure.Wrap(failure.Transient, "ask for time stamp", hint, err)
	}
	defer resp.Body.Close() // read to its end or given up
	answer, err := io.ReadAll(io.LimitReader(resp.Body, maxTimestamp+1))
	switch {
	case err != nil || resp.StatusCode >= 500 || os.IsTimeout(err):
		return nil, failure.Wrap(failure.Transient, "ask for time stamp", hint, errors.Join(err, errors.New(resp.Status)))
	case resp.StatusCode != http.StatusOK || len(answer) > maxTimestamp:
		return nil, failure.Wrap(failure.Refused, "ask for time stamp", wording.Say("hint.receipt.stamps-address-bad"),
			errors.New(resp.Status))
	}
	return answer, nil
}
