import { expect, it } from "vitest"
import { newLog, readLog, run } from "./Processes.ts"
import { overStores, postgresStores, redisStores } from "./SharedStores.ts"

overStores("four processes", [...redisStores, ...postgresStores], (store, newSpace) => {
  it("run the handler once of 200 deliveries at once; none is acknowledged before it ended", async () => {
    const space = await newSpace(store)
    const log = newLog()
    const processes = Array.from({ length: 4 }, () => run({ ...space, mode: "burst", deliveries: 50, log }))
    const said = () => processes.flatMap(({ lines }) => lines)
    const failures = () => processes.map(({ errors }) => errors()).join("")
    const poll = { timeout: 50_000 }

    await expect.poll(() => said().length + failures().length, poll).toBeGreaterThanOrEqual(4)
    expect(failures()).toBe("")
    for (const { tell } of processes) tell("go")
    await expect.poll(() => said().length, poll).toBe(4 + 1 + 199)
    expect(said().filter((line) => line === "in_progress")).toHaveLength(199)
    expect(said().filter((line) => line === "running")).toHaveLength(1)
    for (const { tell } of processes) tell("finish")
    expect(await Promise.all(processes.map(({ ended }) => ended))).toEqual(Array.from({ length: 4 }, () => [0, null]))

    const steps = readLog(log)
    expect(steps.filter(([word]) => word === "start")).toHaveLength(1)
    expect(steps.slice(-2)).toEqual([
      ["end", "burst"],
      ["reply", "burst", "handled"]
    ])
    const again = run({ ...space, mode: "one", deliveries: 1, log: newLog() })
    expect([await again.ended, again.lines]).toEqual([[0, null], ["handled"]])
  })
})
