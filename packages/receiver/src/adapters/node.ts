import type { Handles } from "../core/Reply.ts"
import { type NodeHandler, nodeHandlerWith } from "./NodeHttp.ts"

export { keepRawBody, type NodeHandler, type NodeRequest } from "./NodeHttp.ts"

const hint =
  "The signature covers the raw bytes, so nothing may read the request before nodeHandler. In a Next.js API route: " +
  "export const config = { api: { bodyParser: false } }. Behind a parser that must come first, keep its bytes as " +
  "request.rawBody (keepRawBody)."

/** For `http.createServer(nodeHandler(receiver))` and everything else that passes Node's own request and response. */
export const nodeHandler = (receiver: Handles): NodeHandler => nodeHandlerWith(receiver, hint)
