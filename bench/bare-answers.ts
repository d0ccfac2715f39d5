/**
 * What the bare yardstick answers: the statements of the service, written out by hand, and the same bytes. It tells what
 * checking, keys and limits cost beside what the statements do.
 */
import type pg from 'pg'
import { eventId } from '../src/events/record.ts'
import { contributions } from '../src/modules/contributions/contributions.ts'
import { contributionPrinter } from '../src/modules/contributions/fields.ts'
import { people } from '../src/modules/people/people.ts'
import type { Resource } from '../src/resource/resource.ts'
import { type Answer, type Gift, recording } from './answer.ts'

type Row = (string | null)[]

const types = { getTypeParser: () => (text: string) => text } as pg.CustomTypesConfig

async function rows(runner: pg.Pool | pg.ClientBase, name: string, text: string, values: unknown[]): Promise<Row[]> {
  return (await runner.query<Row>({ name, text, values, rowMode: 'array', types } as pg.QueryArrayConfig)).rows
}

function one(resource: Resource): Answer {
  const text = `select ${resource.alone.columns.text} from ${resource.name} as t where church_id = $1 and id = $2`
  return {
    method: 'GET',
    path: new RegExp(`^/api/v1/${resource.name}/\\d+$`),
    status: 200,
    async run(pool, url) {
      const id = url.pathname.slice(url.pathname.lastIndexOf('/') + 1)
      const [row = []] = await rows(pool, `one ${resource.name}`, text, [1, id])
      return `{"ok":true,"data":${resource.alone.print(row)}}`
    },
  }
}

function page(resource: Resource, condition: string, meta: string): Answer {
  const text = `select ${resource.inList.columns.text} from ${resource.name} as t
    where church_id = $1 and ${condition} order by id limit 25 offset $2`
  return {
    method: 'GET',
    path: new RegExp(`^/api/v1/${resource.name}$`),
    status: 200,
    async run(pool, url) {
      const number = Number(url.searchParams.get('page') ?? 1)
      const found = await rows(pool, `page ${resource.name}`, text, [1, (number - 1) * 25])
      const data = found.map(row => resource.inList.print(row)).join(',')
      return `{"ok":true,"data":[${data}],"meta":{"page":${number},"per_page":25,${meta}}}`
    },
  }
}

const LOCK = 'select pg_advisory_xact_lock_shared($1), clock_timestamp()::text as now'
const LOOK_UP = `select
  (select id from funds where church_id = $1 and is_active
    and case when $2::bigint is null then is_default else id = $2 end) as fund_id,
  giver.id as person_id, giver.branch_id as person_branch_id,
  (select rate from exchange_rates where church_id = $1 and currency = $3
    and valid_from <= $4::date order by valid_from desc limit 1) as rate
  from (select 1) as one left join lateral (
    select kept.id, kept.branch_id from people as sent
      join people as kept on kept.church_id = sent.church_id and kept.id = coalesce(sent.merged_into_id, sent.id)
    where sent.church_id = $1 and sent.id = $5 and not kept.removed) as giver on true`
const INSERT = `insert into contributions as t (church_id, person_id, fund_id, branch_id, amount, currency, amount_base,
    method, given_on, reference, note, source, donor_name, donor_email, donor_phone, is_anonymous, created_at, updated_at)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17::timestamptz, $18::timestamptz)
  on conflict (church_id, reference) where source = 'api' and reference is not null do nothing
  returning ${contributionPrinter.columns.text}`
const TALLY = `insert into tally_deltas (church_id, resource, bucket, branch_id, status, removed, n, amount)
  values ($1, $2, $3, $4, $5, $6, $7, $8)`
const EVENT = 'insert into events (church_id, id, name, body, created_at) values ($1, $2, $3, $4, $5::timestamptz)'

async function insertGift(client: pg.ClientBase, gift: Gift): Promise<string> {
  const { person_id, amount, given_on, reference } = gift
  const [lock] = await rows(client, 'lock', LOCK, [String((1n << 56n) + 1n)])
  const now = lock?.[1] ?? ''
  const [found = []] = await rows(client, 'look up', LOOK_UP, [1, null, 'NGN', given_on, person_id])
  const branch = found[2]
  const values = [1, person_id, found[0], branch, amount, 'NGN', amount, 'online', given_on, reference]
  const more = [null, 'api', null, null, null, false, now, now]
  const [row = []] = await rows(client, 'insert', INSERT, [...values, ...more])
  const data = contributionPrinter.print(row)
  const bucket = Math.floor(Number(row[0]) / 1024)
  await rows(client, 'tally', TALLY, [1, 'contributions', bucket, branch, 'posted', false, 1, amount])
  const id = eventId(Date.parse(now))
  const church = { id: 1, slug: 'bench', name: 'Bench' }
  const event = JSON.stringify({ id, event: 'contribution.recorded', created_at: now, api_version: 'v1', church })
  await rows(client, 'event', EVENT, [1, id, 'contribution.recorded', `${event.slice(0, -1)},"data":${data}}`, now])
  return data
}

/** By method and path. */
export const BARE: readonly Answer[] = [
  one(people),
  one(contributions),
  page(people, 'not removed', '"total":0,"total_pages":0,"has_more":true'),
  page(
    contributions,
    "status = 'posted'",
    '"total":0,"total_pages":0,"has_more":true,"sum_amount_base":0,"base_currency":"NGN"',
  ),
  recording(insertGift, data => `{"ok":true,"data":${data}}`),
]
