/** Which passwords people may choose: not too short or long, none of the most common, none that says who they are. */
import common from "./CommonPasswords.json" with { type: "json" }

export const passwordLength = { minimum: 10, maximum: 128 }

export type PasswordFault = "shortPassword" | "longPassword" | "commonPassword" | "ownPassword"

const commonPasswords: ReadonlySet<string> = new Set(common.passwords.split(" "))

/** As it is hashed, and whatever its case: those who guess try that, too. */
const plain = (text: string): string => text.normalize("NFKC").toLowerCase()

/** Without the digits and signs with which people make a word longer. */
const core = (text: string): string => text.replaceAll(/^[^\p{L}]+|[^\p{L}]+$/gu, "")

/** Whether it is the address or its name, whatever stands around it. */
const isOwn = (password: string, email: string): boolean => {
  const [name = ""] = email.split("@", 1)
  return [email, name].some((own) => core(own) !== "" && core(own) === core(password))
}

/** What is wrong with a new password of the person with this address; undefined when it will do. */
export const passwordFault = (password: string, email: string): PasswordFault | undefined => {
  if (password.length < passwordLength.minimum) return "shortPassword"
  if (password.length > passwordLength.maximum) return "longPassword"
  if (commonPasswords.has(plain(password))) return "commonPassword"
  return isOwn(plain(password), plain(email)) ? "ownPassword" : undefined
}
