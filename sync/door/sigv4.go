package door

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"net/http"
	"slices"
	"strings"
	"time"
)

// amzTime is the form of times in a signature.
const amzTime = "20060102T150405Z"

// signV4 signs a request with AWS Signature Version 4 for the service s3: method,
// path, query, host, every header set so far and the SHA-256 (hex) of the body.
// The path and the query of the URL must be written with escapeS3, as they are
// signed the way they are sent.
func signV4(req *http.Request, bodySHA256, region string, keys S3Keys, now time.Time) {
	stamp := now.UTC().Format(amzTime)
	req.Header.Set("X-Amz-Date", stamp)
	req.Header.Set("X-Amz-Content-Sha256", bodySHA256)
	if keys.Token != "" {
		req.Header.Set("X-Amz-Security-Token", keys.Token)
	}
	names := []string{"host"}
	for name := range req.Header {
		names = append(names, strings.ToLower(name))
	}
	slices.Sort(names)
	var headers strings.Builder
	for _, name := range names {
		value := req.Host
		if name != "host" {
			value = strings.Join(req.Header.Values(name), ",")
		} else if value == "" {
			value = req.URL.Host
		}
		headers.WriteString(name + ":" + strings.TrimSpace(value) + "\n")
	}
	query := strings.Split(req.URL.RawQuery, "&")
	slices.Sort(query)
	signed := strings.Join(names, ";")
	canonical := strings.Join([]string{req.Method, req.URL.EscapedPath(), strings.Join(query, "&"), headers.String(), signed, bodySHA256},
		"\n")
	scope := stamp[:8] + "/" + region + "/s3/aws4_request"
	digest := sha256.Sum256([]byte(canonical))
	text := "AWS4-HMAC-SHA256\n" + stamp + "\n" + scope + "\n" + hex.EncodeToString(digest[:])
	key := []byte("AWS4" + keys.Secret)
	for _, part := range []string{stamp[:8], region, "s3", "aws4_request", text} {
		mac := hmac.New(sha256.New, key)
		mac.Write([]byte(part)) // never fails
		key = mac.Sum(nil)
	}
	req.Header.Set("Authorization", "AWS4-HMAC-SHA256 Credential="+keys.ID+"/"+scope+", SignedHeaders="+signed+", Signature="+
		hex.EncodeToString(key))
}

// escapeS3 writes a text the one way signatures know: unreserved characters of
// RFC 3986 as they are, everything else as %XX. Slashes stay where keep says so.
func escapeS3(s string, keepSlash bool) string {
	const upper = "0123456789ABCDEF"
	var b strings.Builder
	for _, c := range []byte(s) {
		switch {
		case 'a' <= c && c <= 'z', 'A' <= c && c <= 'Z', '0' <= c && c <= '9', strings.IndexByte("-._~", c) >= 0, c == '/' && keepSlash:
			b.WriteByte(c)
		default:
			b.WriteString("%" + string(upper[c>>4]) + string(upper[c&15]))
		}
	}
	return b.String()
}
