/** A call without a body in Go, with its standard library alone. Without a key it reads `HEDDLE_API_KEY`. */
import type { ApiRequest } from "./ApiRequest.ts"
import { stringLiteral } from "./Quote.ts"

const authorization = (key: string | undefined): string =>
  key === undefined ? '"Bearer "+os.Getenv("HEDDLE_API_KEY")' : stringLiteral(`Bearer ${key}`)

export const go = ({ method, baseUrl, path, query }: ApiRequest, key?: string): string => {
  const packages = [
    "fmt",
    "io",
    "net/http",
    ...(query.length > 0 ? ["net/url"] : []),
    ...(key === undefined ? ["os"] : [])
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
    `\trequest, err := http.NewRequest("${method}", address, nil)`,
    "\tif err != nil {",
    "\t\tpanic(err)",
    "\t}",
    `\trequest.Header.Set("Authorization", ${authorization(key)})`,
    "\tresponse, err := http.DefaultClient.Do(request)",
    "\tif err != nil {",
    "\t\tpanic(err)",
    "\t}",
    "\tdefer response.Body.Close()",
    "\tbody, err := io.ReadAll(response.Body)",
    "\tif err != nil {",
    "\t\tpanic(err)",
    "\t}",
    "\tfmt.Println(string(body))",
    "}"
  ].join("\n")
}
