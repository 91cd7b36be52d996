import { useText } from "../../text/Text.tsx"

const Credits = () => {
  const t = useText()
  return <h1 tabIndex={-1}>{t("nav.credits")}</h1>
}

export default Credits
