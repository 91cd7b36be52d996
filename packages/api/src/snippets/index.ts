/** The languages in which a call is shown. */
import { type ApiRequest, shellWord, stringLiteral } from "./ApiRequest.ts"

/** A call in Go, with its standard library alone. Without a key it reads `HEDDLE_API_KEY`. */
const goKey = (key: string | undefined): string =>
  key === undefined ? '"Bearer "+os.Getenv("HEDDLE_API_KEY")' : stringLiteral(`Bearer ${key}`)

const go = ({ method, baseUrl, path, query, body }: ApiRequest, key?: string): string => {
  const packages = [
    "io",
    "net/http",
    ...(query.length > 0 ? ["net/url"] : []),
    "os",
    ...(body === undefined ? [] : ["strings"])
  ]
  const url = stringLiteral(baseUrl + path)
  return [
    "package main",
    "",
    "import (",
    ...packages.map((name) => `\t"${name}"`),
    ")",
    "",
    "func main() {",
    ...(query.length === 0
      ? [`\taddress := ${url}`]
      : [
          "\tquery := url.Values{}",
          ...query.map(([name, value]) => `\tquery.Set(${stringLiteral(name)}, ${stringLiteral(value)})`),
          `\taddress := ${url} + "?" + query.Encode()`
        ]),
    ...(body === undefined ? [] : [`\tbody := strings.NewReader(${stringLiteral(JSON.stringify(body))})`]),
    `\trequest, err := http.NewRequest("${method}", address, ${body === undefined ? "nil" : "body"})`,
    "\tif err != nil {",
    "\t\tpanic(err)",
    "\t}",
    `\trequest.Header.Set("Authorization", ${goKey(key)})`,
    ...(body === undefined ? [] : ['\trequest.Header.Set("Content-Type", "application/json")']),
    "\tresponse, err := http.DefaultClient.Do(request)",
    "\tif err != nil {",
    "\t\tpanic(err)",
    "\t}",
    "\tdefer response.Body.Close()",
    "\tio.Copy(os.Stdout, response.Body)",
    "}"
  ].join("\n")
}

/** A call in Python 3, with its standard library alone. Without a key it reads `HEDDLE_API_KEY`. */
const pythonKey = (key: string | undefined): string =>
  key === undefined ? '"Bearer " + os.environ["HEDDLE_API_KEY"]' : stringLiteral(`Bearer ${key}`)

const python = ({ method, baseUrl, path, query, body, answer }: ApiRequest, key?: string): string => {
  const modules = [
    ...(answer === "json" || body !== undefined ? ["json"] : []),
    ...(key === undefined ? ["os"] : []),
    ...(query.length > 0 ? ["urllib.parse"] : [])
  ]
  const url = stringLiteral(baseUrl + path)
  const json = body === undefined ? [] : ['"Content-Type": "application/json"']
  return [
    ...[...modules, "urllib.request"].map((module) => `import ${module}`),
    "",
    ...(query.length === 0
      ? [`url = ${url}`]
      : [
          "query = urllib.parse.urlencode({",
          ...query.map(([name, value]) => `    ${stringLiteral(name)}: ${stringLiteral(value)},`),
          "})",
          `url = ${url} + "?" + query`
        ]),
    "request = urllib.request.Request(",
    "    url,",
    ...(method === "GET" ? [] : [`    method="${method}",`]),
    `    headers={${[`"Authorization": ${pythonKey(key)}`, ...json].join(", ")}},`,
    ...(body === undefined ? [] : [`    data=json.dumps(${pythonLiteral(body)}).encode(),`]),
    ")",
    "with urllib.request.urlopen(request) as response:",
    ...pythonOutput[answer]
  ].join("\n")
}

const pythonOutput = {
  json: ["    print(json.load(response))"],
  file: ["    print(response.read().decode())"],
  stream: ["    for line in response:", '        print(line.decode(), end="", flush=True)']
}

const pythonLiteral = (value: unknown): string => {
  if (typeof value === "string") return stringLiteral(value)
  if (value === null || value === undefined) return "None"
  if (typeof value === "boolean") return value ? "True" : "False"
  if (Array.isArray(value)) return `[${value.map(pythonLiteral).join(", ")}]`
  if (typeof value !== "object") return JSON.stringify(value)
  return `{${Object.entries(value)
    .map(([name, item]) => `${stringLiteral(name)}: ${pythonLiteral(item)}`)
    .join(", ")}}`
}

/** A call in TypeScript, for any runtime with `fetch`. Without a key it reads `HEDDLE_API_KEY`. */
const typeScriptKey = (key: string | undefined): string =>
  key === undefined ? "`Bearer ${process.env.HEDDLE_API_KEY}`" : stringLiteral(`Bearer ${key}`)

const typeScript = ({ method, baseUrl, path, query, body, answer }: ApiRequest, key?: string): string => {
  const parameters = query.map(([name, value]) => `  ${name}: ${stringLiteral(value)}`)
  const json = body === undefined ? [] : ['"Content-Type": "application/json"']
  return [
    `const url = new URL(${stringLiteral(baseUrl + path)})`,
    ...(parameters.length === 0 ? [] : ["url.search = new URLSearchParams({", parameters.join(",\n"), "}).toString()"]),
    "",
    "const response = await fetch(url, {",
    ...(method === "GET" ? [] : [`  method: "${method}",`]),
    `  headers: { ${[`Authorization: ${typeScriptKey(key)}`, ...json].join(", ")} }${body === undefined ? "" : ","}`,
    ...(body === undefined ? [] : [`  body: JSON.stringify(${typeScriptLiteral(body)})`]),
    "})",
    "if (!response.ok) throw new Error(await response.text())",
    ...typeScriptOutput[answer]
  ].join("\n")
}

const typeScriptOutput = {
  json: ["console.log(await response.json())"],
  file: ["console.log(await response.text())"],
  stream: ["for await (const text of response.body!.pipeThrough(new TextDecoderStream())) console.log(text)"]
}

/** JSON is TypeScript, once its strings are. */
const typeScriptLiteral = (value: unknown): string => {
  if (typeof value === "string") return stringLiteral(value)
  if (Array.isArray(value)) return `[${value.map(typeScriptLiteral).join(", ")}]`
  if (typeof value !== "object" || value === null) return JSON.stringify(value)
  return `{ ${Object.entries(value)
    .map(([name, item]) => `${stringLiteral(name)}: ${typeScriptLiteral(item)}`)
    .join(", ")} }`
}

/** A call as a command of a POSIX shell. Without a key it reads `HEDDLE_API_KEY`. */
const curlKey = (key: string | undefined): string =>
  key === undefined ? '"Authorization: Bearer $HEDDLE_API_KEY"' : shellWord(`Authorization: Bearer ${key}`)

const curl = ({ method, baseUrl, path, query, body, answer }: ApiRequest, key?: string): string => {
  const options = [
    ...(query.length > 0 ? ["-G"] : []),
    ...(answer === "stream" ? ["-N"] : []),
    ...(method === "GET" || (method === "POST" && body !== undefined) ? [] : [`-X ${method}`]),
    `-H ${curlKey(key)}`,
    ...query.map(([name, value]) => `--data-urlencode ${shellWord(`${name}=${value}`)}`),
    ...(body === undefined ? [] : ["-H 'Content-Type: application/json'", `-d ${shellWord(JSON.stringify(body))}`])
  ]
  return [`curl ${shellWord(baseUrl + path)}`, ...options].join(" \\\n  ")
}

export { kebabCase, playgroundPath, referencePath, requestOf, shellWord } from "./ApiRequest.ts"

interface SnippetLanguage {
  readonly id: "curl" | "typescript" | "python" | "go"
  readonly name: string
  readonly write: (request: ApiRequest, key?: string) => string
}

export const snippetLanguages: readonly [SnippetLanguage, ...ReadonlyArray<SnippetLanguage>] = [
  { id: "curl", name: "curl", write: curl },
  { id: "typescript", name: "TypeScript", write: typeScript },
  { id: "python", name: "Python", write: python },
  { id: "go", name: "Go", write: go }
]
