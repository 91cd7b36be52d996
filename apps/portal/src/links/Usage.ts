/** The address of the usage screen. */

export const usagePath = "/usage"
