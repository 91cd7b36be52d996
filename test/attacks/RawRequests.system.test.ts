/**
 * Raw HTTP shapes on both ports. After each comes a marker request on the same connection: it is answered as itself, or
 * the connection ends. A request hidden within a shape is never answered.
 */
import { assert, it } from "vitest"
import { describeWith } from "../support/DescribeWith.ts"
import { runs } from "../support/Runs.ts"
import { footprints, settledFootprint } from "../support/Footprint.ts"
import { withServer } from "../support/RunningServer.ts"
import { exchangeRaw } from "./RawAnswers.ts"
import { marker, markerId, type Shape, shapes, smuggledId } from "./RawShapes.ts"

const waitMillis = 5_000
const incompleteMillis = 500
const slackDescriptors = 10
const slackMiB = 100

const idOf = ({ headers }: { readonly headers: ReadonlyMap<string, string> }) => headers.get("x-request-id")

const assertShape = async (url: string, { name, bytes, isHead = false, isIncomplete = false }: Shape) => {
  const { answers, rest, isClosed } = await exchangeRaw({
    url,
    bytes: bytes + marker,
    isHead,
    isDone: (answers) => answers.some((answer) => idOf(answer) === markerId),
    waitMillis: isIncomplete ? incompleteMillis : waitMillis
  })
  const seen = `${name}: ${answers.map((answer) => `${answer.status} ${idOf(answer)}`).join(", ")}`
  assert.strictEqual(rest, "", `${seen}: what follows is no answer`)
  for (const { status } of answers) assert.isBelow(status, 500, seen)
  assert.isFalse(
    answers.some((answer) => idOf(answer) === smuggledId),
    `${seen}: a hidden request was answered`
  )
  const last = answers.at(-1)
  const isMarkerAnswered = last !== undefined && idOf(last) === markerId
  if (isMarkerAnswered) assert.strictEqual(last.status, 200, seen)
  else assert.isTrue(isClosed || isIncomplete, `${seen}: the connection stays open, and the marker is not answered`)
  return isMarkerAnswered ? "answered" : isClosed ? "closed" : "waiting"
}

describeWith(footprints, `${shapes.length} raw HTTP shapes`, (footprintOf) => {
  it(
    "confuse neither port, and leave no descriptor",
    () =>
      withServer({}, async (server) => {
        const before = await settledFootprint(footprintOf, server)
        const outcomes: Record<string, number> = { answered: 0, closed: 0, waiting: 0 }
        const rounds = runs(1)
        for (let round = 0; round < rounds; round++) {
          for (const outcome of await Promise.all(shapes.map((shape) => assertShape(server.baseUrl, shape)))) {
            outcomes[outcome] = (outcomes[outcome] ?? 0) + 1
          }
          await Promise.all(shapes.map((shape) => assertOperatorShape(server.operatorUrl, shape)))
        }
        const after = await settledFootprint(footprintOf, server)
        process.stdout.write(
          `${shapes.length} shapes × ${rounds} on both ports: the marker was ${JSON.stringify(outcomes)}; ` +
            `descriptors ${before.descriptors} → ${after.descriptors}, memory ${before.residentMiB} → ${after.residentMiB} MiB\n`
        )
        assert.isAtMost(after.descriptors, before.descriptors + slackDescriptors)
        assert.isAtMost(after.residentMiB, before.residentMiB + slackMiB)
      }),
    600_000
  )
})

/** The operator port gives every request an id of its own, so only the statuses show what it understood. */
const assertOperatorShape = async (url: string, { name, bytes, isHead = false }: Shape) => {
  const { answers, rest } = await exchangeRaw({
    url,
    bytes,
    isHead,
    isDone: (answers) => answers.length > 0,
    waitMillis: incompleteMillis
  })
  assert.strictEqual(rest, "", name)
  for (const { status } of answers) assert.isBelow(status, 500, name)
}
