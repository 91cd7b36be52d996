// Without it, every command would strip the types of hundreds of files and compile them again.
import { enableCompileCache } from "node:module"
import { fileURLToPath } from "node:url"

enableCompileCache(fileURLToPath(new URL("../node_modules/.cache/heddle/compiled", import.meta.url)))
