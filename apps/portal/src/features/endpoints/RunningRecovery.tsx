/** How far a job is, and its end. */
import type { Recovery } from "@heddle/api/portal"
import { useEffect, useId } from "react"
import { usePortalMutation, useInvalidate } from "../../rpc/PortalQuery.ts"
import { call } from "../../rpc/Client.ts"
import { useText } from "../../text/Text.tsx"
import { Button } from "../../ui/Button.tsx"
import { Problem } from "../../ui/Problem.tsx"
import styles from "./RunningRecovery.module.css"

export const RunningRecovery = ({ job }: { readonly job: Recovery }) => {
  const t = useText()
  const id = useId()
  const invalidate = useInvalidate()
  // What the form counted is sent again by now.
  useEffect(() => () => void invalidate(["webhooks.CountRecoverable"]), [invalidate])
  const stop = usePortalMutation(
    (recoveryId: Recovery["id"]) => call("webhooks.CancelRecovery", { recoveryId }),
    ["webhooks.ListRecoveries", "webhooks.CountRecoverable"]
  )
  return (
    <div className={styles["job"]}>
      <label htmlFor={id}>{t("recover.progress", { resent: job.resent, total: job.total })}</label>
      <progress id={id} value={job.resent} max={Math.max(1, job.total)} />
      <div>
        <Button busy={stop.isPending} onClick={() => stop.mutate(job.id)}>
          {t("recover.stop")}
        </Button>
      </div>
      <p>{t("recover.stop.hint")}</p>
      <Problem error={stop.error} />
    </div>
  )
}
