/**
 * Which methods a path takes and what they answer, read from the contract and the few pages beside it, so that a wrong
 * method is a 405 and not a 404.
 */
import { operations, problemSlug, problemTable } from "@heddle/api"

interface Route {
  readonly method: string
  readonly path: RegExp
  readonly isOperation: boolean
}

const route = (method: string, path: string, isOperation: boolean): Route => ({
  method,
  path: new RegExp(`^${path.replaceAll(".", "[.]").replaceAll(/:[a-z_]+/g, "[^/]+")}/?$`),
  isOperation
})

const problems = ["/problems", ...Object.keys(problemTable).map((code) => `/problems/${problemSlug(code)}`)]

// No HEAD for operations: an answer without its body would cost as much as one with it.
const routes: ReadonlyArray<Route> = [
  ...operations.map(({ endpoint }) => route(endpoint.method, endpoint.path, true)),
  ...["/docs", "/openapi.json", "/changelog", "/healthz", ...problems].flatMap((path) => [
    route("GET", path, false),
    route("HEAD", path, false)
  ])
]

/** What stands at the path; empty when nothing does. */
export const routesAt = (path: string): ReadonlyArray<Route> => routes.filter((route) => route.path.test(path))
