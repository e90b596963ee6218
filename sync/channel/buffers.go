package channel

import "sync"

// buffers keeps the memory of chunks from one upload to the next: fresh memory
// costs more time than the chunk takes on its way.
type buffers struct {
	mu   sync.Mutex
	free [][]byte
}

// take gives n bytes of any content.
func (b *buffers) take(n int) []byte {
	b.mu.Lock()
	defer b.mu.Unlock()
	for i, buf := range b.free {
		if cap(buf) >= n {
			b.free = append(b.free[:i], b.free[i+1:]...)
			return buf[:n]
		}
	}
	return make([]byte, n)
}

// give takes memory back that nobody uses any more. A few chunks are kept.
func (b *buffers) give(buf []byte) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if len(b.free) <= mostUnderWay/2 {
		b.free = append(b.free, buf)
	}
}
