package door

import (
	"net/http"
	"strings"
	"testing"
	"time"
)

// The examples of the S3 documentation (Signature Calculations for the
// Authorization Header, Transferring Payload in a Single Chunk).
func TestSignV4_KnownAnswers(t *testing.T) {
	const empty = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"
	tests := []struct{ name, method, path, query, body, header, want string }{
		{"get", "GET", "/test.txt", "", empty, "Range: bytes=0-9", "f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41"},
		{"lifecycle", "GET", "/", "lifecycle=", empty, "", "fea454ca298b7da1c68078a5d1bdbfbbe0d65c699e0f91ac7a200a0136783543"},
		{"list", "GET", "/", "max-keys=2&prefix=J", empty, "", "34b48302e7b5fa45bde8084f4b7868a86f0a534bc59db6670ed5711ef69dc6f7"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			req, err := http.NewRequest(tt.method, "https://examplebucket.s3.amazonaws.com"+tt.path+"?"+tt.query, nil)
			if err != nil {
				t.Fatal(err)
			}
			if k, v, ok := strings.Cut(tt.header, ": "); ok {
				req.Header.Set(k, v)
			}
			signV4(req, tt.body, "us-east-1", S3Keys{ID: "AKIAIOSFODNN7EXAMPLE", Secret: "wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY"},
				time.Date(2013, 5, 24, 0, 0, 0, 0, time.UTC))
			if got := req.Header.Get("Authorization"); !strings.HasSuffix(got, "Signature="+tt.want) {
				t.Errorf("signed %s, want %s", got, tt.want)
			}
		})
	}
}

func TestEscapeS3(t *testing.T) {
	if got, want := escapeS3("a/ä+b c~.%", true), "a/%C3%A4%2Bb%20c~.%25"; got != want {
		t.Errorf("escaped %s, want %s", got, want)
	}
	if got, want := escapeS3("a/b", false), "a%2Fb"; got != want {
		t.Errorf("escaped %s, want %s", got, want)
	}
}
