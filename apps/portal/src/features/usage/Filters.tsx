/** The filters, each of which is a part of the address. Request ids are searched alone: one belongs to one call. */
import { type ReactNode, useId } from "react"
import { usePortalQuery } from "../../rpc/PortalQuery.ts"
import { useSourceName } from "../../rpc/SourceNames.ts"
import { apiTypeName } from "../../text/ApiTypes.ts"
import { useText } from "../../text/Text.tsx"
import { Button } from "../../ui/Button.tsx"
import styles from "./Usage.module.css"
import { filtersIn, type Search } from "./Search.ts"

export interface FiltersProps {
  readonly search: Search
  readonly change: (search: Partial<Record<keyof Search, string | undefined>>) => void
}

const Labelled = ({ label, children }: { readonly label: string; readonly children: (id: string) => ReactNode }) => {
  const id = useId()
  return (
    <div className={styles["filter"]}>
      <label htmlFor={id}>{label}</label>
      {children(id)}
    </div>
  )
}

interface ChoiceProps {
  readonly label: string
  readonly value: string | undefined
  readonly options: ReadonlyArray<{ readonly value: string; readonly label: string }>
  readonly onChange: (value: string | undefined) => void
}

const Choice = ({ label, value, options, onChange }: ChoiceProps) => {
  const t = useText()
  const shown = value === undefined || options.some((option) => option.value === value)
  const all = shown ? options : [...options, { value, label: value }]
  return (
    <Labelled label={label}>
      {(id) => (
        <select id={id} value={value ?? ""} onChange={(event) => onChange(event.currentTarget.value || undefined)}>
          <option value="">{t("usage.all")}</option>
          {all.map((option) => (
            <option key={option.value} value={option.value}>
              {option.label}
            </option>
          ))}
        </select>
      )}
    </Labelled>
  )
}

/** The days of the range: an hour in it is not combined with another end. */
const daysOf = ({ from, to }: Search) => ({ from: from?.slice(0, 10), to })

export const Filters = ({ search, change }: FiltersProps) => {
  const t = useText()
  const sourceName = useSourceName()
  const { data: names } = usePortalQuery("usage.ListUsageNames")
  return (
    <search className={styles["filters"]}>
      {(["from", "to"] as const).map((end) => (
        <Labelled key={end} label={t(`usage.${end}`)}>
          {(id) => (
            <input
              id={id}
              type="date"
              value={search[end]?.slice(0, 10) ?? ""}
              onChange={({ currentTarget: { value } }) =>
                change({ ...daysOf(search), [end]: value, request: undefined })
              }
            />
          )}
        </Labelled>
      ))}
      <Choice
        label={t("usage.source")}
        value={search.source}
        options={names?.sources.map((value) => ({ value, label: sourceName(value) })) ?? []}
        onChange={(source) => change({ source, request: undefined })}
      />
      <Choice
        label={t("usage.apiType")}
        value={search.apiType}
        options={names?.apiTypes.map((value) => ({ value, label: apiTypeName(t, value) })) ?? []}
        onChange={(apiType) => change({ apiType, request: undefined })}
      />
      <Choice
        label={t("usage.via")}
        value={search.via}
        options={[
          { value: "rest", label: t("ui.via.rest") },
          { value: "mcp", label: t("ui.via.mcp") },
          { value: "webhook", label: t("ui.via.webhook") }
        ]}
        onChange={(via) => change({ via, request: undefined })}
      />
      <form
        className={styles["request"]}
        onSubmit={(event) => {
          event.preventDefault()
          const id = new FormData(event.currentTarget).get("request")
          change({ request: typeof id === "string" && id.trim() !== "" ? id.trim() : undefined })
        }}
      >
        <Labelled label={t("usage.requestId")}>
          {(id) => (
            <input
              key={search.request ?? ""}
              id={id}
              name="request"
              type="search"
              defaultValue={search.request}
              autoComplete="off"
              spellCheck={false}
            />
          )}
        </Labelled>
        <Button type="submit">{t("usage.find")}</Button>
      </form>
      {filtersIn(search) > 0 && (
        <Button
          kind="quiet"
          onClick={() =>
            change({
              from: undefined,
              to: undefined,
              source: undefined,
              apiType: undefined,
              via: undefined,
              request: undefined
            })
          }
        >
          {t("usage.clear")}
        </Button>
      )}
    </search>
  )
}
