/** The layer of this folder: live reads from the network. Needs `LiveSources`. */
import { Layer } from "effect"
import { LiveAuthors } from "./LiveAuthors.ts"
import { LiveChain } from "./LiveChain.ts"
import { LivePosts } from "./LivePostRow.ts"
import { LiveReader } from "./LiveReader.ts"
import { LiveWriteBack } from "./LiveWriteBack.ts"

export const LiveLayer = Layer.mergeAll(LivePosts.layer, LiveAuthors.layer, LiveChain.layer).pipe(
  Layer.provideMerge(LiveReader.layer),
  Layer.provideMerge(LiveWriteBack.layer)
)
