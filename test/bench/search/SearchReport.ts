/** Output of the search benchmark. */
import { Console, Effect } from "effect"
import { type Figure, round } from "../Report.ts"
import type { KeywordIndexFigures, RebuiltFigures } from "./KeywordIndexes.ts"
import type { KeywordClass } from "./Keywords.ts"
import type { Seen } from "./Turns.ts"

interface Indexes {
  readonly product: KeywordIndexFigures
  /** Undefined if the peers were left out. */
  readonly pg_trgm: { readonly millis: number; readonly bytes: number; readonly tableBytes: number } | undefined
}

interface Answers {
  readonly question: { readonly group: string; readonly title: string }
  readonly seen: ReadonlyMap<string, Seen>
}

const mebibyte = 2 ** 20
const mib = (bytes: number): string => `${(bytes / mebibyte).toFixed(0)} MiB`
const millis = (value: number): string => (value < 99.95 ? value.toFixed(1) : value.toFixed(0)).padStart(6)

export const printIndexes = ({ product, pg_trgm }: Indexes) =>
  Console.log(
    [
      product.indexes === 0
        ? "keyword index: none (no GIN index on posts)"
        : `keyword index: ${product.indexes} indexes, ${mib(product.bytes)} as ingested and vacuumed, which is how they are asked; ` +
          `columns for it ${mib(product.columnBytes)}`,
      `tables with their other indexes: posts ${mib(product.tableBytes)}`,
      pg_trgm === undefined
        ? "no peers"
        : `pg_trgm: ${mib(pg_trgm.bytes)}, built in ${(pg_trgm.millis / 1000).toFixed(1)} s; peer's table ${mib(pg_trgm.tableBytes)}`
    ].join("\n")
  )

export const printRebuilt = ({ bytes, millis }: RebuiltFigures) =>
  Console.log(`\nkeyword index rebuilt, after all questions: ${mib(bytes)} in ${(millis / 1000).toFixed(1)} s`)

export const printClasses = (classes: ReadonlyArray<KeywordClass>, count: number) =>
  Effect.forEach(
    classes,
    ({ kind, frequency, keywords }) =>
      Console.log(
        `  ${`${kind}, ${frequency}`.padEnd(34)} ${keywords
          .map(({ text, posts }) => `${text} ${round((100 * posts) / count, 4)} %`)
          .join(", ")}`
      ),
    { discard: true }
  )

const titleWidth = 36

const formatSeen = (seen: Seen | undefined): string =>
  seen === undefined || seen.samples === 0
    ? "  (not asked: the time for it was over)"
    : `  ${millis(seen.p50)} ${millis(seen.p95)} ${millis(seen.max)} ${String(seen.samples).padStart(5)}`

/** The head of a table with a line for each query; only the product supports all of them. */
export const printHead = (group: string, goal: string | undefined, ways: ReadonlyArray<string>) =>
  Console.log(
    [
      `\n${group}${goal === undefined ? "" : ` (goal: ${goal})`}`,
      `${"".padEnd(titleWidth)}${ways.map((way) => `  ${way.padEnd(26)}`).join("")}`,
      `${"".padEnd(titleWidth)}${ways.map(() => "     p50    p95    max     n").join("")}`
    ].join("\n")
  )

export const printQuestion = (title: string, seen: ReadonlyMap<string, Seen>) =>
  Console.log(`  ${title.padEnd(titleWidth - 2)}${[...seen.values()].map(formatSeen).join("")}`)

/** The class with the product's highest p95, which the pooled figures would hide. */
export const worstOf = (answers: ReadonlyArray<Answers>): Answers | undefined =>
  answers.toSorted((a, b) => (b.seen.get("product")?.p95 ?? 0) - (a.seen.get("product")?.p95 ?? 0))[0]

/** The p95 of every query, of the product and its peers, with the ratio between them. */
export const figuresOf = (answers: ReadonlyArray<Answers>, count: number): ReadonlyArray<Figure> =>
  answers.flatMap(({ question, seen }) => {
    const product = seen.get("product")
    if (product === undefined || product.samples === 0) return []
    const peers = [...seen].filter(([name, { samples }]) => name !== "product" && samples > 0)
    return [
      {
        name: "search",
        metric: `p95 of ${question.group}, ${question.title}`,
        value: round(product.p95, 2),
        unit: "ms",
        peers: Object.fromEntries(peers.map(([name, { p95 }]) => [name, round(p95, 2)])),
        ratio: Object.fromEntries(peers.map(([name, { p95 }]) => [name, round(p95 / product.p95, 2)])),
        sizes: { posts: count, samples: product.samples, p50_ms: round(product.p50, 2), max_ms: round(product.max, 2) }
      }
    ]
  })

export const indexFigures = (
  { product, pg_trgm }: Indexes,
  rebuilt: RebuiltFigures,
  count: number
): ReadonlyArray<Figure> => {
  const figure = (metric: string, unit: string, value: number, peer: number | undefined): Figure => ({
    name: "search",
    metric,
    value: round(value, 2),
    unit,
    peers: peer === undefined ? {} : { pg_trgm: round(peer, 2) },
    ratio: peer === undefined ? {} : { pg_trgm: round(value / peer, 2) },
    sizes: { posts: count, indexes: product.indexes, column_mib: round(product.columnBytes / 2 ** 20) }
  })
  const peerSize = pg_trgm && pg_trgm.bytes / mebibyte
  return product.indexes === 0
    ? []
    : [
        figure("size of the keyword index", "MiB", product.bytes / mebibyte, peerSize),
        figure("size of the keyword index, rebuilt", "MiB", rebuilt.bytes / mebibyte, peerSize),
        figure("build of the keyword index", "s", rebuilt.millis / 1000, pg_trgm && pg_trgm.millis / 1000)
      ]
}
