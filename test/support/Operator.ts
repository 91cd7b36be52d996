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

const post = async (url: string, body: object) => {
  const response = await fetch(url, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body)
  })
  if (!response.ok) throw new Error(`POST ${url}: ${response.status} ${await response.text()}`)
  return response.json()
}

export const createAccount = async (
  { operatorUrl }: HeddleProcess,
  grant: Grant,
  email = "someone@example.com"
): Promise<Account> => {
  const { id } = await post(`${operatorUrl}/accounts`, { email })
  await post(`${operatorUrl}/accounts/${id}/grants`, grant)
  const { key } = await post(`${operatorUrl}/accounts/${id}/keys`, { name: "tests" })
  return { id, apiKey: key }
}

export const giveCredits = ({ operatorUrl }: HeddleProcess, { id }: Account, grant: Grant): Promise<unknown> =>
  post(`${operatorUrl}/accounts/${id}/grants`, grant)

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
export const ingest = async ({ operatorUrl }: HeddleProcess, body: string) => {
  const response = await fetch(`${operatorUrl}/ingest`, { method: "POST", body })
  if (!response.ok) throw new Error(`POST /ingest: ${response.status} ${await response.text()}`)
  return response.json()
}

/** The value of one metric on the operator port. */
export const metric = async ({ operatorUrl }: HeddleProcess, name: string): Promise<number> => {
  const text = await (await fetch(`${operatorUrl}/metrics`)).text()
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
