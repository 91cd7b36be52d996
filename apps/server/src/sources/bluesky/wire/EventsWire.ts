/**
 * The wire of Jetstream 2, `network.bsky.jetstream.subscribeEvents`. Each message is an object that names its own type
 * (atproto's framing `xrpc.v1.json`).
 */
import { Result, Schema } from "effect"
import { faultText } from "../../../runtime/SchemaMessages.ts"
import { rfc3339Millis } from "../../network/Rfc3339.ts"
import { Did, type Message, type NetworkEvent, Operation, Rev, Rkey } from "./NetworkEvent.ts"

export const eventsMethod = "network.bsky.jetstream.subscribeEvents"

const header = { seq: Schema.Int, did: Did, time: Schema.optionalKey(Schema.Unknown) }

const Commit = Schema.Struct({
  ...header,
  rev: Rev,
  operation: Operation,
  collection: Schema.String,
  rkey: Rkey,
  record: Schema.optionalKey(Schema.Unknown)
})

const Identity = Schema.Struct({
  ...header,
  identity: Schema.Struct({ handle: Schema.optionalKey(Schema.String) })
})

const Account = Schema.Struct({
  ...header,
  account: Schema.Struct({ active: Schema.Boolean, status: Schema.optionalKey(Schema.String) })
})

const Other = Schema.Struct(header)

const Info = Schema.Struct({ name: Schema.String, message: Schema.optionalKey(Schema.String) })

const Frame = Schema.Struct({
  $type: Schema.String,
  payload: Schema.optionalKey(Schema.Struct({ $type: Schema.String })),
  error: Schema.optionalKey(Schema.String),
  message: Schema.optionalKey(Schema.String)
})

const decodeFrame = Schema.decodeUnknownResult(Frame)
const decodeCommit = Schema.decodeUnknownResult(Commit)
const decodeIdentity = Schema.decodeUnknownResult(Identity)
const decodeAccount = Schema.decodeUnknownResult(Account)
const decodeOther = Schema.decodeUnknownResult(Other)
const decodeInfo = Schema.decodeUnknownResult(Info)

const eventOf = (
  { did, seq, time }: typeof Other.Type,
  receivedMillis: number,
  what: NetworkEvent["what"]
): Message => {
  const millis = rfc3339Millis(time)
  const timeMicros = (millis ?? receivedMillis) * 1_000
  return { type: "event", event: { did, seq, timeMicros, isTimed: millis !== undefined, what } }
}

const readPayload = (fragment: string, payload: unknown, receivedMillis: number): Result.Result<Message, string> => {
  switch (fragment) {
    case "commit":
      return Result.map(Result.mapError(decodeCommit(payload), faultText), (commit) =>
        eventOf(commit, receivedMillis, {
          kind: "commit",
          rev: commit.rev,
          operation: commit.operation,
          collection: commit.collection,
          rkey: commit.rkey,
          record: commit.record
        })
      )
    case "identity":
      return Result.map(Result.mapError(decodeIdentity(payload), faultText), (event) =>
        eventOf(event, receivedMillis, { kind: "identity", handle: event.identity.handle })
      )
    case "account":
      return Result.map(Result.mapError(decodeAccount(payload), faultText), (event) =>
        eventOf(event, receivedMillis, { kind: "account", active: event.account.active, status: event.account.status })
      )
    case "info":
      return Result.map(Result.mapError(decodeInfo(payload), faultText), ({ name, message = "" }): Message =>
        name === "OutdatedCursor" ? { type: "outdated", message } : { type: "notice" }
      )
    default:
      return Result.map(Result.mapError(decodeOther(payload), faultText), (event) =>
        eventOf(event, receivedMillis, { kind: "other" })
      )
  }
}

/** What a message says, or why it cannot be used. */
export const readEvents = (json: unknown, receivedMillis: number): Result.Result<Message, string> => {
  const frame = Result.mapError(decodeFrame(json), faultText)
  if (Result.isFailure(frame)) return Result.fail(frame.failure)
  const { $type, payload, error, message = "" } = frame.success
  if ($type === "error") return Result.succeed({ type: "error", error: error ?? "", message })
  if (payload === undefined) return Result.fail("payload: is required")
  const raw = typeof json === "object" && json !== null && "payload" in json ? json.payload : undefined
  return readPayload(payload.$type.slice(payload.$type.indexOf("#") + 1), raw, receivedMillis)
}
