/** A key with one press; it goes into the snippets below. */
import { useSyncExternalStore } from "react"
import { usePortalChange } from "../../rpc/PortalQuery.ts"
import { useText } from "../../text/Text.tsx"
import { Button, LinkButton } from "../../ui/Button.tsx"
import { Code } from "../../ui/Code.tsx"
import { Problem } from "../../ui/Problem.tsx"
import styles from "./FirstSteps.module.css"

/** The key that was just created, so that the snippets can contain it. In memory only: a reload forgets it. */
let fresh: string | undefined
const listeners = new Set<() => void>()

const keepFreshKey = (key: string): void => {
  fresh = key
  for (const listener of listeners) listener()
}

export const useFreshKey = (): string | undefined =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => fresh
  )

export const KeyStep = ({ hasKey }: { readonly hasKey: boolean }) => {
  const t = useText()
  const fresh = useFreshKey()
  const create = usePortalChange("keys.CreateKey", ["keys.ListKeys", "account.ListAudit"])
  if (fresh !== undefined) {
    return (
      <>
        <p>{t("firstSteps.key.shown")}</p>
        <Code text={fresh} language={t("firstSteps.key.language")} />
      </>
    )
  }
  return (
    <>
      <p>{t(hasKey ? "firstSteps.key.have" : "firstSteps.key.text")}</p>
      <Problem error={create.error} />
      <div className={styles["actions"]}>
        <Button
          kind={hasKey ? "secondary" : "primary"}
          busy={create.isPending}
          onClick={() =>
            create.mutate({ name: t("firstSteps.key.name") }, { onSuccess: ({ key }) => keepFreshKey(key) })
          }
        >
          {t(hasKey ? "firstSteps.key.another" : "firstSteps.key.create")}
        </Button>
        <LinkButton href="/keys" kind="quiet">
          {t("firstSteps.key.manage")}
        </LinkButton>
      </div>
    </>
  )
}
