/** The person and their account: how they sign in, what they are told, what was changed, and the way out. */
import type { Me } from "@heddle/api/portal"
import type { ReactNode } from "react"
import { usePortalQuery } from "../../rpc/PortalQuery.ts"
import { RichText, useText } from "../../text/Text.tsx"
import type { TextId } from "../../text/TextId.ts"
import { Time } from "../../text/Time.tsx"
import { LinkButton } from "../../ui/Button.tsx"
import { Loading } from "../../ui/Loading.tsx"
import { Page, Section, Subsection } from "../../ui/Page.tsx"
import { Problem } from "../../ui/Problem.tsx"
import { Note } from "../../ui/Status.tsx"
import styles from "./Account.module.css"
import { AuditLog } from "./AuditLog.tsx"
import { Closure } from "./Closure.tsx"
import { Email, Password } from "./Credentials.tsx"
import { NoticesForm } from "./NoticesForm.tsx"
import { OneTimeCodes } from "./OneTimeCodes.tsx"
import { Passkeys } from "./Passkeys.tsx"
import { Sessions } from "./Sessions.tsx"

interface Part {
  readonly id: string
  readonly title: TextId
  readonly show: (me: Me) => ReactNode
}

interface Group extends Omit<Part, "show"> {
  readonly parts: ReadonlyArray<Part>
}

const Since = ({ me }: { readonly me: Me }) => (
  <p>
    <RichText id="account.since" components={{ at: <Time at={me.createdAt} kind="date" /> }} />
  </p>
)

const Export = () => {
  const t = useText()
  return (
    <>
      <p>{t("account.export.text")}</p>
      <p>
        <LinkButton href={`${location.origin}/portal/export`}>{t("account.export.download")}</LinkButton>
      </p>
    </>
  )
}

/** A group with one part is that part. */
const groups: ReadonlyArray<Group> = [
  {
    id: "sign-in",
    title: "account.signIn",
    parts: [
      { id: "email", title: "account.email", show: (me) => <Email me={me} /> },
      { id: "password", title: "account.password", show: (me) => <Password me={me} /> },
      { id: "passkeys", title: "account.passkeys", show: (me) => <Passkeys me={me} /> },
      { id: "codes", title: "account.codes", show: (me) => <OneTimeCodes me={me} /> },
      { id: "sessions", title: "account.sessions", show: () => <Sessions /> }
    ]
  },
  {
    id: "notices",
    title: "account.notices",
    parts: [{ id: "notices", title: "account.notices", show: () => <NoticesForm /> }]
  },
  {
    id: "history",
    title: "account.audit",
    parts: [{ id: "history", title: "account.audit", show: () => <AuditLog /> }]
  },
  {
    id: "data",
    title: "account.data",
    parts: [
      { id: "export", title: "account.export", show: () => <Export /> },
      { id: "close", title: "account.close", show: (me) => <Closure me={me} /> }
    ]
  }
]

const Contents = () => {
  const t = useText()
  return (
    <nav className={styles["contents"]} aria-label={t("account.contents")}>
      <ul>
        {groups.map(({ id, title, parts }) => (
          <li key={id}>
            <a href={`#${id}`}>{t(title)}</a>
            {parts.length > 1 && (
              <ul>
                {parts.map((part) => (
                  <li key={part.id}>
                    <a href={`#${part.id}`}>{t(part.title)}</a>
                  </li>
                ))}
              </ul>
            )}
          </li>
        ))}
      </ul>
    </nav>
  )
}

const Sections = ({ me }: { readonly me: Me }) => {
  const t = useText()
  return (
    <div className={styles["sections"]}>
      {groups.map(({ id, title, parts }) => (
        <Section key={id} id={id} title={t(title)}>
          {parts.length > 1
            ? parts.map((part) => (
                <Subsection key={part.id} id={part.id} title={t(part.title)}>
                  {part.show(me)}
                </Subsection>
              ))
            : parts.map((part) => part.show(me))}
        </Section>
      ))}
    </div>
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
          <Since me={me} />
          {me.isDemo && <Note tone="info">{t("account.demo")}</Note>}
          <div className={styles["columns"]}>
            <Contents />
            <Sections me={me} />
          </div>
        </>
      )}
    </Page>
  )
}

export default Account
