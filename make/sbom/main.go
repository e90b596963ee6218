// Command sbom writes a bill of materials (CycloneDX 1.6, JSON) of built Go
// programs from what the linker left in them (debug/buildinfo), so that it tells
// of the files that are shipped and not of go.mod. Same programs, same bytes: it
// carries no time of its own, and its serial number is made from its content.
//
// Usage: sbom NAME VERSION PROGRAM... > sbom.cdx.json
package main

import (
	"crypto/sha256"
	"debug/buildinfo"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"os"
	"path/filepath"
	"runtime/debug"
	"slices"
	"strings"
)

// bom is the part of CycloneDX 1.6 that we write.
type bom struct {
	Format       string       `json:"bomFormat"`
	Spec         string       `json:"specVersion"`
	Serial       string       `json:"serialNumber"`
	Version      int          `json:"version"`
	Metadata     metadata     `json:"metadata"`
	Components   []component  `json:"components"`
	Dependencies []dependency `json:"dependencies"`
}

type metadata struct {
	Component component `json:"component"`
}

type component struct {
	Type       string     `json:"type"`
	Ref        string     `json:"bom-ref"`
	Name       string     `json:"name"`
	Version    string     `json:"version,omitempty"`
	PURL       string     `json:"purl,omitempty"`
	Hashes     []hash     `json:"hashes,omitempty"`
	Licenses   []licence  `json:"licenses,omitempty"`
	Properties []property `json:"properties,omitempty"`
}

type hash struct {
	Alg     string `json:"alg"`
	Content string `json:"content"`
}

type property struct {
	Name  string `json:"name"`
	Value string `json:"value"`
}

type dependency struct {
	Ref       string   `json:"ref"`
	DependsOn []string `json:"dependsOn"`
}

func main() {
	if len(os.Args) < 4 {
		fmt.Fprintln(os.Stderr, "usage: sbom NAME VERSION PROGRAM...")
		os.Exit(2)
	}
	if err := write(os.Stdout, os.Args[1], os.Args[2], os.Args[3:]); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

// write writes the bill of the programs to w.
func write(w io.Writer, name, version string, programs []string) error {
	product := component{Type: "application", Ref: "product", Name: name, Version: version, Licenses: licences(ours)}
	b := bom{Format: "CycloneDX", Spec: "1.6", Version: 1, Metadata: metadata{Component: product}}
	modules := map[string]component{}
	top := dependency{Ref: product.Ref}
	for _, path := range programs {
		c, uses, err := read(path, version)
		if err != nil {
			return err
		}
		refs := slices.Sorted(maps.Keys(uses))
		maps.Copy(modules, uses)
		b.Components = append(b.Components, c)
		b.Dependencies = append(b.Dependencies, dependency{Ref: c.Ref, DependsOn: refs})
		top.DependsOn = append(top.DependsOn, c.Ref)
	}
	b.Dependencies = append([]dependency{top}, b.Dependencies...)
	for _, ref := range slices.Sorted(maps.Keys(modules)) {
		b.Components = append(b.Components, modules[ref])
	}
	raw, err := json.Marshal(b)
	if err != nil {
		return fmt.Errorf("encode bill of materials: %w", err)
	}
	b.Serial = serial(raw)
	enc := json.NewEncoder(w)
	enc.SetIndent("", "  ")
	enc.SetEscapeHTML(false)
	if err := enc.Encode(b); err != nil {
		return fmt.Errorf("write bill of materials: %w", err)
	}
	return nil
}

// read gives a program as a component and the modules linked into it by their refs.
func read(path, version string) (component, map[string]component, error) {
	info, err := buildinfo.ReadFile(path)
	if err != nil {
		return component{}, nil, fmt.Errorf("build information of %s: %w", path, err)
	}
	sum, err := digest(path)
	if err != nil {
		return component{}, nil, err
	}
	name := filepath.Base(path)
	c := component{Type: "application", Ref: "program:" + name, Name: name, Version: version, Hashes: []hash{{"SHA-256", sum}},
		Licenses: licences(ours)}
	for _, s := range info.Settings {
		switch s.Key {
		case "GOOS", "GOARCH", "CGO_ENABLED", "-tags", "-trimpath":
			c.Properties = append(c.Properties, property{"go:" + s.Key, s.Value})
		}
	}
	goVersion, _, _ := strings.Cut(strings.TrimPrefix(info.GoVersion, "go"), " ")
	uses := map[string]component{}
	std := component{Type: "library", Name: "std", Version: goVersion, PURL: "pkg:golang/std@" + goVersion,
		Licenses: licences("BSD-3-Clause")}
	std.Ref = std.PURL
	uses[std.Ref] = std
	for _, d := range info.Deps {
		if d.Replace != nil {
			d = d.Replace
		}
		parts, err := moduleParts(d)
		if err != nil {
			return component{}, nil, err
		}
		for _, m := range parts {
			uses[m.Ref] = m
		}
	}
	return c, uses, nil
}

// ours is the licence of the programs.
const ours = "Apache-2.0"

// moduleParts are a module, with its licence, and what it brings that is no Go.
func moduleParts(d *debug.Module) ([]component, error) {
	id, err := licenceOfModule(d.Path, d.Version)
	if err != nil {
		return nil, err
	}
	m := component{Type: "library", Name: d.Path, Version: d.Version, PURL: "pkg:golang/" + d.Path + "@" + d.Version,
		Licenses: licences(id)}
	m.Ref = m.PURL
	if d.Sum != "" {
		m.Properties = []property{{"go:sum", d.Sum}}
	}
	more, err := embedded(d.Path, d.Version)
	return append([]component{m}, more...), err
}

func digest(path string) (string, error) {
	f, err := os.Open(path)
	if err != nil {
		return "", err
	}
	defer f.Close() // opened for reading
	h := sha256.New()
	if _, err := io.Copy(h, f); err != nil {
		return "", fmt.Errorf("digest of %s: %w", path, err)
	}
	return hex.EncodeToString(h.Sum(nil)), nil
}

// serial makes a UUID (RFC 9562, version 8) of the content.
func serial(content []byte) string {
	s := sha256.Sum256(content)
	s[6], s[8] = s[6]&0x0f|0x80, s[8]&0x3f|0x80
	return fmt.Sprintf("urn:uuid:%x-%x-%x-%x-%x", s[0:4], s[4:6], s[6:8], s[8:10], s[10:16])
}
