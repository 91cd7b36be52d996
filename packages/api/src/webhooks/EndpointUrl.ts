/** Which addresses an endpoint may have (decisions, "Webhooks"), and the form in which they are stored and compared. Pure. */
import { Result } from "effect"
import { firstUserPort, hostOf, isAddress, isLoopbackHost, refusalOf } from "./Addresses.ts"

const maxUrlLength = 2_048

const refusals = {
  address: "must resolve to a public address",
  name: "must have a public host name such as example.com",
  port: `must use port 443, or a port from ${firstUserPort} up that no other well-known service uses`
}

/** For a receiver that is being written, on the customer's own machine. */
const toLoopback =
  "; to try a receiver on your own machine, run `heddle-receiver listen --forward-to URL` with an endpoint that has a public address"

/**
 * The canonical form of an endpoint's URL, or what is wrong with it, as a sentence without its subject. Looks up no name.
 * `allowLoopback`: whether `http` and addresses of the server's own machine are accepted (`HEDDLE_WEBHOOK_ALLOW_LOOPBACK`).
 */
export const canonicalUrl = (input: string, allowLoopback: boolean): Result.Result<string, string> => {
  if (input.length > maxUrlLength) return Result.fail(`must have at most ${maxUrlLength} characters`)
  const url = URL.parse(input)
  if (url === null) return Result.fail("is not a URL; give a full address such as https://example.com/hooks")
  if (url.username !== "" || url.password !== "") return Result.fail("must not contain a user name or password")
  const plainLoopback = url.protocol === "http:" && allowLoopback && isLoopbackHost(hostOf(url))
  const hint = isLoopbackHost(hostOf(url)) && !allowLoopback ? toLoopback : ""
  if (url.protocol !== "https:" && !plainLoopback) return Result.fail(`must start with https://${hint}`)
  const refusal = refusalOf(url, allowLoopback)
  if (refusal !== null) return Result.fail(`${refusals[refusal]}${hint}`)
  if (!isAddress(hostOf(url))) url.hostname = hostOf(url)
  url.hash = ""
  return Result.succeed(url.href)
}
