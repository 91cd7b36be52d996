/** Response schemas of the bare service for Fastify's serializer, which is faster than `JSON.stringify`. */
const text = { type: "string" }
const number = { type: "integer" }

const balance = {
  type: "object",
  properties: {
    data: {
      type: "object",
      properties: { plan: text, plan_ends_at: number, remaining_credits: number, held_credits: number }
    },
    credits_consumed: number
  }
}

const search = {
  type: "object",
  properties: {
    data: {
      type: "array",
      items: {
        type: "object",
        properties: {
          code: text,
          url: text,
          caption: text,
          language: text,
          is_reply: { type: "boolean" },
          post_timestamp: number,
          username: text,
          like_count: number,
          reply_count: number
        }
      }
    },
    next_cursor: { type: ["string", "null"] },
    credits_consumed: number
  }
}

export const answers = { balance, search }
