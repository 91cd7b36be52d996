import { asFound, type Cause, distinct, type Variant } from "./Cause.ts"
import { utf8 } from "./SavedRequest.ts"

const copyAgain = "Copy it again, whole and alone: GET /webhook/endpoints shows it."
const wholeKey = "The key is the whole secret as shown, whsec_ included, as UTF-8 bytes."

const trimmed: Cause = { id: "secret_whitespace", found: "white space around the secret", todo: copyAgain }
const unquoted: Cause = { id: "secret_quoted", found: "the secret is in quotes", todo: copyAgain }
const assigned: Cause = { id: "secret_assignment", found: "the secret is a whole NAME=value line", todo: copyAgain }
const unprefixed: Cause = { id: "secret_prefix_missing", found: "the secret lacks its whsec_ prefix", todo: wholeKey }
const decoded: Cause = {
  id: "secret_url_decoded",
  found: "the secret was URL-decoded: a + became a space",
  todo: copyAgain
}
const padded: Cause = { id: "secret_padding_missing", found: "the secret lacks the = at its end", todo: copyAgain }
const stripped: Cause = {
  id: "signed_without_prefix",
  found: "it was signed with the secret without its whsec_ prefix",
  todo: `${wholeKey} Heddle signs so; whatever signed this request does not.`
}
const base64: Cause = {
  id: "signed_with_decoded_secret",
  found: "it was signed with the base64-decoded secret",
  todo: `${wholeKey} Heddle signs so; whatever signed this request does not.`
}

/** Slips in copying a secret. */
const slips: ReadonlyArray<readonly [Cause, (secret: string) => string]> = [
  [trimmed, (secret) => secret.trim()],
  [assigned, (secret) => secret.replace(/^\s*(?:export\s+)?[A-Za-z_]\w*=(?=["']?whsec_)/, "")],
  [unquoted, (secret) => secret.replace(/^\s*(["'])(.*)\1\s*$/, "$2")],
  [decoded, (secret) => secret.replace(/(?<=\S) (?=\S)/g, "+")],
  [unprefixed, (secret) => (secret.startsWith("whsec_") ? secret : `whsec_${secret}`)],
  [padded, (secret) => (/^whsec_[\w+/]{43}$/.test(secret) ? `${secret}=` : secret)]
]

/** The keys that a signer may have used in place of this secret. */
export function secretVariants(secret: string): ReadonlyArray<Variant<Uint8Array>> {
  const copies: Array<Variant<string>> = [asFound(secret)]
  // Each slip on top of those before it, so that a quoted line with its name is undone too.
  for (const [cause, undo] of slips) {
    for (const { value, causes } of copies.slice()) {
      const undone = undo(value)
      if (undone !== value) copies.push({ value: undone, causes: [...causes, cause] })
    }
  }
  const variants = copies.flatMap(({ value, causes }): ReadonlyArray<Variant<Uint8Array>> => {
    const bare = value.replace(/^whsec_/, "")
    return [
      { value: utf8(value), causes },
      { value: utf8(bare), causes: [...causes, stripped] },
      { value: Buffer.from(bare, "base64"), causes: [...causes, base64] }
    ]
  })
  const usable = variants.filter(({ value }) => value.byteLength > 0)
  return distinct(usable, (key) => Buffer.from(key).toString("hex"))
}
