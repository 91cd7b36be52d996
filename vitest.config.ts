import { fileURLToPath } from "node:url"
import { configDefaults, defineConfig } from "vitest/config"

const testsNamed = (suffix: string) => [`{apps,packages}/*/test/**/*${suffix}`, `test/**/*${suffix}`]

const services = "test/support/StartServices.ts"
const portal = "test/support/BuildPortal.ts"
const server = "test/support/BundleServer.ts"

/** The system tests of `npm test`: what a newcomer's trust depends on. Those of `npm run test:all` are all others too. */
export const smokeTests = [
  "apps/portal/test/browser/FirstSteps.system.test.ts",
  "test/e2e/Demo.system.test.ts",
  "test/e2e/ListenForwardTo.system.test.ts",
  "test/e2e/Reference.system.test.ts",
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
          exclude: [...configDefaults.exclude, ...testsNamed(".{database,system}.test.ts")],
          sequence: { groupOrder: 0 },
          // A few files wait for timeouts of connections.
          maxWorkers: 3,
          ...shared
        }
      },
      {
        extends: true,
        test: {
          name: "database",
          include: testsNamed(".database.test.ts"),
          globalSetup: [services],
          sequence: { groupOrder: 1 },
          // Many tests wait for a timeout or another process.
          maxWorkers: 3,
          ...shared,
          ...native
        }
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
          sequence: { groupOrder: 3 },
          // Half of the time of a kill is waiting for a lease to end.
          maxWorkers: 4,
          ...system
        }
      }
    ]
  }
})
