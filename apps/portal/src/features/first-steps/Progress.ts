/** Which steps are done, by what the account has. */

export const steps = ["account", "plan", "key", "call", "webhook", "mcp"] as const
export type StepName = (typeof steps)[number]

export interface Known {
  readonly hasPlan: boolean
  readonly keys: ReadonlyArray<{ readonly status: string; readonly lastUsedAt: string | null }>
  /** Calls of the last 30 days. */
  readonly calls: number
  /** Whether an assistant has called or is connected. */
  readonly usesMcp: boolean
  readonly endpoints: number
}

/** Calls of the ways in which credits were spent: events that were sent are none. */
export const callsOf = (ways: ReadonlyArray<{ readonly name: string; readonly calls: number }>): number =>
  ways.reduce((sum, { name, calls }) => (name === "webhook" ? sum : sum + calls), 0)

/** Undefined as long as it is not known. */
export type Progress = Readonly<Record<StepName, boolean | undefined>>

export const progressOf = (known: Partial<Known>): Progress => {
  const { hasPlan, keys, calls, usesMcp, endpoints } = known
  const wasUsed = keys?.some(({ lastUsedAt }) => lastUsedAt !== null)
  return {
    account: true,
    plan: hasPlan,
    key: keys?.some(({ status }) => status === "active"),
    call: wasUsed === true ? true : calls === undefined ? undefined : calls > 0,
    webhook: endpoints === undefined ? undefined : endpoints > 0,
    mcp: usesMcp
  }
}

/** The step to do next; undefined while it is unknown or when all are done. */
export const nextStep = (progress: Progress): StepName | undefined => {
  const open = steps.find((step) => progress[step] !== true)
  return open !== undefined && progress[open] === false ? open : undefined
}
