/** Codes of posts from what people paste. */
import { expect, test } from "vitest"
import { postCodeOf } from "../../../src/features/rules/Explain.tsx"

test.each([
  [" Dag59 ", "Dag59"],
  ["https://social.example/@amy/post/Dag59", "Dag59"],
  ["https://social.example/@amy/post/Dag59/?from=x#y", "Dag59"],
  ["https://social.example/p/%E5%92%96", "咖"],
  ["https://social.example/p/%E5%9", "%E5%9"],
  ["at://did:plc:abc/post/1", "at://did:plc:abc/post/1"]
])("%s is %s", (pasted, code) => expect(postCodeOf(pasted)).toBe(code))
