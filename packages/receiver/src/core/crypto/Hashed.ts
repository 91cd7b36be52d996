export interface Hashed {
  /** HMAC-SHA256 of the prefix and the body, one for each key, as 64 lower-case hex digits. */
  readonly macs: ReadonlyArray<string>
  /** The very bytes that were hashed. */
  readonly body: Uint8Array
}
