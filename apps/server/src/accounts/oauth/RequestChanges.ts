/** Changes requests that a strict server would refuse although nothing about them matters here. Pure. */
import { scope, toleratedScopes } from "./ProviderConfiguration.ts"

/** Drops unknown scopes and asks for ours whatever is asked, so that every flow ends in tokens that work. */
export const withOwnScope = (url: string): string => {
  const [path = "", query = ""] = url.split("?", 2)
  const parameters = new URLSearchParams(query)
  const asked = (parameters.get("scope") ?? "").split(" ")
  parameters.set("scope", [scope, ...toleratedScopes.filter((name) => asked.includes(name))].join(" "))
  return `${path}?${parameters}`
}

/** A refresh keeps the scope it has. Some clients ask for more than they were given, which would be an error. */
export const withoutRefreshScope = (body: string): string => {
  const parameters = new URLSearchParams(body)
  if (parameters.get("grant_type") !== "refresh_token") return body
  parameters.delete("scope")
  return parameters.toString()
}
