/**
 * When the session has ended: signing in happens in another tab, so that nothing on this page is lost. Reads repeat by
 * themselves then; a change waits for another press.
 */
import { useQueryClient } from "@tanstack/react-query"
import { useEffect, useSyncExternalStore } from "react"
import { isEnded, knownAccount, onSessionChange } from "../rpc/Session.ts"
import { useText } from "../text/Text.tsx"
import { Dialog } from "../ui/Dialog.tsx"
import styles from "./SessionGate.module.css"
import { signedInPath } from "./SignedIn.tsx"

const signIn = (returnTo: string): string => `/sign-in?return_to=${encodeURIComponent(returnTo)}`

const Gate = () => {
  const t = useText()
  const client = useQueryClient()
  useEffect(() => () => void client.invalidateQueries(), [client])
  return (
    <Dialog open held onClose={() => undefined} title={t("app.session.ended")}>
      <p>{t("app.session.explained")}</p>
      <a href={signIn(`/portal${signedInPath}`)} target="_blank" rel="opener" className={styles["link"]}>
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
