/**
 * Which methods a path takes and what they answer, read from the contract and the few pages beside it, so that a wrong
 * method is a 405 and not a 404, and an `Accept` that excludes the answer a 406. Paths are found as the server finds
 * them, in whatever spelling: none may get past.
 */
import { Api, operations, problemSlug, problemTable } from "@heddle/api"
import { FindMyWay } from "effect/http"
import { OpenApi } from "effect/http-api"
import { routerConfig } from "../Serving.ts"

interface Route {
  readonly method: string
  readonly path: FindMyWay.PathInput
  /** What a success can be; null for pages, which are what they are. */
  readonly mediaTypes: ReadonlyArray<string> | null
}

const { paths } = OpenApi.fromApi(Api)

const mediaTypesOf = (method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE", path: string): ReadonlyArray<string> => {
  const verbs = { GET: "get", POST: "post", PUT: "put", PATCH: "patch", DELETE: "delete" } as const
  const responses = paths[path.replaceAll(/:([a-z_]+)/g, "{$1}")]?.[verbs[method]]?.responses ?? {}
  return Object.entries(responses).flatMap(([status, { content }]) =>
    status.startsWith("2") ? Object.keys(content ?? {}) : []
  )
}

const problems = [
  "/problems" as const,
  ...Object.keys(problemTable).map((code) => `/problems/${problemSlug(code)}` as const)
]

// No HEAD for operations: an answer without its body would cost as much as one with it.
const routes: ReadonlyArray<Route> = [
  ...operations.map(({ endpoint: { method, path } }) => ({ method, path, mediaTypes: mediaTypesOf(method, path) })),
  ...(["/docs", "/openapi.json", "/changelog", "/healthz", ...problems] as const).flatMap((path) => [
    { method: "GET", path, mediaTypes: null },
    { method: "HEAD", path, mediaTypes: null }
  ])
]

const router = FindMyWay.make<Route>(routerConfig)
for (const route of routes) router.on(route.method, route.path, route)
const methods = [...new Set(routes.map(({ method }) => method))]

/** What stands at the path; empty when nothing does. */
export const routesAt = (path: string): ReadonlyArray<Route> =>
  methods.flatMap((method) => {
    const found = router.find(method, path)
    return found === undefined ? [] : [found.handler]
  })
