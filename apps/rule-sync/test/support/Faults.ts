/** What can go wrong with a request, on the real connection. */
import * as NodeHttpServerRequest from "@effect/platform-node/NodeHttpServerRequest"
import { Effect } from "effect"
import { HttpRouter, HttpServerRequest, HttpServerResponse } from "effect/http"

export type Fault = "dropRequest" | "dropReply" | "errorBefore" | "errorAfter" | "tooMany" | "unavailable" | "forbidden"

export class Faults {
  /** The fault of the n-th request since `reset`, from 1. */
  decide: (n: number, method: string) => Fault | null = () => null
  /** Runs when a request has arrived, before anything is done. */
  arrived: (n: number) => Effect.Effect<void> = () => Effect.void
  /** Runs when a request has been carried out, before it is answered. */
  done: (n: number) => Effect.Effect<void> = () => Effect.void
  requests: Array<string> = []
  /** The rules that were created, by endpoint and content. */
  creations: Array<string> = []

  reset() {
    this.decide = () => null
    this.arrived = () => Effect.void
    this.done = () => Effect.void
    this.requests = []
    this.creations = []
  }

  get writes(): ReadonlyArray<string> {
    return this.requests.filter((request) => !request.startsWith("GET"))
  }

  /** Sits around all routes. */
  readonly layer = HttpRouter.middleware(
    (handle) =>
      Effect.gen({ self: this }, function* () {
        const request = yield* HttpServerRequest.HttpServerRequest
        this.requests.push(`${request.method} ${request.url}`)
        const n = this.requests.length
        const fault = this.decide(n, request.method)
        yield* this.arrived(n)
        const hangUp = Effect.sync(() => {
          NodeHttpServerRequest.toIncomingMessage(request).destroy()
          return HttpServerResponse.empty()
        })
        if (fault === "dropRequest") return yield* hangUp
        if (fault === "errorBefore") return HttpServerResponse.empty({ status: 502 })
        if (fault === "forbidden") return HttpServerResponse.empty({ status: 403 })
        if (fault === "tooMany") return HttpServerResponse.empty({ status: 429, headers: { "retry-after": "0" } })
        if (fault === "unavailable") return HttpServerResponse.empty({ status: 503, headers: { "retry-after": "0" } })
        const response = yield* handle
        yield* this.done(n)
        if (fault === "dropReply") return yield* hangUp
        return fault === "errorAfter" ? HttpServerResponse.empty({ status: 500 }) : response
      }),
    { global: true }
  )
}
