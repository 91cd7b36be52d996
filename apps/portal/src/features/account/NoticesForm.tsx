/** From when on a mail warns that credits run out. */
import type { Notices } from "@heddle/api/portal"
import { usePortalMutation, usePortalQuery } from "../../rpc/PortalQuery.ts"
import { call } from "../../rpc/Client.ts"
import { failureIn } from "../../rpc/Failure.ts"
import { useText } from "../../text/Text.tsx"
import { Button } from "../../ui/Button.tsx"
import { Field } from "../../ui/Field.tsx"
import { Form, FormActions } from "../../ui/Form.tsx"
import { Checkbox, NumberInput, Radios } from "../../ui/Inputs.tsx"
import { Loading } from "../../ui/Loading.tsx"
import { Problem } from "../../ui/Problem.tsx"
import { say } from "../../ui/Said.tsx"
import { amountOf, noticesOf, unitOf } from "./NoticeValues.ts"

const Fields = ({ notices }: { readonly notices: typeof Notices.Type }) => {
  const t = useText()
  const change = usePortalMutation(
    (next: typeof Notices.Type) => call("account.ChangeNotices", next),
    ["account.ShowNotices"]
  )
  return (
    <Form
      errors={failureIn(change.error)}
      onSubmit={(data) => change.mutate(noticesOf(data), { onSuccess: () => say(t("account.notices.saved")) })}
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
          {t("account.notices.save")}
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
