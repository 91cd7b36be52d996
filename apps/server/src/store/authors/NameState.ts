/**
 * Who has which name, from observations in any order; pure. An author has the name of its last observation, unless
 * somebody else was seen with that name later. So a name has one author at a time, and a late or repeated observation
 * changes nothing that a newer one said.
 */

/** `username` is null where the author has no name but its id, and undefined where nothing is said but that it exists. */
export interface NameObservation {
  readonly authorId: string
  readonly username: string | null | undefined
  readonly at: Date
}

export interface Label {
  readonly authorId: string
  /** Null where no name is known. */
  readonly username: string | null
  readonly namedAt: Date | null
  readonly observedAt: Date | null
  /** What was observed until then is ignored. */
  readonly removedAt: Date | null
}

/** When an author was first and last seen with a name. */
export interface FormerName {
  readonly username: string
  readonly authorId: string
  readonly heldFrom: Date
  readonly heldUntil: Date
}

export interface StoredNames {
  /** Of the authors that are observed, and of those who have the names. */
  readonly labels: ReadonlyArray<Label>
  /** Of the names that are observed. */
  readonly formerNames: ReadonlyArray<FormerName>
}

export interface NameChanges {
  readonly labels: ReadonlyArray<Label>
  readonly formerNames: ReadonlyArray<FormerName>
  /** Who lost a name to somebody else. */
  readonly displaced: ReadonlyArray<string>
}

/** How names are compared: without case. */
export const nameKey = (name: string): string => name.normalize("NFC").toLowerCase()

const keyOf = ({ username, authorId }: Pick<FormerName, "username" | "authorId">): string => `${username}\n${authorId}`

/** Whether the observation says something that the label does not. */
export const isNews = (label: Label | undefined, { username, at }: NameObservation): boolean => {
  if (label === undefined) return true
  if (label.removedAt !== null && at <= label.removedAt) return false
  return username !== undefined && (label.observedAt === null || at > label.observedAt || username !== label.username)
}

export const observeNames = (stored: StoredNames, observations: ReadonlyArray<NameObservation>): NameChanges => {
  const labels = new Map(stored.labels.map((label) => [label.authorId, label]))
  const holders = new Map(
    stored.labels.flatMap(({ username, authorId }) => (username === null ? [] : [[username, authorId] as const]))
  )
  const formerNames = new Map(stored.formerNames.map((former) => [keyOf(former), former]))
  const changed = new Set<string>()
  const ended = new Set<string>()
  const displaced = new Set<string>()

  const set = (label: Label) => {
    labels.set(label.authorId, label)
    changed.add(label.authorId)
  }

  const remember = (username: string, authorId: string, from: Date, until: Date) => {
    const key = keyOf({ username, authorId })
    const known = formerNames.get(key)
    formerNames.set(key, {
      username,
      authorId,
      heldFrom: known !== undefined && known.heldFrom < from ? known.heldFrom : from,
      heldUntil: known !== undefined && known.heldUntil > until ? known.heldUntil : until
    })
    ended.add(key)
  }

  /** Takes the author's name away. */
  const release = (label: Label): Label => {
    const { username, authorId, namedAt, observedAt } = label
    if (username === null || observedAt === null) return label
    remember(username, authorId, namedAt ?? observedAt, observedAt)
    holders.delete(username)
    return { ...label, username: null, namedAt: null }
  }

  /** Takes the name from whoever else has it. False if somebody else was seen with it after this time. */
  const claim = (username: string, authorId: string, at: Date): boolean => {
    const holder = labels.get(holders.get(username) ?? "")
    if (holder !== undefined && holder.authorId !== authorId) {
      if (holder.observedAt !== null && holder.observedAt > at) return false
      set(release(holder))
      displaced.add(holder.authorId)
    }
    return ![...formerNames.values()].some(
      (former) => former.username === username && former.authorId !== authorId && former.heldUntil > at
    )
  }

  const apply = ({ authorId, username, at }: NameObservation) => {
    const unknown: Label = { authorId, username: null, namedAt: null, observedAt: null, removedAt: null }
    const label = labels.get(authorId) ?? unknown
    if (label.removedAt !== null && at <= label.removedAt) return
    if (username === undefined) return labels.has(authorId) ? undefined : set(label)
    if (label.observedAt !== null && at < label.observedAt) {
      if (username === null || username === label.username) return
      claim(username, authorId, at)
      return remember(username, authorId, at, at)
    }
    if (username !== null && username === label.username) return set({ ...label, observedAt: at })
    if (username === null) return set({ ...release(label), observedAt: at })
    const own = formerNames.get(keyOf({ username, authorId }))
    // Seen before, and since then the author has lost this name.
    if (own !== undefined && own.heldUntil >= at) return
    const free = { ...release(label), observedAt: at }
    if (!claim(username, authorId, at)) {
      remember(username, authorId, at, at)
      return set(free)
    }
    holders.set(username, authorId)
    return set({ ...free, username, namedAt: at })
  }

  for (const observation of observations) apply(observation)
  return {
    labels: [...changed].flatMap((id) => labels.get(id) ?? []),
    formerNames: [...ended].flatMap((key) => formerNames.get(key) ?? []),
    displaced: [...displaced].filter((id) => labels.get(id)?.username === null)
  }
}
