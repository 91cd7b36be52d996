/** Where signing in for another tab ends: this tab tells the others and has nothing else to do. */
import { useText } from "../text/Text.tsx"
import { LinkButton } from "../ui/Button.tsx"
import { Page } from "../ui/Page.tsx"
import { useEffect } from "react"
import { knownAccount, onSessionChange } from "../rpc/Session.ts"

export const signedInPath = "/signed-in"

const SignedIn = () => {
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

export default SignedIn
