/** Which methods a path takes, read from the contract and the few pages beside it, so that a wrong method is a 405 and not a 404. */
import { operations } from "@heddle/api"

const pages = ["/docs", "/openapi.json", "/changelog", "/healthz"].map((path) => ({ method: "GET", path }))

const patterns = [...operations.map(({ endpoint }) => endpoint), ...pages].map(({ method, path }) => ({
  method,
  path: new RegExp(`^${path.replaceAll(".", "[.]").replaceAll(/:[a-z_]+/g, "[^/]+")}/?$`)
}))

/** Empty when nothing stands at the path. */
export const allowedMethods = (path: string): ReadonlyArray<string> =>
  patterns.filter((pattern) => pattern.path.test(path)).map(({ method }) => method)
