package door

// FindDigest is findDigest for the fuzz test.
var FindDigest = findDigest
