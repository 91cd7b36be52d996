/** The secret of an `otpauth:` address, for those who cannot scan. */
export const secretOf = (uri: string): string => {
  const query = uri.indexOf("?")
  return new URLSearchParams(uri.slice(query + 1)).get("secret") ?? uri
}
