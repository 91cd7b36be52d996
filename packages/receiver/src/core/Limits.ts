/** Every limit and default of the package, with its unit in the name. */

/** The sender's reference tolerance (service.md, Delivery). */
export const defaultToleranceSeconds = 300
/** A wider window would make a captured request replayable for too long to be called fresh. */
export const maxToleranceSeconds = 3600

/** Six times the sender's own deadline for one attempt, so that a live handler is not taken for a dead one. */
export const defaultLeaseSeconds = 60
export const maxLeaseSeconds = 86_400

/** An event is a few kilobytes; this leaves room for long captions and many media addresses. */
export const maxBodyBytesRange = { fallback: 1_048_576, above: 0, max: Number.MAX_SAFE_INTEGER }
/** The sender gives up after 10 s, so nothing that comes later has a reader. */
export const defaultBodyTimeoutSeconds = 10
export const maxBodyTimeoutSeconds = 600

/** Half of what the sender waits, so that there is an answer even when the store gives none. */
export const defaultStoreTimeoutSeconds = 5
export const maxStoreTimeoutSeconds = 60

export const maxHeaderCharacters = 4096
export const maxSignaturesPerHeader = 16
export const maxSecrets = 16
/** Of every receiver and every call of `verify` in the process; with more secrets in turns they are imported anew. */
export const maxCachedKeys = 1000
/** 128 bits: below that a secret can be guessed offline from one captured request. */
export const minSecretBytes = 16
export const maxIdentifierCharacters = 512
export const maxHintCharacters = 255

/** Retries run over about 9 hours, but a manual resend is possible for 30 days. */
export const defaultRetentionSeconds = 31 * 86_400
export const maxRetentionSeconds = 10 * 365 * 86_400
export const defaultMaxEntries = 100_000
/** The sender honours Retry-After up to an hour. */
export const maxRetryAfterSeconds = 3600

/** A delivery that waits for another one asks the store this often. */
export const claimPollMs = 100
/** The sender gives up after 10 s: waiting on would leave no time to answer. */
export const maxWaitSeconds = 9
/** Header keys that one process remembers to tell a conflict. */
export const maxRememberedHints = 10_000
/** Longer keys are stored as their digest: indexes and key-value stores refuse long ones. */
export const maxStoredKeyCharacters = 256
/** A queued event that failed waits this long at first, then twice as long each time. */
export const minJobDelaySeconds = 30
export const maxJobDelaySeconds = 3600
