/** Labels below a chart. */
import { assert, describe, it } from "vitest"
import { fittingLabels } from "../../src/charts/Axis.tsx"

const texts = (xs: ReadonlyArray<number>, text: string, width: number) =>
  fittingLabels(
    xs.map((x) => ({ x, text })),
    width
  ).map(({ x }) => x)

describe("Labels of points", () => {
  it("all stay where there is room", () => {
    assert.deepStrictEqual(texts([100, 200, 300], "23 Nov", 400), [100, 200, 300])
  })

  it("leave out what would touch the label after them, and keep the last", () => {
    assert.deepStrictEqual(texts([260, 300, 355], "23 Nov", 360), [260, 355])
    assert.deepStrictEqual(
      texts([355], "a text that is wider than the chart itself, by far and without need", 360),
      [355]
    )
  })

  it("count characters of Chinese and Japanese as wider", () => {
    assert.deepStrictEqual(texts([100, 150], "11-23", 400), [100, 150])
    assert.deepStrictEqual(texts([100, 150], "11月23日", 400), [150])
  })
})
