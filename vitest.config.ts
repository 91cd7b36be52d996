import { defineConfig } from "vitest/config"

export default defineConfig({
  test: {
    globalSetup: ["test/support/globalSetup.ts"],
    include: ["{apps,packages}/*/test/**/*.test.ts", "test/**/*.test.ts"],
    // Many tests wait for a process or a lease; even two cores take two files at once.
    maxWorkers: 2,
    testTimeout: 60_000,
    hookTimeout: 120_000
  }
})
