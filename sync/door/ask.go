package door

import (
	"os"

	"laufzettel/transfer/failure"
	"laufzettel/transfer/wording"
)

// passwordFrom is the variable that holds the password of an SFTP server.
const passwordFrom = "LAUFZETTEL_SFTP_PASSWORD"

// s3KeyFrom and its fellows are the variables the tools of S3 read, too.
const (
	s3KeyFrom    = "AWS_ACCESS_KEY_ID"
	s3SecretFrom = "AWS_SECRET_ACCESS_KEY"
	s3TokenFrom  = "AWS_SESSION_TOKEN"
)

// PasswordFromEnvironment gives the password of an SFTP server. Setup where the
// variable is empty.
func PasswordFromEnvironment() (string, error) {
	if p := os.Getenv(passwordFrom); p != "" {
		return p, nil
	}
	return "", failure.New(failure.Setup, "ask password", wording.Say("hint.door.sftp-login-unset"))
}

// S3KeysFromEnvironment gives the keys of a bucket. Setup where the variables are
// empty.
func S3KeysFromEnvironment() (S3Keys, error) {
	k := S3Keys{ID: os.Getenv(s3KeyFrom), Secret: os.Getenv(s3SecretFrom), Token: os.Getenv(s3TokenFrom)}
	if k.ID != "" && k.Secret != "" {
		return k, nil
	}
	return S3Keys{}, failure.New(failure.Setup, "ask keys of bucket", wording.Say("hint.door.s3-login-unset"))
}
