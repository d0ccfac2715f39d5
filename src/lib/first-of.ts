/** The first items of what may be long, as many as are wanted; the others are not asked for. */
export function firstOf<T>(items: Iterable<T>, wanted: number): T[] {
  const first: T[] = []
  for (const item of items) {
    first.push(item)
    if (first.length >= wanted) break
  }
  return first
}
