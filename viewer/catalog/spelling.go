package catalog

// Match writes what a person typed as an FTS5 query over columns indexed with
// Folded beside the text; "" when nothing is asked for. Nothing typed can act as
// an operator.
func Match(typed string) string { return match(parse(typed)) }

// Folded lists the folded spellings (ä to ae, ß to ss) of the words of a text
// that have another one, to be indexed beside it.
func Folded(text string) string { return foldedWords(text) }
