/**
 * Whether somebody is still signed in, and who, in all tabs. A tab that gets an answer about its account tells the
 * others; a tab that hears of another account loads again, because its page shows what is not theirs any more.
 */

type Message = { readonly type: "signed in"; readonly accountId: string } | { readonly type: "signed out" }

const channel = new BroadcastChannel("heddle-session")

// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has none: it ends at our origin
const tell = (message: Message) => channel.postMessage(message)

const listeners = new Set<() => void>()

let ended = false
let account: string | undefined

const changed = () => {
  for (const listener of listeners) listener()
}

const set = (value: boolean) => {
  if (ended === value) return
  ended = value
  changed()
}

/** A call was refused because nobody is signed in. */
export const sessionEnded = (): void => set(true)

/** An answer said whose page this is. */
export const signedInAs = (accountId: string): void => {
  if (account === accountId && !ended) return
  if (account !== undefined && account !== accountId) {
    location.reload()
    return
  }
  account = accountId
  ended = false
  tell({ type: "signed in", accountId })
  changed()
}

/** Call it before the session is closed. */
export const tellSignedOut = (): void => tell({ type: "signed out" })

/** Whose page this is; undefined until the first answer. */
export const knownAccount = (): string | undefined => account

export const isEnded = (): boolean => ended

export const onSessionChange = (listener: () => void): (() => void) => {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

channel.addEventListener("message", ({ data }: MessageEvent<Message>) => {
  if (data.type === "signed out") {
    if (account !== undefined) set(true)
  } else if (account !== undefined && account !== data.accountId) {
    location.reload()
  } else {
    set(false)
  }
})
