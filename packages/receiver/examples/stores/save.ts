import type { WebhookEvent } from "@heddle/receiver"

export const saved: Array<WebhookEvent> = []

/** Stands for what your handler does. */
export async function save(event: WebhookEvent): Promise<void> {
  saved.push(event)
}
