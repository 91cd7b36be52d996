/**
 * The code of a post of Bluesky: `RKEY~DID`, such as `3kmadeupkey2k~did:plc:madeupaccountofnobody222`. Neither part has white
 * space, and a DID has no `~`, so a code stands for one address and needs no escaping in a path. The record key comes
 * first because it begins with the time: codes of new posts then go to one end of an index.
 */

export const postCollection = "app.bsky.feed.post"

/** As the syntax of atproto has it, and short enough for a code and a username. */
const maxDidLength = 200
const maxRkeyLength = 256
const didPattern = /^did:[a-z]+:[a-zA-Z0-9._:%-]*[a-zA-Z0-9._-]$/
const rkeyPattern = /^[a-zA-Z0-9._:~-]+$/

export const isDid = (text: string): boolean => text.length <= maxDidLength && didPattern.test(text)

export const isRkey = (text: string): boolean => text.length <= maxRkeyLength && rkeyPattern.test(text)

export const codeOf = (did: string, rkey: string): string => `${rkey}~${did}`

/** The parts of a code; null for a code of another network. */
export const partsOfCode = (code: string): { readonly did: string; readonly rkey: string } | null => {
  const end = code.lastIndexOf("~")
  const [rkey, did] = [code.slice(0, Math.max(0, end)), code.slice(end + 1)]
  return isRkey(rkey) && isDid(did) ? { rkey, did } : null
}

/** The address of a post as the network writes it; null for a code of another network. */
export const uriOfCode = (code: string): string | null => {
  const parts = partsOfCode(code)
  return parts === null ? null : `at://${parts.did}/${postCollection}/${parts.rkey}`
}

/** The code of the post at such an address; null for anything but a post. */
export const codeOfUri = (uri: string): string | null => {
  const [, did = "", collection, rkey = "", ...rest] = /^at:\/\/([^/]+)\/([^/]+)\/([^/]+)$/.exec(uri) ?? []
  return rest.length === 0 && collection === postCollection && isDid(did) && isRkey(rkey) ? codeOf(did, rkey) : null
}

/** Where people read the post. */
export const urlOfPost = (did: string, rkey: string): string => `https://bsky.app/profile/${did}/post/${rkey}`

/** Record keys and revisions of atproto: the microseconds since 1970 and a clock number, in sortable base 32. */
const digits = "234567abcdefghijklmnopqrstuvwxyz"
const tidPattern = /^[234567abcdefghij][234567abcdefghijklmnopqrstuvwxyz]{12}$/
/** Digits of the time; the last two are of the clock number. */
const timeDigits = 11

/** Microseconds since 1970; null if the text is no TID. A client makes record keys, so the time may be false. */
export const microsOfTid = (tid: string): number | null => {
  if (!tidPattern.test(tid)) return null
  let micros = 0
  for (let index = 0; index < timeDigits; index += 1) micros = micros * 32 + digits.indexOf(tid.charAt(index))
  return micros
}
