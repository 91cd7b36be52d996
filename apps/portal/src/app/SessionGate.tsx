/**
 * When the session has ended: somebody signs in in another tab, so that nothing on this page is lost. Reads repeat by
 * themselves then; a change waits for another press.
 */
import { useQueryClient } from "@tanstack/react-query"
import { useEffect, useSyncExternalStore } from "react"
import { isEnded, knownAccount, onSessionChange } from "../rpc/Session.ts"
import { useText } from "../text/Text.tsx"
import { LinkButton } from "../ui/Button.tsx"
import { Dialog } from "../ui/Dialog.tsx"
import { Page } from "../ui/Page.tsx"
import styles from "./Frame.module.css"

const signedInPath = "/signed-in"

/** Where signing in for another tab ends: this tab tells the others and has nothing else to do. */
export const SignedIn = () => {
  const t = useText()
  // The shell asks who is signed in; its answer is what the other tabs hear.
  useEffect(() => {
    const close = () => {
      if (knownAccount() !== undefined && window.opener !== null) window.close()
    }
    close()
    return onSessionChange(close)
  }, [])
  return (
    <Page title={t("app.session.back")}>
      <p>{t("app.session.closeTab")}</p>
      <LinkButton href="/overview">{t("app.session.stay")}</LinkButton>
    </Page>
  )
}

const signIn = (returnTo: string): string => `/sign-in?return_to=${encodeURIComponent(returnTo)}`

const Gate = () => {
  const t = useText()
  const client = useQueryClient()
  useEffect(() => () => void client.invalidateQueries(), [client])
  return (
    <Dialog open held onClose={() => undefined} title={t("app.session.ended")}>
      <p>{t("app.session.explained")}</p>
      <a href={signIn(`/portal${signedInPath}`)} target="_blank" rel="opener" className={styles["signIn"]}>
        {t("app.session.signIn")}
      </a>
    </Dialog>
  )
}

export const SessionGate = () => {
  const ended = useSyncExternalStore(onSessionChange, isEnded)
  const isStranger = ended && knownAccount() === undefined
  useEffect(() => {
    if (isStranger) location.assign(signIn(location.pathname + location.search))
  }, [isStranger])
  return ended && !isStranger ? <Gate /> : null
}
