import { assert, it } from "vitest"
import { PGlite } from "@electric-sql/pglite"
import { openAsBlob, readdirSync } from "node:fs"
it("x", { timeout: 20000 }, async () => {
  const dump = await openAsBlob("/work/main/node_modules/.cache/heddle-test/" + readdirSync("/work/main/node_modules/.cache/heddle-test")[0])
  const db = await PGlite.create({ loadDataDir: dump })
  console.log("open")
  console.log((await db.query("select 1 as a")).rows)
  const t = setInterval(() => console.log("tick"), 1000)
  await db.close()
  console.log("closed")
  clearInterval(t)
})
