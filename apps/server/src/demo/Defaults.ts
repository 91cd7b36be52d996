/** What `npm start` sets where the environment says nothing. */
export const demoDefaults = {
  HEDDLE_PAYMENTS: "fake",
  HEDDLE_ROUND_INTERVAL: "10 seconds",
  HEDDLE_WEBHOOK_ALLOW_LOOPBACK: "true"
}
