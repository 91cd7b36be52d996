/** `npm run generate -w packages/client` writes what is generated in both clients. */
import { writeFile } from "node:fs/promises"
import { generatePython, pythonFile } from "./Python.ts"
import { generateTypeScript } from "./TypeScript.ts"

await writeFile(new URL("../src/generated.ts", import.meta.url), await generateTypeScript())
await writeFile(pythonFile, generatePython())
