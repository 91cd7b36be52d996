import type { Receiver } from "@heddle/receiver"
import { sampleEvent, signRequest } from "@heddle/receiver/testing"
import { fileURLToPath } from "node:url"
import { secret } from "../support/Fixtures.ts"

export const examples = fileURLToPath(new URL("../../examples/stores/", import.meta.url))

/** Twice, and what it was answered. */
export async function deliverTwice(receiver: Pick<Receiver, "fetch">, code: string): Promise<ReadonlyArray<unknown>> {
  const body = sampleEvent({ post: { code, like_count: 7 } })
  const signed = await signRequest({ secrets: secret, body })
  const answers = [await receiver.fetch(signed.request()), await receiver.fetch(signed.request())]
  return Promise.all(answers.map(async (answer) => (await answer.json()).code))
}
export const onceOnly = ["handled", "duplicate"]
