/** Builds the portal into `dist` when a source is newer than the last build. Takes about a second. */
import { readdirSync, statSync } from "node:fs"
import { join } from "node:path"
import { build } from "vite"
import { portalRoot, viteConfig } from "./Vite.ts"

const newest = (path: string): number => {
  const stats = statSync(path, { throwIfNoEntry: false })
  if (stats === undefined) return 0
  if (!stats.isDirectory()) return stats.mtimeMs
  return Math.max(0, ...readdirSync(path).map((name) => newest(join(path, name))))
}

export const isStale = (): boolean => {
  const built = statSync(join(portalRoot, "dist/index.html"), { throwIfNoEntry: false })?.mtimeMs
  if (built === undefined) return true
  const sources = ["src", "build", "index.html", "package.json", "../../packages/api/src"]
  return sources.some((path) => newest(join(portalRoot, path)) > built)
}

export const buildWhenStale = async (): Promise<boolean> => {
  if (!isStale()) return false
  await build(viteConfig)
  return true
}
