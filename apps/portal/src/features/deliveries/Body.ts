/** A body as it is read best. Pure. */

export interface ShownBody {
  readonly text: string
  readonly language: "json" | "text"
}

/** JSON is laid out; anything else, also JSON that was cut, stays as it came. */
export const shownBody = (body: string): ShownBody => {
  try {
    const value: unknown = JSON.parse(body)
    const isDocument = typeof value === "object" && value !== null
    return isDocument ? { text: JSON.stringify(value, null, 2), language: "json" } : { text: body, language: "text" }
  } catch {
    return { text: body, language: "text" }
  }
}
