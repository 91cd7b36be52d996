/** Which methods a path takes, read from the contract, so that a wrong method is a 405 and not a 404. */
import { operations } from "@heddle/api"

const patterns = operations.map(({ endpoint }) => ({
  method: endpoint.method,
  path: new RegExp(`^${endpoint.path.replaceAll(/:[a-z_]+/g, "[^/]+")}/?$`)
}))

/** Empty when the contract does not know the path. */
export const allowedMethods = (path: string): ReadonlyArray<string> =>
  patterns.filter((pattern) => pattern.path.test(path)).map(({ method }) => method)
