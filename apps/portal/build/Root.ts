import { fileURLToPath } from "node:url"

/** The folder of the portal. */
export const portalRoot = fileURLToPath(new URL("..", import.meta.url))
