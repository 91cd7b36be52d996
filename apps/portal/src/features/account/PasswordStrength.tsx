/** How hard a new password is to guess, at a glance. The server alone decides which it takes. */
import { useText } from "../../text/Text.tsx"
import styles from "./Account.module.css"

const minimumLength = 10

/** Characters that neither repeat nor continue the one before, as in `aaa` or `1234`. */
const surprises = (password: string): number => {
  const codes = [...password].map((character) => character.codePointAt(0) ?? 0)
  return codes.filter((code, index) => Math.abs(code - (codes[index - 1] ?? Infinity)) > 1).length
}

const names = ["short", "weak", "fair", "strong"] as const

export const strengthOf = (password: string): (typeof names)[number] => {
  if (password.length < minimumLength) return "short"
  const count = surprises(password)
  return count < 10 ? "weak" : count < 15 ? "fair" : "strong"
}

export const PasswordStrength = ({ password }: { readonly password: string }) => {
  const t = useText()
  if (password === "") return null
  const strength = strengthOf(password)
  return (
    <p className={styles["strength"]} role="status">
      {t("account.password.strength")}
      <meter
        min={0}
        max={names.length}
        low={2}
        high={3}
        optimum={names.length}
        value={names.indexOf(strength) + 1}
        aria-hidden
      />
      {t(`account.password.strength.${strength}`)}
    </p>
  )
}
