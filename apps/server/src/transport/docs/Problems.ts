/** A page for each problem: what its `type` leads to. */
import { problemCodes, problemExample, problemPath, problemTable } from "@heddle/api"
import type { DocPage } from "./DocPage.ts"
import { plainText } from "./Markdown.ts"

export const problemPages = (): ReadonlyArray<DocPage> =>
  problemCodes.map((code) => {
    const { status, title, when, fix } = problemTable[code]
    return {
      path: problemPath(code),
      section: "Errors",
      title,
      about: plainText(`${when}.`),
      markdown: `# ${title}

Status ${status}, code \`${code}\`

## What it means

${when}.

## What to do

${fix}.

## An example

\`\`\`json
${JSON.stringify(problemExample(code), null, 2)}
\`\`\`

[All errors](/docs/errors)`
    }
  })
