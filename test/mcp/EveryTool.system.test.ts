/** Clients of others call every tool: what they get is what REST answers, and it costs the same. */
import { describe, it } from "vitest"
import { baseSeconds } from "../recorded/StandingClock.ts"
import { describeWith } from "../support/DescribeWith.ts"
import { createAccount } from "../support/Operator.ts"
import { compareEveryTool } from "./Comparison.ts"
import { inspectorWithKey } from "./InspectorClient.ts"
import { inspector } from "./Programs.ts"
import { useQuietServer } from "./QuietServer.ts"
import { type ClientKind, sdkClients } from "./ToolClients.ts"

const timeoutMillis = 180_000

describe("with a key, every tool answers as REST does, at the same price, to", () => {
  const quiet = useQuietServer({ seconds: baseSeconds })

  /** Each client has an account of its own, whose usage history is then this client's. */
  const withKey = async (kinds: ReadonlyArray<ClientKind>) => {
    for (const kind of kinds) {
      const email = `${kind.name.replaceAll(/\W+/g, "-")}@example.com`
      const account = await createAccount(quiet().server, { plan: "premium" }, email)
      await compareEveryTool(quiet(), { kind, account, credential: account.apiKey, source: "tests" })
    }
  }

  it("the SDK's older client and its newer one with both protocols", () => withKey(sdkClients), timeoutMillis)

  describeWith(inspector, "the Inspector's command line", (run) => {
    it.each(["legacy", "modern"] as const)(
      "with the %s protocol",
      (era) => withKey([inspectorWithKey(run, era)]),
      timeoutMillis
    )
  })
})
