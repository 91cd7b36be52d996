/** `demo.json`, for people and scripts. */
import { AccountId, EndpointId } from "@heddle/api/fields"
import { Effect, FileSystem, Schema } from "effect"
import { join } from "node:path"

const DemoFileSchema = Schema.Struct({
  baseUrl: Schema.String,
  operatorUrl: Schema.String,
  receiverUrl: Schema.String,
  accountId: AccountId,
  email: Schema.String,
  /** Absent in files of versions without sign-in, or when the user of the account chose a password. */
  password: Schema.optionalKey(Schema.String),
  apiKey: Schema.String,
  endpointId: EndpointId,
  endpointSecret: Schema.String
})
export type DemoFile = typeof DemoFileSchema.Type

const DemoJson = Schema.fromJsonString(DemoFileSchema)

export const demoFileIn = (dataDir: string): string => join(dataDir, "demo.json")

/** None where no demo has run, or its file is damaged. */
export const readDemoFile = (file: string) =>
  Effect.flatMap(FileSystem.FileSystem, (fs) =>
    Effect.option(Effect.flatMap(fs.readFileString(file), (text) => Schema.decodeUnknownEffect(DemoJson)(text)))
  )
