/**
 * Keeps a copy of all people up to date. The cursor is the latest `updated_at` seen; asking again from it may repeat
 * some records and never misses one.
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
  meta: { has_more: boolean }
}

/**
 * Fetches everyone who changed since the cursor, removed people too.
 * @param copy people by id; changed in place
 * @param cursor what the last call returned; missing on the first
 * @returns the cursor for the next call
 */
export async function syncPeople(
  url: string,
  key: string,
  copy: Map<number, Person>,
  cursor?: string,
): Promise<string> {
  let latest = cursor ?? '1970-01-01T00:00:00Z'
  for (let page = 1; ; page += 1) {
    const query = new URLSearchParams({
      updated_since: cursor ?? '1970-01-01T00:00:00Z',
      include_deleted: '1',
      sort: 'updated_at',
      per_page: '100',
      page: String(page),
    })
    const response = await fetch(`${url}/api/v1/people?${query}`, { headers: { Authorization: `Bearer ${key}` } })
    const answer = (await response.json()) as Page
    if (!answer.ok) throw new Error(answer.message)
    for (const person of answer.data) {
      if (person.deleted_at === null) copy.set(person.id, person)
      else copy.delete(person.id)
      if (person.updated_at > latest) latest = person.updated_at
    }
    if (!answer.meta.has_more) return latest
  }
}

if (import.meta.url === `file://${process.argv[1]}`) {
  const { SEXTON_URL = 'http://localhost:3000', SEXTON_KEY = '' } = process.env
  const copy = new Map<number, Person>()
  const cursor = await syncPeople(SEXTON_URL, SEXTON_KEY, copy)
  console.log(`${copy.size} people; next time from ${cursor}`)
}
