/** The orders in which a list can be asked for. */
import type { Caller } from './caller.ts'
import type { Resource } from './resource.ts'

/** Those of the declaration, the default first; who is no API key may ask for the newest first everywhere. */
export function sortsFor({ list: { sorts } }: Resource, { by }: Caller): readonly string[] {
  if (by.kind === 'key') return sorts
  return [...new Set([...(sorts.length > 0 ? sorts : ['id']), '-id'])]
}
