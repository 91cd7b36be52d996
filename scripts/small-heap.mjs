/**
 * Beside the embedded database, keeps V8's young generation at its first size. Otherwise it grows by tens of MB under load,
 * which a machine of 1 GB does not have. Must run before anything else: what has grown stays.
 */
import { setFlagsFromString } from "node:v8"

if (!process.env.DATABASE_URL) setFlagsFromString("--semi-space-growth-factor=1")
