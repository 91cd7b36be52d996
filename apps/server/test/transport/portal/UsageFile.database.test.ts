/** The usage history as a file: for spreadsheets from the portal, for programs from the API. */
import { assert } from "@effect/vitest"
import { Effect } from "effect"
import { onAnyDatabaseWith } from "../../../../../test/support/Databases.ts"
import { portalUser } from "../../support/PortalVisits.ts"
import { call, ServedApi } from "../../support/ServedApi.ts"

onAnyDatabaseWith("The usage history as a file", { services: ServedApi.layer, realClock: true }, (it) => {
  it.effect("has a byte order mark in the portal, and none in the API", () =>
    Effect.gen(function* () {
      const { baseUrl } = yield* ServedApi
      const { portal, visitor } = yield* portalUser({ plan: "standard" })
      const { key } = yield* portal["keys.CreateKey"]({ name: "tests" })
      yield* call(`/post/search?keywords=${encodeURIComponent("咖啡")}`, { key })
      const bytesOf = (path: string, headers: Record<string, string>) =>
        Effect.promise(async () => Buffer.from(await (await fetch(baseUrl + path, { headers })).arrayBuffer()))
      const cookie = [...visitor.cookies].map(([name, value]) => `${name}=${value}`).join("; ")
      const forPeople = yield* bytesOf("/portal/usage.csv", { cookie })
      const forPrograms = yield* bytesOf("/balance/history/export", { authorization: `Bearer ${key}` })
      assert.strictEqual(forPrograms.subarray(0, 8).toString(), "id,time,")
      assert.strictEqual(forPeople.subarray(0, 11).toString(), "\uFEFFid,time,")
      assert.isTrue(forPeople.includes("咖啡"))
    })
  )
})
