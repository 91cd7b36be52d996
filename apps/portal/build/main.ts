/** Builds the portal if its sources have changed. Servers run this when they start; `npm run build` does too. */
import { buildWhenStale, isReady } from "./Build.ts"

try {
  const built = await buildWhenStale()
  process.stdout.write(built ? "The portal is built.\n" : "The portal is up to date.\n")
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
  // A portal that is older than its sources still works: an installation may be read-only, or without the builder.
  process.exitCode = isReady() ? 3 : 1
}
