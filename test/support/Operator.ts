/** First steps of tests against a real server: an account with credits and a key, and calls with that key. */
import { eventually, type HeddleProcess } from "./HeddleProcess.ts"

export interface Account {
  readonly id: string
  readonly apiKey: string
}

interface Grant {
  readonly plan?: string
  readonly credits?: number
}

const send = async ({ operatorUrl, operatorHeaders }: HeddleProcess, path: string, type: string, body: string) => {
  const headers = { ...operatorHeaders, "content-type": type }
  const response = await fetch(operatorUrl + path, { method: "POST", headers, body })
  if (!response.ok) throw new Error(`POST ${path}: ${response.status} ${await response.text()}`)
  return response.json()
}

const post = (server: HeddleProcess, path: string, body: object) =>
  send(server, path, "application/json", JSON.stringify(body))

export const createAccount = async (
  server: HeddleProcess,
  grant: Grant,
  email = "someone@example.com"
): Promise<Account> => {
  const { id } = await post(server, "/accounts", { email })
  await post(server, `/accounts/${id}/grants`, grant)
  const { key } = await post(server, `/accounts/${id}/keys`, { name: "tests" })
  return { id, apiKey: key }
}

export const giveCredits = (server: HeddleProcess, { id }: Account, grant: Grant): Promise<unknown> =>
  post(server, `/accounts/${id}/grants`, grant)

/** Calls the API and returns the parsed body; throws with the problem unless the status is 2xx. */
export const callApi = async (
  { baseUrl }: HeddleProcess,
  { apiKey }: Account,
  method: string,
  path: string,
  body?: object
) => {
  const response = await fetch(baseUrl + path, {
    method,
    headers: { authorization: `Bearer ${apiKey}`, "content-type": "application/json" },
    ...(body === undefined ? {} : { body: JSON.stringify(body) })
  })
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`)
  return response.json()
}

/** Takes in lines of the ingest format, and returns how many were taken and how. */
export const ingest = (server: HeddleProcess, body: string) => send(server, "/ingest", "application/x-ndjson", body)

/** The value of one metric on the operator port. */
export const metric = async (
  { operatorUrl, operatorHeaders: headers }: HeddleProcess,
  name: string
): Promise<number> => {
  const text = await (await fetch(`${operatorUrl}/metrics`, { headers })).text()
  const line = text.split("\n").find((candidate) => candidate.startsWith(`heddle_${name} `))
  return Number(line?.split(" ").at(-1))
}

/** A busy machine is slow; this only ends a wait for what never comes. */
const mailMillis = 90_000

/** The link to this path in the last mail to this address, which a server without SMTP writes to its log. */
export const mailedLink = async (server: HeddleProcess, email: string, path: string): Promise<URL> => {
  const mails = () => server.output().split(`Mail to ${email}`).slice(1)
  const found = () => new RegExp(`http\\S+${path}\\?\\S+`).exec(mails().at(-1) ?? "")?.[0]
  await eventually(`a mail to ${email}`, async () => found() !== undefined, mailMillis)
  return new URL(found() ?? "")
}
