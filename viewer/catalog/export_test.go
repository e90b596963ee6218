package catalog

// Rank makes a search rank at most so many places.
func (c *Catalog) Rank(most int) { c.most = most }
