import { ReceiverConfigError } from "../core/Errors.ts"
import { isRecord } from "../core/Event.ts"
import { retentionMsOf } from "../core/Limits.ts"
import { type Claim, type IdempotencyStore, storedKey } from "../core/Store.ts"

const verbs = ["claim", "renew", "complete", "release"] as const

/** What the store asks of an object, as JSON. */
interface Step {
  readonly verb: (typeof verbs)[number]
  readonly owner: string
  readonly leaseMs: number
  readonly retentionMs: number
}

function readStep(value: unknown): Step | null {
  if (!isRecord(value)) return null
  const { owner, leaseMs, retentionMs } = value
  const verb = verbs.find((known) => known === value["verb"])
  return verb !== undefined &&
    typeof owner === "string" &&
    typeof leaseMs === "number" &&
    typeof retentionMs === "number"
    ? { verb, owner, leaseMs, retentionMs }
    : null
}

/** The part of a Durable Object's `state` that is used. */
export interface ObjectState {
  readonly storage: {
    readonly get: (key: string) => Promise<unknown>
    readonly put: (key: string, value: unknown) => Promise<void>
    readonly deleteAll: () => Promise<void>
    readonly setAlarm: (scheduledTime: number) => Promise<void>
    readonly deleteAlarm: () => Promise<void>
  }
}

interface Entry {
  readonly owner: string
  readonly completed: boolean
  readonly leaseUntilMs: number
  readonly expiresAtMs: number
}

const isEntry = (value: unknown): value is Entry =>
  isRecord(value) &&
  typeof value["owner"] === "string" &&
  typeof value["completed"] === "boolean" &&
  typeof value["leaseUntilMs"] === "number" &&
  typeof value["expiresAtMs"] === "number"

/**
 * The Durable Object behind `durableObjectStore`: one object for each event, which forgets itself by an alarm.
 * Atomic because the runtime lets no other request in while this one waits for the object's storage, and it waits for
 * nothing else between reading and writing.
 */
export class IdempotencyObject {
  readonly #storage: ObjectState["storage"]
  protected readonly now: () => number = Date.now

  constructor(state: ObjectState) {
    this.#storage = state.storage
  }

  async fetch(request: Request): Promise<Response> {
    const step = readStep(await request.json())
    return step === null ? new Response(null, { status: 400 }) : Response.json(await this.#take(step))
  }

  async alarm(): Promise<void> {
    const entry = await this.#read()
    if (entry === null) await this.#storage.deleteAll()
    else await this.#storage.setAlarm(entry.expiresAtMs)
  }

  async #take(step: Step): Promise<unknown> {
    const entry = await this.#read()
    if (step.verb === "claim") return this.#claim(entry, step)
    if (entry?.owner !== step.owner) return false
    if (step.verb === "complete") {
      await this.#write({ ...entry, completed: true, expiresAtMs: this.now() + step.retentionMs })
    } else if (entry.completed) {
      return false
    } else if (step.verb === "renew") {
      await this.#hold(step)
    } else {
      await this.#storage.deleteAll()
      await this.#storage.deleteAlarm()
    }
    return true
  }

  async #claim(entry: Entry | null, step: Step): Promise<unknown> {
    if (entry?.completed === true) return { status: "completed" }
    const retryAfterMs = (entry?.leaseUntilMs ?? 0) - this.now()
    if (entry !== null && entry.owner !== step.owner && retryAfterMs > 0) return { status: "in_progress", retryAfterMs }
    await this.#hold(step)
    return { status: "claimed" }
  }

  async #hold({ owner, leaseMs, retentionMs }: Step): Promise<void> {
    const leaseUntilMs = this.now() + leaseMs
    await this.#write({ owner, completed: false, leaseUntilMs, expiresAtMs: leaseUntilMs + retentionMs })
  }

  async #read(): Promise<Entry | null> {
    const entry = await this.#storage.get("entry")
    return isEntry(entry) && entry.expiresAtMs > this.now() ? entry : null
  }

  async #write(entry: Entry): Promise<void> {
    await this.#storage.put("entry", entry)
    await this.#storage.setAlarm(entry.expiresAtMs)
  }
}

/** The part of a `DurableObjectNamespace` binding that is used. */
export interface ObjectNamespace<Id = unknown> {
  idFromName(name: string): Id
  get(id: Id): {
    fetch(url: string, init: { method: string; body: string }): Promise<{ ok: boolean; json(): Promise<unknown> }>
  }
}

export interface DurableObjectStoreOptions<Id = unknown> {
  /** The binding of the class `IdempotencyObject`. */
  readonly namespace: ObjectNamespace<Id>
  /** How long a completed event is remembered. Default 31 days, one more than the sender allows resends. */
  readonly retentionSeconds?: number | undefined
}

function readClaim(answer: unknown): Claim {
  const { status, retryAfterMs } = isRecord(answer) ? answer : {}
  if (status === "claimed" || status === "completed") return { status }
  if (status === "in_progress" && typeof retryAfterMs === "number") return { status, retryAfterMs }
  throw new Error("The durable object answered the claim with something unknown.")
}

/** One object for each event, so none becomes a bottleneck; two requests to it for each event handled. */
export function durableObjectStore<Id>(options: DurableObjectStoreOptions<Id>): IdempotencyStore {
  const { namespace } = options
  if (typeof namespace?.idFromName !== "function") {
    throw new ReceiverConfigError("invalid_option", "namespace must be a binding of a Durable Object.")
  }
  const retentionMs = retentionMsOf(options.retentionSeconds)
  const ask = async (verb: Step["verb"], key: string, owner: string, leaseMs: number): Promise<unknown> => {
    const object = namespace.get(namespace.idFromName(await storedKey(key)))
    const body = JSON.stringify({ verb, owner, leaseMs, retentionMs } satisfies Step)
    const response = await object.fetch("https://idempotency.invalid/", { method: "POST", body })
    if (!response.ok) throw new Error("The durable object refused the request.")
    return response.json()
  }
  return {
    claim: async (key, owner, leaseMs) => readClaim(await ask("claim", key, owner, leaseMs)),
    renew: async (key, owner, leaseMs) => (await ask("renew", key, owner, leaseMs)) === true,
    complete: async (key, owner) => (await ask("complete", key, owner, 0)) === true,
    release: async (key, owner) => (await ask("release", key, owner, 0)) === true
  }
}
