/** attendance count and categories: several head counts of a meeting in one command, and what they are asked for by. The rest of the group is derived. */
import { headcounts } from '../modules/meetings/headcounts.ts'
import { setCategories } from '../modules/meetings/mark-actions.ts'
import { meetings } from '../modules/meetings/meetings.ts'
import type { ByHand } from './by-hand.ts'
import { action, CommandError } from './command.ts'
import { doAction, doWrite } from './doing.ts'
import { idOption } from './numbers.ts'
import { CHURCH } from './resource-change.ts'

interface CountOptions {
  church: string
  meeting: number
  category: string[]
  by?: string
}

/** `men=84`; a category without a number takes its count back. */
function countOf(text: string): { category: string; count: unknown } {
  const [, category, count = ''] = /^([^=]+)=(.*)$/.exec(text) ?? []
  if (category === undefined)
    throw new CommandError(`--category takes a name and a number, such as men=84, not ${text}`)
  return { category, count: count === '' ? null : /^\d+$/.test(count) ? Number(count) : count }
}

export const byHand: ByHand = {
  instead: [],
  add(attendance, call) {
    action(
      attendance
        .command('count')
        .description('record head counts of a meeting; the last word on each category holds')
        .requiredOption('--meeting <id>', `the ${meetings.words.one}`, idOption)
        .requiredOption(
          '--category <name=number>',
          'such as men=84, as often as there are categories; men= takes a count back',
          (text: string, before: string[] = []) => [...before, text],
        )
        .option('--by <name>', 'who counted')
        .requiredOption(...CHURCH)
        .addHelpText(
          'after',
          '\nExample:\n  sexton attendance count --meeting 12 --category men=84 --category women=101 --church grace',
        ),
      call,
      async (open, { church, meeting, category, by }: CountOptions) => {
        const { create } = headcounts
        if (create === undefined) throw new Error('Head counts are created.')
        const said = { meeting_id: meeting, records: category.map(countOf), counted_by: by }
        const sent = Object.fromEntries(Object.entries(said).filter(([, value]) => value !== undefined))
        const { data } = await doWrite(open, church, create, sent)
        const made = JSON.parse(data) as { category: string; count: number | null }[]
        const words = made.map(one => `${one.count ?? 'no count of'} ${one.category}`).join(', ')
        return { json: { headcounts: made }, text: `Recorded of meeting ${meeting}: ${words}.` }
      },
    )
    action(
      attendance
        .command('categories')
        .description('set what head counts are asked for by, in this order; counts that were made stay as they are')
        .argument('<names...>', 'such as men women children')
        .requiredOption(...CHURCH)
        .addHelpText('after', '\nExample:\n  sexton attendance categories men women youth children --church grace'),
      call,
      async (open, categories: string[], { church }: { church: string }) => {
        const json = await doAction(open, church, setCategories, { categories })
        return { json, text: `Head counts are asked for by ${categories.join(', ')}.` }
      },
    )
  },
}
