/** The order of codes in the database, where they have the collation "C". */
export const compareCodes = (one: string, other: string): number => Buffer.compare(Buffer.from(one), Buffer.from(other))
