package sign_test

import (
	"bytes"
	"crypto/ed25519"
	"encoding/base64"
	"encoding/hex"
	"errors"
	"math/big"
	"slices"
	"testing"

	"laufzettel/sync/sign"
)

func unhex(t testing.TB, s string) []byte {
	t.Helper()
	b, err := hex.DecodeString(s)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// TestS8_RFC8032 holds the vectors of RFC 8032 section 7.1 (the short ones).
func TestS8_RFC8032(t *testing.T) {
	tests := []struct{ name, seed, public, message, signature string }{
		{"test 1", "9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60",
			"d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a", "",
			"e5564300c360ac729086e2cc806e828a84877f1eb8e5d974d873e065224901555fb8821590a33bacc61e39701cf9b46bd25bf5f0595bbe24655141438e7a100b"},
		{"test 2", "4ccd089b28ff96da9db6c346ec114e0f5b8a319f35aba624da8cf6ed4fb8a6fb",
			"3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c", "72",
			"92a009a9f0d4cab8720e820b5f642540a2b27b5416503f8fb3762223ebdb69da085ac1e43e15996e458f3613d0f11d8c387b2eaeb4302aeeb00d291612bb0c00"},
		{"test 3", "c5aa8df43f9f837bedb7442f31dcb7b166d38535076f094b85ce3a2e0b4458f7",
			"fc51cd8e6218a1a38da47ed00230f0580816ed13ba3303ac5deb911548908025", "af82",
			"6291d657deec24024827e69c3abe01a30ce548a284743a445e3680d7db5ac3ac18ff9b538d16f290ae67f760984dc6594a7c15e9716ed28dc027beceea1ec40a"},
		{"test SHA(abc)", "833fe62409237b9d62ec77587520911e9a759cec1d19755b7da901b96dca3d42",
			"ec172b93ad5e563bf4932c70e1245034c35467ef2efd4d64ebf819683467e2bf",
			"ddaf35a193617abacc417349ae20413112e6fa4e89a97ea20a9eeee64b55d39a2192992a274fc1a836ba3c23a3feebbd454d4423643ce80e2a9ac94fa54ca49f",
			"dc2a4459e7369633a52b1bf277839a00201009a3efbf3ecb69bea2186c26b58909351fc9ac90b3ecfdfbc7c66431e0303dca179c138ac17ad9bef1177331a704"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			key, err := sign.KeyFromSeed(unhex(t, tt.seed))
			if err != nil || !bytes.Equal(key.Public(), unhex(t, tt.public)) {
				t.Fatalf("public key %x, %v", key.Public(), err)
			}
			message, want := unhex(t, tt.message), unhex(t, tt.signature)
			if got, err := key.Sign(t.Context(), message); err != nil || !bytes.Equal(got, want) {
				t.Errorf("Sign = %x, %v", got, err)
			}
			if !key.Public().Verify(message, want) {
				t.Error("the signature of the RFC is refused")
			}
			for i := range want {
				bad := bytes.Clone(want)
				bad[i] ^= 4
				if key.Public().Verify(message, bad) {
					t.Errorf("byte %d changed, and still right", i)
				}
			}
		})
	}
}

// TestS8_TamingTheManyEdDSAs holds the cases of "Taming the many EdDSAs" (Chalkias,
// Garillot, Nikolaenko 2020, appendix): only what holds without cofactor, with
// points of large order in canonical encoding, is taken.
func TestS8_TamingTheManyEdDSAs(t *testing.T) {
	tests := []struct {
		name, message, public, signature string
		want                             bool
	}{
		{"0: A and R of small order, S = 0", "8c93255d71dcab10e8f379c26200f3c7bd5f09d9bc3068d3ef4edeb4853022b6",
			"c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac03fa",
			"c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a0000000000000000000000000000000000000000000000000000000000000000", false},
		{"1: A of small order", "9bd9f44f4dcc75bd531b56b2cd280b0bb38fc1cd6d1230e14861d861de092e79",
			"c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac03fa",
			"f7badec5b8abeaf699583992219b7b223f1df3fbbea919844e3f7c554a43dd43a5bb704786be79fc476f91d3f3f89b03984d8068dcf1bb7dfc6637b45450ac04", false},
		{"2: R of small order", "aebf3f2601a0c8c5d39cc7d8911642f740b78168218da8471772b35f9d35b9ab",
			"f7badec5b8abeaf699583992219b7b223f1df3fbbea919844e3f7c554a43dd43",
			"c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac03fa8c4bd45aecaca5b24fb97bc10ac27ac8751a7dfe1baff8b953ec9f5833ca260e", false},
		{"3: A and R of mixed order, holds both ways", "9bd9f44f4dcc75bd531b56b2cd280b0bb38fc1cd6d1230e14861d861de092e79",
			"cdb267ce40c5cd45306fa5d2f29731459387dbf9eb933b7bd5aed9a765b88d4d",
			"9046a64750444938de19f227bb80485e92b83fdb4b6506c160484c016cc1852f87909e14428a7a1d62e9f22f3d3ad7802db02eb2e688b6c52fcd6648a98bd009", true},
		{"4: holds with cofactor only", "e47d62c63f830dc7a6851a0b1f33ae4bb2f507fb6cffec4011eaccd55b53f56c",
			"cdb267ce40c5cd45306fa5d2f29731459387dbf9eb933b7bd5aed9a765b88d4d",
			"160a1cb0dc9c0258cd0a7d23e94d8fa878bcb1925f2c64246b2dee1796bed5125ec6bc982a269b723e0668e540911a9a6a58921d6925e434ab10aa7940551a09", false},
		{"5: holds with cofactor and unreduced k only", "e47d62c63f830dc7a6851a0b1f33ae4bb2f507fb6cffec4011eaccd55b53f56c",
			"cdb267ce40c5cd45306fa5d2f29731459387dbf9eb933b7bd5aed9a765b88d4d",
			"21122a84e0b5fca4052f5b1235c80a537878b38f3142356b2c2384ebad4668b7e40bc836dac0f71076f9abe3a53f9c03c1ceeeddb658d0030494ace586687405", false},
		{"6: S above L", "85e241a07d148b41e47d62c63f830dc7a6851a0b1f33ae4bb2f507fb6cffec40",
			"442aad9f089ad9e14647b1ef9099a1ff4798d78589e66f28eca69c11f582a623",
			"e96f66be976d82e60150baecff9906684aebb1ef181f67a7189ac78ea23b6c0e547f7690a0e2ddcd04d87dbc3490dc19b3b3052f7ff0538cb68afb369ba3a514", false},
		{"7: S far above L", "85e241a07d148b41e47d62c63f830dc7a6851a0b1f33ae4bb2f507fb6cffec40",
			"442aad9f089ad9e14647b1ef9099a1ff4798d78589e66f28eca69c11f582a623",
			"8ce5b96c8f26d0ab6c47958c9e68b937104cd36e13c33566acd2fe8d38aa19427e71f98a473474f2f13f06f97c20d58cc3f54b8bd0d272f42b695dd7e89a8c22", false},
		{"8: R not canonical", "fdaebc429f4a735932a160da1301080c13280eea8bc280d1b392c6b9e6ba3a5a",
			"f7badec5b8abeaf699583992219b7b223f1df3fbbea919844e3f7c554a43dd43",
			"edffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f454d370c8d9fc323a41450f8d513eafeb5b0697390c1e505a0d4ddc71f566607", false},
		{"9: R not canonical, hashed as it is", "84b698d39be126ff55fe45079e6c8bf64a0d7db6994560b4e96b7021eb39c1a1",
			"f7badec5b8abeaf699583992219b7b223f1df3fbbea919844e3f7c554a43dd43",
			"edffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f084d5b99c2a9463d9c8bd5026916996984eeec87ddf1d3be329006ace1b37b09", false},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if got := sign.PublicKey(unhex(t, tt.public)).Verify(unhex(t, tt.message), unhex(t, tt.signature)); got != tt.want {
				t.Errorf("Verify = %v, want %v", got, tt.want)
			}
		})
	}
}

// weak are all encodings of the eight points of small order, and some that are no
// point or not its one encoding.
var weak = []string{
	"0100000000000000000000000000000000000000000000000000000000000000", "ecffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
	"0000000000000000000000000000000000000000000000000000000000000000", "0000000000000000000000000000000000000000000000000000000000000080",
	"c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a", "c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac03fa",
	"26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05", "26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc85",
	"0100000000000000000000000000000000000000000000000000000000000080", "ecffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff",
	"eeffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f", "eeffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff",
	"edffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f", "edffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff",
	"0200000000000000000000000000000000000000000000000000000000000000", "ffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff",
	"f0ffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f", // y = p+3, another spelling of 3
}

func TestS8_WeakKeysAreNoKeys(t *testing.T) {
	for _, encoded := range weak {
		raw := unhex(t, encoded)
		if _, err := sign.ParsePublicKey(base64.StdEncoding.EncodeToString(raw)); !errors.Is(err, sign.ErrWeakKey) {
			t.Errorf("%s is taken for a key: %v", encoded, err)
		}
		// The forgery that such keys are for: R = A, S = 0.
		forged := append(bytes.Clone(raw), make([]byte, 32)...)
		for _, message := range [][]byte{nil, []byte("alles"), bytes.Repeat([]byte{1}, 99)} {
			if sign.PublicKey(raw).Verify(message, forged) {
				t.Errorf("%s signs everything", encoded)
			}
		}
	}
	if k := sign.PublicKey([]byte("short")); k.Verify(nil, make([]byte, 64)) {
		t.Error("a key of five bytes verifies")
	}
}

// TestS8_AddedOrder takes a right signature and adds L to S: the classic second
// signature of the same message.
func TestS8_AddedOrder(t *testing.T) {
	key := newKey(t)
	message := []byte("Hallo")
	sig, err := key.Sign(t.Context(), message)
	if err != nil {
		t.Fatal(err)
	}
	order, _ := new(big.Int).SetString("7237005577332262213973186563042994240857116359379907606001950938285454250989", 10)
	s := bytes.Clone(sig[32:])
	slices.Reverse(s)
	sum := new(big.Int).Add(new(big.Int).SetBytes(s), order).FillBytes(make([]byte, 32))
	slices.Reverse(sum)
	if !key.Public().Verify(message, sig) || key.Public().Verify(message, append(bytes.Clone(sig[:32]), sum...)) {
		t.Error("S + L is taken, or S is not")
	}
}

// FuzzVerify holds the rule against the standard library: it takes nothing that
// RFC 8032 refuses, and everything an honest key signs.
func FuzzVerify(f *testing.F) {
	f.Add(bytes.Repeat([]byte{1}, 32), []byte("m"), []byte{})
	for _, encoded := range weak {
		f.Add(unhex(f, encoded), []byte("m"), append(unhex(f, encoded), make([]byte, 32)...))
	}
	f.Fuzz(func(t *testing.T, seed, message, sig []byte) {
		if len(seed) != 32 {
			return
		}
		key, err := sign.KeyFromSeed(seed)
		if err != nil {
			t.Fatal(err)
		}
		own, err := key.Sign(t.Context(), message)
		if err != nil || !key.Public().Verify(message, own) {
			t.Fatalf("an honest signature is refused: %v", err)
		}
		if sign.PublicKey(seed).Verify(message, sig) && !ed25519.Verify(ed25519.PublicKey(seed), message, sig) {
			t.Fatal("takes what the standard library refuses")
		}
	})
}
