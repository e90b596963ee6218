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

// probe asks whether a display is there at all; the toolkit would end with its own words.
// What the display can draw is not asked: Mesa draws in software here. Only where nothing
// answers is it said: that a door opens does not mean that it lets this person in.
func probe() error { return displays(os.Getenv) }

func displays(env func(string) string) error {
	// A connection handed over by who started the program; a display with its protocol or the
	// path of its socket: the toolkit knows these forms better.
	if env("WAYLAND_SOCKET") != "" || strings.Contains(env("DISPLAY"), "/") {
		return nil
	}
	var faults []error
	for _, at := range append(wayland(env), x11(env("DISPLAY"))...) {
		conn, err := net.DialTimeout(at.network, at.address, knock)
		if err == nil {
			return conn.Close()
		}
		faults = append(faults, err)
	}
	said := fmt.Sprintf("DISPLAY=%q, WAYLAND_DISPLAY=%q", env("DISPLAY"), env("WAYLAND_DISPLAY"))
	return failure.Wrap(failure.Setup, "reach a display", wording.Say("hint.opengl.no-display", said),
		errors.Join(append(faults, errors.New(said))...))
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
