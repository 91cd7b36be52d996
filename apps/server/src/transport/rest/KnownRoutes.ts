/**
 * Which methods a path takes and what they answer, read from the contract and the few pages beside it, so that a wrong
 * method is a 405 and not a 404, and an `Accept` that excludes the answer a 406.
 */
import { Api, operations, problemSlug, problemTable } from "@heddle/api"
import { OpenApi } from "effect/http-api"

interface Route {
  readonly method: string
  readonly path: RegExp
  /** What a success can be; null for pages, which are what they are. */
  readonly mediaTypes: ReadonlyArray<string> | null
}

const route = (method: string, path: string, mediaTypes: Route["mediaTypes"]): Route => ({
  method,
  path: new RegExp(`^${path.replaceAll(".", "[.]").replaceAll(/:[a-z_]+/g, "[^/]+")}/?$`),
  mediaTypes
})

const { paths } = OpenApi.fromApi(Api)

const mediaTypesOf = (method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE", path: string): ReadonlyArray<string> => {
  const verbs = { GET: "get", POST: "post", PUT: "put", PATCH: "patch", DELETE: "delete" } as const
  const responses = paths[path.replaceAll(/:([a-z_]+)/g, "{$1}")]?.[verbs[method]]?.responses ?? {}
  return Object.entries(responses).flatMap(([status, { content }]) =>
    status.startsWith("2") ? Object.keys(content ?? {}) : []
  )
}

const problems = ["/problems", ...Object.keys(problemTable).map((code) => `/problems/${problemSlug(code)}`)]

// No HEAD for operations: an answer without its body would cost as much as one with it.
const routes: ReadonlyArray<Route> = [
  ...operations.map(({ endpoint: { method, path } }) => route(method, path, mediaTypesOf(method, path))),
  ...["/docs", "/openapi.json", "/changelog", "/healthz", ...problems].flatMap((path) => [
    route("GET", path, null),
    route("HEAD", path, null)
  ])
]

/** What stands at the path; empty when nothing does. */
export const routesAt = (path: string): ReadonlyArray<Route> => routes.filter((route) => route.path.test(path))
