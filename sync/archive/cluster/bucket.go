package cluster

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net/url"
	"strings"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/config"
	"github.com/aws/aws-sdk-go-v2/service/s3"
	"github.com/aws/aws-sdk-go-v2/service/s3/types"
	"github.com/aws/smithy-go"
	"github.com/tus/tusd/v2/pkg/handler"

	"laufzettel/transfer/failure"
	"laufzettel/transfer/wording"
)

// Bucket is a place in S3.
type Bucket struct {
	client       *s3.Client
	name, prefix string
}

// OpenBucket reads s3://BUCKET/PREFIX?endpoint=URL&region=NAME and makes sure
// that the bucket is there. The access keys come from where the SDK looks for
// them: environment (AWS_ACCESS_KEY_ID …), profile, or the machine's role.
func OpenBucket(ctx context.Context, address string) (*Bucket, error) {
	u, err := url.Parse(address)
	if err != nil || u.Scheme != "s3" || u.Host == "" || u.User != nil {
		return nil, failure.New(failure.Refused, "read store address", wording.Say("hint.cluster.store-address-bad"))
	}
	q := u.Query()
	region := q.Get("region")
	if region == "" {
		region = "us-east-1" // what stores that know no regions answer to
	}
	conf, err := config.LoadDefaultConfig(ctx, config.WithRegion(region))
	if err != nil {
		return nil, unreachable("load configuration", err)
	}
	b := &Bucket{name: u.Host, prefix: strings.Trim(u.Path, "/")}
	if b.prefix != "" {
		b.prefix += "/"
	}
	b.client = s3.NewFromConfig(conf, func(o *s3.Options) {
		if endpoint := q.Get("endpoint"); endpoint != "" {
			o.BaseEndpoint, o.UsePathStyle = aws.String(endpoint), true
		}
	})
	if _, err := b.client.HeadBucket(ctx, &s3.HeadBucketInput{Bucket: &b.name}); err != nil {
		return nil, unreachable("find bucket", err)
	}
	return b, nil
}

func unreachable(op string, err error) error {
	return failure.Wrap(failure.Setup, op, wording.Say("hint.cluster.store-unreachable"), err)
}

func (b *Bucket) key(name string) *string { return aws.String(b.prefix + name) }

func (b *Bucket) begin(ctx context.Context, key string) (string, error) {
	out, err := b.client.CreateMultipartUpload(ctx, &s3.CreateMultipartUploadInput{Bucket: &b.name, Key: b.key(key),
		ContentType: aws.String("application/x-tar")})
	if err != nil {
		return "", storing("begin multipart upload", err)
	}
	return aws.ToString(out.UploadId), nil
}

func (b *Bucket) put(ctx context.Context, key, multipart string, number int32, data []byte) (etag string, err error) {
	out, err := b.client.UploadPart(ctx, &s3.UploadPartInput{Bucket: &b.name, Key: b.key(key), UploadId: &multipart, PartNumber: &number,
		Body: bytes.NewReader(data), ContentLength: aws.Int64(int64(len(data)))})
	if err != nil {
		return "", storing("put part", err)
	}
	return aws.ToString(out.ETag), nil
}

func (b *Bucket) complete(ctx context.Context, key, multipart string, parts []part) error {
	done := make([]types.CompletedPart, len(parts))
	for i, p := range parts {
		done[i] = types.CompletedPart{PartNumber: aws.Int32(p.number), ETag: aws.String(p.etag)}
	}
	_, err := b.client.CompleteMultipartUpload(ctx, &s3.CompleteMultipartUploadInput{Bucket: &b.name, Key: b.key(key), UploadId: &multipart,
		MultipartUpload: &types.CompletedMultipartUpload{Parts: done}})
	return storing("complete multipart upload", err)
}

func (b *Bucket) abort(ctx context.Context, key, multipart string) error {
	_, err := b.client.AbortMultipartUpload(ctx, &s3.AbortMultipartUploadInput{Bucket: &b.name, Key: b.key(key), UploadId: &multipart})
	if hasCode(err, "NoSuchUpload") {
		return nil
	}
	return storing("abort multipart upload", err)
}

func (b *Bucket) write(ctx context.Context, key string, data []byte) error {
	_, err := b.client.PutObject(ctx, &s3.PutObjectInput{Bucket: &b.name, Key: b.key(key), Body: bytes.NewReader(data),
		ContentType: aws.String("application/json")})
	return storing("put object", err)
}

// size gives the size of an object, or handler.ErrNotFound.
func (b *Bucket) size(ctx context.Context, key string) (int64, error) {
	out, err := b.client.HeadObject(ctx, &s3.HeadObjectInput{Bucket: &b.name, Key: b.key(key)})
	if hasCode(err, "NotFound", "NoSuchKey") {
		return 0, handler.ErrNotFound
	}
	if err != nil {
		return 0, storing("look for object", err)
	}
	return aws.ToInt64(out.ContentLength), nil
}

func (b *Bucket) read(ctx context.Context, key string, from int64) (io.ReadCloser, error) {
	out, err := b.client.GetObject(ctx, &s3.GetObjectInput{Bucket: &b.name, Key: b.key(key),
		Range: aws.String(fmt.Sprintf("bytes=%d-", from))})
	if err != nil {
		return nil, storing("read object", err)
	}
	return out.Body, nil
}

func hasCode(err error, codes ...string) bool {
	var api smithy.APIError
	if !errors.As(err, &api) {
		return false
	}
	for _, c := range codes {
		if api.ErrorCode() == c {
			return true
		}
	}
	return false
}

// storing sorts an error of S3: a full one is told as such.
func storing(op string, err error) error {
	switch {
	case err == nil || failure.Canceled(err):
		return err
	case hasCode(err, "XMinioStorageFull", "QuotaExceeded", "InsufficientStorage"):
		return handler.NewError("ERR_NO_SPACE", "no space left", 507)
	default:
		return failure.Wrap(failure.Transient, op, wording.Say("hint.cluster.store-silent"), err)
	}
}
