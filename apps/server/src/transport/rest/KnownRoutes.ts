/**
 * The methods and media types of every path, from the contract and the other pages: a wrong method gets a 405 instead of
 * a 404, and an `Accept` that excludes the answer a 406. Uses the server's own router settings, so that no spelling of a
 * path bypasses the checks.
 */
import { Api, operations, problemSlug, problemTable } from "@heddle/api"
import { FindMyWay } from "effect/http"
import { OpenApi } from "effect/http-api"
import { mcpMetadataPath, mcpPath, metadataPath } from "../PublicPaths.ts"
import { routerConfig } from "../Serving.ts"

interface Route {
  readonly method: string
  readonly path: FindMyWay.PathInput
  /** Media types of a success; null for pages, which are not negotiated. */
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

// No HEAD for operations: it would cost as much as the GET.
const routes: ReadonlyArray<Route> = [
  ...operations.map(({ endpoint: { method, path } }) => ({ method, path, mediaTypes: mediaTypesOf(method, path) })),
  // It negotiates in its own way.
  { method: "POST", path: mcpPath, mediaTypes: null },
  ...(
    ["/docs", "/openapi.json", "/changelog", "/healthz", metadataPath, mcpMetadataPath, ...problems] as const
  ).flatMap((path) => [
    { method: "GET", path, mediaTypes: null },
    { method: "HEAD", path, mediaTypes: null }
  ])
]

const router = FindMyWay.make<Route>(routerConfig)
for (const route of routes) router.on(route.method, route.path, route)
const methods = [...new Set(routes.map(({ method }) => method))]

/** The routes at a path, one per method; empty for an unknown path. */
export const routesAt = (path: string): ReadonlyArray<Route> =>
  methods.flatMap((method) => {
    const found = router.find(method, path)
    return found === undefined ? [] : [found.handler]
  })

/** Whether a path leads to a page that is the same for everybody, rather than to an operation. */
export const isPage = (path: string): boolean => router.find("GET", path)?.handler.mediaTypes === null
