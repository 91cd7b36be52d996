/** The person and their account: how they sign in, what they are told, what was changed, and the way out. */
import type { Me } from "@heddle/api/portal"
import { useState } from "react"
import { usePortalChange, usePortalQuery } from "../../rpc/PortalQuery.ts"
import { RichText, useText } from "../../text/Text.tsx"
import { Time } from "../../text/Time.tsx"
import { Button, LinkButton } from "../../ui/Button.tsx"
import { ConfirmByName } from "../../ui/Confirm.tsx"
import { Loading } from "../../ui/Loading.tsx"
import { Page, Section } from "../../ui/Page.tsx"
import { Problem } from "../../ui/Problem.tsx"
import { Note } from "../../ui/Status.tsx"
import { AuditLog } from "./AuditLog.tsx"
import { Email, Password } from "./Credentials.tsx"
import { NoticesForm } from "./NoticesForm.tsx"
import { OneTimeCodes } from "./OneTimeCodes.tsx"
import { Passkeys } from "./Passkeys.tsx"
import { Sessions } from "./Sessions.tsx"

/** The end of the account, confirmed by its address. */
const Consequences = () => {
  const t = useText()
  const balance = usePortalQuery("usage.Balance")
  const keys = usePortalQuery("keys.ListKeys")
  const webhooks = usePortalQuery("webhooks.ListEndpoints")
  return (
    <>
      <p>{t("account.close.consequences")}</p>
      <ul>
        {balance.data !== undefined && <li>{t("account.close.credits", { n: balance.data.remaining })}</li>}
        {keys.data !== undefined && (
          <li>{t("account.close.keys", { n: keys.data.keys.filter(({ status }) => status === "active").length })}</li>
        )}
        {webhooks.data !== undefined && <li>{t("account.close.endpoints", { n: webhooks.data.endpoints.length })}</li>}
      </ul>
    </>
  )
}

const Closure = ({ me }: { readonly me: Me }) => {
  const t = useText()
  const [asked, setAsked] = useState(false)
  const close = usePortalChange("account.CloseAccount", [])
  return (
    <>
      <p>{t("account.close.text")}</p>
      <div>
        <Button kind="danger" disabled={me.isDemo} onClick={() => setAsked(true)}>
          {t("account.close.action")}
        </Button>
      </div>
      {asked && (
        <ConfirmByName
          open
          onClose={() => setAsked(false)}
          title={t("account.close.title")}
          name={me.email}
          consequences={<Consequences />}
          action={t("account.close.action")}
          change={close}
          onConfirm={() => close.mutate({ email: me.email }, { onSuccess: () => location.assign("/sign-in") })}
        />
      )}
    </>
  )
}

const Account = () => {
  const t = useText()
  const { data: me, error, refetch } = usePortalQuery("account.Me")
  return (
    <Page title={t("nav.account")}>
      <Problem error={error} retry={() => void refetch()} />
      {me === undefined ? (
        error === null && <Loading lines={8} />
      ) : (
        <>
          {me.isDemo && <Note tone="info">{t("account.demo")}</Note>}
          <Section title={t("account.email")}>
            <Email me={me} />
            <p>
              <RichText id="account.since" components={{ at: <Time at={me.createdAt} kind="date" /> }} />
            </p>
          </Section>
          <Section title={t("account.password")}>
            <Password me={me} />
          </Section>
          <Section title={t("account.passkeys")}>
            <Passkeys me={me} />
          </Section>
          <Section title={t("account.codes")}>
            <OneTimeCodes me={me} />
          </Section>
        </>
      )}
      <Section title={t("account.sessions")}>
        <Sessions />
      </Section>
      <Section title={t("account.notices")}>
        <NoticesForm />
      </Section>
      <Section title={t("account.audit")}>
        <AuditLog />
      </Section>
      <Section title={t("account.export")}>
        <p>{t("account.export.text")}</p>
        <p>
          <LinkButton href={`${location.origin}/portal/export`}>{t("account.export.download")}</LinkButton>
        </p>
      </Section>
      {me !== undefined && (
        <Section title={t("account.close")}>
          <Closure me={me} />
        </Section>
      )}
    </Page>
  )
}

export default Account
