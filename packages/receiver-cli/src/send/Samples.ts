import { randomUUID } from "node:crypto"
import type { WebhookEvent } from "@heddle/receiver"
import { sampleEvent, sampleTestEvent, sampleTrendingEvent } from "@heddle/receiver/testing"
import { UsageError } from "../Terminal.ts"

export const eventTypes = ["keyword", "trending", "test"] as const
export type EventType = (typeof eventTypes)[number]

export function readEventType(text = "keyword"): EventType {
  const found = eventTypes.find((type) => type === text)
  if (found !== undefined) return found
  throw new UsageError(`--type must be one of ${eventTypes.join(", ")}.`)
}

/** A new event each time, or a receiver would take it for a repeat of the last one. */
export function newSample(type: EventType): WebhookEvent {
  const code = `Sample${randomUUID().replace(/-/g, "").slice(0, 10)}`
  const post = {
    code,
    url: `https://social.example/@mei.lin/post/${code}`,
    post_timestamp: Math.floor(Date.now() / 1000)
  }
  if (type === "trending") return sampleTrendingEvent({ post })
  return type === "test" ? sampleTestEvent({ post }) : sampleEvent({ post })
}

/** The real sender gives test events none. */
export const newKey = (type: EventType): string | undefined =>
  type === "test" ? undefined : `evt_sample_${randomUUID().slice(0, 8)}`
