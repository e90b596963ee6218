package main

import "testing"

func TestMemoryAim(t *testing.T) {
	tests := []struct{ live, want int64 }{
		{0, leastMemory}, {60 << 20, leastMemory}, {120 << 20, 160 << 20}, {200 << 20, 260 << 20}, {1 << 30, mostMemory},
	}
	for _, tt := range tests {
		if got := memoryAim(tt.live); got != tt.want {
			t.Errorf("%d MB alive: aim %d MB, want %d", tt.live>>20, got>>20, tt.want>>20)
		}
	}
}
