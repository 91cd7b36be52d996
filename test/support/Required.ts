/** `HEDDLE_TEST_REQUIRE_RUNTIMES=true` fails, instead of skipping, where `npm run runtimes -w packages/receiver` has not run. */
export const requireRuntimes = process.env["HEDDLE_TEST_REQUIRE_RUNTIMES"] === "true"
