/** The languages in which a call is shown. */
import type { ApiRequest } from "./ApiRequest.ts"
import { curl } from "./Curl.ts"
import { go } from "./Go.ts"
import { python } from "./Python.ts"
import { typeScript } from "./TypeScript.ts"

export { requestOf } from "./ApiRequest.ts"

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
