/**
 * `npm run bench -- language [--data FOLDER]`: accuracy and speed of language detection.
 *
 * Over the sentences of packages/text/test/language. `ja-kanji` is Japanese without kana, far more frequent there than in posts;
 * `und` has no language, and the right answer is `other`. The libraries do not tell scripts of Chinese or Cantonese apart.
 */
import { Console, Effect, Option } from "effect"
import { Command, Flag } from "effect/cli"
import { languages, identifyLanguage } from "../../../packages/text/src/index.ts"
import {
  accuracy,
  answer,
  type Answered,
  chineseAccuracy,
  precision,
  told
} from "../../../packages/text/test/support/Confusion.ts"
import { soil } from "../../../packages/text/test/support/Dirt.ts"
import { labels, type Labelled, ownSentences, readLabelled } from "../../../packages/text/test/support/Labelled.ts"
import { jsonFlag, machine, print, round } from "../Report.ts"
import { type Detector, detectors, product, shareRight } from "./LanguagePeers.ts"
import { microseconds } from "./Timing.ts"

const percent = (value: number): string => (Number.isNaN(value) ? "-" : `${(value * 100).toFixed(1)} %`)
const cell = (value: string | number): string => String(value).padStart(9)

/** Confusion matrix: a row for each label, a column for each detected language. */
const matrix = (all: ReadonlyArray<Answered>): string => {
  const present = labels.filter((label) => all.some((one) => one.label === label))
  const rows = present.map((label) => {
    const counts = languages.map((language) => told(all, label, language))
    const texts = counts.reduce((sum, count) => sum + count, 0)
    return `${label.padEnd(9)}${[texts, percent(accuracy(all, label)), ...counts.map((count) => count || ".")].map(cell).join("")}`
  })
  return [`${"".padEnd(9)}${["texts", "right", ...languages].map(cell).join("")}`, ...rows].join("\n")
}

const summary = (all: ReadonlyArray<Answered>): string =>
  `any Chinese ${percent(chineseAccuracy(all))}; yue: recall ${percent(accuracy(all, "yue"))}, ` +
  `precision ${percent(precision(all, "yue"))}; ja with ja-kanji ${percent(accuracy(all, "ja", "ja-kanji"))}; ` +
  `en: precision ${percent(precision(all, "en"))}`

/** Prints the figures of every file. */
const sets = (folder: Option.Option<string>) =>
  Effect.try({
    try: () => {
      const { known, development } = ownSentences()
      const corpora = Option.match(folder, { onNone: () => new Map(), onSome: readLabelled })
      const all: ReadonlyArray<readonly [string, ReadonlyArray<Labelled>]> = [
        ["our own sentences, read while the rules were written", known],
        ["our own sentences, the development set", development],
        ...corpora
      ]
      return all
    },
    catch: (cause) => new Error(`--data: ${cause instanceof Error ? cause.message : String(cause)}`)
  })

const withoutKanjiAlone = (texts: ReadonlyArray<Labelled>) => texts.filter(({ label }) => label !== "ja-kanji")

/** Tables that compare the product with the libraries on each set. */
const printPeers = (found: ReadonlyArray<readonly [string, ReadonlyArray<Labelled>]>) =>
  Effect.gen(function* () {
    yield* Console.log("\nput right into zh, ja, ko, en or other; and without Japanese in kanji alone")
    for (const [name, texts] of found) {
      const shares = detectors.map(
        (one) => `${one.name} ${percent(shareRight(one, texts))}, ${percent(shareRight(one, withoutKanjiAlone(texts)))}`
      )
      yield* Console.log(`${name} (${texts.length}): ${shares.join("; ")}`)
    }
  })

/** Shorter sentences are dropped: under dirt, little is left of them for any detector. */
const shortestDirty = 8
const dirtyPosts = 5

/** What dirt costs each detector, by label: the share right of the same sentences with and without it. */
const printDirt = (texts: ReadonlyArray<Labelled>) =>
  Effect.gen(function* () {
    yield* Console.log(
      `\nsentences of at least ${shortestDirty} characters, clean and with links, handles, shortcodes, hashtags and emoji (${dirtyPosts} posts each)`
    )
    for (const label of labels.filter((one) => one !== "und")) {
      const clean = texts.filter((one) => one.label === label && one.text.length >= shortestDirty)
      if (clean.length === 0) continue
      const dirty = clean.flatMap(({ text }, index) =>
        Array.from({ length: dirtyPosts }, (_, post) => ({ label, text: soil(text, index * dirtyPosts + post + 1) }))
      )
      const shares = detectors.map(
        (one) => `${one.name} ${percent(shareRight(one, clean))} → ${percent(shareRight(one, dirty))}`
      )
      yield* Console.log(`${label.padEnd(9)} (${clean.length}): ${shares.join("; ")}`)
    }
  })

/** A figure of each library, without the product. */
const ofPeers = (figure: (one: Detector) => number): Readonly<Record<string, number>> =>
  Object.fromEntries(
    detectors.flatMap((one) => (one.name === "product" ? [] : [[one.name, round(figure(one))] as const]))
  )

export const language = Command.make(
  "language",
  {
    json: jsonFlag,
    data: Flag.Directory("data", { mustExist: true }).pipe(
      Flag.withDescription(
        "A folder with more texts: LABEL.txt, LABEL.NAME.txt (one a line) or NAME.tsv (label, tab, text)"
      ),
      Flag.optional
    ),
    rounds: Flag.Int("rounds").pipe(Flag.withDescription("Passes, of which the fastest counts"), Flag.withDefault(15))
  },
  Effect.fn(function* ({ json, data, rounds }) {
    const found = yield* sets(data)
    const answered = found.map(([name, texts]) => [name, answer(texts)] as const)
    yield* Console.log(machine())
    for (const [name, all] of answered) yield* Console.log(`\n${name}\n${matrix(all)}\n${summary(all)}`)
    const all = answered.flatMap(([, some]) => some)
    if (answered.length > 2) yield* Console.log(`\nall of them\n${matrix(all)}\n${summary(all)}`)
    const texts = all.map(({ text }) => text)
    const characters = Math.round(texts.reduce((sum, text) => sum + text.length, 0) / texts.length)
    yield* printPeers(found)
    yield* printDirt(found.flatMap(([, texts]) => texts))
    const micros = yield* microseconds(texts, rounds, (text) => identifyLanguage(text))
    yield* Console.log(`\n${round(micros)} µs a post of ${characters} characters (mean; goal: 20 µs)`)
    const times = new Map<string, number>()
    for (const one of detectors) times.set(one.name, yield* microseconds(texts, rounds, one.detect))
    yield* Console.log([...times].map(([name, micros]) => `${name} ${round(micros)} µs`).join(", "))
    const sizes = { texts: texts.length, characters }
    const shares = {
      "any Chinese": chineseAccuracy(all),
      ja: accuracy(all, "ja", "ja-kanji"),
      ko: accuracy(all, "ko"),
      en: accuracy(all, "en"),
      other: accuracy(all, "other"),
      "yue recall": accuracy(all, "yue"),
      "yue precision": precision(all, "yue")
    }
    yield* print(json, [
      ...Object.entries(shares).map(([metric, value]) => ({
        name: "language",
        metric,
        value: round(value * 100),
        unit: "%",
        sizes
      })),
      {
        name: "language",
        metric: "put right into zh, ja, ko, en or other",
        value: round(shareRight(product, all) * 100),
        unit: "%",
        peers: ofPeers((one) => shareRight(one, all) * 100),
        sizes
      },
      {
        name: "language",
        metric: "time a post",
        value: round(micros),
        unit: "µs",
        peers: ofPeers((one) => times.get(one.name) ?? Number.NaN),
        sizes
      }
    ])
  })
).pipe(Command.withDescription("The language of a post: right answers, confusion, time"))
