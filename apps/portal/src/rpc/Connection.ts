/**
 * Whether the server answers. It is asked while somebody looks at the page: a connection that breaks off silently tells
 * nobody. The query client keeps the answer, and asks again for what is shown when the server is back.
 */
import { onlineManager } from "@tanstack/react-query"
import { Effect } from "effect"
import { useSyncExternalStore } from "react"

const path = "/healthz"
/** Together less than the 5 seconds in which a page says that its server is gone. */
const intervalMillis = 1500
const patienceMillis = 3000

/** A proxy answers for a server that is gone, too. */
const answers = async (): Promise<boolean> => {
  try {
    // Without a body, which would keep one of the browser's few connections until it is read.
    const signal = AbortSignal.timeout(patienceMillis)
    const { ok } = await fetch(path, { method: "HEAD", cache: "no-store", signal })
    return ok
  } catch {
    return false
  }
}

/** Begins to watch the server, as long as the query client is shown. */
export const watchConnection = (): void =>
  onlineManager.setEventListener((setOnline) => {
    let stopped = false
    let timer: ReturnType<typeof setTimeout> | undefined
    const look = async () => {
      clearTimeout(timer)
      if (document.hidden) return
      const online = await answers()
      // The page may have been left meanwhile; what it asks then is cancelled, which says nothing about the server.
      if (stopped || document.hidden) return
      setOnline(online)
      clearTimeout(timer)
      timer = setTimeout(() => void look(), intervalMillis)
    }
    const seen = () => void look()
    document.addEventListener("visibilitychange", seen)
    timer = setTimeout(() => void look(), intervalMillis)
    return () => {
      stopped = true
      clearTimeout(timer)
      document.removeEventListener("visibilitychange", seen)
    }
  })

const subscribe = (listener: () => void) => onlineManager.subscribe(listener)

const isConnected = () => onlineManager.isOnline()

export const useIsConnected = (): boolean => useSyncExternalStore(subscribe, isConnected)

const untilConnected = (value: boolean) =>
  Effect.callback<void>((resume) => {
    const check = () => {
      if (isConnected() === value) resume(Effect.void)
    }
    const stop = subscribe(check)
    check()
    return Effect.sync(stop)
  })

export const connected = untilConnected(true)
export const disconnected = untilConnected(false)
