// Compiles the server and its commands without running them, for installations whose files are read-only later.
import "./compile-cache.mjs"

await import("../apps/server/src/cli/Heddle.ts")
await import("../apps/server/src/main.ts")
await import("../apps/server/src/transport/Ports.ts")
