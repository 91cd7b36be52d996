/** From when on a mail warns that credits run out. */
import type { Notices } from "@heddle/api/portal"
import { usePortalChange, usePortalQuery } from "../../rpc/PortalQuery.ts"
import { useText } from "../../text/Text.tsx"
import { Button } from "../../ui/Button.tsx"
import { Field } from "../../ui/Field.tsx"
import { Form, FormActions } from "../../ui/Form.tsx"
import { Checkbox, NumberInput, Radios } from "../../ui/Inputs.tsx"
import { Loading } from "../../ui/Loading.tsx"
import { Problem } from "../../ui/Problem.tsx"
import { toast } from "../../ui/Toast.tsx"

type NoticeSettings = typeof Notices.Type

/** The threshold is an amount, in credits or in percent of the month's grant. */
export const unitOf = ({ below }: NoticeSettings): "credits" | "percent" => ("credits" in below ? "credits" : "percent")

export const amountOf = ({ below }: NoticeSettings): number => ("credits" in below ? below.credits : below.percent)

export const noticesOf = (data: FormData): NoticeSettings => {
  const amount = Number(data.get("below"))
  return {
    enabled: data.get("enabled") !== null,
    below: data.get("unit") === "credits" ? { credits: amount } : { percent: amount }
  }
}

const Fields = ({ notices }: { readonly notices: typeof Notices.Type }) => {
  const t = useText()
  const change = usePortalChange("account.ChangeNotices", ["account.ShowNotices"])
  return (
    <Form
      error={change.error}
      onSubmit={(data) => change.mutate(noticesOf(data), { onSuccess: () => toast(t("account.notices.saved")) })}
    >
      <Checkbox name="enabled" defaultChecked={notices.enabled}>
        {t("account.notices.enabled")}
      </Checkbox>
      <Field name="below" label={t("account.notices.below")} hint={t("account.notices.hint")}>
        <NumberInput required min={0} defaultValue={amountOf(notices)} />
      </Field>
      <Radios
        name="unit"
        legend={t("account.notices.unit")}
        defaultValue={unitOf(notices)}
        options={[
          { value: "percent", label: t("account.notices.percent") },
          { value: "credits", label: t("account.notices.credits") }
        ]}
      />
      <FormActions>
        <Button type="submit" busy={change.isPending}>
          {t("ui.save")}
        </Button>
      </FormActions>
    </Form>
  )
}

export const NoticesForm = () => {
  const { data, error, refetch } = usePortalQuery("account.ShowNotices")
  if (data === undefined)
    return error === null ? <Loading lines={3} /> : <Problem error={error} retry={() => void refetch()} />
  return <Fields key={JSON.stringify(data)} notices={data} />
}
