package app_test

import (
	"go/scanner"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"unicode/utf8"
)

const (
	widest   = 140 // columns, a tab counted as four
	longText = 70  // letters of a quoted text that is not broken for the sake of the line
)

// No line of a source file is wider than a window shows, but for texts that stand in one
// piece: raw strings (SQL, pages, patterns) and long quoted ones.
func TestLines_AreNoWiderThanAWindow(t *testing.T) {
	seen := 0
	err := filepath.WalkDir("..", func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if d.IsDir() && (d.Name() == "testdata" || strings.HasPrefix(d.Name(), ".") && path != "..") {
			return filepath.SkipDir
		}
		if !strings.HasSuffix(path, ".go") {
			return nil
		}
		src, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		seen++
		whole := piecesOf(src)
		for i, line := range strings.Split(string(src), "\n") {
			if n := utf8.RuneCountInString(line) + 3*strings.Count(line, "\t"); n > widest && !whole[i+1] {
				t.Errorf("%s:%d is %d columns wide", path, i+1, n)
			}
		}
		return nil
	})
	if err != nil || seen < 1000 {
		t.Fatalf("%d files seen, %v", seen, err)
	}
}

// piecesOf gives the lines on which a text stands that is not broken.
func piecesOf(src []byte) map[int]bool {
	files, lines := token.NewFileSet(), map[int]bool{}
	f := files.AddFile("", files.Base(), len(src))
	var s scanner.Scanner
	s.Init(f, src, nil, 0)
	for {
		at, what, text := s.Scan()
		if what == token.EOF {
			return lines
		}
		if what == token.STRING && (text[0] == '`' || utf8.RuneCountInString(text) >= longText+2) {
			from := f.Line(at)
			for n := range strings.Count(text, "\n") + 1 {
				lines[from+n] = true
			}
		}
	}
}
