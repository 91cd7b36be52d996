/** The person and their account: how they sign in, what they are told, what was changed, and the way out. */
import { usePortalQuery } from "../../rpc/PortalQuery.ts"
import { RichText, useText } from "../../text/Text.tsx"
import { Time } from "../../text/Time.tsx"
import { LinkButton } from "../../ui/Button.tsx"
import { Loading } from "../../ui/Loading.tsx"
import { Page, Section } from "../../ui/Page.tsx"
import { Problem } from "../../ui/Problem.tsx"
import { Note } from "../../ui/Status.tsx"
import { AuditLog } from "./AuditLog.tsx"
import { Closure } from "./Closure.tsx"
import { Email } from "./Email.tsx"
import { NoticesForm } from "./NoticesForm.tsx"
import { OneTimeCodes } from "./OneTimeCodes.tsx"
import { Passkeys } from "./Passkeys.tsx"
import { Password } from "./Password.tsx"
import { Sessions } from "./Sessions.tsx"

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
