/** Servers on one database whose clocks disagree. Each can be killed and started again, to die at a failpoint. */
import { join } from "node:path"
import { choosePlace, type HeddleProcess, type Place, startHeddle } from "../support/HeddleProcess.ts"
import type { Choices } from "../support/Seeds.ts"
import { skewedClock } from "../support/SkewedClock.ts"

export const maxSkewMillis = 5 * 60_000

export interface Member {
  readonly skewMillis: number
  readonly place: Place
  /** Undefined while it is down. */
  server: HeddleProcess | undefined
}

/** The first clock is slow and the second fast, so that whatever one process writes is in the past or future of another. */
const skews = ({ below }: Choices): ReadonlyArray<number> => [
  -below(maxSkewMillis + 1),
  below(maxSkewMillis + 1),
  below(2 * maxSkewMillis + 1) - maxSkewMillis
]

export const startMember = async (member: Member, failpoint?: string): Promise<HeddleProcess> => {
  const env = failpoint === undefined ? {} : { HEDDLE_FAILPOINT: failpoint }
  const server = await startHeddle({ ...member.place, env: { ...member.place.env, ...env } })
  member.server = server
  return server
}

export const killMember = async (member: Member): Promise<void> => {
  const { server } = member
  member.server = undefined
  await server?.kill()
}

export const startCluster = async (url: string, dataDir: string, choices: Choices): Promise<ReadonlyArray<Member>> => {
  const members: Array<Member> = []
  for (const [index, skewMillis] of skews(choices).entries()) {
    const place = await choosePlace(join(dataDir, String(index)), {
      DATABASE_URL: url,
      HEDDLE_ENCRYPTION_KEY: Buffer.alloc(32, 7).toString("base64"),
      HEDDLE_ROUND_INTERVAL: "300 millis",
      HEDDLE_ROLES: "api,rounds,deliveries",
      ...skewedClock(skewMillis)
    })
    members.push({ skewMillis, place, server: undefined })
  }
  await Promise.all(members.map((member) => startMember(member)))
  return members
}

/** The members that are up. */
export const upMembers = (members: ReadonlyArray<Member>): ReadonlyArray<HeddleProcess> =>
  members.flatMap(({ server }) => (server === undefined ? [] : [server]))
