/** The changelog, newest first, covering REST and MCP: our releases, then those of the description we continue. */
import { readFileSync } from "node:fs"

// Read once at start: the file ships with the package and never changes while the process lives.
export const changelog = readFileSync(new URL("../../../../../docs/changelog.md", import.meta.url), "utf8")
