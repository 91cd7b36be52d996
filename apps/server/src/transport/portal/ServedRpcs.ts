/** The procedures that this server answers. */
import { PortalRpcs } from "@heddle/api/portal"

export const ServedRpcs = PortalRpcs.omit("UpdateRule")
