import type { Model } from "./Model.ts"

export const priorModel: Model = { format: 1, kind: "prior", posts: 0, horizonMillis: 604800000, languages: [], ages: [] }
