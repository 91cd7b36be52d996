/** The current version. Our first release continues the version numbers of the description. */
export const version = "1.21.0"
