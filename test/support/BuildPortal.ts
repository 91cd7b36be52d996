/** Builds the portal before the first server starts, as it is served in production: a server would build it meanwhile. */
import { execFileSync } from "node:child_process"
import { fileURLToPath } from "node:url"

export default (): void => {
  const program = fileURLToPath(new URL("../../apps/portal/build/main.ts", import.meta.url))
  execFileSync(process.execPath, [program], { env: { NODE_ENV: "production" }, stdio: "pipe" })
}
