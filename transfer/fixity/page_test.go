package fixity

import (
	"slices"
	"strings"
	"testing"
)

// What a page shows, line by line: as a person reads it, whatever the tags around it.
func TestShownOnPage(t *testing.T) {
	tests := []struct{ name, page, want string }{
		{"rows and cells", "<table><tr><th>Datei</th><th>MD5</th></tr>\n<tr><td> a  b.pdf </td> <TD>90</TD></tr></table>", "Datei\tMD5|a b.pdf\t90"},
		{"lines", "eins<br>zwei<BR />drei</p><p>vier</p>fünf</li>sechs", "eins|zwei|drei|vier|fünf|sechs"},
		{"nothing of scripts and heads", "<html><head><title>T</title></head>a<script>x</td>y</script>b<STYLE>z</style>c", "abc"},
		{"a header is no head", "<header>Kopf</header> Rumpf", "Kopf Rumpf"},
		{"an open script stays", "a<script>b", "ab"},
		{"lines of pre", "vor<pre class=x>90  a\n91  b</pre>nach", "vor|90  a|91  b|nach"},
		{"a bracket that opens nothing", "a < b", "a < b"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			lines := strings.Split(shownOnPage(tt.page), "\n")
			for i := range lines {
				lines[i] = strings.Trim(lines[i], " \t")
			}
			lines = slices.DeleteFunc(lines, func(l string) bool { return l == "" })
			if got := strings.Join(lines, "|"); got != tt.want {
				t.Errorf("shows %q, want %q", got, tt.want)
			}
		})
	}
}
