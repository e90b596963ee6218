// Command provenance says of a folder of release files what they were built from: an
// in-toto statement (v1) with the predicate of SLSA (provenance v1), over every file of
// SHA256SUMS. With a key it is signed as a DSSE envelope, and SHA256SUMS beside it; without
// one only the statement is written. It carries no time: same files, same bytes.
// packaging/verify.sh checks both without Go.
//
// Usage: provenance DIR COMMIT [KEY.pem]   (Ed25519, PKCS#8)
package main

import (
	"crypto/ed25519"
	"crypto/x509"
	"encoding/base64"
	"encoding/json"
	"encoding/pem"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	"strings"
)

func main() {
	if len(os.Args) != 3 && len(os.Args) != 4 {
		fmt.Fprintln(os.Stderr, "usage: provenance DIR COMMIT [KEY.pem]")
		os.Exit(2)
	}
	key := ""
	if len(os.Args) == 4 {
		key = os.Args[3]
	}
	if err := write(os.Args[1], os.Args[2], key); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

// payloadType names what an envelope holds (in-toto).
const payloadType = "application/vnd.in-toto+json"

// Files beside those of the release.
const (
	sums      = "SHA256SUMS"
	signature = "SHA256SUMS.sig"
	plain     = "provenance.json"
	envelope  = "provenance.dsse.json"
)

type statement struct {
	Type          string    `json:"_type"`
	Subject       []subject `json:"subject"`
	PredicateType string    `json:"predicateType"`
	Predicate     predicate `json:"predicate"`
}

type subject struct {
	Name   string            `json:"name"`
	Digest map[string]string `json:"digest"`
}

type predicate struct {
	Definition definition `json:"buildDefinition"`
	Run        run        `json:"runDetails"`
}

type definition struct {
	Type       string            `json:"buildType"`
	Parameters map[string]string `json:"externalParameters"`
	Resolved   []subject         `json:"resolvedDependencies"`
}

type run struct {
	Builder map[string]string `json:"builder"`
}

// dsse is an envelope (DSSE v1).
type dsse struct {
	Payload     string              `json:"payload"`
	PayloadType string              `json:"payloadType"`
	Signatures  []map[string]string `json:"signatures"`
}

var line = regexp.MustCompile(`^([0-9a-f]{64}) [ *](.+)$`)

// subjects reads SHA256SUMS.
func subjects(raw []byte) (out []subject, err error) {
	for _, l := range strings.Split(strings.TrimSpace(string(raw)), "\n") {
		m := line.FindStringSubmatch(l)
		if m == nil {
			return nil, fmt.Errorf("%s: %q is no line of a list of sums", sums, l)
		}
		out = append(out, subject{m[2], map[string]string{"sha256": m[1]}})
	}
	return out, nil
}

func write(dir, commit, keyFile string) error {
	raw, err := os.ReadFile(filepath.Join(dir, sums))
	if err != nil {
		return fmt.Errorf("read list of sums: %w", err)
	}
	of, err := subjects(raw)
	if err != nil {
		return err
	}
	body, err := json.Marshal(statement{Type: "https://in-toto.io/Statement/v1", Subject: of,
		PredicateType: "https://slsa.dev/provenance/v1", Predicate: predicate{
			Definition: definition{Type: "https://laufzettel.example/build/make/v1", Parameters: map[string]string{"go": runtime.Version()},
				Resolved: []subject{{"source", map[string]string{"gitCommit": commit}}}},
			Run: run{Builder: map[string]string{"id": "https://laufzettel.example/builder/debian"}}}})
	if err != nil {
		return fmt.Errorf("encode statement: %w", err)
	}
	if keyFile == "" {
		return put(dir, plain, append(body, '\n'))
	}
	key, err := readKey(keyFile)
	if err != nil {
		return err
	}
	sealed, err := json.Marshal(dsse{Payload: base64.StdEncoding.EncodeToString(body), PayloadType: payloadType,
		Signatures: []map[string]string{{"sig": base64.StdEncoding.EncodeToString(ed25519.Sign(key, encoded(body)))}}})
	if err != nil {
		return fmt.Errorf("encode envelope: %w", err)
	}
	return errors.Join(put(dir, envelope, append(sealed, '\n')), put(dir, signature, ed25519.Sign(key, raw)))
}

// encoded is what is signed (DSSE: pre-authentication encoding).
func encoded(body []byte) []byte {
	return fmt.Appendf(nil, "DSSEv1 %d %s %d %s", len(payloadType), payloadType, len(body), body)
}

func put(dir, name string, data []byte) error {
	if err := os.WriteFile(filepath.Join(dir, name), data, 0o644); err != nil {
		return fmt.Errorf("write %s: %w", name, err)
	}
	return nil
}

func readKey(name string) (ed25519.PrivateKey, error) {
	raw, err := os.ReadFile(name)
	if err != nil {
		return nil, fmt.Errorf("read key: %w", err)
	}
	block, _ := pem.Decode(raw)
	if block == nil {
		return nil, fmt.Errorf("%s is no PEM file", name)
	}
	parsed, err := x509.ParsePKCS8PrivateKey(block.Bytes)
	if err != nil {
		return nil, fmt.Errorf("read key: %w", err)
	}
	key, ok := parsed.(ed25519.PrivateKey)
	if !ok {
		return nil, fmt.Errorf("%s holds no Ed25519 key", name)
	}
	return key, nil
}
