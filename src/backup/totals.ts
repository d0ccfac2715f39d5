/** What a database holds, told in numbers, so that a backup can be held against it: records and money of each church. */
import type { Ask } from '../db/embedded/index.ts'
import { displayAmount } from '../lib/money.ts'
import type { House } from '../resource/house.ts'
import type { Total } from './manifest.ts'

/** A table that is counted; one of money is added up by currency, too. */
interface Counted {
  table: string
  money: boolean
}

/** The tables of a house that are counted: those of its resources. */
export const countedNames = ({ modules }: House): string[] =>
  modules.flatMap(({ resources }) => resources.map(({ name }) => name))

/** Those of some tables that a database has, whatever release it is of. @param names known names, or those of a manifest */
export async function countedTables(ask: Ask, names: readonly string[]): Promise<Counted[]> {
  const list = [...new Set(names)].map(name => `'${name}'`).join(', ')
  return await ask<Counted>(`
    select c.relname::text as "table", count(*) = 3 as money
    from pg_class c join pg_attribute a on a.attrelid = c.oid
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and c.relname in ('', ${list || "''"})
      and a.attname in ('church_id', 'amount', 'currency') and not a.attisdropped
    group by c.relname having bool_or(a.attname = 'church_id') order by c.relname`)
}

/** The totals of these tables; each church has at least the one that says that it is there. */
export async function totalsOf(ask: Ask, tables: readonly Counted[]): Promise<Total[]> {
  const [there] = await ask<{ churches: boolean }>(`select to_regclass('churches') is not null as churches`)
  if (!there?.churches) return []
  const parts = tables.map(({ table, money }) => {
    const [currency, sum] = money ? ['t.currency', 'sum(t.amount)::text'] : ['null', 'null']
    return `select c.slug, '${table}', ${currency}, count(*)::text, ${sum}
      from churches c join "${table}" t on t.church_id = c.id group by c.slug${money ? ', t.currency' : ''}`
  })
  const churches = `select slug as church, 'churches' as "table", null as currency, '1' as records, null as sum from churches`
  return await ask<Total>(`${[churches, ...parts].join(' union all ')} order by 1, 2, 3`)
}

/** What one says and the other does not, in words; none where they agree. */
export function differences(wanted: readonly Total[], found: readonly Total[]): string[] {
  const [before, after] = [byName(wanted), byName(found)]
  return [...new Set([...before.keys(), ...after.keys()])].flatMap(name => {
    const [one, other] = [before.get(name) ?? 'none', after.get(name) ?? 'none']
    return one === other ? [] : [`${name}: ${one} when it was made, ${other} in it`]
  })
}

const byName = (totals: readonly Total[]): Map<string, string> =>
  new Map(totals.map(one => [[one.church, one.table, one.currency].filter(Boolean).join(' '), worth(one)]))

const worth = ({ records, sum, currency }: Total): string =>
  sum === null || currency === null ? records : `${records} of ${displayAmount(BigInt(sum), currency)}`

/** What people ask for first: of each church its people, and what has money. A line a church. */
export function describeTotals(totals: readonly Total[]): string[] {
  const churches = [...new Set(totals.map(({ church }) => church))]
  return churches.map(church => {
    const own = totals.filter(one => one.church === church)
    const shown = own.filter(({ table, sum }) => table === 'people' || sum !== null)
    const words = shown.map(one => `${one.table.replaceAll('_', ' ')} ${worth(one)}`)
    return `${church}: ${words.length === 0 ? 'no people and no gifts yet' : words.join(', ')}`
  })
}
