/** What keeps the embedded database small enough for a machine of 1 GB. */
import { PGlite } from "@electric-sql/pglite"

/** The rest of a database that is read often stays in the operating system's cache. */
const sharedBuffers = ["-c", "shared_buffers=32MB"]

/** PostgreSQL reserves 128 MB for its buffers unless told otherwise, also while it creates the files. */
export const boundedMemory = {
  startParams: [...PGlite.defaultStartParams, ...sharedBuffers],
  initDbStartParams: sharedBuffers
}
