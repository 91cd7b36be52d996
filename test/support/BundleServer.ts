/** Bundles the server for the processes that the tests start: a start from hundreds of files takes half as long again. */
import { dirname, join } from "node:path"
import { pathToFileURL } from "node:url"
import { rolldown } from "rolldown"
import { bundledProgram, ownCheckout } from "./HeddleProcess.ts"

const isFile = /^[#./]/
/** The rest of the packages are loaded as they are: one of them may be CommonJS or native. */
const isBundled = /^(?:@effect|@heddle|@oxc-project|effect)(?:\/|$)/

/** Style sheets, SQL files and threads are found relative to the sources. */
const keepUrls = {
  name: "keep-urls",
  transform: (code: string, id: string) =>
    code.includes("import.meta.url")
      ? code.replaceAll("import.meta.url", JSON.stringify(pathToFileURL(id).href))
      : undefined
}

const bundle = async (): Promise<void> => {
  const made = await rolldown({
    input: join(ownCheckout, "apps/server/bin/heddle.mjs"),
    platform: "node",
    external: (id) => !isFile.test(id) && !isBundled.test(id),
    plugins: [keepUrls]
  })
  await made.write({
    dir: dirname(bundledProgram),
    format: "esm",
    entryFileNames: "[name].mjs",
    chunkFileNames: "[name]-[hash].mjs",
    cleanDir: true
  })
  await made.close()
}

/** Each project evaluates this module again; only the global object is shared. */
declare global {
  var heddleBundle: Promise<void> | undefined
}

export default (): Promise<void> => (globalThis.heddleBundle ??= bundle())
