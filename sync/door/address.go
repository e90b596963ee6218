package door

import (
	"context"
	"errors"
	"net"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"regexp"
	"strings"

	"laufzettel/sync/channel"
	"laufzettel/transfer/durable"
	"laufzettel/transfer/failure"
	"laufzettel/transfer/wording"
)

// Options say which door is meant.
type Options struct {
	// Address is sftp://USER@HOST[:PORT]/FOLDER ("/~/FOLDER" below the user's own),
	// s3://HOST[:PORT]/BUCKET[/FOLDER][?region=REGION] (https, plain http on loopback),
	// or the path of a folder: absolute, or \\SERVER\SHARE.
	Address    string
	HostKey    string // SFTP: fingerprint of the host
	Identity   string // SFTP: file with the private key; S3: file with the pair of keys
	Passphrase func() (string, error)
	Password   func() (string, error)
	S3Keys     func() (S3Keys, error) // asked without Identity
	HTTP       *http.Client           // for S3; nil: that of the channel without options
}

// Open gives the door of an address. Refused for one that is none.
func Open(o Options, limit *channel.Limit) (*Carrier, error) {
	address := strings.TrimSpace(o.Address)
	if !strings.Contains(address, "://") {
		if !filepath.IsAbs(address) {
			return nil, failure.New(failure.Refused, "read door", wording.Say("hint.door.place-bad"))
		}
		return Folder(address, limit), nil
	}
	if strings.HasPrefix(address, "s3://") {
		return openS3(o, address, limit)
	}
	u, err := url.Parse(address)
	if err != nil || u.Scheme != "sftp" || u.Host == "" || u.User.Username() == "" || u.RawQuery != "" {
		return nil, failure.New(failure.Refused, "read door", wording.Say("hint.door.place-address-bad"))
	}
	if _, has := u.User.Password(); has {
		return nil, failure.New(failure.Refused, "read door", wording.Say("hint.door.password-in-address"))
	}
	if o.HostKey != "" && !strings.HasPrefix(o.HostKey, "SHA256:") {
		return nil, failure.New(failure.Refused, "read host key", wording.Say("hint.door.host-key-form"))
	}
	dir := u.Path
	if below, ok := strings.CutPrefix(dir, "/~/"); ok {
		dir = below
	}
	if dir == "" {
		dir = "."
	}
	return SFTP(SFTPOptions{Host: u.Host, User: u.User.Username(), Dir: dir, HostKey: o.HostKey, Identity: o.Identity,
		Passphrase: o.Passphrase, Password: o.Password}, limit), nil
}

// bucketName is what S3 takes as the name of a bucket.
var bucketName = regexp.MustCompile(`^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$`)

func openS3(o Options, address string, limit *channel.Limit) (*Carrier, error) {
	u, err := url.Parse(address)
	var hint = wording.Say("hint.door.s3-address-bad")
	if err != nil || u.Hostname() == "" || u.Fragment != "" {
		return nil, failure.New(failure.Refused, "read door", hint) // err would repeat the address
	}
	if u.User != nil {
		return nil, failure.New(failure.Refused, "read door", wording.Say("hint.door.s3-keys-in-address"))
	}
	name, dir, _ := strings.Cut(strings.Trim(u.Path, "/"), "/")
	region, query := u.Query().Get("region"), u.Query()
	query.Del("region")
	if !bucketName.MatchString(name) || len(query) > 0 || strings.ContainsAny(region, "/,; ") {
		return nil, failure.New(failure.Refused, "read door", hint)
	}
	for _, part := range strings.Split(dir, "/") {
		if part == "." || part == ".." || part == "" && dir != "" {
			return nil, failure.New(failure.Refused, "read door", hint)
		}
	}
	if region == "" {
		region = "us-east-1" // what stores without regions take
		if r, ok := strings.CutSuffix(strings.TrimPrefix(u.Hostname(), "s3."), ".amazonaws.com"); ok && r != "s3" {
			region = r
		}
	}
	scheme := "https://"
	if ip := net.ParseIP(u.Hostname()); u.Hostname() == "localhost" || ip != nil && ip.IsLoopback() {
		scheme = "http://"
	}
	keys := o.S3Keys
	if o.Identity != "" {
		keys = func() (S3Keys, error) { return ReadS3Keys(o.Identity) }
	}
	if keys == nil {
		keys = func() (S3Keys, error) {
			return S3Keys{}, failure.New(failure.Setup, "ask keys of bucket", wording.Say("hint.door.s3-keys-needed"))
		}
	}
	return S3(S3Options{Endpoint: scheme + u.Host, Bucket: name, Dir: dir, Region: region, Keys: keys, HTTP: o.HTTP}, limit), nil
}

// Try enters the door, writes a file of one byte and takes it away again.
func (c *Carrier) Try(ctx context.Context) (err error) {
	at, err := c.enter(ctx)
	if err != nil {
		return away("open door", err)
	}
	defer func() { err = errors.Join(err, away("close door", at.close())) }()
	const name = "laufzettel-probe" + durable.Suffix
	w, err := at.add(name, 0, 1)
	if err != nil {
		return away("write probe", err)
	}
	_, err = w.Write([]byte{'\n'})
	err = errors.Join(err, w.Close(), at.remove(name))
	if errors.Is(err, os.ErrPermission) {
		return failure.Wrap(failure.Setup, "write probe", wording.Say("hint.door.place-not-writable"), err)
	}
	return away("write probe", err)
}
