package pdfa

// checkProgram holds the embedded font program against the codes shown.
func (c *checker) checkProgram(f *font) {}
