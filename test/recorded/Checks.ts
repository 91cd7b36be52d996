/** The assertions of the tests with recorded answers. */
import { assert, it } from "vitest"
import { eventually, runHeddle } from "../support/HeddleProcess.ts"
import { metric } from "../support/Operator.ts"
import type { Group } from "./Call.ts"
import { arrivedLine, type Receiver } from "./Receiver.ts"
import { isRecording } from "../support/TestSettings.ts"
import { differences, linesOf, record, recorded } from "./Recording.ts"
import type { World } from "./World.ts"

export interface Checks {
  /** Asserts that the lines are the ones recorded under this name. */
  compare(name: string, lines: ReadonlyArray<string>): void
  /** Declares a test of a group. */
  group(group: Group): void
  /** Waits until so many webhook events have arrived at these paths and no event is left. */
  settled(paths: ReadonlyArray<string>, count: number): Promise<void>
  /** Compares what has arrived at these paths. Checks signatures with the secrets that earlier answers contained. */
  events(name: string, paths: ReadonlyArray<string>): void
  ledger(): Promise<void>
}

/** Seconds in general; generous, so that a busy machine fails no group. */
export const timeoutMillis = 300_000

const arrivedAt = ({ arrived }: Receiver, paths: ReadonlyArray<string>) =>
  arrived.filter(({ path }) => paths.includes(path))

export const checksOf = (world: () => World, isRecorded: boolean): Checks => {
  const compare = (name: string, lines: ReadonlyArray<string>) => {
    if (isRecording && isRecorded) record(name, lines)
    const expected = recorded(name)
    if (expected === undefined) assert.fail(`${name} was never recorded; run with HEDDLE_TEST_RECORD=true`)
    assert.strictEqual(differences(expected, lines), "")
  }
  return {
    compare,
    group: (group) => {
      it(`${group.name}: ${group.calls.length} calls`, async () => compare(group.name, await linesOf(world(), group)))
    },
    settled: async (paths, count) => {
      const { server, receiver } = world()
      const isDone = async () =>
        arrivedAt(receiver, paths).length >= count && (await metric(server(), "webhook_events_unfinished")) === 0
      await eventually(`${count} events arrive`, isDone, timeoutMillis / 2)
    },
    events: (name, paths) => {
      const { placeholders, receiver } = world()
      placeholders.begin(name)
      const bodyOf = (line: string): string => JSON.parse(line).body
      // Events are sent at the same time, in any order; a body says which post and rule.
      const lines = arrivedAt(receiver, paths)
        .map((one) => arrivedLine(one, placeholders.valuesOf("secret")))
        .toSorted((one, other) => (bodyOf(one) < bodyOf(other) ? -1 : 1))
      compare(name, lines.map(placeholders.hide))
    },
    ledger: async () => {
      const said = await runHeddle(["doctor", "--ledger"], world().place.env)
      assert.include(said, "for every account")
    }
  }
}
