package present

// Leads are the beginnings of hints that have a way out.
func Leads() (out []string) {
	for begin := range leads {
		out = append(out, "hint."+begin)
	}
	return out
}
