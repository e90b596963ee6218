package door

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"path"
	"sync"
	"time"

	"github.com/pkg/sftp"
	"golang.org/x/crypto/ssh"

	"laufzettel/sync/channel"
	"laufzettel/transfer/failure"
	"laufzettel/transfer/wording"
)

// dialWait bounds how long a host may take to answer.
const dialWait = 20 * time.Second

// SFTPOptions say how a host is spoken to.
type SFTPOptions struct {
	Host, User, Dir string // HOST or HOST:PORT
	// HostKey is the fingerprint the host has to show, as ssh-keygen -l writes it:
	// SHA256:…. Without one nothing is sent; the error tells what the host shows.
	HostKey string
	// Identity is a file with a private key of OpenSSH; Passphrase opens it. Without
	// one Password is asked.
	Identity   string
	Passphrase func() (string, error)
	Password   func() (string, error)
	// Silence is how long the host may say nothing while it is spoken to; 0: ten
	// minutes. Then the line is given up and taken up again later.
	Silence time.Duration
}

// hostSilence is longer than anything done here between two words to the host.
const hostSilence = 10 * time.Minute

// patient is a line that ends when the other side is silent for too long.
type patient struct {
	net.Conn
	silence time.Duration
}

// Read implements net.Conn.
func (p patient) Read(b []byte) (int, error) {
	_ = p.SetReadDeadline(time.Now().Add(p.silence)) // a closed line tells at the read
	return p.Conn.Read(b)
}

// Write implements net.Conn.
func (p patient) Write(b []byte) (int, error) {
	_ = p.SetWriteDeadline(time.Now().Add(p.silence)) // a closed line tells at the write
	return p.Conn.Write(b)
}

// SFTP delivers to a folder of an SFTP server. limit may be nil.
func SFTP(o SFTPOptions, limit *channel.Limit) *Carrier {
	return &Carrier{limit: limit, enter: func(ctx context.Context) (place, error) { return dial(ctx, o) }}
}

func dial(ctx context.Context, o SFTPOptions) (place, error) {
	var unasked error // why there is no password; the handshake would hide it
	if ask := o.Password; ask != nil {
		o.Password = func() (p string, err error) {
			p, err = ask()
			unasked = err
			return p, err
		}
	}
	auth, err := authMethods(o)
	if err != nil {
		return nil, err
	}
	host := o.Host
	if _, _, err := net.SplitHostPort(host); err != nil {
		host = net.JoinHostPort(host, "22")
	}
	conn, err := (&net.Dialer{Timeout: dialWait}).DialContext(ctx, "tcp", host)
	if err != nil {
		return nil, err
	}
	var shown error
	conf := &ssh.ClientConfig{User: o.User, Auth: auth, Timeout: dialWait,
		HostKeyCallback: func(_ string, _ net.Addr, key ssh.PublicKey) error {
			shown = checkHostKey(o.HostKey, ssh.FingerprintSHA256(key))
			return shown
		}}
	stop := context.AfterFunc(ctx, func() { _ = conn.Close() })
	defer stop()
	if o.Silence <= 0 {
		o.Silence = hostSilence
	}
	greet := time.AfterFunc(dialWait, func() { _ = conn.Close() }) // every network connection has deadlines
	c, channels, requests, err := ssh.NewClientConn(patient{conn, o.Silence}, host, conf)
	greet.Stop()
	if err != nil {
		_ = conn.Close() // nothing was sent
		switch {
		case shown != nil:
			return nil, shown
		case unasked != nil:
			return nil, unasked
		case ctx.Err() != nil:
			return nil, context.Cause(ctx)
		default:
			return nil, failure.Wrap(failure.Setup, "log in", wording.Say("hint.door.sftp-login-failed"), err)
		}
	}
	client := ssh.NewClient(c, channels, requests)
	files, err := sftp.NewClient(client)
	if err != nil {
		return nil, errors.Join(err, client.Close())
	}
	s := &server{ssh: client, sftp: files, dir: o.Dir}
	if st, err := files.Stat(o.Dir); err != nil || !st.IsDir() {
		return nil, errors.Join(failure.Wrap(failure.Setup, "open folder", wording.Say("hint.door.sftp-folder-missing"),
			fmt.Errorf("%s: %w", o.Dir, err)), s.close())
	}
	return s, nil
}

func checkHostKey(want, got string) error {
	switch {
	case want == got:
		return nil
	case want == "":
		return failure.New(failure.Setup, "check host key", wording.Say("hint.door.host-key-unset", got))
	default:
		return failure.New(failure.Damaged, "check host key", wording.Say("hint.door.host-key-changed", got, want))
	}
}

func authMethods(o SFTPOptions) ([]ssh.AuthMethod, error) {
	if o.Identity == "" {
		if o.Password == nil {
			return nil, failure.New(failure.Setup, "log in", wording.Say("hint.door.sftp-login-needed"))
		}
		return []ssh.AuthMethod{ssh.PasswordCallback(o.Password)}, nil
	}
	var hint = wording.Say("hint.door.sftp-key-file-bad")
	pem, err := os.ReadFile(o.Identity)
	if err != nil {
		return nil, failure.Wrap(failure.Setup, "read identity", hint, err)
	}
	signer, err := ssh.ParsePrivateKey(pem)
	if _, locked := errors.AsType[*ssh.PassphraseMissingError](err); locked && o.Passphrase != nil {
		pass, perr := o.Passphrase()
		if perr != nil {
			return nil, perr
		}
		signer, err = ssh.ParsePrivateKeyWithPassphrase(pem, []byte(pass))
	}
	if err != nil {
		return nil, failure.Wrap(failure.Setup, "read identity", hint, err)
	}
	return []ssh.AuthMethod{ssh.PublicKeys(signer)}, nil
}

// server is a folder on an SFTP server.
type server struct {
	ssh  *ssh.Client
	sftp *sftp.Client
	dir  string
	once sync.Once
	err  error
}

func (s *server) path(name string) string { return path.Join(s.dir, name) }

func (s *server) size(name string) (int64, error) {
	st, err := s.sftp.Stat(s.path(name))
	if err != nil {
		return 0, err
	}
	return st.Size(), nil
}

func (s *server) add(name string, offset, _ int64) (io.WriteCloser, error) {
	f, err := s.sftp.OpenFile(s.path(name), os.O_CREATE|os.O_WRONLY)
	if err != nil {
		return nil, err
	}
	if _, err := f.Seek(offset, io.SeekStart); err != nil {
		return nil, errors.Join(err, f.Close())
	}
	return remote{f}, nil
}

// remote is a file that the server has synced once it is closed, where it can.
type remote struct{ *sftp.File }

// Close implements io.Closer.
func (r remote) Close() error {
	err := r.File.Sync()
	if status, ok := errors.AsType[*sftp.StatusError](err); ok && status.FxCode() == sftp.ErrSSHFxOpUnsupported {
		err = nil // fsync@openssh.com is an extension; reading back follows anyway
	}
	return errors.Join(err, r.File.Close())
}

func (s *server) open(name string) (io.ReadCloser, error) { return s.sftp.Open(s.path(name)) }

// rename uses the rename of the protocol, which does not write over a file.
func (s *server) rename(from, to string) error { return s.sftp.Rename(s.path(from), s.path(to)) }

func (s *server) remove(name string) error { return s.sftp.Remove(s.path(name)) }

func (s *server) close() error {
	s.once.Do(func() {
		s.err = errors.Join(s.sftp.Close(), s.ssh.Close())
		if errors.Is(s.err, net.ErrClosed) || errors.Is(s.err, io.EOF) {
			s.err = nil // the line was gone before
		}
	})
	return s.err
}
