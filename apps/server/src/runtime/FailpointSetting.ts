/** The setting `HEDDLE_FAILPOINT`: a point of `Failpoint.ts`, and at which pass of it the process is killed. */
import { Config, Schema } from "effect"

const failpointNames = [
  "batch.beforeCommit",
  "batch.afterCommit",
  "removal.afterMark",
  "removal.afterPage",
  "round.afterMatch",
  "add.beforeCommit",
  "add.afterCommit",
  "round.beforeFinish",
  "round.afterFinish",
  "claim.beforeCommit",
  "claim.takeOver",
  "claim.afterCommit",
  "send.beforeDial",
  "send.afterResponse",
  "record.beforeCommit",
  "record.refund",
  "record.afterCommit",
  "resend.beforeCommit",
  "resend.afterCommit",
  "recovery.beforeCommit",
  "recovery.afterCommit",
  "closing.beforeCommit",
  "closing.afterCommit",
  "drain.begin",
  "drain.end",
  "embedding.beforeStore",
  "embedding.beforeSwitch",
  "embedding.afterSwitch",
  "rotation.afterSecret"
] as const

export type FailpointName = (typeof failpointNames)[number]

export interface Failpoint {
  readonly name: FailpointName
  readonly passes: number
}

const isName = (name: string | undefined): name is FailpointName => failpointNames.some((known) => known === name)

const parseFailpoint = (text: string): Failpoint | undefined => {
  const [name, passes = "1", ...rest] = text.split(":")
  return isName(name) && /^[1-9]\d{0,5}$/.test(passes) && rest.length === 0
    ? { name, passes: Number(passes) }
    : undefined
}

const FailpointText = Schema.String.check(
  Schema.makeFilter((text) =>
    parseFailpoint(text) === undefined
      ? `must be one of ${failpointNames.join(", ")}, and may end with :n for the n-th pass`
      : undefined
  )
)

export const failpointSetting = (name: string) =>
  Config.option(Config.map(Config.schema(FailpointText, name), parseFailpoint))
