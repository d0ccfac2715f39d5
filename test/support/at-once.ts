/** Asks several things together: each process that a request wakes finds more than one to do then. */
const AT_ONCE = 12

/** Looks at each of many, some at the same time, begun in their order. @throws what the first look that failed threw */
export async function atOnce<T>(all: Iterable<T>, look: (one: T) => Promise<void>): Promise<void> {
  const rest = [...all].values()
  const work = async (): Promise<void> => {
    for (const one of rest) await look(one)
  }
  await Promise.all(Array.from({ length: AT_ONCE }, work))
}
