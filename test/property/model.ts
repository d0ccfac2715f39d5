/** A plain model of people and gifts: arrays in memory, and the rules of the specification in a few lines each. */
import assert from 'node:assert/strict'

/** A record as the API last showed it. */
export interface Kept {
  id: number
  // biome-ignore lint/suspicious/noExplicitAny: a person or a gift, as JSON
  data: any
  /** Counts changes: the order of `updated_at`. */
  changed: number
  removed: boolean
}

export interface PeopleQuery {
  status?: string | undefined
  q?: string | undefined
  email?: string | undefined
  include_deleted?: '0' | '1' | undefined
  sort?: 'id' | '-id' | 'updated_at' | '-updated_at' | 'last_name' | undefined
}

export interface GiftQuery {
  status?: 'posted' | 'void' | 'all' | undefined
  method?: string | undefined
  from?: string | undefined
  to?: string | undefined
  sort?: 'id' | '-id' | 'given_on' | '-given_on' | undefined
}

/** An event that has to have been recorded. */
export interface Told {
  name: string
  data: unknown
  previous?: Record<string, unknown>
}

/** What a church holds, and what has been told of it. */
export class Model {
  readonly people: Kept[] = []
  readonly gifts: Kept[] = []
  readonly told: Told[] = []
  /** Idempotency key to the body and the answer of its first request. */
  readonly remembered = new Map<string, { body: string; status: number; text: string }>()
  #changes = 0

  add(list: Kept[], data: { id: number }, event: string): void {
    this.#changes += 1
    list.push({ id: data.id, data, changed: this.#changes, removed: false })
    this.told.push({ name: event, data })
  }

  change(kept: Kept, data: unknown, ...events: Told[]): void {
    this.#changes += 1
    Object.assign(kept, { data, changed: this.#changes })
    this.told.push(...events)
  }

  /** The oldest person that is not removed and has this e-mail. */
  known(email: string): Kept | undefined {
    return this.people.find(({ data, removed }) => !removed && data.email?.toLowerCase() === email.toLowerCase())
  }

  listPeople({ status, q, email, include_deleted, sort = 'id' }: PeopleQuery): unknown[] {
    const found = this.people.filter(
      ({ data, removed }) =>
        (!removed || include_deleted === '1') &&
        (status === undefined || status.split(',').includes(data.status)) &&
        (email === undefined || data.email?.toLowerCase() === email.toLowerCase()) &&
        (q === undefined ||
          [data.full_name, data.email ?? '', data.member_no].some(text =>
            text.toLowerCase().includes(q.trim().toLowerCase()),
          )),
    )
    const key = sort.replace('-', '')
    const value = (one: Kept): number | string =>
      key === 'updated_at' ? one.changed : key === 'last_name' ? (one.data.last_name ?? '\uffff') : one.id
    return ordered(found, value, sort)
  }

  listGifts({ status = 'posted', method, from, to, sort = 'id' }: GiftQuery): { amount_base: number }[] {
    const found = this.gifts.filter(
      ({ data }) =>
        (status === 'all' || data.status === status) &&
        (method === undefined || data.method === method) &&
        (from === undefined || data.given_on >= from) &&
        (to === undefined || data.given_on <= to),
    )
    return ordered(found, one => (sort.endsWith('given_on') ? one.data.given_on : one.id), sort)
  }
}

// biome-ignore lint/suspicious/noExplicitAny: records of either kind
function ordered(list: Kept[], value: (one: Kept) => number | string, sort: string): any[] {
  const sign = sort.startsWith('-') ? -1 : 1
  const compare = (a: Kept, b: Kept): number => {
    const [x, y] = [value(a), value(b)]
    return sign * (x < y ? -1 : x > y ? 1 : a.id - b.id)
  }
  return list.sort(compare).map(({ data }) => data)
}

/** What a change must leave behind: `previous` laid over `data` is the record as it was. */
export function assertRebuilds(
  before: Record<string, unknown>,
  data: Record<string, unknown>,
  previous: Record<string, unknown>,
): void {
  const rebuilt = { ...data, ...previous, updated_at: before.updated_at }
  assert.deepEqual(rebuilt, before, 'data and previous give the old record')
  for (const name of Object.keys(previous)) assert.notDeepEqual(previous[name], data[name], `${name} changed`)
}
