import { nodeHandler } from "@heddle/receiver/node"
import { createServer } from "node:http"
import { type Framework, listen } from "./Framework.ts"

export const node: Framework = {
  name: "node:http",
  start: (receiver, port) => listen(createServer(nodeHandler(receiver)), port)
}
