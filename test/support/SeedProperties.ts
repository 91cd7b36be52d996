/** Runs before every test file. A property prints the seed of a failure; HEDDLE_TEST_SEED repeats it. */
import fc from "fast-check"
import { chosenSeed } from "./TestSettings.ts"

if (chosenSeed !== undefined) fc.configureGlobal({ ...fc.readConfigureGlobal(), seed: chosenSeed })
