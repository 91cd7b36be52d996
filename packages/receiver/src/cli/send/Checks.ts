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
  readonly request: SignedRequest
  readonly expected: "accepted" | "refused"
}

const attackNames: Readonly<Record<string, string>> = {
  body: "one bit of the body changed",
  signature: "one digit of the signature changed",
  secret: "signed with another secret",
  old: "signed 301 s ago",
  future: "signed 301 s ahead",
  unsigned: "no signature",
  malformed: "a signature header that is none",
  empty: "the body removed"
}

interface Genuine {
  readonly keyword: SignedRequest
  readonly trending: SignedRequest
  readonly test: SignedRequest
  readonly wide: SignedRequest
  readonly rotated: SignedRequest
}

/** Everything a handler must take and must refuse, in order. */
export async function allChecks(genuine: Genuine): Promise<ReadonlyArray<Check>> {
  const accept = (name: string, request: SignedRequest): Check => ({ name, request, expected: "accepted" })
  const refused = Array.from(attacks, async ([name, attack]): Promise<Check> => ({
    name: attackNames[name] ?? name,
    request: await attack(await genuine.keyword.resign(() => ({}))),
    expected: "refused"
  }))
  return [
    ...(await Promise.all(refused)),
    accept("a keyword event", genuine.keyword),
    accept("the same once more", replay(genuine.keyword)),
    accept("the same under another idempotency key", replay(genuine.keyword, { key: "evt_sample_other" })),
    accept("a trending event", genuine.trending),
    accept("a test event", genuine.test),
    accept("20 KB, several scripts, fields you do not know", genuine.wide),
    accept(
      "two signatures, as after a rotation",
      await rotate(genuine.rotated, "whsec_TheNextSecretOfThisEndpoint0000=")
    )
  ]
}
