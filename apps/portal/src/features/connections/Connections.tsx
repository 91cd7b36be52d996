import { useText } from "../../text/Text.tsx"

const Connections = () => {
  const t = useText()
  return <h1 tabIndex={-1}>{t("nav.connections")}</h1>
}

export default Connections
