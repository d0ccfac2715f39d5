/**
 * What a write answers whoever may not read the records that it changes (decisions, Success codes, "Writing without reading"):
 * what the very request made is answered, but for what it looked up in records that were there before; of such a record itself
 * only what the caller sent.
 */
import type { Caller } from './caller.ts'
import type { Answer, Resource, Write } from './resource.ts'

type Members = Record<string, unknown>

const isObject = (value: unknown): value is Members =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/**
 * The answer as the caller may have it.
 * @param input the checked values that were sent
 */
export function shownPart(
  { name }: Resource,
  write: Write,
  { scopes }: Caller,
  answer: Answer,
  input: Members,
): Answer {
  const scope = `${name}:read`
  if (scopes.includes(scope)) return answer
  const needs = { full_record_needs: scope }
  if (write.many && answer.data.startsWith('[')) {
    const rows = (JSON.parse(answer.data) as Members[]).map(row => pick(row, { id: true }))
    return { ...answer, data: JSON.stringify(rows), meta: { ...answer.meta, ...needs } }
  }
  const record = JSON.parse(answer.data) as Members
  if (answer.created === undefined) {
    const part = pick(record, { id: true, ...(write.creates ? {} : input) })
    return { ...answer, data: JSON.stringify(part), meta: { ...answer.meta, ...needs } }
  }
  const hidden = (write.lookedUp?.(input) ?? []).filter(field => (input[field] ?? null) === null)
  if (hidden.length === 0) return answer
  const meta = { ...without(answer.meta ?? {}, hidden), ...needs }
  return { ...answer, data: JSON.stringify(without(record, hidden)), meta }
}

const without = (members: Members, names: readonly string[]): Members =>
  Object.fromEntries(Object.entries(members).filter(([name]) => !names.includes(name)))

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
