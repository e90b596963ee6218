package door

import (
	"context"
	"errors"
	"net/url"
	"os"
	"path/filepath"
	"strings"

	"laufzettel/sync/channel"
	"laufzettel/transfer/durable"
	"laufzettel/transfer/failure"
)

// Options say which door is meant.
type Options struct {
	// Address is sftp://USER@HOST[:PORT]/FOLDER ("/~/FOLDER" below the user's own),
	// or the path of a folder: absolute, or \\SERVER\SHARE.
	Address    string
	HostKey    string // SFTP: fingerprint of the host
	Identity   string // SFTP: file with the private key
	Passphrase func() (string, error)
	Password   func() (string, error)
}

// Open gives the door of an address. Refused for one that is none.
func Open(o Options, limit *channel.Limit) (*Carrier, error) {
	address := strings.TrimSpace(o.Address)
	if !strings.Contains(address, "://") {
		if !filepath.IsAbs(address) {
			return nil, failure.New(failure.Refused, "read door", "Der Übergabeort ist keiner. Gebraucht wird ein vollständiger Ordnerpfad, ein Netzpfad wie \\\\server\\freigabe oder sftp://nutzer@rechner/ordner.")
		}
		return Folder(address, limit), nil
	}
	u, err := url.Parse(address)
	if err != nil || u.Scheme != "sftp" || u.Host == "" || u.User.Username() == "" || u.RawQuery != "" {
		return nil, failure.New(failure.Refused, "read door", "Der Übergabeort ist keiner. Gebraucht wird eine Adresse wie sftp://nutzer@rechner/ordner.")
	}
	if _, has := u.User.Password(); has {
		return nil, failure.New(failure.Refused, "read door", "Das Kennwort gehört nicht in die Adresse. Bitte eine Schlüsseldatei angeben oder das Kennwort in LAUFZETTEL_SFTP_PASSWORD.")
	}
	if o.HostKey != "" && !strings.HasPrefix(o.HostKey, "SHA256:") {
		return nil, failure.New(failure.Refused, "read host key", "Der Fingerabdruck des SFTP-Servers beginnt mit SHA256: (wie ssh-keygen -l ihn zeigt).")
	}
	dir := u.Path
	if below, ok := strings.CutPrefix(dir, "/~/"); ok {
		dir = below
	}
	if dir == "" {
		dir = "."
	}
	return SFTP(SFTPOptions{Host: u.Host, User: u.User.Username(), Dir: dir, HostKey: o.HostKey, Identity: o.Identity, Passphrase: o.Passphrase, Password: o.Password}, limit), nil
}

// Try enters the door, writes a file of one byte and takes it away again.
func (c *Carrier) Try(ctx context.Context) (err error) {
	at, err := c.enter(ctx)
	if err != nil {
		return away("open door", err)
	}
	defer func() { err = errors.Join(err, away("close door", at.close())) }()
	const name = "laufzettel-probe" + durable.Suffix
	w, err := at.add(name, 0)
	if err != nil {
		return away("write probe", err)
	}
	_, err = w.Write([]byte{'\n'})
	err = errors.Join(err, w.Close(), at.remove(name))
	if errors.Is(err, os.ErrPermission) {
		return failure.Wrap(failure.Setup, "write probe", "Am Übergabeort darf nicht geschrieben werden. Bitte die Rechte prüfen lassen.", err)
	}
	return away("write probe", err)
}
