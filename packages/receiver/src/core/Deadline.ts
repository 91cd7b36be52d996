/** Rejects with what `late` makes unless `work` settles in time. What `work` does after that is nobody's concern. */
export async function withDeadline<A>(work: Promise<A>, ms: number, late: () => Error): Promise<A> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const deadline = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(late()), ms)
  })
  try {
    return await Promise.race([work, deadline])
  } finally {
    clearTimeout(timer)
  }
}
