/** Requests as no proper client sends them. Two parsers that disagree on one of these let a request be smuggled. */

export interface Shape {
  readonly name: string
  readonly bytes: string
  /** The answer to its first request has no body, whatever its headers say. */
  readonly isHead?: boolean
  /** Its request never ends, so the server waits for the rest. */
  readonly isIncomplete?: boolean
}

/** Must never be answered: every shape that contains it makes it a part of something else, or is refused. */
export const smuggledId = "smuggled"
export const markerId = "marker"

const healthz = (id: string) => `GET /healthz HTTP/1.1\r\nHost: x\r\nX-Request-Id: ${id}\r\n\r\n`
const smuggled = healthz(smuggledId)
export const marker = healthz(markerId)

const get = (headers: string, path = "/healthz", version = "HTTP/1.1") =>
  `GET ${path} ${version}\r\nHost: x\r\n${headers}\r\n`
const post = (headers: string, body: string) =>
  `POST /webhook/endpoints HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n${headers}\r\n${body}`
const chunked = (body: string, trailers = "") => post("Transfer-Encoding: chunked\r\n", `${body}${trailers}\r\n`)
const chunkOf = (text: string) => `${text.length.toString(16)}\r\n${text}\r\n`

const lengths = ["5, 5", "+5", "-1", "0x5", "5 5", "", "1e1", "5;", "18446744073709551621", "99999999999999999999999"]
const encodings = [
  "chunked, identity",
  "identity, chunked",
  "xchunked",
  "chunked, gzip",
  "gzip, chunked",
  "chunked, chunked",
  "\u000bchunked",
  "chunked\u0000",
  "identity",
  '"chunked"'
]
const chunkSizes = ["FFFFFFFFFFFFFFFF1", "-1", "0x5", "+5", "5 5", "g", " 5", "", `5;${"x".repeat(20_000)}`]

const framing: ReadonlyArray<Shape> = [
  {
    name: "Content-Length, then Transfer-Encoding",
    bytes: post("Content-Length: 5\r\nTransfer-Encoding: chunked\r\n", `0\r\n\r\n${smuggled}`)
  },
  {
    name: "Transfer-Encoding, then Content-Length",
    bytes: post("Transfer-Encoding: chunked\r\nContent-Length: 5\r\n", `0\r\n\r\n${smuggled}`)
  },
  {
    name: "two equal Content-Length",
    bytes: post("Content-Length: 2\r\nContent-Length: 2\r\n", `{}${smuggled}`)
  },
  {
    name: "two Content-Length",
    bytes: post(`Content-Length: 2\r\nContent-Length: ${2 + smuggled.length}\r\n`, `{}${smuggled}`)
  },
  { name: "a GET with a body", bytes: get(`Content-Length: ${smuggled.length}\r\n`) + smuggled },
  {
    name: "a GET with a chunked body",
    bytes: `${get("Transfer-Encoding: chunked\r\n")}${chunkOf(smuggled)}0\r\n\r\n`
  },
  {
    name: "a HEAD with a body",
    bytes: `HEAD /healthz HTTP/1.1\r\nHost: x\r\nContent-Length: ${smuggled.length}\r\n\r\n${smuggled}`,
    isHead: true
  },
  {
    name: "a DELETE with a chunked body",
    bytes: `DELETE /webhook/endpoints/x HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n${chunkOf(smuggled)}0\r\n\r\n`
  },
  { name: "more body than Content-Length", bytes: post("Content-Length: 2\r\n", "{}}}}") },
  { name: "less body than Content-Length", bytes: post("Content-Length: 5000\r\n", "{}"), isIncomplete: true },
  {
    name: "a space before the colon of Transfer-Encoding",
    bytes: post("Transfer-Encoding : chunked\r\n", `${chunkOf("{}")}0\r\n\r\n${smuggled}`)
  },
  {
    name: "a space before the colon of Content-Length",
    bytes: post(`Content-Length : ${smuggled.length}\r\n`, smuggled)
  },
  {
    name: "a folded Transfer-Encoding",
    bytes: post("Transfer-Encoding:\r\n chunked\r\n", `0\r\n\r\n${smuggled}`)
  },
  {
    name: "two Transfer-Encoding",
    bytes: post("Transfer-Encoding: chunked\r\nTransfer-Encoding: identity\r\n", `0\r\n\r\n${smuggled}`)
  },
  {
    name: "chunked in HTTP/1.0",
    bytes: `POST /webhook/endpoints HTTP/1.0\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n${chunkOf(smuggled)}0\r\n\r\n`
  },
  {
    name: "Transfer-Encoding named by Connection",
    bytes: post(
      "Connection: keep-alive, Transfer-Encoding\r\nTransfer-Encoding: chunked\r\n",
      `${chunkOf(smuggled)}0\r\n\r\n`
    )
  },
  ...lengths.map((length) => ({
    name: `Content-Length: ${JSON.stringify(length)}`,
    bytes: post(`Content-Length: ${length}\r\n`, smuggled)
  })),
  ...encodings.map((encoding) => ({
    name: `Transfer-Encoding: ${JSON.stringify(encoding)}`,
    bytes: post(`Transfer-Encoding: ${encoding}\r\n`, `${chunkOf(smuggled)}0\r\n\r\n`)
  }))
]

const chunks: ReadonlyArray<Shape> = [
  ...chunkSizes.map((size) => ({
    name: `a chunk of size ${JSON.stringify(size.slice(0, 20))}`,
    bytes: chunked(`${size}\r\n{"a":\r\n0\r\n\r\n${smuggled}`)
  })),
  { name: "a chunk without its line end", bytes: chunked(`2\r\n{}0\r\n\r\n${smuggled}`) },
  { name: "a chunk longer than its size", bytes: chunked(`2\r\n{}${smuggled}\r\n0\r\n`) },
  { name: "chunks with bare line feeds", bytes: chunked(`2\n{}\n0\n\n${smuggled}`) },
  { name: "a chunk extension that ends in a bare line feed", bytes: chunked(`2;\n{}\r\n0\r\n\r\n${smuggled}`) },
  { name: "a chunk extension", bytes: chunked('2;a="b\\"c"\r\n{}\r\n0\r\n') },
  { name: "a chunk size with many zeros", bytes: chunked(`${"0".repeat(15)}2\r\n{}\r\n0\r\n`) },
  { name: "trailers that frame", bytes: chunked("2\r\n{}\r\n0\r\n", "Content-Length: 500\r\nHost: y\r\n") },
  { name: "trailers that authorize", bytes: chunked("2\r\n{}\r\n0\r\n", "Authorization: Bearer x\r\n") },
  { name: "endless trailers", bytes: chunked("2\r\n{}\r\n0\r\n", "x: y\r\n".repeat(5_000)) },
  { name: "5,000 chunks of a byte", bytes: chunked(`${"1\r\n \r\n".repeat(5_000)}0\r\n`) },
  { name: "a chunk that never ends", bytes: post("Transfer-Encoding: chunked\r\n", "fff\r\n{"), isIncomplete: true }
]

const lines: ReadonlyArray<Shape> = [
  { name: "bare line feeds", bytes: "GET /healthz HTTP/1.1\nHost: x\n\n" },
  { name: "a bare carriage return in a header", bytes: get("X: a\rX-Request-Id: smuggled\r\n") },
  { name: "a bare line feed in a header", bytes: get(`X: a\n${smuggled}\r\n`) },
  { name: "NUL in a header", bytes: get("X: a\u0000b\r\n") },
  { name: "NUL in the name of a header", bytes: get("X\u0000: a\r\n") },
  { name: "NUL in the path", bytes: get("", "/healthz\u0000") },
  { name: "a folded header", bytes: get("X: a\r\n b\r\n") },
  { name: "a header that begins with a space", bytes: "GET /healthz HTTP/1.1\r\n Host: x\r\n\r\n" },
  { name: "a header without a colon", bytes: get("X\r\n") },
  { name: "a header without a name", bytes: get(": x\r\n") },
  { name: "a space in the name of a header", bytes: get("X Y: z\r\n") },
  { name: "a header beyond ASCII", bytes: get("X: \u00e9\u00ff\r\n") },
  { name: "a path beyond ASCII", bytes: get("", "/\u00e9") },
  { name: "a tab in the request line", bytes: "GET\t/healthz\tHTTP/1.1\r\nHost: x\r\n\r\n" },
  { name: "two spaces in the request line", bytes: "GET  /healthz  HTTP/1.1\r\nHost: x\r\n\r\n" },
  { name: "empty lines first", bytes: `\r\n\r\n\r\n${get("")}` },
  { name: "HTTP/0.9", bytes: "GET /healthz\r\n" },
  { name: "HTTP/1.0", bytes: get("", "/healthz", "HTTP/1.0") },
  { name: "HTTP/1.0 that stays", bytes: get("Connection: keep-alive\r\n", "/healthz", "HTTP/1.0") },
  { name: "HTTP/1.9", bytes: get("", "/healthz", "HTTP/1.9") },
  { name: "HTTP/2.0", bytes: get("", "/healthz", "HTTP/2.0") },
  { name: "HTTP/1.1 in lower case", bytes: get("", "/healthz", "http/1.1") },
  { name: "a method in lower case", bytes: "get /healthz HTTP/1.1\r\nHost: x\r\n\r\n" },
  { name: "an unknown method", bytes: "SMUGGLE /healthz HTTP/1.1\r\nHost: x\r\n\r\n" },
  { name: "TRACE", bytes: "TRACE /healthz HTTP/1.1\r\nHost: x\r\n\r\n" },
  { name: "CONNECT", bytes: `CONNECT x:443 HTTP/1.1\r\nHost: x\r\n\r\n${smuggled}` },
  { name: "OPTIONS *", bytes: "OPTIONS * HTTP/1.1\r\nHost: x\r\n\r\n" },
  { name: "an absolute address", bytes: get("", "http://x/healthz") },
  { name: "an absolute address of another host", bytes: get("", "http://evil.example/healthz") },
  { name: "an absolute address without a path", bytes: get("", "http://x") },
  { name: "an address with a user", bytes: get("", "http://a:b@x/healthz") },
  { name: "a path that looks like a host", bytes: get("", "//evil.example/healthz") },
  { name: "a path without a slash", bytes: get("", "healthz") },
  { name: "a semicolon in the path", bytes: get("", "/post/search;keywords=%ff") },
  { name: "a number sign in the path", bytes: get("", "/post/search#keywords=%ff") },
  { name: "encoded dots", bytes: get("", "/%2e%2e/%2e%2e/healthz") },
  { name: "a backslash", bytes: get("", "/\\healthz") },
  { name: "a broken percent-encoding", bytes: get("", "/%zz%") },
  { name: "an encoded line end", bytes: get("", "/healthz%0d%0aX:y") }
]

const connections: ReadonlyArray<Shape> = [
  { name: "no Host", bytes: "GET /healthz HTTP/1.1\r\n\r\n" },
  { name: "two Host", bytes: "GET /healthz HTTP/1.1\r\nHost: x\r\nHost: y\r\n\r\n" },
  { name: "two Authorization", bytes: get("Authorization: Bearer a\r\nauthorization: Bearer b\r\n", "/balance") },
  { name: "an empty Host", bytes: "GET /healthz HTTP/1.1\r\nHost:\r\n\r\n" },
  { name: "a header of 40 KB", bytes: get(`X: ${"x".repeat(40_000)}\r\n`) },
  { name: "3,000 headers", bytes: get("a:\r\n".repeat(3_000)) },
  { name: "a path of 15 KB", bytes: get("", `/${"x".repeat(15_000)}`) },
  { name: "a path of 60 KB", bytes: get("", `/${"x".repeat(60_000)}`) },
  { name: "100 requests at once", bytes: get("").repeat(100) },
  { name: "bodies that nobody reads", bytes: post("Content-Length: 2\r\n", "{}").repeat(5) },
  { name: "a good request, then none", bytes: `${get("")}no request\r\n\r\n` },
  { name: "a body beyond the limit", bytes: post("Content-Length: 70000\r\n", " ".repeat(70_000)) },
  { name: "a chunked body beyond the limit", bytes: chunked(`${chunkOf(" ".repeat(70_000))}0\r\n`) },
  { name: "Connection: close", bytes: get("Connection: close\r\n") },
  { name: "Connection: nonsense", bytes: get("Connection: ,,;=\r\n") },
  { name: "the preface of HTTP/2", bytes: "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n" },
  {
    name: "an upgrade to h2c",
    bytes: get("Connection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\nHTTP2-Settings: AAMAAABkAAQAoAAAAAIAAAAA\r\n")
  },
  {
    name: "an upgrade to WebSocket",
    bytes: get(
      "Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n"
    )
  },
  {
    name: "an upgrade with a body",
    bytes: post(`Connection: Upgrade\r\nUpgrade: h2c\r\nContent-Length: ${smuggled.length}\r\n`, smuggled)
  },
  { name: "the start of TLS", bytes: "\u0016\u0003\u0001\u0002\u0000\u0001\u0000\u0001\u00fc\u0003\u0003" },
  {
    name: "Expect: 100-continue, and the body at once",
    bytes: post(`Expect: 100-continue\r\nContent-Length: ${smuggled.length}\r\n`, smuggled)
  },
  {
    name: "Expect: 100-continue without a body",
    bytes: get("Expect: 100-continue\r\n")
  },
  {
    name: "Expect: 100-continue and a semicolon",
    bytes: get("Expect: 100-continue\r\n", "/post/search;keywords=%ff")
  },
  {
    name: "an unknown expectation",
    bytes: post(`Expect: x\r\nContent-Length: ${smuggled.length}\r\n`, smuggled)
  }
]

export const shapes: ReadonlyArray<Shape> = [...framing, ...chunks, ...lines, ...connections]
