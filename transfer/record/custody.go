package record

// Custody of a norm (E9): the field that says where an Originalnorm is kept, and its
// two values. The interim archive (Zwischenarchiv) cares for its signatures until the
// norm is no longer in force; in the final archive (Endarchiv) they are documented only.
const (
	FieldCustody   = "Verwahrung"
	CustodyInterim = "Zwischenarchiv bis zum Außerkrafttreten der Norm"
	CustodyFinal   = "Endarchiv"
)

// Statements a norm gains when it is handed over to the final archive.
const (
	FieldRepealed      = "Außer Kraft seit"
	FieldHandedOver    = "Überführt am"
	FieldHandOverCause = "Grundlage der Überführung"
)
