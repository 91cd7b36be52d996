import { useText } from "../../text/Text.tsx"

const Status = () => {
  const t = useText()
  return <h1 tabIndex={-1}>{t("nav.status")}</h1>
}

export default Status
