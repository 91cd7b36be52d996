/** Output of benchmarks. */
import { Console, Effect } from "effect"
import { Flag } from "effect/cli"
import { cpus, loadavg, totalmem } from "node:os"

export interface Figure {
  readonly name: string
  readonly metric: string
  readonly value: number
  readonly unit: string
  readonly peers?: Readonly<Record<string, number>>
  readonly ratio?: Readonly<Record<string, number>>
  readonly sizes: Readonly<Record<string, number | string>>
}

export const jsonFlag = Flag.Boolean("json").pipe(
  Flag.withDescription("Print the figures as one line of JSON at the end"),
  Flag.withDefault(false)
)

export const seedFlag = Flag.Int("seed").pipe(Flag.withDescription("Of the made-up posts"), Flag.withDefault(1))

const fewestPosts = 20_000
const mostPosts = 50_000_000

/** Fewer posts would not contain keywords of every frequency, and would give too few batches for every turn. */
export const postsFlag = (byDefault: number) =>
  Flag.Int("posts").pipe(
    Flag.withDescription("Posts that are written"),
    Flag.withDefault(byDefault),
    Flag.filter(
      (posts) => posts >= fewestPosts && posts <= mostPosts,
      () => `from ${fewestPosts} to ${mostPosts}`
    )
  )

/** The machine and its current load. */
export const machine = (): string => {
  const processors = cpus()
  const gib = Math.round(totalmem() / 2 ** 30)
  const load = loadavg().map((value) => value.toFixed(1))
  return `${processors.length} x ${processors[0]?.model ?? "processor"}, ${gib} GiB, Node ${process.version}, load ${load.join(" ")}`
}

/** With `--json`, prints one line per figure; the last line is the headline figure of the benchmark. */
export const print = (asJson: boolean, figures: ReadonlyArray<Figure>) =>
  Effect.forEach(asJson ? figures : [], (figure) => Console.log(JSON.stringify({ peers: {}, ratio: {}, ...figure })), {
    discard: true
  })

export const round = (value: number, digits = 1): number => Number(value.toFixed(digits))
