package office

// TypeSelfCheck is the payload type of a signed self-check.
const TypeSelfCheck = "application/vnd.laufzettel.selbstpruefung+json"

// SuffixBundle ends the name of what the channel carries: the container with its
// papers in one file.
const SuffixBundle = ".abgabe.zip"
