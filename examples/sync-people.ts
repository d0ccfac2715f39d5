/**
 * Keeps a copy of all people up to date: everybody on the first call, and after that whoever changed.
 *
 * What it guarantees: after a call the copy has every person as they were at the moment that the call returns (`meta.as_of` of
 * its first page) or later, whatever changed while it ran. It follows `meta.next_cursor`, so nobody is passed over when
 * others move; the pages come after writes that were open when they were asked for; who changed since that moment, also
 * behind the cursor, comes with the next call. Some people come twice, which does no harm.
 *
 * What it cannot tell: with a key that is limited to a branch, that somebody moved out of that branch.
 *
 *     SEXTON_URL=http://localhost:3000 SEXTON_KEY=sx_live_… npx tsx examples/sync-people.ts
 */

/** What the copy needs of a person. */
export interface Person {
  id: number
  full_name: string
  updated_at: string
  deleted_at: string | null
}

interface Page {
  ok: boolean
  message?: string
  data: Person[]
  meta: { next_cursor: string | null; as_of: string }
}

const BEGINNING = '1970-01-01T00:00:00Z'

/**
 * Fetches everyone who changed since a moment, removed people too.
 * @param copy people by id; changed in place
 * @param since what the last call returned; missing on the first
 * @returns the moment to go on from with the next call, to be kept beside the copy
 */
export async function syncPeople(
  url: string,
  key: string,
  copy: Map<number, Person>,
  since = BEGINNING,
): Promise<string> {
  const query = new URLSearchParams({ updated_since: since, include_deleted: '1', per_page: '100' })
  for (;;) {
    const response = await fetch(`${url}/api/v1/people?${query}`, { headers: { Authorization: `Bearer ${key}` } })
    const seconds = response.headers.get('Retry-After')
    if (seconds !== null) {
      await new Promise(resolve => setTimeout(resolve, Number(seconds) * 1_000))
      continue
    }
    const { ok, message, data, meta } = (await response.json()) as Page
    if (!ok) throw new Error(message)
    for (const person of data) {
      if (person.deleted_at === null) copy.set(person.id, person)
      else copy.delete(person.id)
    }
    if (meta.next_cursor === null) return meta.as_of
    query.set('cursor', meta.next_cursor)
  }
}

if (import.meta.url === `file://${process.argv[1]}`) {
  const { SEXTON_URL = 'http://localhost:3000', SEXTON_KEY = '' } = process.env
  const copy = new Map<number, Person>()
  const since = await syncPeople(SEXTON_URL, SEXTON_KEY, copy)
  console.log(`${copy.size} people; next time from ${since}`)
}
