/** `docs/operations/settings.md`, from the definitions of the settings: names and defaults as the server reads them. */
import { ConfigProvider, Effect } from "effect"
import { settingMeanings } from "./SettingMeanings.ts"
import { describeSettings, isSecret, Settings } from "../../apps/server/src/runtime/Settings.ts"

const defaults = new Map(
  await Effect.runPromise(
    Settings.useSync(describeSettings).pipe(
      Effect.provide(Settings.layer),
      Effect.provideService(ConfigProvider.ConfigProvider, ConfigProvider.fromEnv({ env: {} }))
    )
  )
)

const units: Readonly<Record<string, string>> = { s: "seconds", m: "minutes", d: "days" }

/** A default as an operator would write it. */
const written = (value: string): string => {
  if (value === "" || value.startsWith("(")) return ""
  return `\`${value.replace(/^(\d+)([smd])$/, (_text, count, unit) => `${count} ${units[unit]}`)}\``
}

const introduction = `# Settings

<!-- written by \`npm run reference\` from apps/server/src/runtime -->

Settings are environment variables; an empty one counts as not set. The server refuses to start with a malformed value or an
unknown name that begins with \`HEDDLE_\`, and says what to write. \`heddle doctor --settings\` shows the values in force. Write durations as
\`10 seconds\`, \`5 minutes\` or \`2 days\`.

- (*) counts per process: N processes allow N times as much.
- (f) is a secret, which a file can hold: set \`NAME_FILE\` to its path, such as \`DATABASE_URL_FILE=/run/secrets/database_url\`, instead of \`NAME\`. It is read at the start.`

const tables = Object.entries(settingMeanings).map(([title, meanings]) => {
  const rows = Object.entries(meanings).map(
    ([name, meaning]) =>
      `| \`${name}\` | ${written(defaults.get(name) ?? "")} | ${meaning}${isSecret(name) ? " (f)" : ""} |`
  )
  return [`## ${title}`, "", "| setting | default | meaning |", "|---|---|---|", ...rows].join("\n")
})

export const settingsPage = `${[introduction, ...tables].join("\n\n")}\n`

const described = new Set(Object.values(settingMeanings).flatMap((meanings) => Object.keys(meanings)))

/** Settings without a meaning, and meanings of settings that are gone. */
export const faultsOfMeanings: ReadonlyArray<string> = [
  ...[...defaults.keys()].filter((name) => !described.has(name)).map((name) => `${name} is not in SettingMeanings.ts`),
  ...[...described].filter((name) => !defaults.has(name)).map((name) => `${name} in SettingMeanings.ts is no setting`)
]
