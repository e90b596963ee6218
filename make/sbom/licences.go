package main

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"unicode"

	"laufzettel/transfer/formatid"
)

// licence is one entry of a component: an id of SPDX.
type licence struct {
	License spdx `json:"license"`
}

type spdx struct {
	ID string `json:"id"`
}

func licences(ids ...string) (out []licence) {
	for _, id := range ids {
		out = append(out, licence{spdx{id}})
	}
	return out
}

// phrases tell licences apart by words that stand in one of them only; they are asked in
// this order, because texts contain one another.
var phrases = []struct{ id, words string }{
	{"Apache-2.0", "apache license version 2.0"},
	{"MPL-2.0", "mozilla public license version 2.0"},
	{"BSD-3-Clause", "neither the name of"},
	{"BSD-3-Clause", "may not be used to endorse or promote products"},
	{"BSD-2-Clause", "redistributions in binary form must reproduce the above copyright notice"},
	{"ISC", "permission to use, copy, modify, and/or distribute this software for any purpose with or without fee"},
	{"ISC", "permission to use, copy, modify, and distribute this software for any purpose with or without fee"},
	{"MIT", "permission is hereby granted, free of charge, to any person obtaining a copy"},
	{"Unlicense", "this is free and unencumbered software released into the public domain"},
	{"CC0-1.0", "cc0 1.0 universal"},
	{"BSL-1.0", "boost software license"},
}

// licenceOf names the licence of a text, "" where it is none we know.
func licenceOf(text string) string {
	plain := strings.Join(strings.Fields(strings.NewReplacer("*", " ", "//", " ", ">", " ", ", version",
		" version").Replace(strings.ToLower(text))), " ")
	for _, p := range phrases {
		if strings.Contains(plain, p.words) {
			return p.id
		}
	}
	return ""
}

// cache is where the modules of the build lie.
var cache = sync.OnceValues(func() (string, error) {
	out, err := exec.Command("go", "env", "GOMODCACHE").Output()
	if err != nil {
		return "", fmt.Errorf("ask for the module cache: %w", err)
	}
	return strings.TrimSpace(string(out)), nil
})

// moduleDir is where a module of the build lies: capitals stand as ! and small letter.
func moduleDir(path, version string) (string, error) {
	at, err := cache()
	if err != nil {
		return "", err
	}
	var b strings.Builder
	for _, r := range path + "@" + version {
		if unicode.IsUpper(r) {
			b.WriteByte('!')
			r = unicode.ToLower(r)
		}
		b.WriteRune(r)
	}
	return filepath.Join(at, filepath.FromSlash(b.String())), nil
}

// inSource are modules without a licence file, whose licence stands at the head of their
// source; somebody has read it there.
var inSource = map[string]string{
	"github.com/richardlehane/characterize": "BSD-2-Clause", // after encoding.c of file(1)
	"github.com/richardlehane/xmldetect":    "Apache-2.0",
}

// licenceOfModule reads the licence beside the source of a module. Error: none is there, or
// none we know: nothing is shipped whose licence nobody looked at.
func licenceOfModule(path, version string) (string, error) {
	dir, err := moduleDir(path, version)
	if err != nil {
		return "", err
	}
	for _, pattern := range []string{"LICENSE*", "LICENCE*", "License*", "license*", "COPYING*", "UNLICENSE*"} {
		found, err := filepath.Glob(filepath.Join(dir, pattern))
		if err != nil {
			return "", fmt.Errorf("licence of %s: %w", path, err)
		}
		for _, name := range found {
			text, err := os.ReadFile(name)
			if err != nil {
				continue // a folder of licences
			}
			if id := licenceOf(string(text)); id != "" {
				return id, nil
			}
		}
	}
	if id := inSource[path]; id != "" {
		return id, nil
	}
	return "", fmt.Errorf("no licence we know beside %s@%s", path, version)
}

// The modules that bring something into a program that is no Go.
const (
	bringsPDFium = "github.com/klippa-app/go-pdfium"
	bringsPRONOM = "github.com/richardlehane/siegfried"
	bringsFonts  = "codeberg.org/go-pdf/fpdf"
)

// embedded are the parts of a program that no module names: the PDF renderer in
// WebAssembly, the table of formats, the fonts of our papers.
func embedded(module, version string) (out []component, err error) {
	switch module {
	case bringsPDFium:
		dir, err := moduleDir(module, version)
		if err != nil {
			return nil, err
		}
		c, err := fileComponent("library", "PDFium (WebAssembly, of go-pdfium)", version, filepath.Join(dir, "webassembly", "pdfium.wasm"),
			"BSD-3-Clause", "Apache-2.0")
		return append(out, c), err
	case bringsPRONOM:
		set, err := formatid.Compiled()
		return append(out, component{Type: "data", Ref: "data:pronom", Name: "PRONOM", Version: set, Licenses: licences("OGL-UK-3.0")}), err
	case bringsFonts:
		fonts, err := filepath.Glob("assets/fonts/*.ttf")
		for _, f := range fonts {
			c, err := fileComponent("file", filepath.Base(f), "", f, "OFL-1.1")
			if err != nil {
				return nil, err
			}
			out = append(out, c)
		}
		return out, err
	}
	return nil, nil
}

func fileComponent(kind, name, version, path string, ids ...string) (component, error) {
	sum, err := digest(path)
	if err != nil {
		return component{}, err
	}
	return component{Type: kind, Ref: kind + ":" + name, Name: name, Version: version, Hashes: []hash{{"SHA-256", sum}},
		Licenses: licences(ids...)}, nil
}
