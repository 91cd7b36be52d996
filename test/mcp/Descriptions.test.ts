/** A model chooses a tool by its description alone, so no two may be mistaken for each other. */
import { operations } from "@heddle/api"
import { assert, describe, it } from "vitest"

const fillers = new Set(
  `a an and are as at by each else for from given has have how in is it its many most no not of on one only or some
  takes than that the their them this those to too use what when which who will with you your returns`.split(/\s+/)
)

/** Of a title and description, without the names of tools and parameters. */
const wordsOf = (text: string): ReadonlySet<string> =>
  new Set(
    (
      text
        .toLowerCase()
        .replaceAll(/`[^`]*`|[a-z]+_[a-z_]+/g, " ")
        .match(/[a-z]+/g) ?? []
    ).filter((word) => !fillers.has(word))
  )

const tools = operations.flatMap(({ tool, summary }) =>
  tool === null ? [] : [{ ...tool, words: wordsOf(`${summary} ${tool.description}`) }]
)

type Described = (typeof tools)[number]

/** The share of their words that two tools have in common. */
const likeness = (one: Described, other: Described): number => {
  const common = [...one.words].filter((word) => other.words.has(word)).length
  return common / (one.words.size + other.words.size - common)
}

const pairs = tools.flatMap((one, index) =>
  tools.slice(index + 1).map((other) => ({ one, other, likeness: likeness(one, other) }))
)

/** Above this share, two tools are neighbours, and a model may waver between them. */
const neighbours = 0.28
/** Above this share, two descriptions say the same. */
const confusable = 0.65

const shown = ({ one, other, likeness: share }: (typeof pairs)[number]) =>
  `${one.name} and ${other.name}: ${share.toFixed(2)}`

describe("descriptions of tools", () => {
  it("never say nearly the same", () => {
    assert.deepStrictEqual(pairs.filter((pair) => pair.likeness > confusable).map(shown), [])
  })

  it("name their neighbours, and so say which of them is for what", () => {
    const silent = pairs.filter(
      ({ one, other, likeness: share }) =>
        share > neighbours && !(one.description.includes(other.name) && other.description.includes(one.name))
    )
    assert.deepStrictEqual(silent.map(shown), [])
  })

  it("name only tools that exist", () => {
    const names = new Set(tools.map(({ name }) => name))
    const named = tools.flatMap(({ description }) => description.match(/\bget_[a-z_]+|\b[a-z_]+_posts\b/g) ?? [])
    assert.deepStrictEqual(
      named.filter((name) => !names.has(name)),
      []
    )
  })
})
