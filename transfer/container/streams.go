package container

import "strings"

// streamName takes the name of a data stream as Windows lists it, ":name:$DATA"; "" for
// the content itself, which is the stream without a name.
func streamName(listed string) string {
	name, kind, ok := strings.Cut(strings.TrimPrefix(listed, ":"), ":")
	if !ok || kind != "$DATA" {
		return ""
	}
	return name
}
