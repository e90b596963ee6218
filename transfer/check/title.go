package check

import "laufzettel/transfer/wording"

// NameDissolved is what the office says of signatures it took out.
const NameDissolved = "signatures-dissolved"

// Title gives the German name of a check, for papers; one that has none keeps its own.
func Title(name string) string { return TitleIn(name, wording.German) }

// TitleIn gives the name of a check in a language, for screens.
func TitleIn(name, language string) string { return wording.Word("name.check.", name).In(language) }
