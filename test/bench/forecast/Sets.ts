/** What the model is measured on: posts in the order of posting, and the age at which their course ends. */
import { join } from "node:path"
import { existsSync } from "node:fs"
import { sharedDataFolder } from "../../support/TestSettings.ts"
import { readPosts } from "./Files.ts"
import { hawkesPosts, ordinary, popular } from "./Hawkes.ts"
import { networkPosts } from "./Network.ts"
import { hourMillis, type Post } from "./Post.ts"

export interface DataSet {
  readonly name: string
  readonly posts: ReadonlyArray<Post>
  readonly horizonMillis: number
  /** Too few posts to be split by time alone. */
  readonly isSmall: boolean
}

const weekMillis = 168 * hourMillis
const smallBelow = 200

/** The ages at which recordings usually end. */
const usualHours = [12, 24, 48, 72, 96, 120, 168]
/** The share of all posts that still grow shortly before the end of a recording. */
const latest = 0.999

/** The first usual age by which nearly all events were recorded. */
const horizonOf = (posts: ReadonlyArray<Post>): number => {
  const total = (age: number) => posts.reduce((sum, post) => sum + post.countAt(age), 0)
  const all = total(weekMillis)
  return (usualHours.find((hours) => total(hours * hourMillis) >= all * latest) ?? 168) * hourMillis
}

export const setOfFolder = (name: string, folder: string, hours: number | undefined): DataSet => {
  const posts = readPosts(folder)
  if (posts.length < 10) throw new Error(`${folder} has ${posts.length} cascades; at least 10 are needed`)
  const horizonMillis = hours === undefined ? horizonOf(posts) : hours * hourMillis
  return { name, posts, horizonMillis, isSmall: posts.length < smallBelow }
}

export const madeUpSets = (seed: number, posts: number): ReadonlyArray<DataSet> => {
  const week = { horizonMillis: weekMillis, isSmall: false }
  return [
    { name: "cascades of 30 events or more", posts: hawkesPosts(seed, posts, popular), ...week },
    { name: "cascades of any size", posts: hawkesPosts(seed + 1, posts, ordinary), ...week },
    { name: "likes of the simulated network", posts: networkPosts(seed + 2, posts, "like_count"), ...week },
    { name: "replies of the simulated network", posts: networkPosts(seed + 3, posts, "reply_count"), ...week },
    { name: "views of the simulated network", posts: networkPosts(seed + 4, posts, "impression_count"), ...week }
  ]
}

/** Retweets that others recorded, where the shared data is installed. */
export const recordedSets = (): ReadonlyArray<DataSet> => {
  const folder = sharedDataFolder === undefined ? undefined : join(sharedDataFolder, "cascades", "retweets")
  return folder === undefined || !existsSync(folder) ? [] : [setOfFolder("recorded retweets", folder, 168)]
}
