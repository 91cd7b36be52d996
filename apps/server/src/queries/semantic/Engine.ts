/** How posts are compared with a topic. Semantic search and inspiration ask an engine; the settings decide which one. */
import type { Language, SemanticEngine, Unavailable } from "@heddle/api"
import { Context, type Effect } from "effect"

/** The posts to compare. */
export interface Scope {
  readonly languages: ReadonlyArray<Language>
  /** `recent`: posted from this time on. `library`: the posts of the inspiration library. */
  readonly among: { readonly from: Date } | "library"
}

/** A post that is close to the topic. */
export interface Near {
  readonly postedAt: Date
  readonly code: string
  /** From 0 to 1. */
  readonly score: number
}

export interface Found {
  readonly engine: SemanticEngine
  /** Closest first; ties newest first, then by code. */
  readonly posts: ReadonlyArray<Near>
}

export class Engine extends Context.Service<
  Engine,
  {
    /** The posts of the scope that are closest to the topic, at most `count`. While it cannot answer, the call is free. */
    nearest(topic: string, scope: Scope, count: number): Effect.Effect<Found, Unavailable>
  }
>()("@heddle/server/queries/semantic/Engine") {}
