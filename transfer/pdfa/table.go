package pdfa

// ruleID names a rule of the table.
type ruleID int

// The rules, in the order of ISO 19005-1 as far as it has them.
const (
	ruleHeader ruleID = iota
	ruleHeaderComment
	ruleTrailerID
	ruleEncrypt
	ruleAfterEOF
	ruleLinearID
	ruleInfoKey
	ruleInfoOnlyMod
	ruleXrefHead
	ruleXrefEOL
	ruleXrefStream
	ruleHexOdd
	ruleHexBad
	ruleStreamLength
	ruleStreamEOL
	ruleStreamFile
	ruleSpacing
	ruleLzw
	ruleInlineLZW
	ruleFilter
	ruleInlineFilter
	ruleInlineLength
	ruleNameUTF8
	ruleFileEF
	ruleEmbeddedFiles
	rulePerms
	ruleSigRef
	ruleVersion
	ruleLimitInt
	ruleLimitReal
	ruleLimitTiny
	ruleLimitString
	ruleLimitName
	ruleLimitArray
	ruleLimitDict
	ruleLimitObjects
	ruleLimitNesting
	ruleLimitDeviceN
	ruleLimitCID
	ruleLimitBox
	ruleOptionalContent
	ruleOutputICC
	ruleOutputSame
	ruleOutputRef
	ruleOutputMany
	ruleIccProfile
	ruleIccN
	ruleIccOverprint
	ruleIccSame
	ruleDeviceRGB
	ruleDeviceCMYK
	ruleDeviceGray
	ruleColorants
	ruleSeparation
	ruleImageAlternates
	ruleImageOPI
	ruleImageInterpolate
	ruleImageBits
	ruleMaskBits
	ruleJpxChannels
	ruleJpxApprox
	ruleJpxMethod
	ruleJpxCIEJab
	ruleJpxDepth
	ruleFormPS
	ruleFormRef
	rulePostScript
	ruleTransferTR
	ruleTransferTR2
	ruleHalftoneHTP
	ruleHalftoneType
	ruleHalftoneName
	ruleHalftoneTransfer
	ruleIntent
	ruleOperator
	ruleResources
	ruleUndefinedResource
	ruleFontType
	ruleFontSubtype
	ruleFontBase
	ruleFontFirst
	ruleFontLast
	ruleFontWidths
	ruleFontFile
	ruleCidSystem
	ruleCidToGID
	ruleCmapEmbedded
	ruleCmapWMode
	ruleCmapUse
	ruleFontEmbedded
	ruleGlyphMissing
	ruleCharSet
	ruleCidSet
	ruleGlyphWidth
	ruleCmapNonSymbolic
	ruleEncodingNonSymbolic
	ruleEncodingSymbolic
	ruleCmapSymbolic
	ruleToUnicode
	ruleToUnicodeValue
	ruleToUnicodeValue4
	rulePrivateUse
	ruleActualTextPUA
	ruleNotdef
	ruleSmaskState
	ruleSmaskImage
	ruleGroup
	ruleBlendMode
	ruleAlphaStroke
	ruleAlphaFill
	rulePageGroupCS
	ruleAnnotType
	ruleAnnotCA
	ruleAnnotNoF
	ruleAnnotF
	ruleAnnotColor
	ruleAnnotAppearance
	ruleAnnotOnlyN
	ruleAnnotBtn
	ruleAnnotStream
	ruleActionType
	ruleActionNamed
	ruleWidgetA
	ruleWidgetAA
	ruleFieldAA
	ruleCatalogAA
	rulePageAA
	ruleAdditionalActions
	ruleMetadata
	ruleMetadataFilter
	rulePacketBytes
	rulePacketEncoding
	ruleXmpForm
	ruleXmpUTF8
	ruleInfoCreated
	ruleInfoTitle
	ruleInfoAuthor
	ruleInfoSubject
	ruleInfoKeywords
	ruleInfoCreator
	ruleInfoProducer
	ruleInfoModified
	ruleXmpProperty
	ruleXmpValue
	ruleExtUnknown
	ruleExtContainer
	ruleExtSchema
	ruleExtNamespace
	ruleExtPrefix
	ruleExtProperty
	ruleExtValueTypes
	ruleExtPropName
	ruleExtPropType
	ruleExtPropCategory
	ruleExtPropDescription
	ruleExtTypeType
	ruleExtTypeNamespace
	ruleExtTypePrefix
	ruleExtTypeDescription
	ruleExtTypeField
	ruleExtFieldName
	ruleExtFieldType
	ruleExtFieldDescription
	ruleClaim
	ruleClaimPart
	ruleClaimLevel
	ruleClaimPartPrefix
	ruleClaimLevelPrefix
	ruleClaimAmdPrefix
	ruleClaimCorrPrefix
	ruleClaimRev
	ruleClaimRevPrefix
	ruleMarked
	ruleStructRoot
	ruleStructType
	ruleStructCircle
	ruleStructRemap
	ruleLang
	ruleNeedAppearances
	ruleWidgetAP
	ruleXfa
	ruleNeedsRendering
	ruleSignatureRange
	ruleSignatureCert
	ruleSignatureOne
	ruleEmbeddedMIME
	ruleEmbeddedNames
	ruleEmbeddedRelation
	ruleEmbeddedAssociated
	ruleEmbeddedPDFA
	ruleOcName
	ruleOcUnique
	ruleOcOrder
	ruleOcAS
	ruleAlternatePresentations
	rulePresSteps
	ruleRequirements
)

// rules is the table of all clauses this package checks. A clause is written
// CLAUSE-TEST, the test being the number veraPDF gives to it within the clause;
// the four columns are the parts 1 to 4 of ISO 19005.
var rules = [...]rule{
	ruleHeader:                 {"PDF-003", 0, [4]string{"6.1.2-1", "6.1.2-1", "6.1.2-1", "6.1.2-1"}, "header"},
	ruleHeaderComment:          {"PDF-003", 0, [4]string{"6.1.2-2", "6.1.2-2", "6.1.2-2", "6.1.2-2"}, "header-comment"},
	ruleTrailerID:              {"PDF-003", 0, [4]string{"6.1.3-1", "6.1.3-1", "6.1.3-1", "6.1.3-1"}, "trailer-id"},
	ruleEncrypt:                {"PDF-004", 0, [4]string{"6.1.3-2", "6.1.3-2", "6.1.3-2", "6.1.3-2"}, "encrypt"},
	ruleAfterEOF:               {"PDF-003", 0, [4]string{"6.1.3-3", "6.1.3-3", "6.1.3-3", "6.1.3-3"}, "after-eof"},
	ruleLinearID:               {"PDF-003", 0, [4]string{"6.1.3-4", "", "", ""}, "linear-id"},
	ruleInfoKey:                {"PDF-003", 0, [4]string{"", "", "", "6.1.3-4"}, "info-key"},
	ruleInfoOnlyMod:            {"PDF-003", 0, [4]string{"", "", "", "6.1.3-5"}, "info-only-mod"},
	ruleXrefHead:               {"PDF-003", 0, [4]string{"6.1.4-1", "", "", ""}, "xref-head"},
	ruleXrefEOL:                {"PDF-003", 0, [4]string{"6.1.4-2", "6.1.4-2", "6.1.4-2", "6.1.4-1"}, "xref-eol"},
	ruleXrefStream:             {"PDF-003", 0, [4]string{"6.1.4-3", "", "", ""}, "xref-stream"},
	ruleHexOdd:                 {"PDF-003", 0, [4]string{"6.1.6-1", "6.1.6-1", "6.1.6-1", "6.1.5-1"}, "hex-odd"},
	ruleHexBad:                 {"PDF-003", 0, [4]string{"6.1.6-2", "6.1.6-2", "6.1.6-2", "6.1.5-2"}, "hex-bad"},
	ruleStreamLength:           {"PDF-003", 0, [4]string{"6.1.7-1", "6.1.7.1-1", "6.1.7.1-1", "6.1.6.1-1"}, "stream-length"},
	ruleStreamEOL:              {"PDF-003", 0, [4]string{"6.1.7-2", "6.1.7.1-2", "6.1.7.1-2", ""}, "stream-eol"},
	ruleStreamFile:             {"PDF-024", 0, [4]string{"6.1.7-3", "6.1.7.1-3", "6.1.7.1-3", "6.1.6.1-2"}, "stream-file"},
	ruleSpacing:                {"PDF-003", 0, [4]string{"6.1.8-1", "6.1.9-1", "6.1.9-1", "6.1.8-1"}, "spacing"},
	ruleLzw:                    {"PDF-024", 0, [4]string{"6.1.10-1", "", "", ""}, "lzw"},
	ruleInlineLZW:              {"PDF-024", 0, [4]string{"6.1.10-2", "", "", ""}, "inline-lzw"},
	ruleFilter:                 {"PDF-024", 0, [4]string{"", "6.1.7.2-1", "6.1.7.2-1", "6.1.6.2-1"}, "filter"},
	ruleInlineFilter:           {"PDF-024", 0, [4]string{"", "6.1.10-1", "6.1.10-1", "6.1.9-1"}, "inline-filter"},
	ruleInlineLength:           {"PDF-019", 0, [4]string{"", "", "", "6.1.9-2"}, "inline-length"},
	ruleNameUTF8:               {"PDF-016", 0, [4]string{"", "6.1.8-1", "6.1.8-1", "6.1.7-1"}, "name-utf8"},
	ruleFileEF:                 {"PDF-011", 0, [4]string{"6.1.11-1", "", "", ""}, "file-ef"},
	ruleEmbeddedFiles:          {"PDF-011", 0, [4]string{"6.1.11-2", "", "", ""}, "embedded-files"},
	rulePerms:                  {"PDF-013", 0, [4]string{"", "6.1.12-1", "6.1.12-1", "6.1.11-1"}, "perms"},
	ruleSigRef:                 {"PDF-013", 0, [4]string{"", "6.1.12-2", "6.1.12-2", ""}, "sig-ref"},
	ruleVersion:                {"PDF-003", 0, [4]string{"", "", "", "6.1.12-1"}, "version"},
	ruleLimitInt:               {"PDF-021", 0, [4]string{"6.1.12-1", "6.1.13-1", "6.1.13-1", ""}, "limit-int"},
	ruleLimitReal:              {"PDF-021", 0, [4]string{"6.1.12-2", "6.1.13-2", "6.1.13-2", ""}, "limit-real"},
	ruleLimitTiny:              {"PDF-021", 0, [4]string{"", "6.1.13-5", "6.1.13-5", ""}, "limit-tiny"},
	ruleLimitString:            {"PDF-021", 0, [4]string{"6.1.12-3", "6.1.13-3", "6.1.13-3", ""}, "limit-string"},
	ruleLimitName:              {"PDF-021", 0, [4]string{"6.1.12-4", "6.1.13-4", "6.1.13-4", ""}, "limit-name"},
	ruleLimitArray:             {"PDF-021", 0, [4]string{"6.1.12-5", "", "", ""}, "limit-array"},
	ruleLimitDict:              {"PDF-021", 0, [4]string{"6.1.12-6", "", "", ""}, "limit-dict"},
	ruleLimitObjects:           {"PDF-021", 0, [4]string{"6.1.12-7", "6.1.13-7", "6.1.13-7", ""}, "limit-objects"},
	ruleLimitNesting:           {"PDF-021", 0, [4]string{"6.1.12-8", "6.1.13-8", "6.1.13-8", ""}, "limit-nesting"},
	ruleLimitDeviceN:           {"PDF-021", 0, [4]string{"6.1.12-9", "6.1.13-9", "6.1.13-9", ""}, "limit-device-n"},
	ruleLimitCID:               {"PDF-021", 0, [4]string{"6.1.12-10", "6.1.13-10", "6.1.13-10", ""}, "limit-cid"},
	ruleLimitBox:               {"PDF-021", 0, [4]string{"", "6.1.13-11", "6.1.13-11", ""}, "limit-box"},
	ruleOptionalContent:        {"PDF-022", 0, [4]string{"6.1.13-1", "", "", ""}, "optional-content"},
	ruleOutputICC:              {"PDF-009", 0, [4]string{"6.2.2-1", "6.2.3-1", "6.2.3-1", "6.2.3-1"}, "output-icc"},
	ruleOutputSame:             {"PDF-009", 0, [4]string{"6.2.2-2", "6.2.3-2", "6.2.3-2", "6.2.3-2"}, "output-same"},
	ruleOutputRef:              {"PDF-009", 0, [4]string{"", "6.2.3-3", "6.2.3-3", "6.2.3-3"}, "output-ref"},
	ruleOutputMany:             {"PDF-009", 0, [4]string{"", "", "", "6.2.3-4"}, "output-many"},
	ruleIccProfile:             {"PDF-009", 0, [4]string{"6.2.3.2-1", "6.2.4.2-1", "6.2.4.2-1", "6.2.4.2-1"}, "icc-profile"},
	ruleIccN:                   {"PDF-009", 0, [4]string{"6.2.3.2-2", "", "", ""}, "icc-n"},
	ruleIccOverprint:           {"PDF-010", 0, [4]string{"", "6.2.4.2-2", "6.2.4.2-2", "6.2.4.2-2"}, "icc-overprint"},
	ruleIccSame:                {"PDF-010", 0, [4]string{"", "", "", "6.2.4.2-3"}, "icc-same"},
	ruleDeviceRGB:              {"PDF-010", 0, [4]string{"6.2.3.3-1", "6.2.4.3-2", "6.2.4.3-2", "6.2.4.3-2"}, "device-rgb"},
	ruleDeviceCMYK:             {"PDF-010", 0, [4]string{"6.2.3.3-2", "6.2.4.3-3", "6.2.4.3-3", "6.2.4.3-3"}, "device-cmyk"},
	ruleDeviceGray:             {"PDF-010", 0, [4]string{"6.2.3.3-3", "6.2.4.3-4", "6.2.4.3-4", "6.2.4.3-4"}, "device-gray"},
	ruleColorants:              {"PDF-010", 0, [4]string{"", "6.2.4.4-1", "6.2.4.4-1", "6.2.4.4-1"}, "colorants"},
	ruleSeparation:             {"PDF-010", 0, [4]string{"", "6.2.4.4-2", "6.2.4.4-2", "6.2.4.4-2"}, "separation"},
	ruleImageAlternates:        {"PDF-019", 0, [4]string{"6.2.4-1", "6.2.8-1", "6.2.8-1", "6.2.7.1-1"}, "image-alternates"},
	ruleImageOPI:               {"PDF-019", 0, [4]string{"6.2.4-2", "6.2.8-2", "6.2.8-2", "6.2.7.1-2"}, "image-opi"},
	ruleImageInterpolate:       {"PDF-019", 0, [4]string{"6.2.4-3", "6.2.8-3", "6.2.8-3", "6.2.7.1-3"}, "image-interpolate"},
	ruleImageBits:              {"PDF-019", 0, [4]string{"6.2.4-4", "6.2.8-4", "6.2.8-4", "6.2.7.1-4"}, "image-bits"},
	ruleMaskBits:               {"PDF-019", 0, [4]string{"6.2.4-5", "6.2.8-5", "6.2.8-5", "6.2.7.1-5"}, "mask-bits"},
	ruleJpxChannels:            {"PDF-019", 0, [4]string{"", "6.2.8.3-1", "6.2.8.3-1", "6.2.7.3-1"}, "jpx-channels"},
	ruleJpxApprox:              {"PDF-019", 0, [4]string{"", "6.2.8.3-2", "6.2.8.3-2", "6.2.7.3-2"}, "jpx-approx"},
	ruleJpxMethod:              {"PDF-019", 0, [4]string{"", "6.2.8.3-3", "6.2.8.3-3", "6.2.7.3-3"}, "jpx-method"},
	ruleJpxCIEJab:              {"PDF-019", 0, [4]string{"", "6.2.8.3-4", "6.2.8.3-4", "6.2.7.3-4"}, "jpx-cie-jab"},
	ruleJpxDepth:               {"PDF-019", 0, [4]string{"", "6.2.8.3-5", "6.2.8.3-5", "6.2.7.3-5"}, "jpx-depth"},
	ruleFormPS:                 {"PDF-019", 0, [4]string{"6.2.5-1", "6.2.9-1", "6.2.9-1", "6.2.8.1-1"}, "form-ps"},
	ruleFormRef:                {"PDF-019", 0, [4]string{"6.2.6-1", "6.2.9-2", "6.2.9-2", "6.2.8.2-1"}, "form-ref"},
	rulePostScript:             {"PDF-019", 0, [4]string{"6.2.7-1", "6.2.9-3", "6.2.9-3", ""}, "post-script"},
	ruleTransferTR:             {"PDF-020", 0, [4]string{"6.2.8-1", "6.2.5-1", "6.2.5-1", "6.2.5-1"}, "transfer-tr"},
	ruleTransferTR2:            {"PDF-020", 0, [4]string{"6.2.8-2", "6.2.5-2", "6.2.5-2", "6.2.5-2"}, "transfer-tr2"},
	ruleHalftoneHTP:            {"PDF-020", 0, [4]string{"", "6.2.5-3", "6.2.5-3", "6.2.5-3"}, "halftone-htp"},
	ruleHalftoneType:           {"PDF-020", 0, [4]string{"", "6.2.5-4", "6.2.5-4", "6.2.5-4"}, "halftone-type"},
	ruleHalftoneName:           {"PDF-020", 0, [4]string{"", "6.2.5-5", "6.2.5-5", "6.2.5-5"}, "halftone-name"},
	ruleHalftoneTransfer:       {"PDF-020", 0, [4]string{"", "6.2.5-6", "6.2.5-6", ""}, "halftone-transfer"},
	ruleIntent:                 {"PDF-020", 0, [4]string{"6.2.9-1", "6.2.6-1", "6.2.6-1", "6.2.4.6-1"}, "intent"},
	ruleOperator:               {"PDF-020", 0, [4]string{"6.2.10-1", "6.2.2-1", "6.2.2-1", "6.2.2-1"}, "operator"},
	ruleResources:              {"PDF-020", 0, [4]string{"", "6.2.2-2", "6.2.2-2", "6.2.2-2"}, "resources"},
	ruleUndefinedResource:      {"PDF-020", 0, [4]string{"", "", "", "6.2.2-3"}, "undefined-resource"},
	ruleFontType:               {"PDF-016", 0, [4]string{"6.3.2-1", "6.2.11.2-1", "6.2.11.2-1", "6.2.10.2-1"}, "font-type"},
	ruleFontSubtype:            {"PDF-016", 0, [4]string{"6.3.2-2", "6.2.11.2-2", "6.2.11.2-2", "6.2.10.2-2"}, "font-subtype"},
	ruleFontBase:               {"PDF-016", 0, [4]string{"6.3.2-3", "6.2.11.2-3", "6.2.11.2-3", "6.2.10.2-3"}, "font-base"},
	ruleFontFirst:              {"PDF-016", 0, [4]string{"6.3.2-4", "6.2.11.2-4", "6.2.11.2-4", "6.2.10.2-4"}, "font-first"},
	ruleFontLast:               {"PDF-016", 0, [4]string{"6.3.2-5", "6.2.11.2-5", "6.2.11.2-5", "6.2.10.2-5"}, "font-last"},
	ruleFontWidths:             {"PDF-016", 0, [4]string{"6.3.2-6", "6.2.11.2-6", "6.2.11.2-6", "6.2.10.2-6"}, "font-widths"},
	ruleFontFile:               {"PDF-016", 0, [4]string{"6.3.2-7", "6.2.11.2-7", "6.2.11.2-7", "6.2.10.2-7"}, "font-file"},
	ruleCidSystem:              {"PDF-016", 0, [4]string{"6.3.3.1-1", "6.2.11.3.1-1", "6.2.11.3.1-1", "6.2.10.3.1-1"}, "cid-system"},
	ruleCidToGID:               {"PDF-016", 0, [4]string{"6.3.3.2-1", "6.2.11.3.2-1", "6.2.11.3.2-1", "6.2.10.3.2-1"}, "cid-to-gid"},
	ruleCmapEmbedded:           {"PDF-016", 0, [4]string{"6.3.3.3-1", "6.2.11.3.3-1", "6.2.11.3.3-1", "6.2.10.3.3-1"}, "cmap-embedded"},
	ruleCmapWMode:              {"PDF-016", 0, [4]string{"6.3.3.3-2", "6.2.11.3.3-2", "6.2.11.3.3-2", "6.2.10.3.3-2"}, "cmap-w-mode"},
	ruleCmapUse:                {"PDF-016", 0, [4]string{"", "6.2.11.3.3-3", "6.2.11.3.3-3", "6.2.10.3.3-3"}, "cmap-use"},
	ruleFontEmbedded:           {"PDF-014", 0, [4]string{"6.3.4-1", "6.2.11.4.1-1", "6.2.11.4.1-1", "6.2.10.4.1-1"}, "font-embedded"},
	ruleGlyphMissing:           {"PDF-015", 0, [4]string{"6.3.5-1", "6.2.11.4.1-2", "6.2.11.4.1-2", "6.2.10.4.1-2"}, "glyph-missing"},
	ruleCharSet:                {"PDF-016", 0, [4]string{"6.3.5-2", "6.2.11.4.2-1", "6.2.11.4.2-1", ""}, "char-set"},
	ruleCidSet:                 {"PDF-016", 0, [4]string{"6.3.5-3", "6.2.11.4.2-2", "6.2.11.4.2-2", ""}, "cid-set"},
	ruleGlyphWidth:             {"PDF-015", 0, [4]string{"6.3.6-1", "6.2.11.5-1", "6.2.11.5-1", "6.2.10.5-1"}, "glyph-width"},
	ruleCmapNonSymbolic:        {"PDF-016", 0, [4]string{"", "6.2.11.6-1", "6.2.11.6-1", "6.2.10.6-1"}, "cmap-non-symbolic"},
	ruleEncodingNonSymbolic:    {"PDF-016", 0, [4]string{"6.3.7-1", "6.2.11.6-2", "6.2.11.6-2", "6.2.10.6-2"}, "encoding-non-symbolic"},
	ruleEncodingSymbolic:       {"PDF-016", 0, [4]string{"6.3.7-2", "6.2.11.6-3", "6.2.11.6-3", "6.2.10.6-3"}, "encoding-symbolic"},
	ruleCmapSymbolic:           {"PDF-016", 0, [4]string{"6.3.7-3", "6.2.11.6-4", "6.2.11.6-4", "6.2.10.6-4"}, "cmap-symbolic"},
	ruleToUnicode:              {"PDF-017", 'u', [4]string{"6.3.8-1", "6.2.11.7.2-1", "6.2.11.7.2-1", ""}, "to-unicode"},
	ruleToUnicodeValue:         {"PDF-017", 'u', [4]string{"", "6.2.11.7.2-2", "6.2.11.7.2-2", ""}, "to-unicode-value"},
	ruleToUnicodeValue4:        {"PDF-017", 0, [4]string{"", "", "", "6.2.10.7-1"}, "to-unicode-value4"},
	rulePrivateUse:             {"PDF-017", 'a', [4]string{"", "6.2.11.7.3-1", "6.2.11.7.3-1", ""}, "private-use"},
	ruleActualTextPUA:          {"PDF-017", 0, [4]string{"", "", "", "6.2.10.8-1"}, "actual-text-pua"},
	ruleNotdef:                 {"PDF-015", 0, [4]string{"", "6.2.11.8-1", "6.2.11.8-1", "6.2.10.9-1"}, "notdef"},
	ruleSmaskState:             {"PDF-018", 0, [4]string{"6.4-1", "", "", ""}, "smask-state"},
	ruleSmaskImage:             {"PDF-018", 0, [4]string{"6.4-2", "", "", ""}, "smask-image"},
	ruleGroup:                  {"PDF-018", 0, [4]string{"6.4-3", "", "", ""}, "group"},
	ruleBlendMode:              {"PDF-018", 0, [4]string{"6.4-4", "6.2.10-1", "6.2.10-1", "6.2.9-1"}, "blend-mode"},
	ruleAlphaStroke:            {"PDF-018", 0, [4]string{"6.4-5", "", "", ""}, "alpha-stroke"},
	ruleAlphaFill:              {"PDF-018", 0, [4]string{"6.4-6", "", "", ""}, "alpha-fill"},
	rulePageGroupCS:            {"PDF-018", 0, [4]string{"", "6.2.10-2", "6.2.10-2", "6.2.9-2"}, "page-group-cs"},
	ruleAnnotType:              {"PDF-012", 0, [4]string{"6.5.2-1", "6.3.1-1", "6.3.1-1", "6.3.1-1"}, "annot-type"},
	ruleAnnotCA:                {"PDF-012", 0, [4]string{"6.5.3-1", "", "", ""}, "annot-ca"},
	ruleAnnotNoF:               {"PDF-012", 0, [4]string{"", "6.3.2-1", "6.3.2-1", "6.3.2-1"}, "annot-no-f"},
	ruleAnnotF:                 {"PDF-012", 0, [4]string{"6.5.3-2", "6.3.2-2", "6.3.2-2", "6.3.2-2"}, "annot-f"},
	ruleAnnotColor:             {"PDF-012", 0, [4]string{"6.5.3-3", "", "", ""}, "annot-color"},
	ruleAnnotAppearance:        {"PDF-012", 0, [4]string{"", "6.3.3-1", "6.3.3-1", "6.3.3-1"}, "annot-appearance"},
	ruleAnnotOnlyN:             {"PDF-012", 0, [4]string{"6.5.3-4", "6.3.3-2", "6.3.3-2", "6.3.3-2"}, "annot-only-n"},
	ruleAnnotBtn:               {"PDF-012", 0, [4]string{"6.5.3-5", "6.3.3-3", "6.3.3-3", "6.3.3-3"}, "annot-btn"},
	ruleAnnotStream:            {"PDF-012", 0, [4]string{"6.5.3-6", "6.3.3-4", "6.3.3-4", "6.3.3-4"}, "annot-stream"},
	ruleActionType:             {"PDF-005", 0, [4]string{"6.6.1-1", "6.5.1-1", "6.5.1-1", "6.6.1-1"}, "action-type"},
	ruleActionNamed:            {"PDF-005", 0, [4]string{"6.6.1-2", "6.5.1-2", "6.5.1-2", "6.6.1-2"}, "action-named"},
	ruleWidgetA:                {"PDF-005", 0, [4]string{"6.6.1-3", "6.4.1-1", "6.4.1-1", "6.4.1-1"}, "widget-a"},
	ruleWidgetAA:               {"PDF-005", 0, [4]string{"6.6.2-1", "", "", ""}, "widget-aa"},
	ruleFieldAA:                {"PDF-005", 0, [4]string{"6.6.2-2", "6.4.1-2", "6.4.1-2", ""}, "field-aa"},
	ruleCatalogAA:              {"PDF-005", 0, [4]string{"6.6.2-3", "6.5.2-1", "6.5.2-1", ""}, "catalog-aa"},
	rulePageAA:                 {"PDF-005", 0, [4]string{"", "6.5.2-2", "6.5.2-2", ""}, "page-aa"},
	ruleAdditionalActions:      {"PDF-005", 0, [4]string{"", "", "", "6.6.3-1"}, "additional-actions"},
	ruleMetadata:               {"PDF-006", 0, [4]string{"6.7.2-1", "6.6.2.1-1", "6.6.2.1-1", "6.7.2.1-1"}, "metadata"},
	ruleMetadataFilter:         {"PDF-006", 0, [4]string{"6.7.2-2", "", "", ""}, "metadata-filter"},
	rulePacketBytes:            {"PDF-006", 0, [4]string{"6.7.5-1", "6.6.2.1-2", "6.6.2.1-2", "6.7.2.1-2"}, "packet-bytes"},
	rulePacketEncoding:         {"PDF-006", 0, [4]string{"6.7.5-2", "6.6.2.1-3", "6.6.2.1-3", "6.7.2.1-3"}, "packet-encoding"},
	ruleXmpForm:                {"PDF-006", 0, [4]string{"6.7.9-1", "6.6.2.1-4", "6.6.2.1-4", "6.7.2.1-4"}, "xmp-form"},
	ruleXmpUTF8:                {"PDF-006", 0, [4]string{"", "6.6.2.1-5", "6.6.2.1-5", "6.7.2.1-5"}, "xmp-utf8"},
	ruleInfoCreated:            {"PDF-008", 0, [4]string{"6.7.3-1", "", "", ""}, "info-created"},
	ruleInfoTitle:              {"PDF-008", 0, [4]string{"6.7.3-2", "", "", ""}, "info-title"},
	ruleInfoAuthor:             {"PDF-008", 0, [4]string{"6.7.3-3", "", "", ""}, "info-author"},
	ruleInfoSubject:            {"PDF-008", 0, [4]string{"6.7.3-4", "", "", ""}, "info-subject"},
	ruleInfoKeywords:           {"PDF-008", 0, [4]string{"6.7.3-5", "", "", ""}, "info-keywords"},
	ruleInfoCreator:            {"PDF-008", 0, [4]string{"6.7.3-6", "", "", ""}, "info-creator"},
	ruleInfoProducer:           {"PDF-008", 0, [4]string{"6.7.3-7", "", "", ""}, "info-producer"},
	ruleInfoModified:           {"PDF-008", 0, [4]string{"6.7.3-8", "", "", ""}, "info-modified"},
	ruleXmpProperty:            {"PDF-007", 0, [4]string{"6.7.9-2", "6.6.2.3.1-1", "6.6.2.3.1-1", ""}, "xmp-property"},
	ruleXmpValue:               {"PDF-007", 0, [4]string{"6.7.9-3", "6.6.2.3.1-2", "6.6.2.3.1-2", ""}, "xmp-value"},
	ruleExtUnknown:             {"PDF-007", 0, [4]string{"6.7.8-1", "6.6.2.3.2-1", "6.6.2.3.2-1", ""}, "ext-unknown"},
	ruleExtContainer:           {"PDF-007", 0, [4]string{"6.7.8-2", "6.6.2.3.3-1", "6.6.2.3.3-1", ""}, "ext-container"},
	ruleExtSchema:              {"PDF-007", 0, [4]string{"6.7.8-3", "6.6.2.3.3-2", "6.6.2.3.3-2", ""}, "ext-schema"},
	ruleExtNamespace:           {"PDF-007", 0, [4]string{"6.7.8-4", "6.6.2.3.3-3", "6.6.2.3.3-3", ""}, "ext-namespace"},
	ruleExtPrefix:              {"PDF-007", 0, [4]string{"6.7.8-5", "6.6.2.3.3-4", "6.6.2.3.3-4", ""}, "ext-prefix"},
	ruleExtProperty:            {"PDF-007", 0, [4]string{"6.7.8-6", "6.6.2.3.3-5", "6.6.2.3.3-5", ""}, "ext-property"},
	ruleExtValueTypes:          {"PDF-007", 0, [4]string{"6.7.8-7", "6.6.2.3.3-6", "6.6.2.3.3-6", ""}, "ext-value-types"},
	ruleExtPropName:            {"PDF-007", 0, [4]string{"6.7.8-8", "6.6.2.3.3-7", "6.6.2.3.3-7", ""}, "ext-prop-name"},
	ruleExtPropType:            {"PDF-007", 0, [4]string{"6.7.8-9", "6.6.2.3.3-8", "6.6.2.3.3-8", ""}, "ext-prop-type"},
	ruleExtPropCategory:        {"PDF-007", 0, [4]string{"6.7.8-10", "6.6.2.3.3-9", "6.6.2.3.3-9", ""}, "ext-prop-category"},
	ruleExtPropDescription:     {"PDF-007", 0, [4]string{"6.7.8-11", "6.6.2.3.3-10", "6.6.2.3.3-10", ""}, "ext-prop-description"},
	ruleExtTypeType:            {"PDF-007", 0, [4]string{"6.7.8-12", "6.6.2.3.3-11", "6.6.2.3.3-11", ""}, "ext-type-type"},
	ruleExtTypeNamespace:       {"PDF-007", 0, [4]string{"6.7.8-13", "6.6.2.3.3-12", "6.6.2.3.3-12", ""}, "ext-type-namespace"},
	ruleExtTypePrefix:          {"PDF-007", 0, [4]string{"6.7.8-14", "6.6.2.3.3-13", "6.6.2.3.3-13", ""}, "ext-type-prefix"},
	ruleExtTypeDescription:     {"PDF-007", 0, [4]string{"6.7.8-15", "6.6.2.3.3-14", "6.6.2.3.3-14", ""}, "ext-type-description"},
	ruleExtTypeField:           {"PDF-007", 0, [4]string{"6.7.8-16", "6.6.2.3.3-15", "6.6.2.3.3-15", ""}, "ext-type-field"},
	ruleExtFieldName:           {"PDF-007", 0, [4]string{"6.7.8-17", "6.6.2.3.3-16", "6.6.2.3.3-16", ""}, "ext-field-name"},
	ruleExtFieldType:           {"PDF-007", 0, [4]string{"6.7.8-18", "6.6.2.3.3-17", "6.6.2.3.3-17", ""}, "ext-field-type"},
	ruleExtFieldDescription:    {"PDF-007", 0, [4]string{"6.7.8-19", "6.6.2.3.3-18", "6.6.2.3.3-18", ""}, "ext-field-description"},
	ruleClaim:                  {"PDF-001", 0, [4]string{"6.7.11-1", "6.6.4-1", "6.6.4-1", "6.7.3-1"}, "claim"},
	ruleClaimPart:              {"PDF-002", 0, [4]string{"6.7.11-2", "6.6.4-2", "6.6.4-2", "6.7.3-2"}, "claim-part"},
	ruleClaimLevel:             {"PDF-002", 0, [4]string{"6.7.11-3", "6.6.4-3", "6.6.4-3", "6.7.3-3"}, "claim-level"},
	ruleClaimPartPrefix:        {"PDF-002", 0, [4]string{"6.7.11-4", "6.6.4-4", "6.6.4-4", "6.7.3-4"}, "claim-part-prefix"},
	ruleClaimLevelPrefix:       {"PDF-002", 0, [4]string{"6.7.11-5", "6.6.4-5", "6.6.4-5", ""}, "claim-level-prefix"},
	ruleClaimAmdPrefix:         {"PDF-002", 0, [4]string{"6.7.11-6", "6.6.4-6", "6.6.4-6", ""}, "claim-amd-prefix"},
	ruleClaimCorrPrefix:        {"PDF-002", 0, [4]string{"", "6.6.4-7", "6.6.4-7", ""}, "claim-corr-prefix"},
	ruleClaimRev:               {"PDF-002", 0, [4]string{"", "", "", "6.7.3-5"}, "claim-rev"},
	ruleClaimRevPrefix:         {"PDF-002", 0, [4]string{"", "", "", "6.7.3-6"}, "claim-rev-prefix"},
	ruleMarked:                 {"PDF-023", 'a', [4]string{"6.8.2.2-1", "6.7.2.2-1", "6.7.2.2-1", ""}, "marked"},
	ruleStructRoot:             {"PDF-023", 'a', [4]string{"6.8.3.3-1", "6.7.3.3-1", "6.7.3.3-1", ""}, "struct-root"},
	ruleStructType:             {"PDF-023", 'a', [4]string{"6.8.3.4-1", "6.7.3.4-1", "6.7.3.4-1", ""}, "struct-type"},
	ruleStructCircle:           {"PDF-023", 'a', [4]string{"6.8.3.4-2", "6.7.3.4-2", "6.7.3.4-2", ""}, "struct-circle"},
	ruleStructRemap:            {"PDF-023", 'a', [4]string{"", "6.7.3.4-3", "6.7.3.4-3", ""}, "struct-remap"},
	ruleLang:                   {"PDF-023", 'a', [4]string{"6.8.4-1", "6.7.4-1", "6.7.4-1", ""}, "lang"},
	ruleNeedAppearances:        {"PDF-013", 0, [4]string{"6.9-1", "6.4.1-3", "6.4.1-3", "6.4.1-2"}, "need-appearances"},
	ruleWidgetAP:               {"PDF-013", 0, [4]string{"6.9-2", "", "", ""}, "widget-ap"},
	ruleXfa:                    {"PDF-013", 0, [4]string{"", "6.4.2-1", "6.4.2-1", "6.4.2-1"}, "xfa"},
	ruleNeedsRendering:         {"PDF-013", 0, [4]string{"", "6.4.2-2", "6.4.2-2", "6.4.2-2"}, "needs-rendering"},
	ruleSignatureRange:         {"PDF-013", 0, [4]string{"", "6.4.3-1", "6.4.3-1", ""}, "signature-range"},
	ruleSignatureCert:          {"PDF-013", 0, [4]string{"", "6.4.3-2", "6.4.3-2", ""}, "signature-cert"},
	ruleSignatureOne:           {"PDF-013", 0, [4]string{"", "6.4.3-3", "6.4.3-3", ""}, "signature-one"},
	ruleEmbeddedMIME:           {"PDF-011", 0, [4]string{"", "", "6.8-1", "6.9-1"}, "embedded-mime"},
	ruleEmbeddedNames:          {"PDF-011", 0, [4]string{"", "6.8-2", "6.8-2", "6.9-2"}, "embedded-names"},
	ruleEmbeddedRelation:       {"PDF-011", 0, [4]string{"", "", "6.8-3", "6.9-4"}, "embedded-relation"},
	ruleEmbeddedAssociated:     {"PDF-011", 0, [4]string{"", "", "6.8-4", ""}, "embedded-associated"},
	ruleEmbeddedPDFA:           {"PDF-011", 0, [4]string{"", "6.8-5", "", "6.9-3"}, "embedded-pdfa"},
	ruleOcName:                 {"PDF-022", 0, [4]string{"", "6.9-1", "6.9-1", "6.10-1"}, "oc-name"},
	ruleOcUnique:               {"PDF-022", 0, [4]string{"", "6.9-2", "6.9-2", "6.10-2"}, "oc-unique"},
	ruleOcOrder:                {"PDF-022", 0, [4]string{"", "6.9-3", "6.9-3", "6.10-3"}, "oc-order"},
	ruleOcAS:                   {"PDF-022", 0, [4]string{"", "6.9-4", "6.9-4", ""}, "oc-as"},
	ruleAlternatePresentations: {"PDF-022", 0, [4]string{"", "6.10-1", "6.10-1", "6.11-1"}, "alternate-presentations"},
	rulePresSteps:              {"PDF-022", 0, [4]string{"", "6.10-2", "6.10-2", "6.11-2"}, "pres-steps"},
	ruleRequirements:           {"PDF-022", 0, [4]string{"", "6.11-1", "6.11-1", "6.12-1"}, "requirements"},
}
