import { useText } from "../../text/Text.tsx"

const Keys = () => {
  const t = useText()
  return <h1 tabIndex={-1}>{t("nav.keys")}</h1>
}

export default Keys
