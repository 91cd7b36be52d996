/** An authenticator app: it knows a secret from its `otpauth:` address and shows the code of a moment. */
import { Clock, Effect } from "effect"
import { codeAt, stepAt } from "../../src/accounts/sign-in/Totp.ts"

const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567"

const bytesOf = (base32: string): Uint8Array => {
  const bits = Array.from(base32, (digit) => alphabet.indexOf(digit).toString(2).padStart(5, "0")).join("")
  return Uint8Array.from(bits.match(/.{8}/g) ?? [], (byte) => Number.parseInt(byte, 2))
}

/** The code of now, or of so many periods later. */
export const codeOf = (uri: string, later = 0) =>
  Effect.map(Clock.currentTimeMillis, (millis) =>
    codeAt(bytesOf(new URL(uri).searchParams.get("secret") ?? ""), stepAt(millis) + later)
  )
