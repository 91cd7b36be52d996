/** Who sent a request, as far as the connection and the proxies in front tell. */
export interface Visitor {
  /** The address of the client. */
  readonly address: string
  readonly userAgent: string | undefined
}
