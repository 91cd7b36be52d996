import { useText } from "../../text/Text.tsx"

const FirstSteps = () => {
  const t = useText()
  return <h1 tabIndex={-1}>{t("nav.firstSteps")}</h1>
}

export default FirstSteps
