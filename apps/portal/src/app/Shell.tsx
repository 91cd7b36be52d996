/** What stands around every screen: the way to the content, the navigation, the account's menu. */
import { type ReactNode } from "react"
import { useText } from "../text/Text.tsx"
import { Toast } from "../ui/Toast.tsx"
import { Navigation } from "./Navigation.tsx"
import { SessionGate } from "./SessionGate.tsx"
import styles from "./Shell.module.css"

export const Shell = ({ children }: { readonly children: ReactNode }) => {
  const t = useText()
  return (
    <>
      <a href="#content" className={styles["skip"]}>
        {t("app.skip")}
      </a>
      <div className={styles["shell"]}>
        <Navigation />
        {children}
      </div>
      <Toast />
      <SessionGate />
    </>
  )
}
