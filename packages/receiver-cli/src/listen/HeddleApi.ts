import { UsageError } from "../Terminal.ts"

const answerTimeoutMs = 15_000

/** The service cannot answer now; trying again may help. */
export class TryAgain extends Error {
  override readonly name = "TryAgain"
  readonly status: number | null

  constructor(message: string, status: number | null) {
    super(message)
    this.status = status
  }
}

export interface StreamWanted {
  readonly consumer: string
  readonly takeOver: boolean
  readonly since: string | null
  readonly lastEventId: string | null
}

const property = (value: unknown, name: string): unknown =>
  typeof value === "object" && value !== null ? Reflect.get(value, name) : undefined

const messageOfProblem = async (response: Response): Promise<string> => {
  const text = await response.text().catch(() => "")
  try {
    const detail = property(JSON.parse(text), "detail")
    if (typeof detail === "string") return detail
  } catch {
    // Not a problem of Heddle: a proxy, perhaps.
  }
  return `the service answered ${response.status}`
}

/** What no repetition puts right. */
const isFinal = (status: number) => status >= 400 && status < 500 && status !== 408 && status !== 409 && status !== 429

/** The calls of Heddle's API that a stream needs. */
export class HeddleApi {
  readonly #baseUrl: URL
  readonly #endpoint: string
  readonly #key: string

  constructor(baseUrl: URL, endpoint: string, key: string) {
    this.#baseUrl = baseUrl
    this.#endpoint = endpoint
    this.#key = key
  }

  /** The endpoint's newest secret. */
  async secret(): Promise<string> {
    const response = await this.#call("webhook/endpoints", { signal: AbortSignal.timeout(answerTimeoutMs) })
    const list = property(await response.json(), "data")
    const endpoints: ReadonlyArray<unknown> = Array.isArray(list) ? list : []
    const secret = property(
      endpoints.find((one) => property(one, "id") === this.#endpoint),
      "secret"
    )
    if (typeof secret === "string") return secret
    throw new UsageError(`This account has no endpoint ${this.#endpoint}.`)
  }

  stream({ consumer, takeOver, since, lastEventId }: StreamWanted, signal: AbortSignal): Promise<Response> {
    const query = new URLSearchParams({ consumer })
    if (takeOver) query.set("takeOver", "true")
    if (since !== null) query.set("since", since)
    return this.#call(`${this.#path}?${query.toString()}`, {
      headers: { accept: "text/event-stream", ...(lastEventId === null ? {} : { "last-event-id": lastEventId }) },
      signal
    })
  }

  async acknowledge(eventIds: ReadonlyArray<string>): Promise<void> {
    const response = await this.#call(`${this.#path}/acknowledge`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ eventIds }),
      signal: AbortSignal.timeout(answerTimeoutMs)
    })
    await response.arrayBuffer()
  }

  get #path(): string {
    return `webhook/endpoints/${encodeURIComponent(this.#endpoint)}/events`
  }

  async #call(path: string, init: RequestInit & { readonly headers?: Record<string, string> }): Promise<Response> {
    const base = this.#baseUrl.href.replace(/\/*$/, "/")
    const response = await fetch(new URL(path, base), {
      ...init,
      redirect: "error",
      headers: { ...init.headers, authorization: `Bearer ${this.#key}` }
    })
    if (response.ok) return response
    const message = await messageOfProblem(response)
    if (isFinal(response.status)) throw new UsageError(message)
    throw new TryAgain(message, response.status)
  }
}
