import { readFile } from "node:fs/promises"
import { createReceiver } from "@heddle/receiver"
import { type SignedRequest, signRequest, type SignRequestInput } from "@heddle/receiver/testing"
import { readSecrets } from "../Arguments.ts"
import { type ExitCode, exitCodes, fileProblem, palette, printable, type Terminal, UsageError } from "../Terminal.ts"
import { allChecks, type Answer, type Answered, post, problemOf, verdict } from "./Checks.ts"
import { type EventType, newKey, newSample, readSendOptions, type SendOptions } from "./SendOptions.ts"

async function readBody(path: string): Promise<Uint8Array> {
  try {
    return await readFile(path)
  } catch (error) {
    throw new UsageError(`--body cannot be read: ${fileProblem(error)}.`)
  }
}

function show({ out, colours }: Terminal, json: boolean, name: string, answer: Answer, problem: string | null): void {
  if (json) return out(JSON.stringify({ name, ok: problem === null, ...answer, problem }))
  const { good, bad, faint } = palette(colours)
  const status = answer.status === null ? "---" : String(answer.status)
  out(
    `${problem === null ? good("ok  ") : bad("FAIL")}  ${status}  ${name.padEnd(47)} ${faint(`${answer.durationMs} ms`)}`
  )
  if (problem !== null) out(`      ${problem}`)
  if (answer.text !== "" && problem !== null) out(`      ${faint(printable(answer.text, 400))}`)
}

/** A real event: a new post and key each time, unless the user chose otherwise. */
async function sendEvents(
  terminal: Terminal,
  options: SendOptions,
  base: Pick<SignRequestInput, "secrets" | "url">
): Promise<boolean> {
  const { type, values, attempt, attack, count, repeat, json } = options
  const body = values.body === undefined ? null : await readBody(values.body)
  let allOk = true
  for (let index = 0; index < count; index += 1) {
    const input = { ...base, body: body ?? newSample(type), key: values.key ?? newKey(type) }
    for (let again = 0; again < repeat; again += 1) {
      const answer = await post(await attack(await signRequest({ ...input, attempt: attempt + again })))
      const problem = problemOf(values.attack === undefined ? "accepted" : "refused", answer)
      const name = body === null ? `${type} event ${input.key ?? ""}` : `${values.body ?? ""}`
      show(terminal, json, again === 0 ? name : `${name} again`, answer, problem)
      if (problem === null && !json && answer.text !== "") terminal.out(`           ${printable(answer.text, 200)}`)
      allOk &&= problem === null
    }
  }
  return allOk
}

const captionOfEveryScript = '台積電 カフェ 커피 café 📈 \\ " / \u2028 '
// Not in the caption, which a handler may well print.
const fieldOfTomorrow = { new: [1, null, captionOfEveryScript.repeat(400)] }

async function sendChecks(
  terminal: Terminal,
  options: SendOptions,
  base: Pick<SignRequestInput, "secrets" | "url">
): Promise<boolean> {
  const sample = (type: EventType, change: object = {}): Promise<SignedRequest> => {
    const event = newSample(type)
    const body = JSON.stringify({ ...event, post: { ...event.post, ...change } })
    return signRequest({ ...base, body, key: newKey(type), attempt: 1 })
  }
  const checks = allChecks({
    keyword: await sample("keyword"),
    trending: await sample("trending"),
    test: await sample("test"),
    wide: await sample("keyword", { caption: captionOfEveryScript, a_field_of_tomorrow: fieldOfTomorrow }),
    rotated: await sample("keyword")
  })
  const answers: Array<Answered> = []
  for (const { name, request, expected } of checks) {
    const answer = await post(await request())
    const problem = problemOf(expected, answer)
    show(terminal, options.json, name, answer, problem)
    answers.push({ expected, answer, problem })
    if (answer.status === null) break
  }
  if (!options.json) for (const line of verdict(answers, checks.length)) terminal.out(line)
  return answers.every(({ problem }) => problem === null)
}

export async function send(terminal: Terminal): Promise<ExitCode> {
  const options = readSendOptions(terminal.args)
  const secrets = (await readSecrets(options.values, terminal)).map(({ value }) => value)
  // Throws at a secret with which no receiver would start.
  createReceiver({ secrets, handler: () => {} })
  const base = { secrets, url: options.url }
  const ok =
    options.values.check === true
      ? await sendChecks(terminal, options, base)
      : await sendEvents(terminal, options, base)
  return ok ? exitCodes.success : exitCodes.failed
}

export { sendHelp } from "./SendOptions.ts"
