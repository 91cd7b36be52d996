import manifest from "../package.json" with { type: "json" }

/** The current version. Our first release continues the version numbers of the description. */
export const version: string = manifest.version
