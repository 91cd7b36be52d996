// Without it, every command would strip the types of hundreds of files and compile them again.
// A named import would fail before `require-node.mjs` can say that Node is too old.
import * as modules from "node:module"
import { fileURLToPath } from "node:url"

modules.enableCompileCache(fileURLToPath(new URL("../node_modules/.cache/heddle/compiled", import.meta.url)))
