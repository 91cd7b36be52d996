import { assert, describe, it } from "@effect/vitest"
import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { type EventState, moves } from "../../../src/webhooks/delivery/EventState.ts"

const eventStates: ReadonlyArray<EventState> = ["scheduled", "sending", "retrying", "delivered", "failed", "cancelled"]
const unfinished: ReadonlyArray<EventState> = moves.cancel.from
const isFinished = (state: EventState): boolean => !unfinished.includes(state)

const source = fileURLToPath(new URL("../../../src", import.meta.url))
const docs = fileURLToPath(new URL("../../../../../docs/webhooks.md", import.meta.url))

const all = Object.values(moves).map(({ from, to }): { from: ReadonlyArray<EventState>; to: EventState } => ({
  from,
  to
}))
const reachableFrom = (start: EventState): ReadonlySet<EventState> => {
  const found = new Set<EventState>([start])
  for (const state of found) {
    for (const { from, to } of all) if (from.includes(state)) found.add(to)
  }
  return found
}

/** Files of the server that change the state of an event by SQL. */
const movers = readdirSync(source, { recursive: true, encoding: "utf8" })
  .filter((file) => file.endsWith(".ts") && !file.startsWith("database/migrations"))
  .map((file) => ({ file, text: readFileSync(join(source, file), "utf8") }))
  .filter(({ text }) => /UPDATE webhook_events\b[^`]*?\bSET\s+(?:[^`]*?,\s*)?state =/.test(text))

describe("The states of an event", () => {
  it("are all reachable, and from each unfinished one an event can be delivered, fail or be cancelled", () => {
    assert.sameMembers([...reachableFrom("scheduled")], [...eventStates])
    for (const state of unfinished) {
      assert.includeMembers([...reachableFrom(state)], ["delivered", "failed", "cancelled"])
    }
  })

  it("end with cancellation; delivered and failed events go on only when they are sent again", () => {
    assert.deepStrictEqual(eventStates.filter(isFinished), ["delivered", "failed", "cancelled"])
    for (const state of eventStates.filter(isFinished)) {
      const names = Object.entries(moves).flatMap(([name, { from }]) =>
        from.some((one) => one === state) ? [name] : []
      )
      assert.deepStrictEqual(names, state === "cancelled" ? [] : ["resend"])
    }
  })

  it("change only in statements that take their states from the table of moves", () => {
    assert.isAtLeast(movers.length, 3)
    for (const { file, text } of movers) {
      assert.match(text, /import \{[^}]*\bmoves\b[^}]*\} from "[^"]*EventState\.ts"/, file)
      assert.notMatch(text, /SET state = '/, file)
    }
  })

  it("are those of the documentation", () => {
    const rows = /### States[\s\S]*?\n\n\| state \| meaning \|\n\|---\|---\|\n((?:\|.*\n)+)/.exec(
      readFileSync(docs, "utf8")
    )
    const documented = [...(rows?.[1] ?? "").matchAll(/^\| `(\w+)` \|/gm)].map(([, state]) => state)
    assert.deepStrictEqual(documented, [...eventStates])
  })
})
