/** How a benchmark tells what it saw. */
import { Console, Effect } from "effect"
import { Flag } from "effect/cli"
import { cpus, loadavg, totalmem } from "node:os"

export interface Figure {
  readonly name: string
  readonly metric: string
  readonly value: number
  readonly unit: string
  readonly peers: Readonly<Record<string, number>>
  readonly ratio: Readonly<Record<string, number>>
  readonly sizes: Readonly<Record<string, number | string>>
}

export const jsonFlag = Flag.Boolean("json").pipe(
  Flag.withDescription("Print the figures as one line of JSON at the end"),
  Flag.withDefault(false)
)

export const seedFlag = Flag.Int("seed").pipe(Flag.withDescription("Of the made-up posts"), Flag.withDefault(1))

const fewestPosts = 20_000
const mostPosts = 50_000_000

/** Among fewer posts there are no keywords of every frequency, and too few batches for every turn. */
export const postsFlag = (byDefault: number) =>
  Flag.Int("posts").pipe(
    Flag.withDescription("Posts that are written"),
    Flag.withDefault(byDefault),
    Flag.filter(
      (posts) => posts >= fewestPosts && posts <= mostPosts,
      () => `from ${fewestPosts} to ${mostPosts}`
    )
  )

/** The machine, and how busy it is with other things. */
export const machine = (): string => {
  const processors = cpus()
  const gib = Math.round(totalmem() / 2 ** 30)
  const load = loadavg().map((value) => value.toFixed(1))
  return `${processors.length} x ${processors[0]?.model ?? "processor"}, ${gib} GiB, Node ${process.version}, load ${load.join(" ")}`
}

/** With `--json` a line for each figure; the last line is the one that stands for the benchmark. */
export const print = (asJson: boolean, figures: ReadonlyArray<Figure>) =>
  Effect.forEach(asJson ? figures : [], (figure) => Console.log(JSON.stringify(figure)), { discard: true })

export const round = (value: number, digits = 1): number => Number(value.toFixed(digits))
