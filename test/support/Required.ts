/** `HEDDLE_TEST_REQUIRE_RUNTIMES=true` fails, instead of skipping, where `npm run runtimes -w packages/receiver` has not run. */
export const requireRuntimes = process.env["HEDDLE_TEST_REQUIRE_RUNTIMES"] === "true"

/** `HEDDLE_TEST_REQUIRE_SHARED_DATA=true` fails, instead of skipping, where the data outside the repository is missing. */
export const requireSharedData = process.env["HEDDLE_TEST_REQUIRE_SHARED_DATA"] === "true"
