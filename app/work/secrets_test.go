package work_test

import (
	"context"
	"crypto/ed25519"
	"crypto/rand"
	"errors"
	"net"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"golang.org/x/crypto/ssh"

	"laufzettel/app/work"
	"laufzettel/app/work/office"
	"laufzettel/app/work/outbox"
	"laufzettel/sync/sign"
	"laufzettel/transfer/failure"
)

// drawer is a keyring of the test.
type drawer map[string]string

func (d drawer) Set(_ context.Context, name, secret string) error {
	d[name] = secret
	return nil
}

func (d drawer) Get(_ context.Context, name string) (string, error) {
	if s, ok := d[name]; ok {
		return s, nil
	}
	return "", sign.ErrNoSecret
}

func (d drawer) Delete(_ context.Context, name string) error {
	if _, ok := d[name]; !ok {
		return sign.ErrNoSecret
	}
	delete(d, name)
	return nil
}

// sshDoor refuses everybody and notes the passwords it was shown.
func sshDoor(t *testing.T) (addr, fingerprint string, shown func() string) {
	t.Helper()
	_, private, err := ed25519.GenerateKey(rand.Reader)
	must(t, err)
	signer, err := ssh.NewSignerFromKey(private)
	must(t, err)
	var mu sync.Mutex
	var all []string
	conf := &ssh.ServerConfig{PasswordCallback: func(_ ssh.ConnMetadata, pass []byte) (*ssh.Permissions, error) {
		mu.Lock()
		defer mu.Unlock()
		all = append(all, string(pass))
		return nil, errors.New("no")
	}}
	conf.AddHostKey(signer)
	l, err := net.Listen("tcp", "127.0.0.1:0")
	must(t, err)
	t.Cleanup(func() { _ = l.Close() })
	go func() {
		for {
			conn, err := l.Accept()
			if err != nil {
				return
			}
			_, _, _, _ = ssh.NewServerConn(conn, conf) // refused
			_ = conn.Close()
		}
	}()
	return l.Addr().String(), ssh.FingerprintSHA256(signer.PublicKey()), func() string {
		mu.Lock()
		defer mu.Unlock()
		return strings.Join(all, " ")
	}
}

// TestDoorPassword_InTheKeyringOnly: the password is shown to its own account and
// stands in no file of the workspace.
func TestDoorPassword_InTheKeyringOnly(t *testing.T) {
	t.Setenv("LAUFZETTEL_SFTP_PASSWORD", "")
	keys, dir := drawer{}, t.TempDir()
	w, err := work.Open(t.Context(), dir, office.Options{Person: "M. Ahrens", Secrets: keys})
	must(t, err)
	t.Cleanup(func() { _ = w.Close() })
	if err := w.Office.SetDoorPassword(t.Context(), "Zirkon 17"); failure.KindOf(err) != failure.Refused {
		t.Errorf("without an SFTP server: %v", err)
	}
	addr, host, shown := sshDoor(t)
	must(t, w.Doors.SetDoor(t.Context(), outbox.Door{Address: "sftp://abgabe@" + addr + "/x", HostKey: host}))
	if err := w.Doors.TryDoor(t.Context()); failure.KindOf(err) != failure.Setup || shown() != "" {
		t.Errorf("without a password: %v, shown %q", err, shown())
	}
	for _, bad := range []string{"a\nb", strings.Repeat("x", 1001)} {
		if err := w.Office.SetDoorPassword(t.Context(), bad); failure.KindOf(err) != failure.Refused {
			t.Errorf("%.10q: %v", bad, err)
		}
	}
	must(t, w.Office.SetDoorPassword(t.Context(), "Zirkon 17"))
	if !w.Doors.Door().Password || len(keys) != 1 {
		t.Errorf("door %+v, keyring %v", w.Doors.Door(), keys)
	}
	if err := w.Doors.TryDoor(t.Context()); failure.KindOf(err) != failure.Setup || shown() != "Zirkon 17" {
		t.Errorf("with a password: %v, shown %q", err, shown())
	}
	must(t, filepath.WalkDir(dir, func(path string, d os.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		raw, err := os.ReadFile(path)
		if strings.Contains(string(raw), "Zirkon") {
			t.Errorf("%s holds the password", path)
		}
		return err
	}))

	must(t, w.Doors.SetDoor(t.Context(), outbox.Door{Address: "sftp://andere@" + addr + "/x", HostKey: host}))
	if err := w.Doors.TryDoor(t.Context()); failure.KindOf(err) != failure.Setup || shown() != "Zirkon 17" || w.Doors.Door().Password {
		t.Errorf("another account: %v, shown %q", err, shown())
	}
	must(t, w.Office.SetDoorPassword(t.Context(), "Beryll"))
	if len(keys) != 1 {
		t.Errorf("the password of the account before is still there: %v", keys)
	}
	clear(keys) // somebody tidied up
	if err := w.Doors.TryDoor(t.Context()); failure.KindOf(err) != failure.Setup ||
		!strings.Contains(failure.HintOf(err).In("de"), "nicht mehr im Schlüsselspeicher") {
		t.Errorf("taken from the keyring: %v", err)
	}
	must(t, w.Office.SetDoorPassword(t.Context(), ""))
	must(t, w.Office.SetDoorPassword(t.Context(), ""))
	if w.Doors.Door().Password {
		t.Error("a removed password is told as kept")
	}

	bare := open(t, t.TempDir(), "M. Ahrens")
	must(t, bare.Doors.SetDoor(t.Context(), outbox.Door{Address: "sftp://abgabe@" + addr + "/x", HostKey: host}))
	if err := bare.Office.SetDoorPassword(t.Context(), "Zirkon 17"); failure.KindOf(err) != failure.Setup {
		t.Errorf("without a keyring: %v", err)
	}
}
