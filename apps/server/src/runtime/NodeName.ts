/** The name of this process among those of the same server, in logs and telemetry. */
import { hostname } from "node:os"

export const nodeName = `${hostname()}:${process.pid}`
