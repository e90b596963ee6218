package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"os"
	"os/exec"
	"os/user"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/config"
	"github.com/aws/aws-sdk-go-v2/service/s3"
)

// The distributed tests need a real PostgreSQL and a real S3 store of several
// nodes; make test-distributed brings both. The receivers are real processes:
// this test program, executed again as laufzettel-archive.
const (
	envChild = "LAUFZETTEL_ARCHIVE_CHILD"
	envWants = "LAUFZETTEL_DISTRIBUTED" // folder of the minio program
)

const testPass = "nur für den Test"

func TestMain(m *testing.M) {
	if os.Getenv(envChild) != "" {
		main()
	}
	os.Exit(m.Run())
}

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

func freePort(t *testing.T, host string) string {
	t.Helper()
	l, err := net.Listen("tcp", net.JoinHostPort(host, "0"))
	must(t, err)
	defer l.Close() // only its number is wanted
	_, port, err := net.SplitHostPort(l.Addr().String())
	must(t, err)
	return port
}

// await asks until it is so.
func await(t *testing.T, what string, ready func() error) {
	t.Helper()
	deadline := time.Now().Add(90 * time.Second)
	for {
		err := ready()
		if err == nil {
			return
		}
		if time.Now().After(deadline) {
			t.Fatalf("%s: %v", what, err)
		}
		time.Sleep(100 * time.Millisecond)
	}
}

// process starts a program that ends with the test.
func process(t *testing.T, cmd *exec.Cmd) *exec.Cmd {
	t.Helper()
	log, err := os.Create(filepath.Join(t.TempDir(), "log"))
	must(t, err)
	cmd.Stdout, cmd.Stderr = log, log
	must(t, cmd.Start())
	t.Cleanup(func() {
		_ = cmd.Process.Kill() // it may be dead already
		_ = cmd.Wait()
		_ = log.Close()
		if t.Failed() {
			text, _ := os.ReadFile(log.Name())
			t.Logf("%s:\n%s", filepath.Base(cmd.Path), text)
		}
	})
	return cmd
}

// startPostgres makes a database of its own and gives its address.
func startPostgres(t *testing.T) string {
	t.Helper()
	bin := ""
	for _, dir := range append([]string{"/usr/local/bin"}, globs("/usr/lib/postgresql/*/bin")...) {
		if _, err := os.Stat(filepath.Join(dir, "initdb")); err == nil {
			bin = dir
		}
	}
	if bin == "" {
		t.Fatal("no PostgreSQL here; make test-distributed installs it")
	}
	dir, err := os.MkdirTemp("", "laufzettel-pg-")
	must(t, err)
	t.Cleanup(func() { _ = os.RemoveAll(dir) })
	as := &syscall.SysProcAttr{}
	if os.Getuid() == 0 { // it refuses to run as root
		u, err := user.Lookup("postgres")
		must(t, err)
		uid, err := strconv.Atoi(u.Uid)
		must(t, err)
		gid, err := strconv.Atoi(u.Gid)
		must(t, err)
		must(t, os.Chown(dir, uid, gid))
		as.Credential = &syscall.Credential{Uid: uint32(uid), Gid: uint32(gid)}
	}
	data := filepath.Join(dir, "data")
	init := exec.Command(filepath.Join(bin, "initdb"), "-D", data, "-U", "laufzettel", "-A", "trust", "-E", "UTF8", "--locale=C",
		"--no-sync")
	init.SysProcAttr, init.Dir = as, dir
	if out, err := init.CombinedOutput(); err != nil {
		t.Fatalf("initdb: %v\n%s", err, out)
	}
	port := freePort(t, "127.0.0.1")
	cmd := exec.Command(filepath.Join(bin, "postgres"), "-D", data, "-k", dir, "-h", "127.0.0.1", "-p", port)
	cmd.SysProcAttr, cmd.Dir = as, dir
	process(t, cmd)
	await(t, "PostgreSQL", func() error {
		conn, err := net.Dial("tcp", "127.0.0.1:"+port)
		if err != nil {
			return err
		}
		return conn.Close()
	})
	address := "postgres://laufzettel@127.0.0.1:" + port + "/postgres?sslmode=disable"
	await(t, "PostgreSQL", func() error {
		db, err := openDB(t.Context(), address)
		if err != nil {
			return err
		}
		return db.Close()
	})
	return address
}

func globs(pattern string) []string {
	all, err := filepath.Glob(pattern)
	if err != nil {
		return nil
	}
	return all
}

// objects is a running S3 store.
type objects struct {
	nodes    []*exec.Cmd
	store    string // address for --store
	endpoint string
	client   *s3.Client
}

// startMinio starts four nodes on loopback addresses of their own, or one node
// with four folders where such addresses cannot be made.
func startMinio(t *testing.T) *objects {
	t.Helper()
	t.Setenv("AWS_ACCESS_KEY_ID", "laufzettel")
	t.Setenv("AWS_SECRET_ACCESS_KEY", "nur-fuer-den-test")
	minio := filepath.Join(os.Getenv(envWants), "minio")
	var hosts []string
	for n := 1; n <= 4; n++ {
		host := "10.77.0." + strconv.Itoa(n)
		if out, err := exec.Command("ip", "addr", "replace", host+"/32", "dev", "lo").CombinedOutput(); err != nil {
			t.Logf("one node with four folders, no cluster: %v %s", err, out)
			hosts = nil
			break
		}
		hosts = append(hosts, host)
	}
	o := &objects{}
	env := append(os.Environ(), "MINIO_ROOT_USER=laufzettel", "MINIO_ROOT_PASSWORD=nur-fuer-den-test", "MINIO_CI_CD=1")
	var endpoint string
	if hosts == nil {
		dir, port := t.TempDir(), freePort(t, "127.0.0.1")
		cmd := exec.Command(minio, "server", "--quiet", "--address", "127.0.0.1:"+port, filepath.Join(dir, "n{1...4}"))
		cmd.Env = env
		o.nodes = append(o.nodes, process(t, cmd))
		endpoint = "http://127.0.0.1:" + port
	} else {
		var urls []string
		var ports []string
		for _, host := range hosts {
			ports = append(ports, freePort(t, host))
			urls = append(urls, "http://"+host+":"+ports[len(ports)-1]+t.TempDir())
		}
		for i, host := range hosts {
			cmd := exec.Command(minio, append([]string{"server", "--quiet", "--address", host + ":" + ports[i]}, urls...)...)
			cmd.Env = env
			o.nodes = append(o.nodes, process(t, cmd))
		}
		endpoint = "http://" + hosts[0] + ":" + ports[0]
	}
	await(t, "MinIO", func() error {
		resp, err := http.Get(endpoint + "/minio/health/cluster")
		if err != nil {
			return err
		}
		defer resp.Body.Close()
		if resp.StatusCode != http.StatusOK {
			return errors.New(resp.Status)
		}
		return nil
	})
	conf, err := config.LoadDefaultConfig(t.Context(), config.WithRegion("us-east-1"))
	must(t, err)
	client := s3.NewFromConfig(conf, func(s *s3.Options) { s.BaseEndpoint, s.UsePathStyle = aws.String(endpoint), true })
	await(t, "bucket", func() error {
		_, err := client.CreateBucket(t.Context(), &s3.CreateBucketInput{Bucket: aws.String("pakete")})
		return err
	})
	o.endpoint, o.client = endpoint, client
	o.store = "s3://pakete/archiv?endpoint=" + url.QueryEscape(endpoint)
	return o
}

// mirror copies a bucket as it is into a new one, as a backup does: objects, no
// parts of uploads under way. It gives the address for --store.
func (o *objects) mirror(t *testing.T, from, to string) string {
	t.Helper()
	_, err := o.client.CreateBucket(t.Context(), &s3.CreateBucketInput{Bucket: aws.String(to)})
	must(t, err)
	pages := s3.NewListObjectsV2Paginator(o.client, &s3.ListObjectsV2Input{Bucket: aws.String(from)})
	for pages.HasMorePages() {
		page, err := pages.NextPage(t.Context())
		must(t, err)
		for _, x := range page.Contents {
			_, err := o.client.CopyObject(t.Context(), &s3.CopyObjectInput{Bucket: aws.String(to), Key: x.Key,
				CopySource: aws.String(url.PathEscape(from + "/" + aws.ToString(x.Key)))})
			must(t, err)
		}
	}
	return "s3://" + to + "/archiv?endpoint=" + url.QueryEscape(o.endpoint)
}

// dumpAndRestore makes a dump of a database, and of it another one, whose address
// it gives.
func dumpAndRestore(t *testing.T, address string, between func()) string {
	t.Helper()
	tool := func(name string) string {
		for _, dir := range append(globs("/usr/lib/postgresql/*/bin"), "/usr/local/bin", "/usr/bin") {
			if _, err := os.Stat(filepath.Join(dir, name)); err == nil {
				return filepath.Join(dir, name)
			}
		}
		t.Fatalf("no %s here; make test-distributed installs it", name)
		return ""
	}
	run := func(name string, args ...string) {
		t.Helper()
		if out, err := exec.CommandContext(t.Context(), tool(name), args...).CombinedOutput(); err != nil {
			t.Fatalf("%s: %v\n%s", name, err, out)
		}
	}
	file := filepath.Join(t.TempDir(), "archiv.dump")
	run("pg_dump", "--format=custom", "--file="+file, "--dbname="+address)
	between()
	run("psql", "--dbname="+address, "--command=CREATE DATABASE zurueck")
	restored := strings.Replace(address, "/postgres?", "/zurueck?", 1)
	run("pg_restore", "--exit-on-error", "--no-owner", "--dbname="+restored, file)
	return restored
}

// loopback makes a bucket and gives its address for a door: by way of a loopback
// address, since a door speaks without TLS to no other.
func (o *objects) loopback(t *testing.T, bucket string) string {
	t.Helper()
	_, err := o.client.CreateBucket(t.Context(), &s3.CreateBucketInput{Bucket: aws.String(bucket)})
	must(t, err)
	target, err := url.Parse(o.endpoint)
	must(t, err)
	proxy := &httputil.ReverseProxy{Rewrite: func(r *httputil.ProxyRequest) {
		r.SetURL(target)
		r.Out.Host = r.In.Host // it is signed
	}}
	srv := httptest.NewServer(proxy)
	t.Cleanup(srv.Close)
	return strings.Replace(srv.URL, "http://", "s3://", 1) + "/" + bucket + "/amt-7"
}

// receiverProcess is a running laufzettel-archive.
type receiverProcess struct {
	cmd *exec.Cmd
	url string
}

// startReceiver starts one behind the public address.
func startReceiver(t *testing.T, db, store, keys, public string, more ...string) *receiverProcess {
	t.Helper()
	port, metrics := freePort(t, "127.0.0.1"), freePort(t, "127.0.0.1")
	exe, err := os.Executable()
	must(t, err)
	cmd := exec.Command(exe, append([]string{"serve", "--db", db, "--store", store, "--keys", keys, "--public", public,
		"--listen", "127.0.0.1:" + port, "--metrics", "127.0.0.1:" + metrics, "--name", "Musterarchiv"}, more...)...)
	cmd.Env = append(os.Environ(), envChild+"=1", passphraseFrom+"="+testPass)
	r := &receiverProcess{cmd: process(t, cmd), url: "http://127.0.0.1:" + port}
	await(t, "receiver", func() error {
		resp, err := http.Get("http://127.0.0.1:" + metrics + "/metrics")
		if err != nil {
			return err
		}
		defer resp.Body.Close()
		text, err := io.ReadAll(resp.Body)
		if err == nil && !strings.Contains(string(text), "laufzettel_uploads_open") {
			err = fmt.Errorf("no metrics: %s", text)
		}
		return err
	})
	return r
}

// call runs a command of laufzettel-archive in this process.
func call(t *testing.T, args ...string) (code int, out, errs string) {
	t.Helper()
	t.Setenv(passphraseFrom, testPass)
	t.Setenv("LANG", "de_DE.UTF-8")
	t.Setenv("LC_ALL", "")
	var o, e strings.Builder
	code = run(context.Background(), args, strings.NewReader(""), &o, &e)
	return code, o.String(), e.String()
}
