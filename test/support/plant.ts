/**
 * Rows for every table of a schema, of whatever release it is: what they need is read from the schema itself, so that a table
 * of a later release has rows without a word here. Values that a check refuses are tried one after the other.
 */
import type pg from 'pg'

interface Column {
  table: string
  name: string
  type: string
  required: boolean
}

interface Rule {
  table: string
  name: string
  kind: 'c' | 'f' | 'u' | 'p'
  columns: string[]
  /** Of a reference. */
  to: string | null
  to_columns: string[] | null
  text: string
}

type Row = Record<string, unknown>

/** Left out of the statement: the column's own default, or none. */
const LEFT = Symbol('left out')

/** Columns that are set by whoever inserts: not identities, not computed. */
const COLUMNS = `select c.relname::text as "table", a.attname::text as name, format_type(a.atttypid, null) as type,
    a.attnotnull and not a.atthasdef as required
  from pg_class c join pg_attribute a on a.attrelid = c.oid
  where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition and c.relname <> 'migrations'
    and a.attnum > 0 and not a.attisdropped and a.attidentity = '' and a.attgenerated = '' order by c.relname, a.attnum`

/** Columns by their numbers: what computes them for each rule takes longer than the rest. */
const RULES = `select c.relname::text as "table", r.conname::text as name, r.contype::text as kind, f.relname::text as "to",
    case when r.contype = 'c' then pg_get_constraintdef(r.oid) else '' end as text, r.conkey as columns, r.confkey as to_columns
  from pg_constraint r join pg_class c on c.oid = r.conrelid left join pg_class f on f.oid = r.confrelid
  where c.relnamespace = 'public'::regnamespace and not c.relispartition and r.contype in ('c', 'f', 'u', 'p') order by r.oid`

const NUMBERS = `select c.relname::text as "table", array_agg(a.attnum::int) as numbers, array_agg(a.attname::text) as names
  from pg_class c join pg_attribute a on a.attrelid = c.oid
  where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition and a.attnum > 0 group by 1`

/** Rows are tried so often before they are given up: one with what is needed, and one with all that may be said. */
const MOST_TRIED = { bare: 3_000, whole: 50 }

/** Texts that are of use to one check or another, beside those that its own words name. */
const TEXTS = ['NG', 'NGN', '09:00', 'Africa/Lagos', 'a', 'ab'.repeat(32), '+2348031234567', 'a@example.org', '2026']

const CANDIDATES: readonly [type: RegExp, values: readonly unknown[]][] = [
  [/^(bigint|integer|smallint|numeric|real|double precision)$/, [1, 0, 2, 5, 90, 2026]],
  [/^boolean$/, [false, true]],
  [/^date$/, ['2026-01-04', '2026-02-01']],
  [/^timestamp/, ['2026-01-04T09:00:00Z', '2026-02-01T09:00:00Z']],
  [/^time/, ['09:00']],
  [/^jsonb?$/, ['{}', '[]', '[{}]']],
  [/^uuid$/, ['00000000-0000-4000-8000-000000000001']],
  [/^(bigint|integer|smallint)\[\]$/, ['{1}', '{}', '{1,2}']],
  [/^text\[\]$/, ['{}', '{sms}', '{owner}', '{a}']],
  [/\[\]$/, ['{}', '{1}']],
  [/^interval$/, ['1 day']],
]

export class Planter {
  readonly #client: pg.Client
  #columns = new Map<string, Column[]>()
  #rules: Rule[] = []
  #turn = 0
  /** By church and table. */
  readonly #planted = new Map<string, Row[]>()

  constructor(client: pg.Client) {
    this.#client = client
  }

  /** Reads the schema. @returns the tables whose columns are not those of before */
  async read(): Promise<string[]> {
    const before = this.#columns
    const { rows: columns } = await this.#client.query<Column>(COLUMNS)
    this.#columns = new Map()
    for (const column of columns) this.#columns.set(column.table, [...(this.#columns.get(column.table) ?? []), column])
    const changed = [...this.#columns].flatMap(([table, now]) =>
      JSON.stringify(now) === JSON.stringify(before.get(table)) ? [] : [table],
    )
    this.#rules = await this.#readRules()
    return changed
  }

  async #readRules(): Promise<Rule[]> {
    const { rows } = await this.#client.query<{ table: string; numbers: number[]; names: string[] }>(NUMBERS)
    const names = new Map(rows.map(one => [one.table, new Map(one.numbers.map((n, at) => [n, one.names[at] ?? '']))]))
    const named = (table: string | null, numbers: number[] | null): string[] =>
      (numbers ?? []).map(n => names.get(table ?? '')?.get(n) ?? '')
    type Found = Omit<Rule, 'columns' | 'to_columns'> & { columns: number[] | null; to_columns: number[] | null }
    return (await this.#client.query<Found>(RULES)).rows.map(rule => ({
      ...rule,
      columns: named(rule.table, rule.columns),
      to_columns: named(rule.to, rule.to_columns),
    }))
  }

  /** Every table that there is. */
  get tables(): string[] {
    return [...this.#columns.keys()]
  }

  /** Puts a row into each of these tables, and into those that it refers to: one with what is needed, one with all that may be said. */
  async plant(church: string, tables: readonly string[]): Promise<void> {
    for (const table of tables) {
      await this.#row(church, table)
      // Not every column may be said beside every other.
      await this.#insert(church, table, true, new Set()).catch(() => undefined)
    }
  }

  /** Tables without a row. */
  async empty(): Promise<string[]> {
    const parts = this.tables.map(table => `select '${table}' as name where not exists (select from "${table}")`)
    return (await this.#client.query<{ name: string }>(parts.join(' union all '))).rows.map(({ name }) => name)
  }

  /** A row of a table that is there already, or is put there; rows of its own where others refer to two. */
  async #row(church: string, table: string, at = 0, above: ReadonlySet<string> = new Set()): Promise<Row> {
    const key = `${church} ${table}`
    const rows = this.#planted.get(key) ?? []
    this.#planted.set(key, rows)
    while (rows.length <= at) {
      const row = await this.#insert(church, table, false, above)
      if (row === undefined) throw new Error(`${table} has no row`)
      rows.push(row)
    }
    return rows[at] ?? {}
  }

  async #insert(church: string, table: string, whole: boolean, above: ReadonlySet<string>): Promise<Row | undefined> {
    this.#turn += 1
    const columns = this.#columns.get(table) ?? []
    const choices = await this.#choices(church, table, columns, whole, new Set([...above, table]))
    const chosen = new Map(columns.map(({ name }) => [name, 0]))
    for (let tried = 0; tried < MOST_TRIED[whole ? 'whole' : 'bare']; tried += 1) {
      const said = columns.flatMap(({ name }) => {
        const value = choices.get(name)?.[chosen.get(name) ?? 0]
        return value === LEFT || value === undefined ? [] : [[name, value] as const]
      })
      const names = said.map(([name]) => `"${name}"`).join(', ')
      const places = said.map((_, place) => `$${place + 1}`).join(', ')
      const into = said.length === 0 ? 'default values' : `(${names}) values (${places})`
      try {
        const values = said.map(([, value]) => value)
        return (await this.#client.query<Row>(`insert into "${table}" ${into} returning *`, values)).rows[0]
      } catch (error) {
        const { code, constraint, message } = error as { code?: string; constraint?: string; message: string }
        if (code === '23514' && constraint === undefined) {
          // Of a table by weeks: one for all of them.
          await this.#client.query(`create table if not exists "${table}_planted" partition of "${table}" default`)
          continue
        }
        const rule = this.#rules.find(one => one.table === table && one.name === constraint)
        if (code === '23505' && rule === undefined) return await this.#first(church, table)
        if (rule === undefined || !turnOn(rule.columns, choices, chosen)) {
          if (code === '23505') return await this.#first(church, table)
          throw new Error(`${table}: ${message}`, { cause: error })
        }
      }
    }
    throw new Error(`${table}: nothing fits`)
  }

  /** What is there already, where there may be one only. */
  async #first(church: string, table: string): Promise<Row | undefined> {
    const own = this.#columns.get(table)?.some(({ name }) => name === 'church_id')
    const where = own ? 'where church_id = (select id from churches where slug = $1)' : ''
    return (await this.#client.query<Row>(`select * from "${table}" ${where} limit 1`, own ? [church] : [])).rows[0]
  }

  /** What may stand in each column, likeliest first. */
  async #choices(
    church: string,
    table: string,
    columns: readonly Column[],
    whole: boolean,
    above: ReadonlySet<string>,
  ) {
    const choices = new Map<string, unknown[]>()
    const own = this.#rules.filter(rule => rule.table === table)
    for (const column of columns) {
      const words = own.filter(({ kind, columns: of }) => kind === 'c' && of?.includes(column.name))
      const fit = [...literalsOf(words), ...this.#values(column)]
      const values = column.name === 'slug' && table === 'churches' ? [church] : fit
      choices.set(column.name, column.required ? values : whole ? [...values, LEFT] : [LEFT, ...values])
    }
    const checked = own.filter(({ kind }) => kind === 'c')
    for (const { kind, to, columns: from, to_columns } of own) {
      if (kind !== 'f' || to === null) continue
      const named = from.filter(name => name !== 'church_id')
      const needed = columns.some(({ name, required }) => required && named.includes(name))
      const asked = checked.filter(rule => rule.columns?.some(name => named.includes(name)))
      if (named.length === 0) continue
      if (above.has(to) || !(needed || whole || asked.length > 0)) {
        for (const name of named) choices.set(name, [LEFT])
        continue
      }
      // Two that differ, or stand in an order.
      const twice = asked.some(rule => (rule.columns?.length ?? 0) > 1)
      const rows = [await this.#row(church, to, 0, above), ...(twice ? [await this.#row(church, to, 1, above)] : [])]
      for (const [place, name] of from.entries()) {
        if (name === 'church_id') continue
        const values = rows.map(row => row[to_columns?.[place] ?? ''])
        choices.set(name, needed ? values : whole ? [...values, LEFT] : [LEFT, ...values])
      }
    }
    if (choices.has('church_id')) choices.set('church_id', [(await this.#row(church, 'churches', 0, above)).id])
    return choices
  }

  #values({ table, name, type }: Column): readonly unknown[] {
    if (type === 'text' || type.startsWith('character')) {
      if (table === 'events' && name === 'id') return [eventIdOfNow(this.#turn)]
      return name === 'currency' ? ['NGN'] : name === 'country' ? ['NG'] : [`${name}-${this.#turn}`, ...TEXTS]
    }
    if (type === 'bytea') return [32, 16, 12].map(size => bytesOf(this.#turn, size))
    // Each week since the oldest has a partition.
    if (table === 'events' && name === 'created_at') return [new Date().toISOString()]
    const values = CANDIDATES.find(([like]) => like.test(type))?.[1]
    if (values === undefined) throw new Error(`There are no values for ${name}, which is ${type}.`)
    return /^(bigint|integer)$/.test(type) ? [...values, this.#turn] : values
  }
}

/** Bytes that no other row has. */
function bytesOf(turn: number, size: number): Buffer {
  const bytes = Buffer.alloc(size)
  bytes.writeUInt32BE(turn)
  return bytes
}

/** Events lie where the moment in their ids says: `evt_` and a ULID. */
function eventIdOfNow(turn: number): string {
  const letters = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
  const time = Array.from({ length: 10 }, (_, at) => letters[Math.floor(Date.now() / 32 ** (9 - at)) % 32]).join('')
  return `evt_${time}${String(turn).padStart(16, '0')}`
}

/** The texts that checks name, patterns aside. */
const literalsOf = (rules: readonly Rule[]): string[] =>
  rules.flatMap(({ text }) =>
    [...text.matchAll(/'([^']*)'::text/g)].flatMap(([, word = '']) => (/[\^$\\]/.test(word) ? [] : word)),
  )

/** The next combination of what may stand in some columns. @returns false after the last */
function turnOn(
  columns: readonly string[],
  choices: ReadonlyMap<string, unknown[]>,
  chosen: Map<string, number>,
): boolean {
  for (const name of columns) {
    const next = (chosen.get(name) ?? 0) + 1
    if (next < (choices.get(name)?.length ?? 0)) {
      chosen.set(name, next)
      return true
    }
    chosen.set(name, 0)
  }
  return false
}
