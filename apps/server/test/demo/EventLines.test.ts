import { assert, describe, it } from "@effect/vitest"
import { addLine, countOf, type EventLines, noEvents, shownEvents } from "../../src/demo/ReceiverOutput.ts"

const shown = (lines: ReadonlyArray<string>): readonly [EventLines, ReadonlyArray<string>] => {
  let state = noEvents
  const printed: Array<string> = []
  for (const line of lines) {
    const [next, text] = addLine(state, line)
    state = next
    if (text !== undefined) printed.push(text)
  }
  return [state, printed]
}

const events = (count: number) => Array.from({ length: count }, (_, index) => `verified keyword event  ${index}`)

describe("the lines of the demo's receiver", () => {
  it("are printed for the first events, then counted", () => {
    const [state, printed] = shown(events(1_052))
    assert.deepStrictEqual(printed, events(shownEvents))
    const [counted, line] = countOf(state)
    assert.strictEqual(line, "… and 1,047 more verified events")
    assert.isUndefined(countOf(counted)[1])
  })

  it("have no count while all of them are shown", () => {
    const [state] = shown(events(shownEvents))
    assert.isUndefined(countOf(state)[1])
  })

  it("are all printed when they are no events", () => {
    const refused = "refused  401 signature_mismatch: The signature does not match."
    const [, printed] = shown([...events(9), refused])
    assert.strictEqual(printed.at(-1), refused)
  })
})
