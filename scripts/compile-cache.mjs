// Without it, every command would strip the types of hundreds of files and compile them again.
// A named import would fail before `require-node.mjs` can say that Node is too old.
import * as modules from "node:module"
import { homedir } from "node:os"
import { join } from "node:path"
import { fileURLToPath } from "node:url"

const besidePackages = fileURLToPath(new URL("../node_modules/.cache/heddle/compiled", import.meta.url))
/** Of an installation that belongs to somebody else, as in a container. Others cannot write there, unlike `/tmp`. */
const ofUser = join(homedir(), ".cache", "heddle", "compiled")
const folder = [besidePackages, ofUser].find((one) => modules.enableCompileCache(one).directory !== undefined)

// For threads and child processes, which start without it.
if (folder !== undefined) process.env.NODE_COMPILE_CACHE ??= folder
