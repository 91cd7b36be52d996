/** The address of the demo's account, which anybody with its link uses. */
export const demoEmail = "demo@heddle.example"
