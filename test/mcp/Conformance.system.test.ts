/**
 * The protocol's own conformance suite, once for each revision that the server speaks: every scenario that the revision
 * requires of a server. `conformance/` lists the checks that fail, each with its reason.
 */
import { readFileSync } from "node:fs"
import { fileURLToPath } from "node:url"
import { assert, it } from "vitest"
import { describeWith } from "../support/DescribeWith.ts"
import { freePort } from "../support/FreePort.ts"
import { createAccount } from "../support/Operator.ts"
import { withServer } from "../support/RunningServer.ts"
import { startInjectingProxy } from "./InjectingProxy.ts"
import { conformance } from "./Programs.ts"

const revisions = ["2025-11-25", "2026-07-28"]
/** The suite runs it, but does not count it yet. */
const uncounted = ["--spec-version", "2026-07-28", "--scenario", "http-header-validation"]

const baselineOf = (revision: string) => fileURLToPath(new URL(`conformance/baseline-${revision}.yml`, import.meta.url))

/** The address of an MCP endpoint that needs no key, because a proxy adds it. */
const withEndpoint = async (run: (url: string) => Promise<void>): Promise<void> => {
  const proxyPort = await freePort()
  // The suite compares the address it was given with the one the server names.
  await withServer({ HEDDLE_BASE_URL: `http://127.0.0.1:${proxyPort}` }, async (server) => {
    const { apiKey } = await createAccount(server, { plan: "standard" })
    const proxy = await startInjectingProxy(proxyPort, { origin: server.baseUrl, authorization: `Bearer ${apiKey}` })
    await run(`${proxy.origin}/mcp`).finally(() => proxy.close())
  })
}

describeWith(conformance, "the conformance suite", (suite) => {
  it.each(revisions)("finds what revision %s requires, but for what the baseline explains", (revision) =>
    withEndpoint(async (url) => {
      const args = ["--url", url, "--requirements", revision, "--expected-failures", baselineOf(revision)]
      const { code, all } = await suite(["server", ...args])
      assert.strictEqual(code, 0, all)
      assert.include(all, "Baseline check passed")
    })
  )

  it("finds that headers and body have to agree", () =>
    withEndpoint(async (url) => {
      const { code, all } = await suite(["server", "--url", url, ...uncounted])
      assert.strictEqual(code, 0, all)
    }))

  it.each(revisions)("has a reason for each failure that the baseline of %s expects", (revision) => {
    const entries = readFileSync(baselineOf(revision), "utf8")
      .split("\n")
      .filter((line) => line.startsWith("  - "))
    assert.isNotEmpty(entries)
    for (const entry of entries) assert.match(entry, / # \w/)
  })
})
