import { signatureHeader } from "../../core/Headers.ts"
import { expire, postdate, replay, rotate, tamperBody, tamperSignature, wrongSecret } from "../../testing/Attacks.ts"
import type { SignedRequest } from "../../testing/SignedRequest.ts"
import { UsageError } from "../Terminal.ts"

type Attack = (signed: SignedRequest) => SignedRequest | Promise<SignedRequest>

const header =
  (value: string | undefined): Attack =>
  (signed) =>
    signed.with({ headers: { [signatureHeader]: value } })

/** What a handler must refuse, by the name for `--attack`. */
export const attacks: ReadonlyMap<string, Attack> = new Map([
  ["body", tamperBody],
  ["signature", tamperSignature],
  ["secret", wrongSecret],
  ["old", (signed: SignedRequest) => expire(signed)],
  ["future", (signed: SignedRequest) => postdate(signed)],
  ["unsigned", header(undefined)],
  ["malformed", header("v1=,t=now")],
  ["empty", (signed: SignedRequest) => signed.with({ body: new Uint8Array() })]
])

export function readAttack(name: string | undefined): Attack {
  if (name === undefined) return (signed) => signed
  const attack = attacks.get(name)
  if (attack !== undefined) return attack
  throw new UsageError(`--attack must be one of ${Array.from(attacks.keys()).join(", ")}.`)
}

export interface Check {
  readonly name: string
  /** Signs at the moment of sending, however long the checks before it took. */
  readonly request: () => Promise<SignedRequest>
  readonly expected: "accepted" | "refused"
}

const attackNames: Readonly<Record<string, string>> = {
  body: "one bit of the body changed",
  signature: "one digit of the signature changed",
  secret: "signed with another secret",
  old: "signed 301 s ago",
  future: "signed 330 s ahead",
  unsigned: "no signature",
  malformed: "a signature header that is none",
  empty: "the body removed"
}

const nextSecret = "whsec_TheNextSecretOfThisEndpoint0000="

interface Genuine {
  readonly keyword: SignedRequest
  readonly trending: SignedRequest
  readonly test: SignedRequest
  readonly wide: SignedRequest
  readonly rotated: SignedRequest
}

/** Everything a handler must take and must refuse, in order. */
export function allChecks(genuine: Genuine): ReadonlyArray<Check> {
  const check = (expected: Check["expected"], name: string, signed: SignedRequest, change?: Attack): Check => ({
    name,
    expected,
    request: async () => {
      const fresh = await signed.resign(() => ({}))
      return change === undefined ? fresh : change(fresh)
    }
  })
  return [
    ...Array.from(attacks, ([name, attack]) => check("refused", attackNames[name] ?? name, genuine.keyword, attack)),
    check("accepted", "a keyword event", genuine.keyword),
    check("accepted", "the same once more", genuine.keyword),
    check("accepted", "the same under another idempotency key", genuine.keyword, (signed) =>
      replay(signed, { key: "evt_sample_other" })
    ),
    check("accepted", "a trending event", genuine.trending),
    check("accepted", "a test event", genuine.test),
    check("accepted", "20 KB, several scripts, fields you do not know", genuine.wide),
    check("accepted", "two signatures, as after a rotation", genuine.rotated, (signed) => rotate(signed, nextSecret))
  ]
}
