/**
 * Builds the portal into `dist` when a source is newer than the last build. Takes a few seconds. The build is made
 * beside the last one and takes its place at the end, so that a server can go on reading.
 */
import { mkdirSync, readdirSync, renameSync, rmSync, statSync } from "node:fs"
import { join } from "node:path"
import { portalRoot } from "./Root.ts"

const dist = join(portalRoot, "dist")
/** Who holds it builds. */
const lock = join(portalRoot, "dist.lock")
const lockMillis = 180_000

const changedAt = (path: string): number | undefined => statSync(path, { throwIfNoEntry: false })?.mtimeMs

const newest = (path: string): number => {
  const stats = statSync(path, { throwIfNoEntry: false })
  if (stats === undefined) return 0
  if (!stats.isDirectory()) return stats.mtimeMs
  return Math.max(0, ...readdirSync(path).map((name) => newest(join(path, name))))
}

export const isReady = (): boolean => changedAt(join(dist, "index.html")) !== undefined

const isStale = (): boolean => {
  const built = changedAt(join(dist, "index.html"))
  if (built === undefined) return true
  const sources = ["src", "build", "index.html", "package.json", "../../packages/api/src"]
  return sources.some((path) => newest(join(portalRoot, path)) > built)
}

/** False while another process builds. */
const takeLock = (): boolean => {
  const since = changedAt(lock)
  if (since !== undefined && Date.now() - since > lockMillis) rmSync(lock, { recursive: true, force: true })
  try {
    mkdirSync(lock)
    return true
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "EEXIST") return false
    throw error
  }
}

const replace = (made: string) => {
  const before = `${made}.before`
  if (changedAt(dist) !== undefined) renameSync(dist, before)
  renameSync(made, dist)
  rmSync(before, { recursive: true, force: true })
}

const pollMillis = 200

const otherBuild = async (): Promise<void> => {
  while (changedAt(lock) !== undefined && !isReady()) {
    await new Promise((resolve) => setTimeout(resolve, pollMillis))
  }
}

/** Whether it built. Without a build and with another process building, waits for that one. */
export const buildWhenStale = async (): Promise<boolean> => {
  if (!isStale()) return false
  if (!takeLock()) {
    await otherBuild()
    return false
  }
  const made = join(portalRoot, `dist.${process.pid}`)
  try {
    // Loaded only now: a server whose portal is ready must start without it.
    const [{ build }, { viteConfig }] = await Promise.all([import("vite"), import("./Vite.ts")])
    await build({ ...viteConfig, build: { ...viteConfig.build, outDir: made } })
    replace(made)
    return true
  } finally {
    rmSync(made, { recursive: true, force: true })
    rmSync(lock, { recursive: true, force: true })
  }
}
