package main

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"runtime"
	"strings"
	"time"
)

// facts describe machine and programs of a run.
type facts struct {
	Day      string   `json:"day"`
	CPU      string   `json:"cpu"`
	Cores    int      `json:"cores"`
	MemoryGB float64  `json:"memoryGB"`
	System   string   `json:"system"`
	Load     string   `json:"load"` // of the last minute before the end of the run
	Versions []string `json:"versions"`
}

func (f facts) String() string {
	return fmt.Sprintf("Measured %s on %s, %d cores, %.0f GB, %s; load at the end %s. %s.", f.Day, f.CPU, f.Cores, f.MemoryGB, f.System,
		f.Load, strings.Join(f.Versions, ", "))
}

func machine(ctx context.Context, o options) facts {
	f := facts{Day: time.Now().UTC().Format(time.DateOnly), Cores: runtime.NumCPU(), System: runtime.GOOS + "/" + runtime.GOARCH,
		CPU: procValue("/proc/cpuinfo", "model name"), Load: "unknown"}
	var kb float64
	if _, err := fmt.Sscan(procValue("/proc/meminfo", "MemTotal"), &kb); err == nil {
		f.MemoryGB = kb / (1 << 20)
	}
	if raw, err := os.ReadFile("/proc/loadavg"); err == nil {
		f.Load, _, _ = strings.Cut(string(raw), " ")
	}
	f.Versions = append(f.Versions, runtime.Version())
	for _, p := range [][]string{o.siegfried("-version").args, {"rhash", "--version"}, {"hashdeep", "-V"}, {"sha256sum", "--version"},
		{"curl", "--version"}, {"pdftoppm", "-v"}, {"xmllint", "--version"}, {"unzip", "-v"}, {bagit(), "--version"}} {
		if v := versionOf(ctx, p); v != "" {
			f.Versions = append(f.Versions, v)
		}
	}
	return f
}

func procValue(file, key string) string {
	raw, err := os.ReadFile(file)
	if err != nil {
		return "unknown"
	}
	for line := range strings.Lines(string(raw)) {
		if k, v, ok := strings.Cut(line, ":"); ok && strings.TrimSpace(k) == key {
			return strings.TrimSpace(v)
		}
	}
	return "unknown"
}

// versionOf gives the first words of what a program says of itself.
func versionOf(ctx context.Context, args []string) string {
	if args[0] == "" {
		return ""
	}
	if _, err := exec.LookPath(args[0]); err != nil {
		return ""
	}
	out, _ := exec.CommandContext(ctx, args[0], args[1:]...).CombinedOutput() // some end with 1 and still answer
	words := strings.Fields(strings.SplitN(string(out), "\n", 2)[0])
	name := args[0][strings.LastIndexByte(args[0], '/')+1:]
	for _, w := range words {
		if w != name && strings.ContainsAny(w, "0123456789") {
			return name + " " + strings.TrimPrefix(w, "v")
		}
	}
	return name
}
