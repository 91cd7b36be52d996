/**
 * Which account has done all first steps, as this browser saw it last: the menu then leaves them out, without asking the
 * server on every page.
 */
import { useSyncExternalStore } from "react"

const key = "heddle-first-steps-done"
const listeners = new Set<() => void>()

const finishedBy = (): string | null => localStorage.getItem(key)

export const rememberFinished = (accountId: string, done: boolean): void => {
  if (done) localStorage.setItem(key, accountId)
  else if (finishedBy() === accountId) localStorage.removeItem(key)
  for (const listener of listeners) listener()
}

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** The account; null when it is none. */
export const useFinishedBy = (): string | null => useSyncExternalStore(subscribe, finishedBy)
