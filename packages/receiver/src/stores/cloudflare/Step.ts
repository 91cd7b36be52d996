import { isRecord } from "../../core/Fields.ts"

const verbs = ["claim", "renew", "complete", "release"] as const

/** What the store asks of an object, as JSON. */
export interface Step {
  readonly verb: (typeof verbs)[number]
  readonly owner: string
  readonly leaseMs: number
  readonly retentionMs: number
}

export function readStep(value: unknown): Step | null {
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
