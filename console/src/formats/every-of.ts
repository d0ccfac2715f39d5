/** Closed lists that are declared elsewhere as a type. */

/**
 * Every value of a closed list, in the order in which they are written here.
 * @param values each with `true`: the compiler asks for one that is missing and refuses one that there is not
 */
export const everyOf = <Value extends string>(values: Record<Value, true>): readonly Value[] =>
  Object.keys(values) as Value[]
