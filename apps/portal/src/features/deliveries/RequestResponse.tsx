/** What was sent and what came back. Bodies come from strangers: text only. */
import type { DeliveryDetails } from "@heddle/api/portal"
import { useText } from "../../text/Text.tsx"
import { Code } from "../../ui/Code.tsx"
import { Section } from "../../ui/Page.tsx"

interface ShownBody {
  readonly text: string
  readonly language: "json" | "text"
}

/** JSON is laid out; anything else, also JSON that was cut, stays as it came. */
export const shownBody = (body: string): ShownBody => {
  try {
    const value: unknown = JSON.parse(body)
    const isDocument = typeof value === "object" && value !== null
    return isDocument ? { text: JSON.stringify(value, null, 2), language: "json" } : { text: body, language: "text" }
  } catch {
    return { text: body, language: "text" }
  }
}

type Headers = NonNullable<DeliveryDetails["request"]["headers"]>

const HeaderLines = ({ headers }: { readonly headers: Headers | null }) => {
  const t = useText()
  if (headers === null) return <p>{t("delivery.noHeaders")}</p>
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`)
  return lines.length === 0 ? (
    <p>{t("delivery.noHeaders")}</p>
  ) : (
    <Code text={lines.join("\n")} language={t("delivery.headers")} />
  )
}

const Body = ({ body }: { readonly body: string }) => {
  const t = useText()
  if (body === "") return <p>{t("delivery.emptyBody")}</p>
  const { text, language } = shownBody(body)
  return <Code text={text} language={language === "json" ? "JSON" : t("delivery.bodyText")} />
}

const Request = ({ delivery: { request, test } }: { readonly delivery: DeliveryDetails }) => {
  const t = useText()
  return (
    <Section title={t("delivery.request")}>
      {request.url !== null && (
        <p>
          <code translate="no">POST {request.url}</code>
        </p>
      )}
      <HeaderLines headers={request.headers} />
      {request.body === null ? (
        <p>{t(test ? "delivery.testBody" : "delivery.bodyGone")}</p>
      ) : (
        <Body body={request.body} />
      )}
    </Section>
  )
}

const Response = ({ delivery: { response, statusCode, outcome } }: { readonly delivery: DeliveryDetails }) => {
  const t = useText()
  if (response === null) {
    return (
      <Section title={t("delivery.response")}>
        <p>{t(outcome === "sending" ? "delivery.noResponseYet" : "delivery.noResponse")}</p>
      </Section>
    )
  }
  return (
    <Section
      title={statusCode === null ? t("delivery.response") : t("delivery.responseStatus", { status: statusCode })}
    >
      <HeaderLines headers={response.headers} />
      {response.body === null ? <p>{t("delivery.bodyGone")}</p> : <Body body={response.body} />}
    </Section>
  )
}

export const RequestResponse = ({ delivery }: { readonly delivery: DeliveryDetails }) => (
  <>
    <Request delivery={delivery} />
    <Response delivery={delivery} />
  </>
)
