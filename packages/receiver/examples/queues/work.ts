import type { WebhookEvent } from "@heddle/receiver"

export const done: Array<WebhookEvent> = []

/** Stands for what takes longer than the sender waits. */
export async function work(event: WebhookEvent): Promise<void> {
  done.push(event)
}
