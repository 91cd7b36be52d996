/** Changes requests that a strict server would refuse although nothing about them matters here. Pure. */
import { scope, toleratedScopes } from "./Protocol.ts"

/** The resource under its first name, whichever of its names is asked for. */
const renameResource = (parameters: URLSearchParams, [resource = "", ...otherNames]: ReadonlyArray<string>) => {
  const asked = parameters.getAll("resource")
  parameters.delete("resource")
  for (const name of asked) parameters.append("resource", otherNames.includes(name) ? resource : name)
}

/**
 * An authorization request with known scopes alone and ours among them whatever is asked, so that every flow ends in
 * tokens that work. `resources` are all names of the resource.
 */
export const ownAuthorizationRequest = (url: string, resources: ReadonlyArray<string>): string => {
  const [path = "", ...query] = url.split("?")
  const parameters = new URLSearchParams(query.join("?"))
  renameResource(parameters, resources)
  const asked = (parameters.get("scope") ?? "").split(" ")
  parameters.set("scope", [scope, ...toleratedScopes.filter((name) => asked.includes(name))].join(" "))
  return `${path}?${parameters}`
}

/** A refresh keeps the scope it has. Some clients ask for more than they were given, which would be an error. */
export const ownTokenRequest = (body: string, resources: ReadonlyArray<string>): string => {
  const parameters = new URLSearchParams(body)
  renameResource(parameters, resources)
  if (parameters.get("grant_type") === "refresh_token") parameters.delete("scope")
  return parameters.toString()
}
