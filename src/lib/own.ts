/**
 * What a record has under a key that came from outside: a title or a cell of a file, a name that somebody typed. Never what
 * every object has, such as `constructor`.
 */
export const own = <T>(record: Readonly<Record<string, T>> | undefined, key: string): T | undefined =>
  record !== undefined && Object.hasOwn(record, key) ? record[key] : undefined
