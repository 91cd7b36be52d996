/** What happens to the cluster meanwhile, by the steps that docs/operations describes. */
import { setTimeout as sleep } from "node:timers/promises"
import type { RunningCluster } from "../../deploy/RunningCluster.ts"
import type { Place } from "../../support/HeddleProcess.ts"
import { valueOf } from "../../support/Rows.ts"
import type { Nodes } from "./Load.ts"

export interface Fault {
  readonly name: string
  readonly from: number
  /** When the last thing that it changed was in place again. */
  readonly to: number
}

export interface Machines {
  readonly cluster: RunningCluster
  readonly nodes: Nodes
  /** Of this release. */
  readonly places: ReadonlyMap<string, Place>
}

/** The time of a proxy to notice. */
const readyMillis = 2_000
const awayMillis = 20_000

const startNode = async ({ cluster, nodes, places }: Machines, name: string): Promise<void> => {
  const place = places.get(name)
  if (place !== undefined) nodes.set(name, await cluster.startNode(place))
}

/** One node after the other. */
const upgrade = async (machines: Machines): Promise<void> => {
  for (const name of machines.nodes.keys()) {
    await machines.nodes.get(name)?.stop()
    machines.nodes.set(name, undefined)
    await startNode(machines, name)
    await sleep(readyMillis)
  }
}

const kill = (name: string) => async (machines: Machines) => {
  await machines.nodes.get(name)?.kill()
  machines.nodes.set(name, undefined)
  await startNode(machines, name)
}

const restartDatabase = async ({ cluster: { primary } }: Machines): Promise<void> => {
  primary.stopImmediately()
  primary.startAgain()
}

const stopReplica = async ({ cluster: { replica } }: Machines): Promise<void> => {
  await replica.stop()
  await sleep(awayMillis)
  await replica.start()
}

const delayReplica = async ({ cluster: { replica } }: Machines): Promise<void> => {
  await valueOf(replica.url, "SELECT pg_wal_replay_pause()")
  await sleep(awayMillis)
  await valueOf(replica.url, "SELECT pg_wal_replay_resume()")
}

/** The primary dies, and its synchronous replica takes over. */
const failOver = async ({ cluster: { primary, primaryUrl, replica, poolReplica } }: Machines): Promise<void> => {
  await valueOf(primaryUrl, "ALTER SYSTEM SET synchronous_standby_names = '*'")
  await valueOf(primaryUrl, "SELECT pg_reload_conf()")
  await sleep(readyMillis)
  primary.kill()
  replica.promote()
  await poolReplica()
}

const steps: ReadonlyArray<readonly [name: string, happens: (machines: Machines) => Promise<void>]> = [
  ["upgrade of all nodes, one by one", upgrade],
  ["kill -9 of the worker", kill("worker")],
  ["kill -9 of an API node", kill("api-2")],
  ["restart of the database (immediate)", restartDatabase],
  [`replica stopped for ${awayMillis / 1_000} s`, stopReplica],
  [`replica ${awayMillis / 1_000} s behind`, delayReplica],
  ["failover to the replica", failOver]
]

/** At even distances, with quiet before, between and after. */
export const happen = async (machines: Machines, from: number, until: number): Promise<ReadonlyArray<Fault>> => {
  const faults: Array<Fault> = []
  for (const [index, [name, happens]] of steps.entries()) {
    await sleep(Math.max(0, from + ((index + 1) * (until - from)) / (steps.length + 1) - Date.now()))
    const began = Date.now()
    await happens(machines)
    faults.push({ name, from: began, to: Date.now() })
  }
  return faults
}
