/** A key with one press; it goes into the snippets below. */
import { usePortalMutation } from "../../rpc/PortalQuery.ts"
import { call } from "../../rpc/Client.ts"
import { useText } from "../../text/Text.tsx"
import { Button, LinkButton } from "../../ui/Button.tsx"
import { Code } from "../../ui/Code.tsx"
import { Problem } from "../../ui/Problem.tsx"
import styles from "./FirstSteps.module.css"
import { keepFreshKey, useFreshKey } from "./FreshKey.ts"

export const KeyStep = ({ hasKey }: { readonly hasKey: boolean }) => {
  const t = useText()
  const fresh = useFreshKey()
  const create = usePortalMutation(
    (name: string) => call("keys.CreateKey", { name }),
    ["keys.ListKeys", "account.ListAudit"]
  )
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
          onClick={() => create.mutate(t("firstSteps.key.name"), { onSuccess: ({ key }) => keepFreshKey(key) })}
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
