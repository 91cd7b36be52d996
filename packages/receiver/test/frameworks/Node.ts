import { nodeHandler } from "@heddle/receiver/node"
import { createServer } from "node:http"
import { listen } from "../../../../test/support/LocalServer.ts"
import type { Framework } from "./Framework.ts"

export const node: Framework = {
  name: "node:http",
  start: (receiver, port) => listen(createServer(nodeHandler(receiver)), port)
}
