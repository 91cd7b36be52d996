import type { Handles } from "../core/Reply.ts"
import { type NodeHandler, nodeHandlerWith } from "./NodeHttp.ts"

export { keepRawBody } from "./NodeHttp.ts"

const hint =
  "The signature covers the raw bytes. Put app.post(path, expressHandler(receiver)) above app.use(express.json()). " +
  "Where the parser must come first: express.json({ verify: keepRawBody }), or express.raw({ type: '*/*' }) on this path."

/** For Express 4 and 5: `app.post("/webhooks/heddle", expressHandler(receiver))`, above any body parser. */
export const expressHandler = (receiver: Handles): NodeHandler => nodeHandlerWith(receiver, hint)
