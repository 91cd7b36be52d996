/** A page of the documentation: Markdown, from which its HTML, its twin at `….md` and the search are made. */

/** One call in one language. */
export interface Sample {
  /** Of the language, such as `curl` or `typescript`. */
  readonly id: string
  readonly name: string
  /** What a code fence calls the language. */
  readonly fence: string
  readonly code: string
}

export const sections = ["Start", "Webhooks", "API", "Reference", "Types", "Errors"] as const
export type Section = (typeof sections)[number]

export interface DocPage {
  /** Such as `/docs/webhooks`. */
  readonly path: string
  readonly section: Section
  /** A heading within the section. */
  readonly group?: string
  readonly title: string
  /** In the navigation, where the title is too long. */
  readonly label?: string
  /** One plain sentence. */
  readonly about: string
  /** All of it, with its title as the first heading. */
  readonly markdown: string
  /** What stands beside the text: the call in every language, then what it answers. */
  readonly aside?: {
    readonly samples: ReadonlyArray<Sample>
    readonly answer: Sample | null
    readonly tryIt: string | null
  }
}

const fenced = ({ name, fence, code }: Sample): string => `### ${name}\n\n\`\`\`${fence}\n${code}\n\`\`\``

/** The page as a file for assistants and editors. */
export const twinOf = ({ markdown, aside }: DocPage): string => {
  if (aside === undefined) return `${markdown.trim()}\n`
  const { samples, answer } = aside
  const answers = answer === null ? [] : [`## ${answer.name}`, `\`\`\`${answer.fence}\n${answer.code}\n\`\`\``]
  return `${[markdown.trim(), "## Samples", ...samples.map(fenced), ...answers].join("\n\n")}\n`
}

export const twinPath = (path: string): string => `${path}.md`
