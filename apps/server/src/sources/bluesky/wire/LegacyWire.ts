/** The older wire of Jetstream, `/subscribe`. Its cursor is a time, and one that is too old is raised without a word. */
import { Result, Schema } from "effect"
import { Did, type Message, type NetworkEvent, Operation, Rev, Rkey } from "./NetworkEvent.ts"
import { faultText } from "../../../runtime/SchemaMessages.ts"

const Frame = Schema.Struct({
  did: Did,
  time_us: Schema.Int,
  kind: Schema.String,
  commit: Schema.optionalKey(
    Schema.Struct({
      rev: Rev,
      operation: Operation,
      collection: Schema.String,
      rkey: Rkey,
      record: Schema.optionalKey(Schema.Unknown)
    })
  ),
  identity: Schema.optionalKey(Schema.Struct({ handle: Schema.optionalKey(Schema.String) })),
  account: Schema.optionalKey(Schema.Struct({ active: Schema.Boolean, status: Schema.optionalKey(Schema.String) }))
})
type Frame = typeof Frame.Type

const decode = Schema.decodeUnknownResult(Frame)

const whatOf = ({ kind, commit, identity, account }: Frame): NetworkEvent["what"] | null => {
  switch (kind) {
    case "commit":
      return commit === undefined ? null : { kind: "commit", ...commit, record: commit.record }
    case "identity":
      return identity === undefined ? null : { kind: "identity", handle: identity.handle }
    case "account":
      return account === undefined ? null : { kind: "account", active: account.active, status: account.status }
    default:
      return { kind: "other" }
  }
}

/** What a message says, or why it cannot be used. */
export const readLegacy = (json: unknown): Result.Result<Message, string> => {
  const frame = decode(json)
  if (Result.isFailure(frame)) return Result.fail(faultText(frame.failure))
  const what = whatOf(frame.success)
  if (what === null) return Result.fail(`${frame.success.kind}: is required`)
  const { did, time_us } = frame.success
  return Result.succeed({ type: "event", event: { did, timeMicros: time_us, isTimed: true, seq: null, what } })
}
