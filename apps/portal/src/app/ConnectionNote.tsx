/** Says above every screen that the server is gone. */
import { useIsConnected } from "../rpc/Connection.ts"
import { useText } from "../text/Text.tsx"
import { Note } from "../ui/Status.tsx"
import styles from "./Frame.module.css"

export const ConnectionNote = () => {
  const t = useText()
  const isConnected = useIsConnected()
  return (
    <div role="status" className={styles["connection"]}>
      {!isConnected && <Note tone="warn">{t("app.disconnected")}</Note>}
    </div>
  )
}
