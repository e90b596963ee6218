package sign

import (
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"time"

	"github.com/dunglas/httpsfv"
)

// signatureInput is the member sig1 of the header Signature-Input (RFC 9421 4.1).
type signatureInput struct {
	components       []string
	text             string // its serialisation, the value of "@signature-params"
	created, expires time.Time
	nonce, keyID     string
	tag, alg         string
}

// newSignatureInput makes the input of a request of our own.
func newSignatureInput(components []string, created, expires time.Time, nonce, keyID string) (signatureInput, error) {
	list := httpsfv.InnerList{Params: httpsfv.NewParams()}
	for _, name := range components {
		list.Items = append(list.Items, httpsfv.NewItem(name))
	}
	list.Params.Add("created", created.Unix())
	list.Params.Add("expires", expires.Unix())
	list.Params.Add("nonce", nonce)
	list.Params.Add("tag", signatureTag)
	list.Params.Add("keyid", keyID)
	return inputOf(list)
}

// readSignature takes both headers apart. Other labels beside ours are left alone.
func readSignature(h http.Header) (signatureInput, []byte, error) {
	inputs, err := httpsfv.UnmarshalDictionary(h.Values("Signature-Input"))
	if err != nil {
		return signatureInput{}, nil, fmt.Errorf("Signature-Input: %w", err)
	}
	member, _ := inputs.Get(signatureLabel)
	list, ok := member.(httpsfv.InnerList)
	if !ok {
		return signatureInput{}, nil, errors.New("Signature-Input has no list " + signatureLabel)
	}
	signatures, err := httpsfv.UnmarshalDictionary(h.Values("Signature"))
	if err != nil {
		return signatureInput{}, nil, fmt.Errorf("Signature: %w", err)
	}
	member, _ = signatures.Get(signatureLabel)
	item, _ := member.(httpsfv.Item)
	signature, ok := item.Value.([]byte)
	if !ok {
		return signatureInput{}, nil, errors.New("Signature has no bytes " + signatureLabel)
	}
	input, err := inputOf(list)
	return input, signature, err
}

// inputOf reads components and parameters; whatever order they came in, that order
// is signed.
func inputOf(list httpsfv.InnerList) (signatureInput, error) {
	var in signatureInput
	for _, item := range list.Items {
		name, ok := item.Value.(string)
		if !ok || len(item.Params.Names()) > 0 || name != strings.ToLower(name) || name == "@signature-params" ||
			slices.Contains(in.components, name) {
			return in, fmt.Errorf("component %v: only plain names, each once", item.Value)
		}
		in.components = append(in.components, name)
	}
	for _, name := range list.Params.Names() {
		value, _ := list.Params.Get(name)
		ok := true
		switch name {
		case "created":
			in.created, ok = moment(value)
		case "expires":
			in.expires, ok = moment(value)
		case "nonce":
			in.nonce, ok = value.(string)
		case "keyid":
			in.keyID, ok = value.(string)
		case "tag":
			in.tag, ok = value.(string)
		case "alg":
			in.alg, ok = value.(string)
		}
		if !ok {
			return in, fmt.Errorf("parameter %s is of the wrong type", name)
		}
	}
	var err error
	in.text, err = httpsfv.Marshal(list)
	return in, err
}

func moment(v any) (time.Time, bool) {
	n, ok := v.(int64)
	return time.Unix(n, 0), ok && n > 0
}

func (in signatureInput) covers(name string) bool { return slices.Contains(in.components, name) }

// base is what is signed (RFC 9421 2.5).
func (in signatureInput) base(req *http.Request, target *url.URL) ([]byte, error) {
	var b strings.Builder
	for _, name := range in.components {
		value, err := component(name, req, target)
		if err != nil {
			return nil, err
		}
		fmt.Fprintf(&b, "%q: %s\n", name, value)
	}
	b.WriteString(`"@signature-params": ` + in.text)
	return []byte(b.String()), nil
}

// component is the value of one part of a message (RFC 9421 2.1 and 2.2).
func component(name string, req *http.Request, target *url.URL) (string, error) {
	switch name {
	case "@method":
		return req.Method, nil
	case "@target-uri":
		return target.String(), nil
	case "@authority":
		return strings.ToLower(target.Host), nil
	case "@scheme":
		return target.Scheme, nil
	case "@path":
		return target.EscapedPath(), nil
	case "@query":
		return "?" + target.RawQuery, nil
	}
	values := req.Header.Values(name)
	if name == "host" { // net/http keeps it elsewhere
		values = []string{target.Host}
	}
	if name == "content-length" && len(values) == 0 && req.ContentLength >= 0 {
		values = []string{fmt.Sprint(req.ContentLength)}
	}
	if strings.HasPrefix(name, "@") || len(values) == 0 {
		return "", fmt.Errorf("the request has no component %s", name)
	}
	trimmed := make([]string, len(values))
	for i, v := range values {
		if trimmed[i] = strings.Trim(v, " \t"); strings.ContainsAny(v, "\r\n") {
			return "", fmt.Errorf("header %s is folded", name)
		}
	}
	return strings.Join(trimmed, ", "), nil
}

// check holds the parameters against protocol.md 3.
func (in signatureInput) check() error {
	switch {
	case in.created.IsZero() || in.expires.IsZero() || in.nonce == "" || in.tag == "":
		return refuse(SignatureMalformed, "created, expires, nonce and tag are required")
	case in.tag != signatureTag:
		return refuse(SignatureMalformed, "the tag is not "+signatureTag)
	case in.alg != "" && in.alg != "ed25519":
		return refuse(SignatureMalformed, "the algorithm is not ed25519")
	case len(in.nonce) < 16 || len(in.nonce) > 64:
		return refuse(SignatureMalformed, "the nonce has not 16 to 64 characters")
	case in.expires.Before(in.created) || in.expires.Sub(in.created) > Lifetime:
		return refuse(SignatureMalformed, "expires is not within 60 s of created")
	case len(in.keyID) != keyIDLength:
		return refuse(KeyUnknown, "the key id is not one")
	}
	return nil
}

func (in signatureInput) checkTime(now time.Time) error {
	skew := in.created.Sub(now)
	switch {
	case skew > MaxAhead || skew < -Lifetime-MaxAhead:
		return &RefusedError{Reason: ClockSkew, Detail: "the clocks differ too much or the request is old", Skew: skew}
	case now.After(in.expires):
		return refuse(Expired, "the signature has expired")
	}
	return nil
}
