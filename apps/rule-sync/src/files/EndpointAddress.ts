/** Offline checks of an endpoint's URL (decisions, 5). The server makes the final decision. */
const maxUrlLength = 2_048

const loopback = /^(localhost|127(\.\d+){3}|\[::1\])$/

/** Null when the URL is acceptable. */
export const urlProblem = (text: string): string | null => {
  const url = URL.parse(text)
  if (url === null) return `url: ${JSON.stringify(text)} is no URL; write one such as https://example.com/hooks/heddle`
  // Some servers, such as the demo, allow plain http on loopback.
  if (url.protocol !== "https:" && !(url.protocol === "http:" && loopback.test(url.hostname))) {
    return `url: ${url.protocol.slice(0, -1)} is not accepted; use https`
  }
  if (url.username !== "" || url.password !== "") {
    return "url: no user name or password is accepted in it; check the event's signature instead"
  }
  return text.length > maxUrlLength ? `url: longer than ${maxUrlLength} characters; shorten it` : null
}
