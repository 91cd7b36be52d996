/** What the pages of one account may take, on every route. */
import { assert } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { globSync, readFileSync } from "node:fs"
import { onAnyDatabaseWith } from "../../../../../test/support/Databases.ts"
import { RunningCalls } from "../../../src/operations/metering/RunningCalls.ts"
import { personalPages } from "../../../src/transport/http/KnownRoutes.ts"
import { PageAccess } from "../../../src/transport/pages/PageAccess.ts"
import type { Browser } from "../../support/PageVisits.ts"
import { portalUser } from "../../support/PortalVisits.ts"
import { ServedApi } from "../../support/ServedApi.ts"
import { testServicesWith } from "../../support/TestServices.ts"

/** They need no session: what they do is limited by the address of the client (`SignInThrottle`, `AuthorizationServer`). */
const withoutSession = new Set([
  "POST /sign-in",
  "POST /sign-in/passkey",
  "GET /sign-in/callback/oidc",
  "GET /language/:language",
  "GET /sign-up",
  "POST /sign-up",
  "GET /sign-out",
  "POST /sign-out",
  "GET /verify-email",
  "POST /verify-email",
  "GET /forgot-password",
  "POST /forgot-password",
  "GET /reset-password",
  "POST /reset-password",
  "GET /change-email",
  "POST /change-email",
  "GET /oauth/authorize",
  "GET /portal/open/:token",
  "POST /portal/open/:token"
])

const routes = personalPages
  .flatMap(({ path, methods }) => methods.map((method) => ({ method, path })))
  .filter(({ method, path }) => !withoutSession.has(`${method} ${path}`))

const visit = ({ get, post }: Browser, { method, path }: (typeof routes)[number]) => {
  const address = path.replace(":uid", "unknown").replace("*", "usage")
  return method === "GET" ? get(address) : post(address, {})
}

const sessionOf = ({ cookies }: Browser) =>
  new Headers({ cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join("; ") })

const services = ServedApi.layerNoDeps.pipe(Layer.provideMerge(testServicesWith({ HEDDLE_RUNNING_CALLS: "1" })))

onAnyDatabaseWith("What the pages of an account may take", { services, realClock: true }, (it) => {
  it.effect("counts on every route that reads a session", () =>
    Effect.gen(function* () {
      const { visitor } = yield* portalUser({ plan: "standard" })
      const neighbour = yield* portalUser({ plan: "standard" })
      for (const route of routes) assert.isBelow((yield* visit(visitor, route)).status, 429, route.path)
      yield* (yield* PageAccess).find(sessionOf(visitor), 600 - routes.length)
      for (const route of routes) {
        const { status, headers, text } = yield* visit(visitor, route)
        assert.strictEqual(status, 429, `${route.method} ${route.path}`)
        assert.match(headers.get("retry-after") ?? "", /^\d+$/)
        assert.include(text, "send too many requests")
        assert.isBelow((yield* visit(neighbour.visitor, route)).status, 429, "others go on")
      }
    })
  )

  it.effect("waits for its turn on every route that reads rows of an account", () =>
    Effect.gen(function* () {
      const { visitor, accountId } = yield* portalUser({ plan: "standard" })
      const { enter } = yield* RunningCalls
      yield* enter("portal", accountId)
      const reading = routes.filter(({ path }) => !["/portal", "/portal/*", "/sign-in"].includes(path))
      const answers = yield* Effect.forEach(reading, (route) => visit(visitor, route), { concurrency: "unbounded" })
      assert.deepStrictEqual(
        answers.map(({ status, headers }) => [status, headers.get("retry-after")]),
        reading.map(() => [429, "1"])
      )
      assert.isAtLeast(reading.length, 4)
    })
  )

  it.effect("is the only way to a session, but for the feeds, which look whether theirs goes on", () =>
    Effect.sync(() => {
      const folder = new URL("../../../src/transport/", import.meta.url)
      const readers = globSync("**/*.ts", { cwd: folder.pathname }).filter((name) =>
        /\bsessions\.(find|visit)\(|yield\* Sessions\)\.(find|visit)\(/i.test(
          readFileSync(new URL(name, folder), "utf8")
        )
      )
      assert.deepStrictEqual(readers.toSorted(), ["pages/PageAccess.ts", "portal/DeliveryHandlers.ts"])
    })
  )
})
