/** The address of the client that sent a request, behind the proxies that the settings name. */
import { Effect } from "effect"
import type { HttpServerRequest } from "effect/http"
import { IncomingMessage } from "node:http"
import { makeClientAddress } from "../../runtime/Networks.ts"
import { Settings } from "../../runtime/Settings.ts"

export type AddressOf = (request: HttpServerRequest.HttpServerRequest) => string

export const makeAddressOf = Effect.map(Settings, ({ proxies }): AddressOf => {
  const clientAddress = makeClientAddress(proxies)
  return ({ source, headers }) =>
    clientAddress(
      source instanceof IncomingMessage ? (source.socket.remoteAddress ?? "") : "",
      headers["x-forwarded-for"]
    )
})
