/** A payload that its schema rejects is a problem with the fields at fault; the framework would call it a defect. */
import { PortalProblem } from "@heddle/api/portal"
import { Effect, Result, Schema } from "effect"
import { RpcSchema, type RpcServer } from "effect/rpc"
import { inputFaults } from "../../runtime/SchemaMessages.ts"
import { invalidParameterOf } from "../../operations/parameters/InputFaults.ts"
import { problemOf } from "./Failures.ts"
import { PortalRequest } from "./PortalCall.ts"

type Protocol = RpcServer.Protocol["Service"]

const encodeProblem = Schema.encodeSync(PortalProblem)

const decoderOf = ({ payloadSchema }: { readonly payloadSchema: Schema.Top }) =>
  Schema.decodeUnknownResult(Schema.toCodecJson(Schema.make<Schema.Codec<unknown>>(payloadSchema.ast)))

interface Procedures {
  readonly requests: ReadonlyMap<string, { readonly payloadSchema: Schema.Top; readonly successSchema: Schema.Top }>
}

/** Decodes every payload before the server does, and answers those that are invalid. */
export const withValidPayloads = ({ requests }: Procedures, protocol: Protocol): Protocol => {
  const decoders = new Map([...requests].map(([tag, rpc]) => [tag, decoderOf(rpc)]))

  const streams = new Set(
    [...requests].flatMap(([tag, { successSchema }]) => (RpcSchema.isStreamSchema(successSchema) ? [tag] : []))
  )

  const faultsIn = (tag: string, payload: unknown) => {
    const decoded = decoders.get(tag)?.(payload, { errors: "all" })
    if (decoded === undefined || Result.isSuccess(decoded)) return []
    return inputFaults(decoded.failure.issue).map(({ path, message }) => ({ path: path.join("."), message }))
  }

  return {
    ...protocol,
    run: (receive) =>
      protocol.run((clientId, message) =>
        Effect.gen(function* () {
          const faults = message._tag === "Request" ? faultsIn(message.tag, message.payload) : []
          if (message._tag !== "Request" || faults.length === 0) {
            // Without a first byte, browsers and proxies would wait for a stream that has nothing to say yet.
            if (message._tag === "Request" && streams.has(message.tag)) yield* protocol.send(clientId, { _tag: "Pong" })
            return yield* receive(clientId, message)
          }
          const requestId = (yield* PortalRequest)?.requestId ?? null
          const problem = new PortalProblem({ ...problemOf(invalidParameterOf(faults)), requestId })
          yield* protocol.send(clientId, {
            _tag: "Exit",
            requestId: message.id,
            exit: { _tag: "Failure", cause: [{ _tag: "Fail", error: encodeProblem(problem) }] }
          })
        })
      )
  }
}
