/**
 * Where a module lets others add to it: it says what, those that stand above it declare theirs (`extends`), and the house collects
 * them. Nothing is filled while files load, so a house has what its own modules add and nothing else.
 */

/** A place to add to; two are never the same one, whatever they are called. */
export interface ExtensionPoint<T> {
  /** For people who read an error: `what follows corrected gifts`. */
  name: string
  /** What tells what is added from the rest. Two of one key are refused; without it there may be any number. */
  key?(value: T): string
}

/** What a module adds, and where. */
export interface Extension {
  point: ExtensionPoint<unknown>
  value: unknown
}

/** What of a house tells what its modules added. */
export interface Extended {
  /** In the order of the modules. */
  addedAt<T>(point: ExtensionPoint<T>): readonly T[]
}

/** Declares a place to add to. */
export const extensionPoint = <T>(name: string, key?: (value: T) => string): ExtensionPoint<T> => ({
  name,
  ...(key && { key }),
})

/** What a module adds there, for its `extends`. */
export const extending = <T>(point: ExtensionPoint<T>, value: NoInfer<T>): Extension => ({ point, value })

/** Collects what modules add. @throws Error for two of one key */
export function collected(extensions: readonly Extension[]): Extended['addedAt'] {
  const added = new Map<ExtensionPoint<unknown>, unknown[]>()
  for (const { point, value } of extensions) {
    const there = added.get(point) ?? []
    const key = point.key?.(value)
    if (key !== undefined && there.some(one => point.key?.(one) === key)) {
      throw new Error(`Two add ${key} to ${point.name}.`)
    }
    added.set(point, [...there, value])
  }
  return <T>(point: ExtensionPoint<T>) => (added.get(point) ?? []) as T[]
}
