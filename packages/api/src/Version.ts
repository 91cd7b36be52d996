/** The one live version: the first release of ours continues the description's list. */
export const version = "1.21.0"
