/** Events of a made-up network, and how both wires of Jetstream write them. */

export interface MadeCommit {
  readonly kind: "commit"
  readonly operation: "create" | "update" | "delete"
  readonly collection: string
  readonly rkey: string
  readonly rev: string
  readonly record?: object
}

export interface MadeEvent {
  readonly seq: number
  readonly did: string
  /** Microseconds since 1970. */
  readonly micros: number
  readonly what:
    | MadeCommit
    | { readonly kind: "identity"; readonly handle?: string }
    | { readonly kind: "account"; readonly active: boolean; readonly status?: string }
}

export type WireName = "events" | "legacy"

const cid = "bafyreiaemadeupmadeupmadeupmadeupmadeupmadeupmadeup"

const timeOf = (micros: number): string =>
  new Date(Math.floor(micros / 1_000)).toISOString().replace("Z", `${String(micros % 1_000).padStart(3, "0")}Z`)

const namespace = "network.bsky.jetstream.subscribeEvents"

const legacy = ({ did, micros, what }: MadeEvent): object => {
  const head = { did, time_us: micros, kind: what.kind }
  switch (what.kind) {
    case "commit": {
      const { rev, operation, collection, rkey, record } = what
      return { ...head, commit: { rev, operation, collection, rkey, ...(record === undefined ? {} : { record, cid }) } }
    }
    case "identity":
      return { ...head, identity: { did, handle: what.handle, seq: 1, time: timeOf(micros) } }
    case "account":
      return { ...head, account: { active: what.active, did, seq: 1, status: what.status, time: timeOf(micros) } }
  }
}

const events = ({ seq, did, micros, what }: MadeEvent): object => {
  const head = { $type: `${namespace}#${what.kind}`, seq, did, time: timeOf(micros) }
  switch (what.kind) {
    case "commit": {
      const { kind: _, record, ...commit } = what
      return { ...head, ...commit, ...(record === undefined ? {} : { record, cid }) }
    }
    case "identity":
      return { ...head, identity: { did, handle: what.handle, seq: 1, time: timeOf(micros) } }
    case "account":
      return { ...head, account: { active: what.active, did, seq: 1, status: what.status, time: timeOf(micros) } }
  }
}

export const frameOf = (wire: WireName, event: MadeEvent): string =>
  JSON.stringify(wire === "legacy" ? legacy(event) : { $type: "message", payload: events(event) })

export const infoFrame = (message: string): string =>
  JSON.stringify({ $type: "message", payload: { $type: `${namespace}#info`, name: "OutdatedCursor", message } })

export const errorFrame = (error: string, message: string): string => JSON.stringify({ $type: "error", error, message })
