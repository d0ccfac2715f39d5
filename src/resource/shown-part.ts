/**
 * What a write answers whoever may not read the records that it changes (decisions, Success codes, "Writing without reading"):
 * what the very request made is answered whole, of a record that was there before only what the caller sent.
 */
import type { Caller } from './caller.ts'
import type { Answer, Resource } from './resource.ts'

type Members = Record<string, unknown>

const isObject = (value: unknown): value is Members =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/**
 * The answer as the caller may have it.
 * @param changes the checked values that the request changed the record to; none where it only found it
 */
export function shownPart({ name }: Resource, { key }: Caller, answer: Answer, changes: Members): Answer {
  const scope = `${name}:read`
  if (answer.created !== undefined || key.scopes.includes(scope)) return answer
  const part = pick(JSON.parse(answer.data) as Members, { id: true, ...changes })
  return { ...answer, data: JSON.stringify(part), meta: { ...answer.meta, full_record_needs: scope } }
}

/** The members of a record that were sent; of an object that is merged key by key, the keys that were sent. */
function pick(record: Members, sent: Members): Members {
  const names = Object.keys(record).filter(name => Object.hasOwn(sent, name))
  return Object.fromEntries(
    names.map(name => {
      const [value, change] = [record[name], sent[name]]
      return [name, isObject(value) && isObject(change) ? pick(value, change) : value]
    }),
  )
}
