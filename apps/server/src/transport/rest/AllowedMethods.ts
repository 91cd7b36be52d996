/** Which methods a path takes, read from the contract and the few pages beside it, so that a wrong method is a 405 and not a 404. */
import { operations } from "@heddle/api"

// No HEAD for operations: an answer without its body would cost as much as one with it.
const pages = ["/docs", "/openapi.json", "/changelog", "/healthz"].flatMap((path) => [
  { method: "GET", path },
  { method: "HEAD", path }
])

const patterns = [...operations.map(({ endpoint }) => endpoint), ...pages].map(({ method, path }) => ({
  method,
  path: new RegExp(`^${path.replaceAll(".", "[.]").replaceAll(/:[a-z_]+/g, "[^/]+")}/?$`)
}))

/** Empty when nothing stands at the path. */
export const allowedMethods = (path: string): ReadonlyArray<string> =>
  patterns.filter((pattern) => pattern.path.test(path)).map(({ method }) => method)
