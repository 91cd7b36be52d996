/** The address of plans and credits. */

export const creditsLink = "/credits"
