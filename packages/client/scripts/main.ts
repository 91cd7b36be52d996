/** `npm run generate -w packages/client` */
import { writeFile } from "node:fs/promises"
import { generate } from "./Generate.ts"

await writeFile(new URL("../src/generated.ts", import.meta.url), await generate())
