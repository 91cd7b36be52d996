/** Who is signed in, the language, the colours, whose time, and the way out. */
import { CircleUser } from "lucide-react"
import { useEffect, useId, useState } from "react"
import { usePortalQuery } from "../rpc/PortalQuery.ts"
import { signedInAs, tellSignedOut } from "../rpc/Session.ts"
import {
  chooseLanguage,
  chooseTheme,
  chosenLanguage,
  chosenTheme,
  isLanguage,
  languages,
  type Theme,
  themes
} from "../text/Language.ts"
import { useText } from "../text/Text.tsx"
import { type Clocks, chooseClocks, chosenClocks, clocks, timeZone } from "../text/TimeZone.ts"
import { Button } from "../ui/Button.tsx"
import styles from "./UserMenu.module.css"

const LanguageChoice = () => {
  const t = useText()
  return (
    <label className={styles["choice"]}>
      {t("app.language")}
      <select
        defaultValue={chosenLanguage()}
        onChange={({ currentTarget: { value } }) => {
          if (isLanguage(value)) chooseLanguage(value)
        }}
      >
        {Object.entries(languages).map(([code, name]) => (
          <option key={code} value={code} lang={code}>
            {name}
          </option>
        ))}
      </select>
    </label>
  )
}

const ThemeChoice = () => {
  const t = useText()
  const [theme, setTheme] = useState<Theme>(chosenTheme)
  const names = { system: t("app.theme.system"), light: t("app.theme.light"), dark: t("app.theme.dark") } as const
  return (
    <label className={styles["choice"]}>
      {t("app.theme")}
      <select
        value={theme}
        onChange={({ currentTarget: { value } }) => {
          const chosen = themes.find((name) => name === value) ?? "system"
          chooseTheme(chosen)
          setTheme(chosen)
        }}
      >
        {themes.map((name) => (
          <option key={name} value={name}>
            {names[name]}
          </option>
        ))}
      </select>
    </label>
  )
}

const ClockChoice = () => {
  const t = useText()
  const names = { local: t("app.time.local"), utc: "UTC" } as const satisfies Record<Clocks, string>
  return (
    <label className={styles["choice"]}>
      {t("app.time")}
      <select
        defaultValue={chosenClocks()}
        onChange={({ currentTarget: { value } }) => chooseClocks(clocks.find((name) => name === value) ?? "local")}
      >
        {clocks.map((name) => (
          <option key={name} value={name}>
            {names[name]}
          </option>
        ))}
      </select>
    </label>
  )
}

export const UserMenu = () => {
  const t = useText()
  const id = useId()
  const { data } = usePortalQuery("account.Me")
  useEffect(() => {
    if (data !== undefined) signedInAs(data.accountId)
  }, [data])
  return (
    <div className={styles["user"]}>
      <button type="button" popoverTarget={id} className={styles["open"]}>
        <CircleUser size={20} aria-hidden />
        <span className="unseen">{t("app.user")}</span>
        <span className={styles["email"]}>{data?.email}</span>
      </button>
      <div id={id} popover="auto" className={styles["panel"]}>
        <p className={styles["who"]}>
          <strong>{data?.email}</strong>
          <span>{t("app.timeZone", { zone: timeZone() })}</span>
        </p>
        <LanguageChoice />
        <ThemeChoice />
        <ClockChoice />
        <form method="post" action="/sign-out" onSubmit={tellSignedOut}>
          <Button type="submit">{t("app.signOut")}</Button>
        </form>
      </div>
    </div>
  )
}
