/** The addresses of all screens that need no id. */
export const screens = [
  "/overview",
  "/first-steps",
  "/usage",
  "/playground",
  "/webhooks",
  "/webhooks/new",
  "/webhooks/rules",
  "/webhooks/deliveries",
  "/keys",
  "/credits",
  "/connections",
  "/account",
  "/status"
] as const
