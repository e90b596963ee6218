package appraise

// MaxIndexed bounds a file whose full text goes into the index; larger ones are
// found by their description only.
const MaxIndexed = 64 << 20
