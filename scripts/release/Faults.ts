/** Why the repository cannot be released as it is. */
import { saysHowToGoBack, type Section } from "./Changelog.ts"

export interface State {
  readonly commit: string
  /** Names of files that git has not got, or not so. */
  readonly changes: ReadonlyArray<string>
  /** Of the tag of the version, if there is one. */
  readonly tagged: string | undefined
  /** By package. */
  readonly versions: Readonly<Record<string, string>>
  /** Of the changelog, the newest first. */
  readonly sections: ReadonlyArray<Section>
  /** Changes that have no version yet. */
  readonly changesets: ReadonlyArray<string>
}

const newVersion = "npm run release:version makes a new version of the changesets"

export const faultsOf = (state: State): ReadonlyArray<string> => {
  const [version = "", ...others] = new Set(Object.values(state.versions))
  if (others.length > 0) return [`All packages have one version, but there are ${[version, ...others].join(", ")}`]
  const [newest, previous] = state.sections
  const section = newest?.version === version ? newest : undefined
  const isOther = (commit: string | undefined) => commit !== undefined && !state.commit.startsWith(commit)
  return [
    ...(state.changes.length > 0 ? [`Commit or remove first: ${state.changes.join(", ")}`] : []),
    ...(state.changesets.length > 0 ? [`${state.changesets.join(", ")}: ${newVersion}`] : []),
    ...(section === undefined || section.text === ""
      ? [`docs/changelog.md does not begin with a section "## ${version} · DATE" that says what changed`]
      : []),
    ...(isOther(section?.commit) ? [`${version} was released from ${section?.commit}: ${newVersion}`] : []),
    ...(isOther(state.tagged) ? [`The tag v${version} names ${state.tagged}, not this commit: ${newVersion}`] : []),
    ...(section !== undefined && section.text !== "" && previous !== undefined && !saysHowToGoBack(section)
      ? [
          `The section of ${version} says neither "Going back: start ${previous.version} again" nor "Going back: restore …"`
        ]
      : []),
    ...(section !== undefined && previous !== undefined && previous.commit === undefined
      ? [`The heading of ${previous.version} in docs/changelog.md lacks the commit that was released`]
      : [])
  ]
}
