import { afterAll, beforeAll, expect, it } from "vitest"
import { type Case, cases, signedEvent } from "./Cases.ts"
import { makeCustomer } from "./Customer.ts"
import { describeFrameworks } from "./DescribeFrameworks.ts"
import type { Running } from "../../../../test/support/LocalServer.ts"
import type { Framework } from "./Framework.ts"
import { frameworks } from "./Frameworks.ts"
import { runtimes } from "../runtimes/Runtimes.ts"
import { abandon, exchange, path as defaultPath } from "./Wire.ts"

const applies = ({ socketOnly, name }: Case, framework: Framework) =>
  !(socketOnly === true && framework.buffered === true) &&
  !(name === "header sent twice" && framework.lastHeaderOnly === true)

async function ask(port: number, { requests }: Case, { path = defaultPath }: Framework) {
  const wire = (await requests()).map((request) => ({ ...request, path }))
  for (const request of wire.slice(0, -1)) await exchange(port, request)
  const answer = await exchange(port, wire.at(-1) ?? (await signedEvent("none")))
  return { ...answer, code: answer.body === "" ? null : JSON.parse(answer.body).code }
}

it("at least 60 cases", () => {
  expect(cases.length).toBeGreaterThanOrEqual(60)
  expect(new Set(cases.map(({ name }) => name)).size).toBe(cases.length)
})

const hosts = [...frameworks, ...runtimes]

/** The answer to each case, the same at every host; the suite below is what makes it true. */
function record(all: ReadonlyArray<Framework>): string {
  const answer = (one: Case) => {
    const without = all.filter((framework) => !applies(one, framework))
    const exception = one.socketOnly === true && without.length > 0 ? "Lambda" : without.map(({ name }) => name).join()
    // The gateway in front of these never passes it on.
    const notAsked = exception === "" ? "" : `, not asked of ${exception}`
    return `${one.status}${one.code === null ? "" : ` ${one.code}`}${notAsked}`
  }
  const answers = Object.fromEntries(cases.map((one) => [one.name, answer(one)]))
  return `${JSON.stringify({ hosts: all.map(({ name }) => name), cases: answers }, null, 2)}\n`
}

it("is written down", async () => {
  await expect(record(hosts)).toMatchFileSnapshot("conformance.json")
})

/** Next.js builds an application first. */
const startDeadlineMillis = 300_000

describeFrameworks(hosts, (framework) => {
  const event = async (code: string) => ({ ...(await signedEvent(code)), path: framework.path ?? defaultPath })
  let server: Running | undefined
  const port = () => server?.port ?? 0
  beforeAll(async () => {
    server = await framework.start(makeCustomer(), 0)
  }, startDeadlineMillis)
  afterAll(() => server?.close())

  it.each(cases.filter((one) => applies(one, framework)))("$name", async (one) => {
    const { status, code, headers, body } = await ask(port(), one, framework)
    expect({ status, code }).toEqual({ status: one.status, code: one.code })
    expect(Object.fromEntries(headers)).toMatchObject(one.answerHeaders ?? {})
    expect(body).not.toContain("CONFIDENTIAL")
    expect(headers.get("content-type")).toMatch(/^application\/json/)
  })

  it("20 deliveries at once run the handler once", async () => {
    const request = await event("at-once")
    const answers = await Promise.all(Array.from({ length: 20 }, () => exchange(port(), request)))
    const codes = answers.map(({ body }) => JSON.parse(body).code)
    expect(codes.filter((code) => code === "handled")).toHaveLength(1)
    expect(codes.every((code) => ["handled", "duplicate", "in_progress"].includes(code))).toBe(true)
  })

  if (framework.buffered === true) return
  it("a client that goes away half-way harms nobody", async () => {
    await abandon(port(), await event("abandoned"))
    expect((await exchange(port(), await event("abandoned"))).status).toBe(200)
  })
})
