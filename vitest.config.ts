import { fileURLToPath } from "node:url"
import { configDefaults, defineConfig } from "vitest/config"

const testsNamed = (suffix: string) => [`{apps,packages}/*/test/**/*${suffix}`, `test/**/*${suffix}`]

const services = "test/support/StartServices.ts"
const portal = "test/support/BuildPortal.ts"
const server = "test/support/BuildServer.ts"

/**
 * Unit and database tests that take longer than their tier allows (`test/support/Durations.ts`), which `npm test` leaves
 * to `npm run test:all`: they wait for real deadlines, start an embedded database, or try many random histories.
 */
export const longTests = [
  "apps/rule-sync/test/apply/Apply.test.ts",
  "apps/rule-sync/test/apply/Killed.property.test.ts",
  "apps/server/test/billing/purchases/Payments.property.database.test.ts",
  "apps/server/test/database/pglite/PgliteThread.database.test.ts",
  "apps/server/test/database/pglite/Vacuum.database.test.ts",
  "apps/server/test/embeddings/EmbeddingCheck.database.test.ts",
  "apps/server/test/embeddings/Filling.database.test.ts",
  "apps/server/test/embeddings/LibraryVectors.database.test.ts",
  "apps/server/test/embeddings/ModelChange.database.test.ts",
  "apps/server/test/embeddings/vectors/VectorSearch.database.test.ts",
  "apps/server/test/live/StoredChain.database.test.ts",
  "apps/server/test/operations/metering/RunningCalls.database.test.ts",
  "apps/server/test/queries/search/FromTheTop.property.database.test.ts",
  "apps/server/test/sources/ingestion/ConcurrentIngestion.property.database.test.ts",
  "apps/server/test/sources/ingestion/ConcurrentIngestion.repro.database.test.ts",
  "apps/server/test/sources/ndjson/FollowedFiles.database.test.ts",
  "apps/server/test/sources/simulation/simulationLive.test.ts",
  "apps/server/test/sources/simulation/simulationPosts.test.ts",
  "apps/server/test/store/posts/PostPartitions.database.test.ts",
  "apps/server/test/store/rollups/Prominence.database.test.ts",
  "apps/server/test/transport/http/Listener.test.ts",
  "apps/server/test/transport/http/UnknownOutcome.database.test.ts",
  "apps/server/test/transport/pages/Addresses.property.database.test.ts",
  "apps/server/test/transport/portal/Status.database.test.ts",
  "apps/server/test/webhooks/delivery/Connections.test.ts",
  "apps/server/test/webhooks/delivery/Deadline.test.ts",
  "apps/server/test/webhooks/listening/EventStreams.database.test.ts",
  "packages/forecast/test/Train.test.ts",
  "packages/receiver/test/docs/Queues.database.test.ts",
  "test/attacks/ContractFuzz.database.test.ts"
]

/** The system tests of `npm test`: what a newcomer's trust depends on. Those of `npm run test:all` are all others too. */
export const smokeTests = [
  "apps/portal/test/browser/FirstSteps.system.test.ts",
  "test/e2e/Demo.system.test.ts",
  "test/e2e/ListenForwardTo.system.test.ts",
  "test/e2e/SignIn.system.test.ts",
  "test/faults/KillUnderLoad.system.test.ts",
  "test/faults/Roles.system.test.ts",
  "test/faults/Stop.system.test.ts"
]

/** Files share their modules and, from one to the next, a worker: most of a short file's time would go into loading. */
const shared = { isolate: false } as const

/** Node itself loads the server's modules, and each worker takes what another compiled. */
const native = {
  execArgv: ["--import", fileURLToPath(new URL("scripts/compile-cache.mjs", import.meta.url))],
  experimental: { viteModuleRunner: false }
}

const database = {
  globalSetup: [services],
  // Many tests wait for a timeout or another process.
  maxWorkers: 3,
  ...shared,
  ...native
}

const system = {
  globalSetup: [services, portal, server],
  testTimeout: 180_000,
  ...shared,
  ...native
}

export default defineConfig({
  test: {
    // Many tests wait for a process or a lease; even two cores take two files at once.
    maxWorkers: 2,
    testTimeout: 60_000,
    hookTimeout: 120_000,
    setupFiles: ["test/support/SeedProperties.ts"],
    reporters: ["default", "./test/support/SkippedTests.ts", "./test/support/Durations.ts"],
    // The name of a test file says what the test may use; CONTRIBUTING.md has the rules. One project runs after the
    // other, because a worker is only kept for files of the same project.
    projects: [
      {
        extends: true,
        test: {
          name: "unit",
          include: testsNamed(".test.ts"),
          exclude: [...configDefaults.exclude, ...testsNamed(".{database,system}.test.ts"), ...longTests],
          sequence: { groupOrder: 0 },
          ...shared
        }
      },
      {
        extends: true,
        test: {
          name: "database",
          include: testsNamed(".database.test.ts"),
          exclude: [...configDefaults.exclude, ...longTests],
          sequence: { groupOrder: 1 },
          ...database
        }
      },
      {
        extends: true,
        test: { name: "long", include: longTests, sequence: { groupOrder: 3 }, ...database }
      },
      {
        extends: true,
        test: { name: "smoke", include: smokeTests, sequence: { groupOrder: 2 }, ...system }
      },
      {
        extends: true,
        test: {
          name: "system",
          include: testsNamed(".system.test.ts"),
          exclude: [...configDefaults.exclude, ...smokeTests],
          sequence: { groupOrder: 4 },
          // Half of the time of a kill is waiting for a lease to end.
          maxWorkers: 4,
          ...system
        }
      }
    ]
  }
})
