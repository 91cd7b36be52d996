/** The program that creates the folder of an embedded database: `NewFolder.ts` starts it with the folder's name. */
import { PGlite } from "@electric-sql/pglite"
import { boundedMemory } from "./PgliteMemory.ts"

// Open as long as the server lives; nobody would use the folder after it.
process.stdin.once("end", () => process.exit(1)).resume()

const [folder = ""] = process.argv.slice(2)
const db = await PGlite.create({ ...boundedMemory, dataDir: folder })
await db.close()
// Now the process ends by itself. `process.exit` can hang (nodejs/node#54918).
process.stdin.destroy()
