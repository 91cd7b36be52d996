/** What can be said offline about the URL of an endpoint (decisions, 5). The server has the last word. */
const maxUrlLength = 2_048

const loopback = /^(localhost|127(\.\d+){3}|\[::1\])$/

/** Null when nothing is wrong. */
export const urlProblem = (text: string): string | null => {
  const url = URL.parse(text)
  if (url === null) return `url: ${JSON.stringify(text)} is no URL; write one such as https://example.com/hooks/heddle`
  // Plain http to this machine is for servers that allow it, such as the demo.
  if (url.protocol !== "https:" && !(url.protocol === "http:" && loopback.test(url.hostname))) {
    return `url: ${url.protocol.slice(0, -1)} is not accepted; use https`
  }
  if (url.username !== "" || url.password !== "") {
    return "url: no user name or password is accepted in it; check the event's signature instead"
  }
  return text.length > maxUrlLength ? `url: longer than ${maxUrlLength} characters; shorten it` : null
}
