import { expressHandler, keepRawBody } from "@heddle/receiver/express"
import express5 from "express"
import express4 from "express4"
import { createServer } from "node:http"
import { listen } from "../../../../test/support/LocalServer.ts"
import type { Framework } from "./Framework.ts"
import { path } from "./Wire.ts"

const variant = (name: string, express: typeof express5): Framework => ({
  name,
  start: (receiver, port) => {
    const app = express()
    app.all(path, expressHandler(receiver))
    app.use(express.json())
    return listen(createServer(app), port)
  }
})

/** The parser comes first and keeps the bytes. */
const keptVariant: Framework = {
  name: "Express 5, bytes kept",
  start: (receiver, port) => {
    const app = express5()
    app.use(express5.json({ verify: keepRawBody, limit: "1mb", strict: false }))
    app.all(path, expressHandler(receiver))
    return listen(createServer(app), port)
  }
}

export const express: ReadonlyArray<Framework> = [variant("Express 4", express4), variant("Express 5", express5)]
export const expressKept = keptVariant
