package door_test

import (
	"bytes"
	"context"
	"crypto/hmac"
	"crypto/md5"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"encoding/xml"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"laufzettel/sync/channel"
	"laufzettel/sync/door"
	"laufzettel/sync/queue"
	"laufzettel/transfer/failure"
)

// fakeS3 is a bucket "eingang" in this process that checks every signature, sum
// and part itself. Whole objects are the files of dir.
type fakeS3 struct {
	t      *testing.T
	dir    func() string
	url    string
	mu     sync.Mutex
	ups    map[string]*fakeUpload
	next   int
	bodies int64 // bytes of parts it took
	budget int   // parts it takes before the line breaks; negative: no end
	spoil  bool  // stores another byte
	whole  bool  // knows no ranges
	given  int   // bytes of an object it gives before the line breaks; 0: no end
	now    time.Time
}

type fakeUpload struct {
	key   string
	parts map[int][]byte
}

const fakeID, fakeSecret = "AMTMUSTERSTADT", "nur/für+den Test"

func startS3(t *testing.T, dir func() string) *fakeS3 {
	t.Helper()
	f := &fakeS3{t: t, dir: dir, ups: map[string]*fakeUpload{}, budget: -1, now: time.Now()}
	s := httptest.NewServer(f)
	t.Cleanup(s.Close)
	f.url = s.URL
	return f
}

func (f *fakeS3) options() door.S3Options {
	return door.S3Options{Endpoint: f.url, Bucket: "eingang", Region: "muster-1", Part: 100_000, Copy: 300_000,
		Keys: func() (door.S3Keys, error) { return door.S3Keys{ID: fakeID, Secret: fakeSecret}, nil }}
}

func mac(key []byte, s string) []byte {
	h := hmac.New(sha256.New, key)
	h.Write([]byte(s))
	return h.Sum(nil)
}

// signed rebuilds the signature from what came over the line.
func (f *fakeS3) signed(r *http.Request, body []byte) string {
	var scope, names, got string
	for p := range strings.SplitSeq(strings.TrimPrefix(r.Header.Get("Authorization"), "AWS4-HMAC-SHA256 "), ", ") {
		k, v, _ := strings.Cut(p, "=")
		switch k {
		case "Credential":
			scope = v
		case "SignedHeaders":
			names = v
		case "Signature":
			got = v
		}
	}
	c := strings.Split(scope, "/")
	if len(c) != 5 || c[0] != fakeID {
		return "InvalidAccessKeyId"
	}
	for _, must := range []string{"host", "x-amz-date", "x-amz-content-sha256"} {
		if !slices.Contains(strings.Split(names, ";"), must) {
			return "AccessDenied"
		}
	}
	for name := range r.Header { // whatever S3 acts on has to be signed
		if low := strings.ToLower(name); (strings.HasPrefix(low, "x-amz-") || low == "content-md5") &&
			!slices.Contains(strings.Split(names, ";"), low) {
			return "AccessDenied"
		}
	}
	path, query, _ := strings.Cut(r.RequestURI, "?")
	q := strings.Split(query, "&")
	slices.Sort(q)
	text := r.Method + "\n" + path + "\n" + strings.Join(q, "&") + "\n"
	for name := range strings.SplitSeq(names, ";") {
		v := r.Header.Get(name)
		if name == "host" {
			v = r.Host
		}
		text += name + ":" + v + "\n"
	}
	sum := sha256.Sum256(body)
	if hex.EncodeToString(sum[:]) != r.Header.Get("X-Amz-Content-Sha256") {
		return "XAmzContentSHA256Mismatch"
	}
	text += "\n" + names + "\n" + hex.EncodeToString(sum[:])
	at, err := time.Parse("20060102T150405Z", r.Header.Get("X-Amz-Date"))
	if err != nil || at.Sub(f.now).Abs() > 15*time.Minute {
		return "RequestTimeTooSkewed"
	}
	whole := sha256.Sum256([]byte(text))
	key := mac(mac(mac(mac([]byte("AWS4"+fakeSecret), c[1]), c[2]), c[3]), c[4])
	if c[2] != "muster-1" {
		return "AuthorizationHeaderMalformed"
	}
	if hex.EncodeToString(mac(key, "AWS4-HMAC-SHA256\n"+r.Header.Get("X-Amz-Date")+"\n"+strings.Join(c[1:], "/")+"\n"+
		hex.EncodeToString(whole[:]))) != got {
		return "SignatureDoesNotMatch"
	}
	if m := r.Header.Get("Content-Md5"); m != "" {
		if s := md5.Sum(body); base64.StdEncoding.EncodeToString(s[:]) != m {
			return "BadDigest"
		}
	}
	return ""
}

func refuse(w http.ResponseWriter, status int, code string) {
	w.WriteHeader(status)
	fmt.Fprintf(w, "<Error><Code>%s</Code><Message>m</Message></Error>", code)
}

func (f *fakeS3) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	body, err := io.ReadAll(r.Body)
	if err != nil {
		return
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	if code := f.signed(r, body); code != "" {
		refuse(w, http.StatusForbidden, code)
		return
	}
	bucket, key, _ := strings.Cut(strings.TrimPrefix(r.URL.Path, "/"), "/")
	if bucket != "eingang" {
		refuse(w, http.StatusNotFound, "NoSuchBucket")
		return
	}
	q := r.URL.Query()
	if q.Has("uploads") || q.Has("uploadId") {
		f.multipart(w, r, key, q, body)
		return
	}
	if q.Get("list-type") == "2" {
		f.listing(w, q)
		return
	}
	file := filepath.Join(f.dir(), filepath.Base(key))
	switch r.Method {
	case http.MethodHead, http.MethodGet:
		data, err := os.ReadFile(file)
		if err != nil {
			refuse(w, http.StatusNotFound, "NoSuchKey")
			return
		}
		var from int
		if n, _ := fmt.Sscanf(r.Header.Get("Range"), "bytes=%d-", &from); n == 1 && !f.whole {
			data = data[from:]
			w.Header().Set("Content-Length", strconv.Itoa(len(data)))
			w.WriteHeader(http.StatusPartialContent)
		}
		w.Header().Set("Content-Length", strconv.Itoa(len(data)))
		if f.given > 0 && len(data) > f.given {
			_, _ = w.Write(data[:f.given])
			panic(http.ErrAbortHandler) // that is the cut
		}
		_, _ = w.Write(data)
	case http.MethodPut:
		if from := f.source(r); from != nil {
			body = from
			fmt.Fprint(w, "<CopyObjectResult><ETag>x</ETag></CopyObjectResult>")
		}
		if f.spoil && len(body) > 5000 {
			body[0] ^= 1
		}
		must(f.t, os.WriteFile(file, body, 0o600))
	case http.MethodDelete:
		_ = os.Remove(file) // S3 says 204 either way
		w.WriteHeader(http.StatusNoContent)
	}
}

// listing gives two names to a page; objects of folders below and keys outside the
// prefix are mixed in, as no store should.
func (f *fakeS3) listing(w http.ResponseWriter, q url.Values) {
	entries, err := os.ReadDir(f.dir())
	must(f.t, err)
	if q.Get("delimiter") != "/" {
		refuse(w, http.StatusBadRequest, "InvalidArgument")
		return
	}
	from, _ := strconv.Atoi(strings.TrimPrefix(q.Get("continuation-token"), "seite "))
	to := min(from+2, len(entries))
	fmt.Fprint(w, "<ListBucketResult>")
	for _, e := range entries[from:to] {
		fmt.Fprint(w, "<Contents><Key>")
		must(f.t, xml.EscapeText(w, []byte(q.Get("prefix")+e.Name())))
		fmt.Fprint(w, "</Key></Contents>")
	}
	fmt.Fprintf(w, "<Contents><Key>%sunten/x.tar.laufzettel.json</Key></Contents><Contents><Key>anderswo.tar.laufzettel.json</Key></Contents><Contents><Key>%s..</Key></Contents>", q.Get("prefix"), q.Get("prefix"))
	fmt.Fprintf(w, "<IsTruncated>%t</IsTruncated><NextContinuationToken>seite %d</NextContinuationToken></ListBucketResult>",
		to < len(entries), to)
}

// source gives the bytes a copy begins from, nil for a request that is none.
func (f *fakeS3) source(r *http.Request) []byte {
	name, err := url.PathUnescape(r.Header.Get("X-Amz-Copy-Source"))
	if err != nil || name == "" {
		return nil
	}
	data, err := os.ReadFile(filepath.Join(f.dir(), filepath.Base(name)))
	must(f.t, err)
	var a, b int
	if n, _ := fmt.Sscanf(r.Header.Get("X-Amz-Copy-Source-Range"), "bytes=%d-%d", &a, &b); n == 2 {
		data = data[a : b+1]
	}
	return data
}

func etag(b []byte) string { s := md5.Sum(b); return `"` + hex.EncodeToString(s[:]) + `"` }

func (f *fakeS3) multipart(w http.ResponseWriter, r *http.Request, key string, q url.Values, body []byte) {
	id := q.Get("uploadId")
	up := f.ups[id]
	if id != "" && up == nil {
		refuse(w, http.StatusNotFound, "NoSuchUpload")
		return
	}
	switch {
	case r.Method == http.MethodPost && id == "":
		f.next++
		id = "u" + strconv.Itoa(f.next)
		f.ups[id] = &fakeUpload{key: key, parts: map[int][]byte{}}
		fmt.Fprintf(w, "<InitiateMultipartUploadResult><UploadId>%s</UploadId></InitiateMultipartUploadResult>", id)
	case r.Method == http.MethodGet && id == "":
		fmt.Fprint(w, "<ListMultipartUploadsResult>")
		for id, u := range f.ups {
			if strings.HasPrefix(u.key, q.Get("prefix")) {
				fmt.Fprintf(w, "<Upload><Key>%s</Key><UploadId>%s</UploadId><Initiated>%s</Initiated></Upload>", u.key, id, id)
			}
		}
		fmt.Fprint(w, "</ListMultipartUploadsResult>")
	case r.Method == http.MethodGet: // two parts to a page
		after, _ := strconv.Atoi(q.Get("part-number-marker"))
		fmt.Fprint(w, "<ListPartsResult>")
		for n := after + 1; n <= after+2 && up.parts[n] != nil; n++ {
			fmt.Fprintf(w, "<Part><PartNumber>%d</PartNumber><ETag>%s</ETag><Size>%d</Size></Part>", n,
				strings.ReplaceAll(etag(up.parts[n]), `"`, "&quot;"), len(up.parts[n]))
		}
		fmt.Fprintf(w, "<IsTruncated>%t</IsTruncated><NextPartNumberMarker>%d</NextPartNumberMarker></ListPartsResult>",
			up.parts[after+3] != nil, after+2)
	case r.Method == http.MethodPut:
		if f.budget == 0 {
			panic(http.ErrAbortHandler) // that is the cut
		}
		n, _ := strconv.Atoi(q.Get("partNumber"))
		if from := f.source(r); from != nil {
			up.parts[n] = from
			fmt.Fprintf(w, "<CopyPartResult><ETag>%s</ETag></CopyPartResult>", strings.ReplaceAll(etag(from), `"`, "&quot;"))
			return
		}
		f.budget--
		f.bodies += int64(len(body))
		up.parts[n] = body
		w.Header().Set("ETag", etag(body))
	case r.Method == http.MethodDelete:
		delete(f.ups, id)
		w.WriteHeader(http.StatusNoContent)
	default:
		f.complete(w, id, up, body)
	}
}

func (f *fakeS3) complete(w http.ResponseWriter, id string, up *fakeUpload, body []byte) {
	var asked struct {
		Part []struct {
			PartNumber int
			ETag       string
		}
	}
	var all []byte
	must(f.t, xml.Unmarshal(body, &asked))
	for i, p := range asked.Part {
		if p.PartNumber != i+1 || p.ETag != etag(up.parts[p.PartNumber]) {
			fmt.Fprint(w, "<Error><Code>InvalidPart</Code></Error>") // a refusal under 200, as S3 does
			return
		}
		all = append(all, up.parts[p.PartNumber]...)
	}
	must(f.t, os.WriteFile(filepath.Join(f.dir(), filepath.Base(up.key)), all, 0o600))
	delete(f.ups, id)
	fmt.Fprint(w, "<CompleteMultipartUploadResult></CompleteMultipartUploadResult>")
}

// bucketRig delivers through a bucket.
func bucketRig(t *testing.T, change func(*door.S3Options)) (*rig, *fakeS3) {
	t.Helper()
	var r *rig
	f := startS3(t, func() string { return r.drop })
	r = newRig(t, func(context.Context) (channel.Carrier, error) {
		o := f.options()
		o.Dir = "Amt Musterstadt/ä+b"
		change(&o)
		return door.S3(o, nil), nil
	})
	return r, f
}

func TestS3_FromQueueToReceipt(t *testing.T) {
	for _, size := range []int{0, 1, 99_999, 100_000, 100_001, 200_000, 750_003} { // one request, parts, a copy in parts
		t.Run(strconv.Itoa(size), func(t *testing.T) {
			r, f := bucketRig(t, func(*door.S3Options) {})
			data := content(max(size, 1))
			j := r.enqueue("paket nr 1.tar", data)
			if got := r.run(j.ID); got.State != queue.Retry || !strings.Contains(got.Reason, "Quittung noch nicht") {
				t.Fatalf("before the archive came: %s %q (%s)", got.State, got.Reason, got.Detail)
			}
			r.collect()
			r.delivered(r.run(j.ID), "paket nr 1.tar", data)
			if len(f.ups) != 0 {
				t.Errorf("%d uploads left open", len(f.ups))
			}
		})
	}
}

// allow sets how many parts are taken before the line is cut; -1 never cuts it.
func (f *fakeS3) allow(parts int) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.budget = parts
}

func TestS3_LineCutAndResumed(t *testing.T) {
	r, f := bucketRig(t, func(*door.S3Options) {})
	data := content(1_050_000)
	j := r.enqueue("paket.tar", data)
	for range 3 {
		f.allow(3)
		if got := r.run(j.ID); got.State != queue.Retry || strings.Contains(got.Reason, "Quittung") {
			t.Fatalf("after the cut: %s %q (%s)", got.State, got.Reason, got.Detail)
		}
	}
	f.allow(-1)
	if got := r.run(j.ID); !strings.Contains(got.Reason, "Quittung noch nicht") {
		t.Fatalf("last try: %s %q (%s)", got.State, got.Reason, got.Detail)
	}
	if f.bodies != int64(len(data)) {
		t.Errorf("%d bytes were taken of %d: something was sent twice", f.bodies, len(data))
	}
	r.collect()
	r.delivered(r.run(j.ID), "paket.tar", data)
}

func TestS3_ForeignBytesInTheWay(t *testing.T) {
	r, f := bucketRig(t, func(*door.S3Options) {})
	data := content(450_000)
	f.ups["fremd"] = &fakeUpload{key: "Amt Musterstadt/ä+b/paket.tar.partial", parts: map[int][]byte{1: content(100_000)}}
	foreign := content(100)
	must(t, os.WriteFile(filepath.Join(r.drop, "drei.tar"), foreign, 0o600))
	for _, name := range []string{"paket.tar", "zwei.tar"} {
		if name == "zwei.tar" {
			must(t, os.WriteFile(filepath.Join(r.drop, name+".partial"), content(50), 0o600))
		}
		j := r.enqueue(name, data)
		if got := r.run(j.ID); got.State != queue.Retry || !strings.Contains(got.Reason, "nicht das, was gesendet wurde") {
			t.Fatalf("a foreign beginning: %s %q (%s)", got.State, got.Reason, got.Detail)
		}
		r.run(j.ID)
		r.collect()
		r.delivered(r.run(j.ID), name, data)
	}
	j := r.enqueue("drei.tar", content(100))
	if got := r.run(j.ID); got.State != queue.NeedsUser || !strings.Contains(got.Reason, "dieses Namens") {
		t.Errorf("a taken name: %s %q (%s)", got.State, got.Reason, got.Detail)
	}
	if got, err := os.ReadFile(filepath.Join(r.drop, "drei.tar")); err != nil || !bytes.Equal(got, foreign) {
		t.Errorf("the object in the way was changed: %v", err)
	}
}

func TestS3_SpoiledAtTheOtherSide(t *testing.T) {
	r, f := bucketRig(t, func(*door.S3Options) {})
	f.spoil = true
	j := r.enqueue("paket.tar", content(9000))
	if got := r.run(j.ID); got.State != queue.Retry || !strings.Contains(got.Reason, "nicht das, was gesendet wurde") {
		t.Fatalf("job: %s %q (%s)", got.State, got.Reason, got.Detail)
	}
	if names, err := filepath.Glob(filepath.Join(r.drop, "*")); err != nil || len(names) != 0 {
		t.Errorf("left in the bucket: %v, %v", names, err)
	}
}

func TestS3_Refusals(t *testing.T) {
	keys := func(id, secret string) func() (door.S3Keys, error) {
		return func() (door.S3Keys, error) { return door.S3Keys{ID: id, Secret: secret}, nil }
	}
	tests := []struct {
		name   string
		change func(o *door.S3Options)
		state  queue.State
		want   string
	}{
		{"foreign key", func(o *door.S3Options) { o.Keys = keys("FREMD", fakeSecret) }, queue.NeedsAdmin, "Schlüssel"},
		{"wrong secret", func(o *door.S3Options) { o.Keys = keys(fakeID, "falsch") }, queue.NeedsAdmin, "Schlüssel"},
		{"no such bucket", func(o *door.S3Options) { o.Bucket = "anderer" }, queue.NeedsAdmin, "Bucket"},
		{"another region", func(o *door.S3Options) { o.Region = "anderswo" }, queue.NeedsAdmin, "Region"},
		{"clock", func(o *door.S3Options) { o.Now = func() time.Time { return time.Now().Add(time.Hour) } }, queue.NeedsAdmin, "Uhr"},
		{"nobody there", func(o *door.S3Options) { o.Endpoint = "http://127.0.0.1:1" }, queue.Retry, "nicht erreichbar"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			r, _ := bucketRig(t, tt.change)
			j := r.enqueue("paket.tar", content(10))
			if got := r.run(j.ID); got.State != tt.state || !strings.Contains(got.Reason, tt.want) {
				t.Errorf("job: %s %q (%s); want %s with %q", got.State, got.Reason, got.Detail, tt.state, tt.want)
			}
		})
	}
}

func TestOpen_S3(t *testing.T) {
	dir := t.TempDir()
	f := startS3(t, func() string { return dir })
	file := filepath.Join(t.TempDir(), "schluessel")
	must(t, os.WriteFile(file, []byte("[leer]\naws_access_key_id = X\n[default]\naws_access_key_id = "+fakeID+"\naws_secret_access_key = "+
		fakeSecret+"\n"), 0o600))
	good := strings.Replace(f.url, "http://", "s3://", 1) + "/eingang/x/y?region=muster-1"
	c, err := door.Open(door.Options{Address: good, Identity: file}, nil)
	must(t, err)
	must(t, c.Try(t.Context()))
	must(t, os.WriteFile(file, []byte("aws_access_key_id = X\n"), 0o600))
	if err := c.Try(t.Context()); failure.KindOf(err) != failure.Setup ||
		!strings.Contains(failure.HintOf(err).In("de"), "aws_secret_access_key") {
		t.Errorf("half a pair of keys: %v", err)
	}
	for _, bad := range []string{"s3://", "s3://rechner", "s3://rechner/", "s3://rechner/X", "s3:///eingang", "s3://rechner/eingang/../x",
		"s3://rechner/eingang//x", "s3://id:geheim@rechner/eingang",
		"s3://rechner/eingang?x=1", "s3://rechner/eingang#x", "s3://rechner/eingang?region=a/b"} {
		if _, err := door.Open(door.Options{Address: bad}, nil); failure.KindOf(err) != failure.Refused ||
			strings.Contains(fmt.Sprint(err), "geheim") {
			t.Errorf("%q: %v, want Refused", bad, err)
		}
	}
}

// TestS3_Live runs against a real store, where one is named.
func TestS3_Live(t *testing.T) {
	address := os.Getenv("LAUFZETTEL_TEST_S3")
	if address == "" {
		t.Skip("LAUFZETTEL_TEST_S3 is not set: s3://HOST/BUCKET of a store to try")
	}
	r := newRig(t, func(context.Context) (channel.Carrier, error) {
		return door.Open(door.Options{Address: address, S3Keys: func() (door.S3Keys, error) {
			return door.S3Keys{ID: os.Getenv("AWS_ACCESS_KEY_ID"), Secret: os.Getenv("AWS_SECRET_ACCESS_KEY")}, nil
		}}, nil)
	})
	j := r.enqueue(fmt.Sprintf("paket ä+%d.tar", time.Now().UnixNano()), content(40<<20))
	for range 2 { // the second time it is there already
		if got := r.run(j.ID); got.State != queue.Retry || !strings.Contains(got.Reason, "Quittung noch nicht") {
			t.Fatalf("%s %q (%s)", got.State, got.Reason, got.Detail)
		}
	}
}
