/** The key that was just created, so that the snippets can contain it. In memory only: a reload forgets it. */
import { useSyncExternalStore } from "react"

let fresh: string | undefined
const listeners = new Set<() => void>()

export const keepFreshKey = (key: string): void => {
  fresh = key
  for (const listener of listeners) listener()
}

export const useFreshKey = (): string | undefined =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => fresh
  )
