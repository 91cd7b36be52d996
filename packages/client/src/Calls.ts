/** Makes calls: each is tried again, with the same `Idempotency-Key`, until it is answered or there is no point. */
import { errorOf, HeddleError, HeddleNetworkError } from "./Errors.ts"
import { GeneratedCalls } from "./generated.ts"
import { type Operation, targetOf } from "./Operation.ts"
import type { CallOptions, HeddleOptions, RetryPolicy } from "./Options.ts"
import { delayAfter, sleep } from "./Retries.ts"
import { type ServerSentEvent, serverSentEvents } from "./ServerSentEvents.ts"

const newKey = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join("")

export class Calls extends GeneratedCalls {
  readonly #apiKey: string
  readonly #baseUrl: string
  readonly #timeoutMillis: number
  readonly #fetch: NonNullable<HeddleOptions["fetch"]>
  readonly #policy: RetryPolicy

  constructor(options: HeddleOptions) {
    super()
    const { apiKey, baseUrl, timeoutSeconds = 60, maxRetries = 4, maxRetryAfterSeconds = 60 } = options
    if (!apiKey) throw new TypeError("apiKey is missing.")
    if (!URL.canParse(baseUrl)) throw new TypeError("baseUrl must be a URL, such as https://heddle.example.")
    this.#apiKey = apiKey
    this.#baseUrl = baseUrl.replace(/\/+$/, "")
    this.#timeoutMillis = timeoutSeconds * 1_000
    // Some runtimes refuse a `fetch` that is called as a method of another object.
    this.#fetch = options.fetch ?? ((url, init) => fetch(url, init))
    const { random = Math.random, sleep: wait = sleep } = options
    this.#policy = { maxRetries, maxRetryAfterSeconds, random, sleep: wait }
  }

  protected override call<Answer>(operation: Operation, parameters: object, options?: CallOptions): Promise<Answer> {
    return this.#request(operation, parameters, options, "application/json", (response) => response.json())
  }

  /** Returns as soon as the file begins to arrive. */
  protected override download(operation: Operation, parameters: object, options?: CallOptions): Promise<Response> {
    return this.#request(operation, parameters, options, "*/*", async (response) => response)
  }

  protected override async *listen(
    operation: Operation,
    parameters: object,
    options?: CallOptions
  ): AsyncGenerator<ServerSentEvent> {
    const { body } = await this.#request(operation, parameters, options, "text/event-stream", async (one) => one)
    try {
      if (body !== null) yield* serverSentEvents(body, this.#timeoutMillis)
    } catch (error) {
      options?.signal?.throwIfAborted()
      throw new HeddleNetworkError(error, null)
    }
  }

  async #request<Answer>(
    operation: Operation,
    parameters: object,
    { signal, idempotencyKey }: CallOptions = {},
    accept: string,
    read: (response: Response) => Promise<Answer>
  ): Promise<Answer> {
    const { path, headers, body } = targetOf(operation, parameters)
    const key = operation.takesKey ? (idempotencyKey ?? newKey()) : null
    // Made here, so that a header that cannot be sent fails at once.
    const sent = new Headers({ ...headers, accept, authorization: `Bearer ${this.#apiKey}` })
    if (key !== null) sent.set("idempotency-key", key)
    const init = { method: operation.method, headers: sent, ...(body === undefined ? {} : { body }) }
    for (let tries = 1; ; tries++) {
      try {
        return await this.#try(this.#baseUrl + path, init, key, signal, read)
      } catch (error) {
        signal?.throwIfAborted()
        const delay = delayAfter(error, tries, this.#policy)
        if (delay === null) throw error
        await this.#policy.sleep(delay, signal)
      }
    }
  }

  async #try<Answer>(
    url: string,
    init: RequestInit,
    key: string | null,
    signal: AbortSignal | undefined,
    read: (response: Response) => Promise<Answer>
  ): Promise<Answer> {
    signal?.throwIfAborted()
    const late = new AbortController()
    const timer = setTimeout(
      () => late.abort(new Error(`it took longer than ${this.#timeoutMillis} ms`)),
      this.#timeoutMillis
    )
    try {
      const ended = signal === undefined ? late.signal : AbortSignal.any([signal, late.signal])
      const response = await this.#fetch(url, { ...init, signal: ended })
      if (!response.ok) throw await errorOf(response, key)
      // An answer that breaks off, or is not of Heddle, is as lost as one that never came.
      return await read(response)
    } catch (error) {
      throw error instanceof HeddleError ? error : new HeddleNetworkError(error, key)
    } finally {
      clearTimeout(timer)
    }
  }
}
