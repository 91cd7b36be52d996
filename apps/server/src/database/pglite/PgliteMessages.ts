/** What the server's thread and PGlite's say to each other. One request is under way at a time. */

/** Where the data is: in a folder, or in memory, there optionally beginning with the tar file of another instance. */
export type PgliteStorage = { readonly folder: string } | { readonly memory: true; readonly dump?: string }

export type ToPglite =
  /** Whole messages of PostgreSQL's protocol up to one that is answered. */
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
