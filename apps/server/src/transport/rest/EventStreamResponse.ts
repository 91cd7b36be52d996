/** A stream of events as server-sent events (text/event-stream). */
import { Stream } from "effect"
import { HttpServerResponse } from "effect/http"
import type { StreamItem } from "../../webhooks/listening/EventStreams.ts"

const encoder = new TextEncoder()

/** JSON has no line breaks, so each message has one line of data. */
const textOf = (item: StreamItem): string => {
  switch (item._tag) {
    case "KeepAlive":
      return ": keep-alive\n\n"
    case "Delivery":
      return `id: ${item.id}\nevent: delivery\ndata: ${JSON.stringify(item.delivery)}\n\n`
    case "End":
      return `event: end\ndata: ${JSON.stringify({ reason: item.reason })}\n\n`
  }
}

/**
 * Neither we nor a proxy may compress or collect it: each message has to leave at once. The connection ends with the
 * stream, so that a client cannot come back on it while the server stops.
 */
export const eventStreamResponse = <E>(items: Stream.Stream<StreamItem, E>) =>
  HttpServerResponse.stream(
    Stream.map(items, (item) => encoder.encode(textOf(item))),
    {
      contentType: "text/event-stream",
      headers: { "cache-control": "no-store, no-transform", "x-accel-buffering": "no", connection: "close" }
    }
  )
