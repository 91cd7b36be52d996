/** The time, every 15 seconds, for all components at once. */
import { useSyncExternalStore } from "react"

const listeners = new Set<() => void>()
let now = new Date()

const tick = () => {
  now = new Date()
  for (const listener of listeners) listener()
}

let timer: ReturnType<typeof setInterval> | undefined

const subscribe = (listener: () => void) => {
  if (listeners.size === 0) {
    now = new Date()
    timer = setInterval(tick, 15_000)
  }
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
    if (listeners.size === 0) clearInterval(timer)
  }
}

export const useNow = (): Date => useSyncExternalStore(subscribe, () => now)
