/** The layer of this folder. */
import { Layer } from "effect"
import { Closure } from "./Closure.ts"
import { DataExport } from "./DataExport.ts"

export const LeavingLayer = Layer.mergeAll(Closure.layer, DataExport.layer)
