/** Cuts a text to a number of bytes of UTF-8, at a character. */
export const cutToBytes = (text: string, maxBytes: number): string => {
  const bytes = new TextEncoder().encode(text)
  if (bytes.length <= maxBytes) return text
  // A character that was cut in two would be decoded to U+FFFD.
  let end = maxBytes
  while (end > 0 && ((bytes[end] ?? 0) & 0xc0) === 0x80) end -= 1
  return new TextDecoder().decode(bytes.subarray(0, end))
}
