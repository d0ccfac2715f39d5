/**
 * What a minimal server answers: what anybody would write in an afternoon on the same tables. A read is one statement and
 * `JSON.stringify`; a gift is one insert and one row for the outbox in one transaction. No keys, no checks, no totals.
 */
import { randomUUID } from 'node:crypto'
import type pg from 'pg'
import { type Answer, type Gift, recording } from './answer.ts'

const PER_PAGE = 25

/** The columns that the API shows of a person or a gift, under the names of the tables. */
const COLUMNS = {
  people: `id, member_no, title, first_name, middle_name, last_name, full_name, gender, dob::text, marital_status,
    anniversary::text, email, phone, phone2, whatsapp, address, city, state, country, postal_code, occupation, employer,
    status, branch_id, family_id, family_role, membership_date::text, baptism_date::text, salvation_date::text,
    first_visit_date::text, source, sms_opt_in, email_opt_in, whatsapp_opt_in, photo_url, custom, created_at, updated_at`,
  contributions: `id, person_id, fund_id, branch_id, amount, currency, amount_base, method, given_on::text, reference, note,
    source, donor_name, donor_email, donor_phone, is_anonymous, status, void_reason, created_at, updated_at`,
} as const

type Table = keyof typeof COLUMNS

const one = (table: Table): Answer => ({
  method: 'GET',
  path: new RegExp(`^/api/v1/${table}/\\d+$`),
  status: 200,
  async run(pool, url) {
    const id = url.pathname.slice(url.pathname.lastIndexOf('/') + 1)
    const text = `select ${COLUMNS[table]} from ${table} where church_id = $1 and id = $2`
    const { rows } = await pool.query({ name: `one ${table}`, text, values: [1, id] })
    return JSON.stringify({ ok: true, data: rows[0] })
  },
})

/** A page in the order of ids; with `from` and `to`, of gifts of those days. */
const page = (table: Table, condition: string): Answer => ({
  method: 'GET',
  path: new RegExp(`^/api/v1/${table}$`),
  status: 200,
  async run(pool, { searchParams }) {
    const [from, to] = [searchParams.get('from'), searchParams.get('to')]
    const days = from === null ? '' : 'and given_on between $3 and $4'
    const number = Number(searchParams.get('page') ?? 1)
    const text = `select ${COLUMNS[table]} from ${table} where church_id = $1 and ${condition} ${days}
      order by id limit ${PER_PAGE} offset $2`
    const values = [1, (number - 1) * PER_PAGE, ...(from === null ? [] : [from, to])]
    const { rows } = await pool.query({ name: `page ${table} ${days}`, text, values })
    return JSON.stringify({ ok: true, data: rows, meta: { page: number, per_page: PER_PAGE } })
  },
})

const INSERT = `insert into contributions (church_id, person_id, fund_id, branch_id, amount, currency, amount_base, method,
    given_on, reference, source)
  values (1, $1, (select id from funds where church_id = 1 and is_default),
    (select branch_id from people where church_id = 1 and id = $1), $2, 'NGN', $2, 'online', $3, $4, 'api')
  returning ${COLUMNS.contributions}`
/** Its own, since the service sends whatever stands in its own. */
export const MAKE_OUTBOX = `create table if not exists minimal_outbox (
  id text primary key, name text not null, body text not null, created_at timestamptz not null default now())`
const OUTBOX = `insert into minimal_outbox (id, name, body) values ($1, 'contribution.recorded', $2)`

async function insert(client: pg.ClientBase, { person_id, amount, given_on, reference }: Gift): Promise<unknown> {
  const values = [person_id, amount, given_on, reference]
  const { rows } = await client.query({ name: 'insert', text: INSERT, values })
  const id = randomUUID()
  const body = JSON.stringify({ id, event: 'contribution.recorded', api_version: 'v1', data: rows[0] })
  await client.query({ name: 'outbox', text: OUTBOX, values: [id, body] })
  return rows[0]
}

/** By method and path. */
export const MINIMAL: readonly Answer[] = [
  one('people'),
  one('contributions'),
  page('people', 'not removed'),
  page('contributions', "status = 'posted'"),
  recording(insert, data => JSON.stringify({ ok: true, data })),
]
