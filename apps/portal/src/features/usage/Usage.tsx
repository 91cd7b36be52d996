import { useText } from "../../text/Text.tsx"

const Usage = () => {
  const t = useText()
  return <h1 tabIndex={-1}>{t("nav.usage")}</h1>
}

export default Usage
