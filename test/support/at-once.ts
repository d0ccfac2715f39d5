/** Asks several things together: each process that a request wakes finds more than one to do then. */
const AT_ONCE = 12

/** Looks at each of many, some at the same time, begun in their order; after one that fails no other begins. @throws what it threw */
export async function atOnce<T>(all: Iterable<T>, look: (one: T) => Promise<void>): Promise<void> {
  const rest = [...all].values()
  let failed = false
  const work = async (): Promise<void> => {
    for (const one of rest) {
      if (failed) return
      await look(one).catch(error => {
        failed = true
        throw error
      })
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, work))
}
