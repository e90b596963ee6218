package generate

import "image"

// The functions below take from the source exactly what the content of that name
// takes (TestContents_skip), in a hundredth of the time.

func skipParagraph(s source) {
	for range 2 + s.IntN(4) {
		s.pick(phrases)
	}
}

func skipText(s source, _ caption) { skipParagraph(s) }

func skipPaper(s source, c caption) {
	for range max(c.pages, 1) * paperParagraphs {
		skipParagraph(s)
	}
}

func skipMail(s source, _ caption) {
	skipParagraph(s) // of the attachment
	s.uuid()
	skipParagraph(s)
}

func skipPicture(size image.Point) func(source, caption) {
	return func(s source, _ caption) {
		s.IntN(200)
		for range pictureFields {
			for _, n := range []int{size.X, size.Y, 255, 255} {
				s.IntN(n)
			}
		}
	}
}

func skipMeasurements(s source, _ caption) {
	for range measuredDays {
		for _, n := range []int{3, 100, 3, 100} {
			s.IntN(n)
		}
		s.pick(persons)
	}
}
