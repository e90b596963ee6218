package generate

import (
	"image"

	"laufzettel/transfer/kind/sample"
)

// The functions below take from the source exactly what the content of that name
// takes (TestContents_skip), in a hundredth of the time.

func skipParagraph(s sample.Source) {
	for range 2 + s.IntN(4) {
		s.Pick(phrases)
	}
}

func skipText(s sample.Source, _ caption) { skipParagraph(s) }

func skipPaper(s sample.Source, c caption) {
	for range max(c.pages, 1) * paperParagraphs {
		skipParagraph(s)
	}
}

func skipMail(s sample.Source, _ caption) {
	skipParagraph(s) // of the attachment
	s.UUID()
	skipParagraph(s)
}

func skipPicture(size image.Point) func(sample.Source, caption) {
	return func(s sample.Source, _ caption) {
		s.IntN(200)
		for range pictureFields {
			for _, n := range []int{size.X, size.Y, 255, 255} {
				s.IntN(n)
			}
		}
	}
}

func skipMeasurements(s sample.Source, _ caption) {
	for range measuredDays {
		for _, n := range []int{3, 100, 3, 100} {
			s.IntN(n)
		}
		s.Pick(persons)
	}
}
