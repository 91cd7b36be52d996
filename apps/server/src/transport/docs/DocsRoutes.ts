/** Routes of the documentation. Its pages are the same for everybody and change only with the release. */
import { Effect, Layer } from "effect"
import { HttpRouter, HttpServerRequest, HttpServerResponse } from "effect/http"
import { clientOf } from "../../runtime/Networks.ts"
import { makeRate } from "../../runtime/RateLimiter.ts"
import { publicUrl, Settings } from "../../runtime/Settings.ts"
import { docsPaths, docsSearchPath } from "../http/PublicPaths.ts"
import { problem } from "../http/ProblemResponses.ts"
import { RequestId } from "../http/Conventions.ts"
import { makeAddressOf } from "../pages/ClientAddress.ts"
import { scriptPageHeaders } from "../pages/Page.ts"
import type { DocFile } from "./Documentation.ts"

/** Of one address (IPv6: a /64). Somebody who types quickly causes one a second. */
const searchesPerMinute = 120

type Response = HttpServerResponse.HttpServerResponse

const headers = { ...scriptPageHeaders, "cache-control": "public, max-age=300" }

const types: Readonly<Record<DocFile["type"], string>> = {
  html: scriptPageHeaders["content-type"],
  markdown: "text/markdown; charset=utf-8",
  text: "text/plain; charset=utf-8"
}

const answer = ({ text, type }: DocFile): Response =>
  HttpServerResponse.text(text, { contentType: types[type], headers: { ...headers, "content-type": types[type] } })

/** Pages of earlier releases. */
const moved: ReadonlyMap<string, string> = new Map([
  ["/changelog", "/docs/changelog"],
  ["/problems", "/docs/errors"]
])

export const DocsRoutes = Layer.unwrap(
  Effect.gen(function* () {
    const baseUrl = publicUrl(yield* Settings)
    const addressOf = yield* makeAddressOf
    // Loaded when somebody reads: no call of the API waits for it at the start.
    const documentation = yield* Effect.cached(
      Effect.map(
        Effect.promise(() => import("./Documentation.ts")),
        ({ makeDocumentation }) => makeDocumentation(baseUrl)
      )
    )
    /** Kept, so that each is made and compressed once. */
    const answers = new Map<string, Response>()
    const show = Effect.gen(function* () {
      const { url } = yield* HttpServerRequest.HttpServerRequest
      const path = new URL(url, baseUrl).pathname.replace(/(?<=.)\/$/, "")
      const known = answers.get(path)
      if (known !== undefined) return known
      const newPath = moved.get(path)
      if (newPath !== undefined) return HttpServerResponse.redirect(newPath, { status: 301 })
      const file = (yield* documentation).file(path)
      if (file === undefined)
        return problem(404, (yield* RequestId) ?? "", "There is no such page. /docs leads to all pages.")
      const made = answer(file)
      answers.set(path, made)
      return made
    })
    const rate = makeRate<string>(searchesPerMinute)
    const search = Effect.gen(function* () {
      const request = yield* HttpServerRequest.HttpServerRequest
      const quota = yield* rate.take(clientOf(addressOf(request)))
      if (quota?.admitted === false) {
        const refusal = problem(429, (yield* RequestId) ?? "", `Search again in ${quota.resetSeconds} s.`)
        return HttpServerResponse.setHeader(refusal, "retry-after", String(quota.resetSeconds))
      }
      const { url } = request
      const query = new URL(url, baseUrl).searchParams.get("q") ?? ""
      return answer({ text: (yield* documentation).found(query), type: "html" })
    })
    return Layer.mergeAll(
      HttpRouter.add("GET", docsSearchPath, search),
      ...docsPaths.map((path) => HttpRouter.add("GET", path, show))
    )
  })
)
