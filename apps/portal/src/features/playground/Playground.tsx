import { useText } from "../../text/Text.tsx"

const Playground = () => {
  const t = useText()
  return <h1 tabIndex={-1}>{t("nav.playground")}</h1>
}

export default Playground
