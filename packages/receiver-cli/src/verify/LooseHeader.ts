import type { Cause } from "./Cause.ts"

const proxy = "Whatever stands between Heddle and your code must hand the header on byte for byte."
const causes = {
  named: {
    id: "header_name_in_value",
    found: "the value begins with the header's own name",
    todo: "Pass only what comes after the colon."
  },
  quoted: { id: "header_quoted", found: "the value is in quotes", todo: "Remove the quotes." },
  encoded: { id: "header_encoded", found: "the value is percent-encoded", todo: proxy },
  spaces: { id: "header_whitespace", found: "there is white space inside the value", todo: proxy },
  separators: { id: "header_separators", found: "the parts are not separated by commas", todo: proxy },
  upperCase: { id: "header_case", found: "letters were turned into upper case", todo: proxy },
  joined: {
    id: "header_joined",
    found: "it has more than one t: two signature headers were joined",
    todo: "One request carries one header. Look for a proxy or a test that adds a second one."
  },
  truncated: {
    id: "header_truncated",
    found: "a v1 is shorter than 64 hex digits: the end is missing",
    todo: "Look for a length limit where the header is kept or passed on."
  },
  base64: {
    id: "signature_base64",
    found: "a v1 is in base64",
    todo: "Signatures are hex. Heddle writes them so; whatever signed this one must too."
  },
  milliseconds: {
    id: "timestamp_milliseconds",
    found: "t is in milliseconds",
    todo: "t is Unix seconds. Heddle writes them so; whatever signed this one must too."
  }
} as const satisfies Record<string, Cause>

export interface LooseHeader {
  /** As written in the header, the most likely first. */
  readonly timestamps: ReadonlyArray<string>
  /** Hex in lower case; fewer than 64 digits where the end is missing. */
  readonly signatures: ReadonlyArray<string>
  readonly causes: ReadonlyArray<Cause>
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/** Steps that undo damage, in this order; each is a cause when it changes something. */
const repairs: ReadonlyArray<readonly [Cause, (value: string) => string]> = [
  [causes.named, (value) => value.replace(/^\s*x-service-signature\s*:\s*/i, "")],
  [causes.quoted, (value) => value.replace(/^\s*(["'])(.*)\1\s*$/, "$2")],
  [causes.encoded, (value) => (/%(?:3d|2c)/i.test(value) ? decode(value) : value)],
  [causes.spaces, (value) => value.replace(/\s+/g, "")],
  [causes.separators, (value) => value.replace(/[;&|]/g, ",")],
  [causes.upperCase, (value) => value.replace(/(^|,)([TV]1?)=/g, (part) => part.toLowerCase())]
]

function readSignature(text: string): { readonly hex: string; readonly cause: Cause | null } | null {
  if (/^[0-9a-f]{64}$/.test(text)) return { hex: text, cause: null }
  if (/^[0-9a-f]{64}$/i.test(text)) return { hex: text.toLowerCase(), cause: causes.upperCase }
  if (/^[0-9a-f]{16,63}$/i.test(text)) return { hex: text.toLowerCase(), cause: causes.truncated }
  if (/^[\w+/-]{43}=?$/.test(text)) return { hex: Buffer.from(text, "base64").toString("hex"), cause: causes.base64 }
  return null
}

/** Reads what a strict parser refuses, and says what is wrong with it. */
export function readLoosely(header: string): LooseHeader {
  const found = new Set<Cause>()
  let value = header
  for (const [cause, repair] of repairs) {
    const repaired = repair(value)
    if (repaired !== value) found.add(cause)
    value = repaired
  }
  const parts = value.split(",").map((part) => /^(\w+)=(.*)$/.exec(part) ?? [])
  const written = parts.flatMap(([, name, text]) => (name === "t" && text !== undefined ? [text] : []))
  if (written.length > 1) found.add(causes.joined)
  if (written.some((text) => /^\d{13}$/.test(text))) found.add(causes.milliseconds)
  const timestamps = written.flatMap((text) => (/^\d{13}$/.test(text) ? [text, text.slice(0, 10)] : [text]))
  const signatures = parts.flatMap(([, name, text]) => {
    const signature = name === "v1" && text !== undefined ? readSignature(text) : null
    if (signature !== null && signature.cause !== null) found.add(signature.cause)
    return signature === null ? [] : [signature.hex]
  })
  return { timestamps, signatures, causes: [...found] }
}
