/**
 * The wire of Jetstream 2, `network.bsky.jetstream.subscribeEvents`. Each message is an object that names its own type
 * (atproto's framing `xrpc.v1.json`).
 */
import { Result, Schema } from "effect"
import { faultText } from "../../../runtime/SchemaMessages.ts"
import { Did, type Message, type NetworkEvent, Operation, Rev, Rkey } from "./NetworkEvent.ts"

export const eventsMethod = "network.bsky.jetstream.subscribeEvents"

const header = { seq: Schema.Int, did: Did, time: Schema.String }

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

const eventOf = ({ did, seq, time }: typeof Other.Type, what: NetworkEvent["what"]): Result.Result<Message, string> => {
  const timeMicros = Date.parse(time) * 1_000
  return Number.isNaN(timeMicros)
    ? Result.fail("time: must be a time")
    : Result.succeed({ type: "event", event: { did, seq, timeMicros, what } })
}

const readPayload = (fragment: string, payload: unknown): Result.Result<Message, string> => {
  switch (fragment) {
    case "commit":
      return Result.flatMap(Result.mapError(decodeCommit(payload), faultText), (commit) =>
        eventOf(commit, {
          kind: "commit",
          rev: commit.rev,
          operation: commit.operation,
          collection: commit.collection,
          rkey: commit.rkey,
          record: commit.record
        })
      )
    case "identity":
      return Result.flatMap(Result.mapError(decodeIdentity(payload), faultText), (event) =>
        eventOf(event, { kind: "identity", handle: event.identity.handle })
      )
    case "account":
      return Result.flatMap(Result.mapError(decodeAccount(payload), faultText), (event) =>
        eventOf(event, { kind: "account", active: event.account.active, status: event.account.status })
      )
    case "info":
      return Result.map(Result.mapError(decodeInfo(payload), faultText), ({ name, message = "" }): Message =>
        name === "OutdatedCursor" ? { type: "outdated", message } : { type: "notice" }
      )
    default:
      return Result.flatMap(Result.mapError(decodeOther(payload), faultText), (event) =>
        eventOf(event, { kind: "other" })
      )
  }
}

/** What a message says, or why it cannot be used. */
export const readEvents = (json: unknown): Result.Result<Message, string> => {
  const frame = Result.mapError(decodeFrame(json), faultText)
  if (Result.isFailure(frame)) return Result.fail(frame.failure)
  const { $type, payload, error, message = "" } = frame.success
  if ($type === "error") return Result.succeed({ type: "error", error: error ?? "", message })
  if (payload === undefined) return Result.fail("payload: is required")
  const raw = typeof json === "object" && json !== null && "payload" in json ? json.payload : undefined
  return readPayload(payload.$type.slice(payload.$type.indexOf("#") + 1), raw)
}
