/** Whether anything grows that should not: memory, open files and connections, after a warm-up. */
import { readdirSync, readFileSync } from "node:fs"
import { setTimeout as sleep } from "node:timers/promises"
import { fileURLToPath } from "node:url"
import { metric } from "../../support/Operator.ts"
import { valueOf } from "../../support/Rows.ts"
import { round } from "../Report.ts"
import type { Nodes } from "./Load.ts"

/** By name and unit. */
export type Sample = ReadonlyMap<string, number>

const mebibyte = 2 ** 20

/** Of a node whose live heap is measured. */
export const collectingOptions = `--expose-gc --import ${fileURLToPath(import.meta.resolve("./CollectOnSignal.ts"))}`

/** What a call has read lives as long as the call, so the least of several looks counts. */
const looks = 5
const betweenLooks = 300

export const sample = async (nodes: Nodes, databaseUrl: string): Promise<Sample> => {
  const values = new Map<string, number>()
  for (const [name, node] of nodes) {
    if (node === undefined) continue
    values.set(`${name}: resident MiB`, residentMiB(node.pid))
    values.set(`${name}: heap MiB`, (await metric(node, "process_heap_used_bytes")) / mebibyte)
    values.set(`${name}: descriptors`, readdirSync(`/proc/${node.pid}/fd`).length)
  }
  const sessions = "SELECT count(*) FROM pg_stat_activity WHERE backend_type = 'client backend'"
  values.set("database: connections", Number(await valueOf(databaseUrl, sessions)))
  return values
}

/** What lives in the heap of each node; only of nodes with `collectingOptions`. */
export const liveHeap = async (nodes: Nodes): Promise<Sample> => {
  const values = new Map<string, number>()
  for (const [name, node] of nodes) {
    if (node === undefined) continue
    for (let look = 0; look < looks; look += 1) {
      process.kill(node.pid, "SIGUSR2")
      await sleep(betweenLooks)
    }
    const said = [...node.output().matchAll(/^live heap (\d+)$/gm)].slice(-looks).map(([, bytes]) => Number(bytes))
    values.set(`${name}: live heap MiB`, Math.min(...said) / mebibyte)
  }
  return values
}

const residentMiB = (pid: number): number =>
  Number(/^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1]) / 1_024

/** The warm-up, and what is compared: the time after it and the end. */
const warmUp = 1 / 4
const part = 1 / 6

const mean = (values: ReadonlyArray<number>): number => values.reduce((sum, value) => sum + value, 0) / values.length

/** A line for each value: its mean after the warm-up and at the end. */
export const growth = (samples: ReadonlyArray<Sample>): ReadonlyArray<string> => {
  const at = (share: number) => Math.floor(samples.length * share)
  const names = [...new Set(samples.flatMap((one) => [...one.keys()]))]
  const meanOf = (name: string, some: ReadonlyArray<Sample>) => mean(some.flatMap((one) => one.get(name) ?? []))
  return names.flatMap((name) => {
    const before = meanOf(name, samples.slice(at(warmUp), at(warmUp + part)))
    const after = meanOf(name, samples.slice(at(1 - part)))
    // A run may be too short for what is rarely measured.
    return Number.isNaN(before + after)
      ? []
      : `  ${name}: ${round(before)} after the warm-up, ${round(after)} at the end (${round(100 * (after / before - 1))} %)`
  })
}
