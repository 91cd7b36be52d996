/** The messages between the server's thread and PGlite's. One request is in progress at a time. */

/** Data in a folder, or in memory, optionally loaded from the tar file of another instance. */
export type PgliteStorage = { readonly folder: string } | { readonly memory: true; readonly dump?: string }

export type ToPglite =
  /** Complete protocol messages, up to one that PostgreSQL answers. */
  { readonly _tag: "Exchange"; readonly packet: Uint8Array<ArrayBuffer> } | { readonly _tag: "Close" }

export type FromPglite =
  | { readonly _tag: "Opened" }
  | { readonly _tag: "NotOpened"; readonly reason: string }
  /** A part of the answer; more follows. */
  | { readonly _tag: "Output"; readonly data: Uint8Array<ArrayBuffer> }
  /** The rest of the answer. */
  | { readonly _tag: "Done"; readonly data: Uint8Array<ArrayBuffer> }
  /** PostgreSQL gave up with a PANIC; the thread ends. */
  | { readonly _tag: "Aborted" }
