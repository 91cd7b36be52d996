/** An event of the network, whichever wire brought it. */
import { Schema } from "effect"
import { isDid, isRkey } from "../PostCode.ts"

export interface Commit {
  readonly kind: "commit"
  /** Orders the changes of a repository. */
  readonly rev: string
  readonly operation: "create" | "update" | "delete"
  readonly collection: string
  readonly rkey: string
  /** Undefined for a deletion. */
  readonly record: unknown
}

export interface Identity {
  readonly kind: "identity"
  /** Undefined when the event does not say. */
  readonly handle: string | undefined
}

export interface Account {
  readonly kind: "account"
  readonly active: boolean
  /** Why it is not active. */
  readonly status: string | undefined
}

/** Of a kind that we do not use. */
export interface Other {
  readonly kind: "other"
}

export interface NetworkEvent {
  readonly did: string
  /** When Jetstream witnessed it, in microseconds since 1970. May go back by a few milliseconds between events. */
  readonly timeMicros: number
  /** Whether the host said when. Otherwise the time is that of receipt, from which nothing can be resumed. */
  readonly isTimed: boolean
  /** Its number on this host; null if the wire has none. */
  readonly seq: number | null
  readonly what: Commit | Identity | Account | Other
}

/** What one message of a wire says. */
export type Message =
  | { readonly type: "event"; readonly event: NetworkEvent }
  /** The host continues later than asked, because it no longer has older events. */
  | { readonly type: "outdated"; readonly message: string }
  /** The host ends the stream. */
  | { readonly type: "error"; readonly error: string; readonly message: string }
  /** A message that may be ignored. */
  | { readonly type: "notice" }

export const Did = Schema.String.check(Schema.makeFilter((text) => (isDid(text) ? undefined : "must be a DID")))

export const Rkey = Schema.String.check(
  Schema.makeFilter((text) => (isRkey(text) ? undefined : "must be a record key"))
)

export const Operation = Schema.Literals(["create", "update", "delete"])

/** A TID; whatever else a host may take for one is stored and compared as text. */
export const Rev = Schema.String.check(Schema.isPattern(/^[a-z0-9]{1,32}$/, { message: "must be a revision" }))
