//go:build !windows && !darwin

package opengl

import (
	"errors"
	"fmt"
	"net"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"time"

	"laufzettel/transfer/failure"
	"laufzettel/transfer/wording"
)

// knock is how long a display may take to answer.
const knock = 5 * time.Second

// Displays of the X Window System listen at ports counted from this one.
const firstPort = 6000

// probe asks whether a display is there at all and lets us in; the toolkit would end with
// its own words. What the display can draw is not asked: Mesa draws in software here. The
// name of a door that leads nowhere is taken out of the environment where another one leads
// to a display: the toolkit follows the kind of the session and would not try it.
func probe() error {
	dead, err := displays(os.Getenv)
	for _, name := range dead {
		if err == nil {
			_ = os.Unsetenv(name) // it fails for names that are none
		}
	}
	return err
}

// displays tries the doors and gives the variables that name one where nobody opens.
func displays(env func(string) string) (dead []string, err error) {
	// A connection handed over by who started the program; a display with its protocol or the
	// path of its socket: the toolkit knows these forms better.
	if env("WAYLAND_SOCKET") != "" || strings.Contains(env("DISPLAY"), "/") {
		return nil, nil
	}
	shown := false
	var faults []error
	for _, kind := range []struct {
		name  string
		doors []door
		greet func(net.Conn) error
	}{
		{"WAYLAND_DISPLAY", wayland(env), func(net.Conn) error { return nil }},
		{"DISPLAY", x11(env("DISPLAY")), func(c net.Conn) error { return greet(c, cookies(env)) }},
	} {
		fault := enter(kind.doors, kind.greet)
		shown = shown || fault == nil
		if fault != nil {
			faults = append(faults, fault)
			if env(kind.name) != "" {
				dead = append(dead, kind.name)
			}
		}
	}
	if shown {
		return dead, nil
	}
	said := fmt.Sprintf("DISPLAY=%q, WAYLAND_DISPLAY=%q", env("DISPLAY"), env("WAYLAND_DISPLAY"))
	hint := wording.Say("hint.opengl.no-display", said)
	all := errors.Join(append(faults, errors.New(said))...)
	if errors.Is(all, errRefused) {
		hint = wording.Say("hint.opengl.display-refused", said)
	}
	return dead, failure.Wrap(failure.Setup, "reach a display", hint, all)
}

// enter goes through the first door that opens; a display that refuses us there would do
// so at its other doors.
func enter(doors []door, greet func(net.Conn) error) error {
	faults := []error{errors.New("no door is named")}
	for _, at := range doors {
		conn, err := net.DialTimeout(at.network, at.address, knock)
		if err == nil {
			return errors.Join(greet(conn), conn.Close())
		}
		faults = append(faults, err)
	}
	return errors.Join(faults...)
}

// door is where a display may listen.
type door struct{ network, address string }

// wayland are the doors of Wayland: the named one, else the usual one.
func wayland(env func(string) string) []door {
	name, folder := env("WAYLAND_DISPLAY"), env("XDG_RUNTIME_DIR")
	if name == "" {
		name = "wayland-0"
	}
	switch {
	case filepath.IsAbs(name):
		return []door{{"unix", name}}
	case folder != "":
		return []door{{"unix", filepath.Join(folder, name)}}
	default:
		return nil
	}
}

// displayName is [host]:number[.screen].
var displayName = regexp.MustCompile(`^(.*):([0-9]{1,5})(?:\.[0-9]+)?$`)

// x11 are the doors of a display of the X Window System. One without a host may also listen
// at a port of this machine.
func x11(display string) []door {
	parts := displayName.FindStringSubmatch(display)
	if parts == nil {
		return nil
	}
	host, number := strings.Trim(parts[1], "[]"), parts[2]
	n, err := strconv.Atoi(number)
	if err != nil || firstPort+n > 65535 {
		return nil
	}
	var doors []door
	if host == "" || host == "unix" {
		const file = "/tmp/.X11-unix/X"
		doors, host = []door{{"unix", "@" + file + number}, {"unix", file + number}}, "localhost"
	}
	return append(doors, door{"tcp", net.JoinHostPort(host, strconv.Itoa(firstPort+n))})
}
