import { signatureHeader } from "@heddle/receiver"
import {
  expire,
  postdate,
  replay,
  rotate,
  type SignedRequest,
  tamperBody,
  tamperSignature,
  wrongSecret
} from "@heddle/receiver/testing"
import { isRecord, messageOf, UsageError } from "../Terminal.ts"

/** As long as the real sender waits. */
const attemptTimeoutMs = 10_000
const keptCharacters = 2000

export interface Answer {
  /** Null when there was none. */
  readonly status: number | null
  /** Its beginning, or why there was none. */
  readonly text: string
  readonly durationMs: number
}

function reasonOf(error: unknown): string {
  if (error instanceof Error && error.name === "TimeoutError") return `no answer within ${attemptTimeoutMs / 1000} s`
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error
  const code = cause instanceof Error && "code" in cause ? cause.code : null
  if (code === "ECONNREFUSED") return "nothing listens there: is your app running?"
  if (code === "ENOTFOUND") return "the host name does not resolve"
  return messageOf(cause)
}

/** One attempt, as the service makes it: no redirects. */
export async function post(signed: SignedRequest): Promise<Answer> {
  const startedAt = performance.now()
  const durationMs = () => Math.round(performance.now() - startedAt)
  const signal = AbortSignal.timeout(attemptTimeoutMs)
  try {
    const { method, headers, body } = signed
    const response = await fetch(signed.url, { method, headers, body, redirect: "manual", signal })
    const text = (await response.text()).slice(0, keptCharacters)
    return { status: response.status, text, durationMs: durationMs() }
  } catch (error) {
    return { status: null, text: reasonOf(error), durationMs: durationMs() }
  }
}

const isSuccess = ({ status }: Answer): boolean => status !== null && status >= 200 && status < 300

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

/** A `repeated` event was accepted before: it is accepted once more, and does not run once more. */
type Expected = "accepted" | "repeated" | "refused"

export interface Check {
  readonly name: string
  /** Signs at the moment of sending, however long the checks before it took. */
  readonly request: () => Promise<SignedRequest>
  readonly expected: Expected
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

type Genuine = Readonly<Record<"keyword" | "trending" | "test" | "wide" | "rotated", SignedRequest>>

/** Everything a handler must take and must refuse, in order. */
export function allChecks(genuine: Genuine): ReadonlyArray<Check> {
  const check = (expected: Expected, name: string, signed: SignedRequest, change?: Attack): Check => ({
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
    check("repeated", "the same once more", genuine.keyword),
    check("repeated", "the same under another idempotency key", genuine.keyword, (signed) =>
      replay(signed, { key: "evt_sample_other" })
    ),
    check("accepted", "a trending event", genuine.trending),
    check("accepted", "a test event", genuine.test),
    check("accepted", "20 KB, several scripts, fields you do not know", genuine.wide),
    check("accepted", "two signatures, as after a rotation", genuine.rotated, (signed) => rotate(signed, nextSecret))
  ]
}

export interface Answered {
  readonly expected: Expected
  readonly answer: Answer
  readonly problem: string | null
}

/** The code that a receiver of @heddle/receiver answers with; null where the answer has none. */
function codeOf({ text }: Answer): unknown {
  try {
    const answer: unknown = JSON.parse(text)
    return isRecord(answer) ? (answer["code"] ?? null) : null
  } catch {
    return null
  }
}

export function problemOf(expected: Expected, answer: Answer): string | null {
  if (answer.status === null) return "there was no answer: Heddle would send it again later"
  if (expected !== "refused") {
    if (!isSuccess(answer)) return "not 2xx: Heddle would send it again later"
    return expected === "repeated" && codeOf(answer) === "handled" ? "a repeat was handled once more" : null
  }
  if (answer.status >= 400 && answer.status < 500) return null
  return isSuccess(answer)
    ? "this must be refused with 4xx: your handler believes what anybody can send"
    : "this must be refused with 4xx, so that a forgery is not taken for a failure of yours"
}

/** What the answers show, and what no answer can show. */
export function verdict(answers: ReadonlyArray<Answered>, sent: number): ReadonlyArray<string> {
  const failed = answers.filter(({ problem }) => problem !== null).length
  if (failed > 0) return [`${failed} of ${sent} answers are not as they should be.`]
  const repeats = answers.filter(({ expected }) => expected === "repeated")
  const known = repeats.every(({ answer }) => codeOf(answer) === "duplicate")
  return [
    `All ${sent} answers are as they should be.${known ? " The repeats were answered as duplicates." : ""}`,
    "What answers cannot show:",
    ...(known ? [] : ["  - whether your code ran once or three times for the event that was sent three times"]),
    "  - whether your code did its work before it answered: what gets 2xx is never sent again",
    "  - whether several processes, or one after a restart, recognise each other's repeats"
  ]
}
