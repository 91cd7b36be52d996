import { useText } from "../../text/Text.tsx"

const Account = () => {
  const t = useText()
  return <h1 tabIndex={-1}>{t("nav.account")}</h1>
}

export default Account
