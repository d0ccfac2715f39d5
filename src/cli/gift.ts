/** gift list, gift show: online gifts and what became of their payments. */
import { Option } from 'commander'
import type { Database } from '../db/database.ts'
import { sql } from '../db/sql.ts'
import { ApiError } from '../errors.ts'
import { GIFT_STATUSES, gifts } from '../modules/online-giving/gifts.ts'
import type { Church } from '../resource/caller.ts'
import { type AddCommand, action, table } from './command.ts'
import { idOption } from './numbers.ts'

type Gift = Record<string, string | number | boolean | null>

const { columns, print } = gifts.alone
const MOST = 200

export const addGift: AddCommand = (gift, end) => {
  action(
    gift
      .command('list')
      .description(`list online gifts, newest first, ${MOST} at most`)
      .requiredOption('--church <slug>', 'the church')
      .addOption(new Option('--status <status>', 'only those').choices(GIFT_STATUSES))
      .addHelpText('after', '\nExample:\n  sexton gift list --church grace --status pending'),
    end,
    async ({ database, church }, { church: slug, status }: { church: string; status?: string }) => {
      const found = await listGifts(database, await church(slug), status)
      const rows = found.map(one => [
        one.id,
        one.created_at,
        one.amount_display,
        one.fund_name,
        one.donor_name,
        one.provider,
        one.error === null ? one.status : `${one.status} (${one.error})`,
      ])
      const head = ['id', 'begun', 'amount', 'fund', 'giver', 'provider', 'status']
      return { json: { gifts: found }, text: rows.length === 0 ? 'There are none.' : table(head, rows) }
    },
  )

  action(
    gift
      .command('show')
      .description('show one online gift')
      .argument('<id>', 'the gift', idOption)
      .requiredOption('--church <slug>', 'the church'),
    end,
    async ({ database, church }, id: number, { church: slug }: { church: string }) => {
      const found = await findGift(database, await church(slug), id)
      const [first = [], ...rest] = Object.entries(found)
      return { json: found, text: table(first.map(String), rest) }
    },
  )
}

async function listGifts(database: Database, church: Church, status?: string): Promise<Gift[]> {
  const rows = await database.read.text(sql`select ${columns} from gifts as t where church_id = ${church.id}
    and (${status ?? null}::text is null or status = ${status ?? null}) order by id desc limit ${MOST}`)
  return rows.map(row => JSON.parse(print(row)) as Gift)
}

async function findGift(database: Database, church: Church, id: number): Promise<Gift> {
  const [row] = await database.read.text(
    sql`select ${columns} from gifts as t where church_id = ${church.id} and id = ${id}`,
  )
  if (row === undefined) throw new ApiError('not_found', { message: `This church has no gift ${id}.` })
  return JSON.parse(print(row)) as Gift
}
