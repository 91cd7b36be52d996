/** `npm run build -w packages/receiver`: writes the package as it is published to the `dist` of the folder it runs in. */
import { join } from "node:path"
import { build } from "./Build.ts"

await build(process.cwd(), join(process.cwd(), "dist"))
