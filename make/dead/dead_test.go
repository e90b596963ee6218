package main

import (
	"path"
	"strings"
	"testing"
)

// told makes what deadcode would tell: every listed name, and more.
func told(more string) string {
	var all []string
	for name := range support {
		all = append(all, `{"Path":"`+name+`","Funcs":[{"Name":"F"}]}`)
	}
	for name := range excused {
		dir, rest := path.Split(name)
		base, own, _ := strings.Cut(rest, ".")
		all = append(all, `{"Path":"`+dir+base+`","Funcs":[{"Name":"`+own+`"}]}`)
	}
	if more != "" {
		all = append(all, more)
	}
	return "[" + strings.Join(all, ",") + "]"
}

func TestJudge(t *testing.T) {
	for _, tt := range []struct {
		name, in string
		users    map[string][]string
		want     string
	}{
		{"as it should be", told(""), nil, ""},
		{"a function out of reach",
			told(`{"Path":"laufzettel/transfer/aip","Funcs":[{"Name":"Rows","Position":{"File":"rows.go","Line":7}}]}`), nil,
			"rows.go:7: no program reaches Rows"},
		{"a generated one is nobody's", told(`{"Path":"laufzettel/x","Funcs":[{"Name":"String","Generated":true}]}`), nil, ""},
		{"an entry nobody needs", "[]", nil, "laufzettel/app/golden is listed and nothing in it is out of reach"},
		{"test support in a program", told(""), map[string][]string{"laufzettel/app/kill": {"laufzettel/app/cli"}},
			"laufzettel/app/kill exists for tests and is imported by laufzettel/app/cli"},
		{"test support in a bench", told(""), map[string][]string{"laufzettel/app/kill": {"laufzettel/make/corpus/beside"}}, ""},
		{"no JSON", "deadcode: broken", nil, "!"},
	} {
		var b strings.Builder
		err := judge(strings.NewReader(tt.in), &b, tt.users)
		if (err == nil) != (tt.want == "") || tt.want != "!" && !strings.Contains(b.String(), tt.want) {
			t.Errorf("%s: %v\n%s", tt.name, err, b.String())
		}
	}
}
