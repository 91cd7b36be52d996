/**
 * Beside the embedded database, bounds V8's young generation, which otherwise grows by tens of MB under load. Must run before
 * anything else: what has grown stays.
 */
import { setFlagsFromString } from "node:v8"

if (!process.env.DATABASE_URL) setFlagsFromString("--max-semi-space-size=4")
