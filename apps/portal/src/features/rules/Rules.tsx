import { useText } from "../../text/Text.tsx"

const Rules = () => {
  const t = useText()
  return <h1 tabIndex={-1}>{t("nav.webhooks")}</h1>
}

export default Rules
