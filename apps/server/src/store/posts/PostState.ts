/**
 * Applies changes to one post, in order; pure, so that the store reads once and writes once per batch.
 * Rules (decisions, "Ingest format"): the first line creates the post, later lines update its counts; caption and time
 * never change; counts may decrease; older observations are ignored; a deleted post stays deleted.
 */
import { encode, identifyLanguage, type Language, termsOf, type TextMark, textVersion } from "@heddle/text"
import { earlierOf } from "../../runtime/Time.ts"
import { authorIdOf, type CountChange, type DeleteChange, type PostChange, shownNameOf } from "../Change.ts"
import { type Counts, countsDiffer, mergeCounts, metricStep, moveCounts, noCounts } from "./Counts.ts"

/** The columns computed from a caption, which keyword and language filters query. Pure. */
export interface DerivedText {
  readonly token_text: string
  readonly terms: ReadonlyArray<number>
  readonly language: Language
  /** The version of the @heddle/text rules that produced the other fields. */
  readonly text_version: number
}

/** `hint` is the source's own language tag, or '' for none. */
export const deriveText = (caption: string, hint: string, marks: ReadonlyArray<TextMark> = []): DerivedText => {
  const tokenText = encode(caption, marks)
  return {
    token_text: tokenText,
    terms: termsOf(tokenText),
    language: identifyLanguage(caption, hint, marks),
    text_version: textVersion
  }
}

export type IngestOutcome = "accepted" | "updated" | "deleted" | "ignored"

export interface NewPost extends Counts, DerivedText {
  readonly code: string
  readonly source: string
  readonly url: string
  readonly caption: string
  /** The source's own language tag, '' for none. */
  readonly language_hint: string
  readonly marks: ReadonlyArray<TextMark>
  readonly author_id: string
  readonly posted_at: Date
  readonly is_reply: boolean
  readonly reply_to: string | null
  readonly media_url: ReadonlyArray<string>
  /** The first observation. */
  readonly seen_at: Date
  readonly observed_at: Date
}

/** The counts first observed in a step of the post's age. */
export interface Metrics extends Counts {
  readonly observed_at: Date
}

export interface PostState {
  readonly stored: boolean
  readonly deleted: boolean
  /** The post's partition is being dropped: only a deletion still applies. */
  readonly dropped: boolean
  readonly postedAt: Date
  readonly counts: Counts
  readonly observedAt: Date
  /** The last step with a stored snapshot. */
  readonly metricStep: number
  /** Snapshots to insert. */
  readonly metrics: ReadonlyArray<Metrics>
  /** The post to insert; null for none. */
  readonly created: NewPost | null
  /** Whether the counts of a stored post, or only its time of observation, have to be updated. */
  readonly changed: boolean
}

/** Where changes come from. */
export interface Origin {
  readonly source: string
  /** The URL for changes that have none; `{username}` and `{code}` are replaced. */
  readonly urlTemplate: string
}

export interface Received<A> extends Origin {
  readonly change: A
  readonly receivedAt: Date
  /** What is derived from the post's caption, where that was done before. */
  readonly text?: DerivedText | undefined
}

/** Whatever can happen to a post. */
export type AnyPostChange = PostChange | DeleteChange | CountChange

// A placeholder for times that are not set; never read.
const noTime = new Date(0)

export const unknownPost: PostState = {
  stored: false,
  deleted: false,
  dropped: false,
  postedAt: noTime,
  counts: noCounts,
  observedAt: noTime,
  metricStep: 0,
  metrics: [],
  created: null,
  changed: false
}

// Clamped: a source whose clock is fast would otherwise make all later observations look older.
const observedAtOf = ({ change, receivedAt }: Received<PostChange | CountChange>): Date =>
  earlierOf(change.observed_at, receivedAt)

const fillTemplate = (template: string, change: PostChange): string =>
  template
    .replaceAll("{username}", encodeURIComponent(shownNameOf(change)))
    .replaceAll("{code}", encodeURIComponent(change.code))

// Clamped: a post cannot be newer than its first report.
export const postedAtOf = ({ change, receivedAt }: Received<PostChange>): Date =>
  earlierOf(change.post_timestamp, receivedAt)

/** What a post that this change creates has derived from its caption. */
export const textOf = ({ caption, language, marks }: PostChange): DerivedText =>
  deriveText(caption, language ?? "", marks)

const create = (received: Received<PostChange>, counts: Counts, observedAt: Date): NewPost => {
  const { change } = received
  return {
    ...counts,
    code: change.code,
    source: received.source,
    url: change.url ?? fillTemplate(received.urlTemplate, change),
    caption: change.caption,
    ...(received.text ?? textOf(change)),
    language_hint: change.language ?? "",
    marks: change.marks ?? [],
    author_id: authorIdOf(change),
    posted_at: postedAtOf(received),
    is_reply: change.is_reply ?? (change.reply_to !== undefined && change.reply_to !== null),
    reply_to: change.reply_to ?? null,
    media_url: change.media_url ?? [],
    seen_at: observedAt,
    observed_at: observedAt
  }
}

/** The post as its first report creates it. */
export const newPostFrom = (received: Received<PostChange>): NewPost =>
  create(received, mergeCounts(noCounts, received.change), observedAtOf(received))

const observe = (state: PostState, counts: Counts, observedAt: Date): PostState => {
  const step = metricStep(observedAt.getTime() - state.postedAt.getTime())
  const observed = { ...state, counts, observedAt }
  return step <= state.metricStep
    ? observed
    : { ...observed, metricStep: step, metrics: [...state.metrics, { ...counts, observed_at: observedAt }] }
}

/** Counts with the observation of a known post. */
const count = (state: PostState, counts: Counts, observedAt: Date): PostState => {
  const observed = observe(state, counts, observedAt)
  return state.created === null
    ? { ...observed, changed: true }
    : { ...observed, created: { ...state.created, ...counts, observed_at: observedAt } }
}

/** Steps add up in any order, so that an older one counts as well. */
const move = (state: PostState, received: Received<CountChange>): PostState => {
  const counts = moveCounts(state.counts, received.change.by)
  const observedAt = observedAtOf(received)
  return countsDiffer(counts, state.counts)
    ? count(state, counts, observedAt < state.observedAt ? state.observedAt : observedAt)
    : state
}

export const applyChange = (
  state: PostState,
  received: Received<AnyPostChange>
): readonly [PostState, IngestOutcome] => {
  const known = state.stored || state.created !== null
  const gone = state.deleted || state.dropped
  if (isCount(received)) return known && !gone ? [move(state, received), "updated"] : [state, "ignored"]
  if (!isPost(received)) {
    const deleted = { ...state, deleted: true, created: null, changed: false, metrics: [] }
    return [deleted, known && !state.deleted ? "deleted" : "ignored"]
  }
  if (gone) return [state, "ignored"]
  const observedAt = observedAtOf(received)
  const counts = mergeCounts(state.counts, received.change)
  if (!known) {
    const created = create(received, counts, observedAt)
    return [{ ...observe({ ...state, postedAt: created.posted_at }, counts, observedAt), created }, "accepted"]
  }
  return observedAt < state.observedAt ? [state, "ignored"] : [count(state, counts, observedAt), "updated"]
}

export const isPost = (received: Received<AnyPostChange>): received is Received<PostChange> =>
  received.change.type === "post"

const isCount = (received: Received<AnyPostChange>): received is Received<CountChange> =>
  received.change.type === "counts"
