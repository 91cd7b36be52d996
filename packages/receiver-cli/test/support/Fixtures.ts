export const secret = "whsec_Zk3vQ0mN8sT1xYcB5uWq2LrHj7EpDa9F"
export const otherSecret = "whsec_aB4dEfG7hJkL0mNpQ2rS5tUvW8xYz1C3"
/** Unix seconds; every clock in the tests starts here. */
export const start = 1_760_000_000
