/** A request as somebody kept it. */
export interface SavedRequest {
  /** In their order, repeated ones as they came. */
  readonly headers: ReadonlyArray<readonly [name: string, value: string]>
  readonly body: Uint8Array
  /** Milliseconds since 1970, where the file tells. */
  readonly receivedAtMs: number | null
  /** Whether these are surely the bytes that came: formats that keep text or parsed JSON may have lost some. */
  readonly exact: boolean
}

/** All values of one header, whatever its case. */
export const headerValues = ({ headers }: SavedRequest, name: string): ReadonlyArray<string> =>
  headers.flatMap(([key, value]) => (key.toLowerCase() === name.toLowerCase() ? [value] : []))

export const utf8 = (text: string): Uint8Array => new TextEncoder().encode(text)
