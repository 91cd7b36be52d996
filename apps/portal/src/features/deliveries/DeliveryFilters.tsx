/** The filters of the log. They stand in the address once they are applied. */
import type { DeliveryFilter, Endpoint } from "@heddle/api/portal"
import { useState } from "react"
import { useLocation } from "wouter"
import { instantOf, localInputOf, withoutScheme } from "../../text/Formats.ts"
import { keywordOf } from "../../text/RuleWords.ts"
import { useText } from "../../text/Text.tsx"
import { timeZone } from "../../text/TimeZone.ts"
import { Button, LinkButton } from "../../ui/Button.tsx"
import { Field } from "../../ui/Field.tsx"
import { fieldOf, Form, FormActions } from "../../ui/Form.tsx"
import { NumberInput, type Option, Select, TextInput } from "../../ui/Inputs.tsx"
import { deliveriesLink } from "../Links.ts"
import styles from "./Deliveries.module.css"
import { isFiltered } from "./Filter.ts"

interface Props {
  readonly filter: DeliveryFilter
  readonly endpoints: ReadonlyArray<Endpoint>
}

/** A deleted endpoint or rule still filters, so it stays among the choices. */
const withChosen = (options: ReadonlyArray<Option>, chosen: string | undefined): ReadonlyArray<Option> =>
  chosen === undefined || options.some(({ value }) => value === chosen)
    ? options
    : [...options, { value: chosen, label: chosen }]

const searchOfForm = (data: FormData) => {
  const text = (name: string) => fieldOf(data, name).trim()
  const from = instantOf(text("from"))
  const to = instantOf(text("to"))
  const filled = ["endpoint", "rule", "event", "post", "outcome", "status"].flatMap(
    (name): ReadonlyArray<[string, string]> => (text(name) === "" ? [] : [[name, text(name)]])
  )
  return {
    ...Object.fromEntries(filled),
    ...(from === undefined ? {} : { from }),
    ...(to === undefined ? {} : { to })
  }
}

export const DeliveryFilters = ({ filter, endpoints }: Props) => {
  const t = useText()
  const [, navigate] = useLocation()
  const [endpointId, setEndpointId] = useState<string>(filter.endpointId ?? "")
  const all = { value: "", label: t("deliveries.any") }
  const rules = endpoints.filter(({ id }) => endpointId === "" || id === endpointId).flatMap(({ rules }) => rules)
  return (
    <div className={styles["filters"]}>
      <Form onSubmit={(data) => navigate(deliveriesLink(searchOfForm(data)))}>
        <div className={styles["fields"]}>
          <Field name="outcome" label={t("deliveries.outcome")}>
            <Select
              defaultValue={filter.outcome ?? ""}
              options={[
                all,
                { value: "delivered", label: t("delivery.delivered") },
                { value: "failed", label: t("delivery.failed") },
                { value: "sending", label: t("delivery.sending") }
              ]}
            />
          </Field>
          <Field name="endpoint" label={t("endpoint.title")}>
            <Select
              value={endpointId}
              onChange={(event) => setEndpointId(event.currentTarget.value)}
              options={[
                all,
                ...withChosen(
                  endpoints.map(({ id, name, url }) => ({ value: id, label: name ?? withoutScheme(url) })),
                  filter.endpointId
                )
              ]}
            />
          </Field>
          <Field name="rule" label={t("rule.title")}>
            <Select
              key={endpointId}
              defaultValue={filter.ruleId ?? ""}
              options={[
                all,
                ...withChosen(
                  rules.map((rule) => ({ value: rule.id, label: keywordOf(rule) ?? t("rule.trending") })),
                  filter.ruleId
                )
              ]}
            />
          </Field>
          <Field name="status" label={t("deliveries.status")}>
            <NumberInput min={100} max={599} defaultValue={filter.statusCode ?? ""} />
          </Field>
          <Field name="event" label={t("deliveries.event")}>
            <TextInput mono defaultValue={filter.eventId ?? ""} placeholder="evt_…" />
          </Field>
          <Field name="post" label={t("deliveries.post")}>
            <TextInput mono defaultValue={filter.postCode ?? ""} />
          </Field>
          <Field name="from" label={t("deliveries.from", { zone: timeZone() })}>
            <TextInput
              type="datetime-local"
              step={1}
              defaultValue={filter.from === undefined ? "" : localInputOf(filter.from)}
            />
          </Field>
          <Field name="to" label={t("deliveries.to", { zone: timeZone() })}>
            <TextInput
              type="datetime-local"
              step={1}
              defaultValue={filter.to === undefined ? "" : localInputOf(filter.to)}
            />
          </Field>
        </div>
        <FormActions>
          <Button type="submit">{t("deliveries.filter")}</Button>
          {isFiltered(filter) && (
            <LinkButton href={deliveriesLink()} kind="quiet">
              {t("deliveries.clear")}
            </LinkButton>
          )}
        </FormActions>
      </Form>
    </div>
  )
}
