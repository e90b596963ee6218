package intake

// RepresentationMark parts the object of a package from the number of its further
// representation.
const RepresentationMark = "#umwandlung-"
